// The posts of an exercise: which there are, how many vacancies they have, what they ask for and when they close.

import { useState } from 'react'
import { describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import type { PostDetails } from '#shared/staff/exercise-settings.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { ChangeReview } from '../change-review.tsx'
import { ExercisePage } from '../exercise-page.tsx'
import { MeanwhileNotice } from '../meanwhile-notice.tsx'
import styles from '../settings-page.module.css'
import { type OnChanged, useExerciseChange } from '../use-exercise-change.ts'
import { CopyRequirementsDialog } from './copy-requirements.tsx'
import { PostDialog } from './post-dialog.tsx'
import {
  applyEdits,
  countEdits,
  type EditedPost,
  noEdits,
  pickDetails,
  removePost,
  setPosts,
  toPostChanges,
  undoPost,
} from './posts-edits.ts'
import { PostsList } from './posts-list.tsx'
import { PostsUploadDialog } from './posts-upload.tsx'

export const Component = () => (
  <ExercisePage title="Posts">
    {(exercise, onChanged) => <Posts exercise={exercise} onChanged={onChanged} />}
  </ExercisePage>
)

function Posts({ exercise, onChanged }: { exercise: ExerciseDetails; onChanged: OnChanged }) {
  const may = useMay()
  const [edits, setEdits] = useState(noEdits)
  const [dialog, setDialog] = useState<EditedPost | 'new' | 'upload' | 'copy' | null>(null)
  const editCount = countEdits(edits)
  const change = useExerciseChange(exercise, dialog ?? (editCount > 0 ? edits : null), onChanged)
  const { base, isMeanwhile, reviewed, preview } = change
  if (reviewed) return <ChangeReview change={change} reviewed={reviewed} />

  const posts = applyEdits(base.posts, edits)
  const remaining = posts.filter(({ state }) => state !== 'removed')
  const isReadOnly = base.isArchived || !may('settings:change')
  const edited = typeof dialog === 'string' ? null : dialog
  const close = () => setDialog(null)

  function save(post: PostDetails) {
    take([post])
  }

  function discard() {
    setEdits(noEdits)
    preview.clearError()
  }

  function take(changed: readonly PostDetails[]) {
    setEdits(setPosts(edits, base.posts, changed))
    close()
  }

  return (
    <>
      {isMeanwhile && <MeanwhileNotice />}
      {base.isArchived && <Banner tone="info">This exercise is archived. Its posts cannot be changed any more.</Banner>}
      <Card
        title={formatCounted(posts.length, 'post')}
        aside={
          !isReadOnly && (
            <Actions>
              <Button variant="secondary" onClick={() => setDialog('new')}>
                Add a post
              </Button>
              <Button variant="secondary" onClick={() => setDialog('upload')}>
                Upload a list
              </Button>
              {remaining.length > 1 && (
                <Button variant="secondary" onClick={() => setDialog('copy')}>
                  Copy requirements
                </Button>
              )}
            </Actions>
          )
        }
      >
        <Stack>
          <p className={styles.sub}>
            Each with the vacancies, requirements and closing time that are set. One without a closing time closes with
            the exercise; one with accounts cannot be removed.
          </p>
          <PostsList
            posts={posts}
            isReadOnly={isReadOnly}
            onEdit={setDialog}
            onRemove={({ key }) => setEdits(removePost(edits, key))}
            onUndo={({ key }) => setEdits(undoPost(edits, key))}
          />
          {!isReadOnly && (
            <>
              <p role="status">{describeEdits(editCount)}</p>
              <FormError>{preview.error ? describeFailure(preview.error) : null}</FormError>
              {editCount > 0 && (
                <Actions>
                  <Button busy={preview.isPending} onClick={() => void preview.run(toPostChanges(base.posts, edits))}>
                    Review changes
                  </Button>
                  <Button variant="quiet" onClick={discard}>
                    Discard my changes
                  </Button>
                </Actions>
              )}
            </>
          )}
        </Stack>
      </Card>
      {dialog === 'upload' && <PostsUploadDialog year={base.year} posts={base.posts} onTake={take} onClose={close} />}
      {dialog === 'copy' && (
        <CopyRequirementsDialog
          posts={remaining}
          onCopy={(requirements, to) => take(to.map((post) => ({ ...pickDetails(post), requirements })))}
          onClose={close}
        />
      )}
      {dialog && dialog !== 'upload' && dialog !== 'copy' && (
        <PostDialog post={edited} posts={posts} onSave={save} onClose={close} />
      )}
    </>
  )
}

const describeEdits = (count: number): string =>
  count === 0
    ? 'Nothing is changed yet.'
    : `${formatCounted(count, 'post is', 'posts are')} changed here and not saved yet.`

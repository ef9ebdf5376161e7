// A list of posts is checked first: what it would change goes above the posts that were read, as if it had been typed.

import { useState } from 'react'
import { saveBlob } from '#kit/http/fetch-content.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog, FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { CheckedPosts } from '#shared/api/staff/exercises.ts'
import { formatCsv } from '#shared/format/csv.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import type { PostDetails } from '#shared/staff/exercise-settings.ts'
import { formatPostRow, postListColumns, postListHeadings } from '#shared/staff/post-list.ts'
import { LineErrors, readChosenFile } from '#staff/entities/mapped-file/mapped-file.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  year: number
  /** As they are stored, for the template. */
  posts: readonly PostDetails[]
  onTake: (posts: readonly PostDetails[]) => void
  onClose: () => void
}

const headings = postListColumns.map((column) => postListHeadings[column])

export function PostsUploadDialog({ year, posts, onTake, onClose }: Props) {
  const [checked, setChecked] = useState<CheckedPosts | null>(null)
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      readChosenFile(form)
      setChecked((await staffCall('checkPosts', { params: { year }, form })).data)
    },
    { fields: ['file'] },
  )
  if (checked) return <Result checked={checked} onTake={() => onTake(checked.posts)} onClose={onClose} />
  const download = () =>
    saveBlob(new Blob([formatCsv([headings, ...posts.map(formatPostRow)])], { type: 'text/csv' }), 'posts.csv')
  return (
    <FormDialog
      title="Upload a list of posts"
      intro={
        <>
          <p>
            The list has these headings, in any order: {headings.join(', ')}. Only school, department and role are
            needed; what a list has no column for stays. Posts that are not in the list stay as they are.
          </p>
          <Actions>
            <Button variant="secondary" onClick={download}>
              Download the posts as a list
            </Button>
          </Actions>
        </>
      }
      error={error}
      submit="Check the list"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput
        type="file"
        name="file"
        label="List of posts"
        hint={`CSV or Excel (.xlsx), at most ${uploadLimits.label}. Checking changes nothing.`}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        error={errors.file}
      />
    </FormDialog>
  )
}

/** The server has all of them. */
const listedErrors = 100

function Result({
  checked: { posts, same, failed, errors, moreErrors },
  onTake,
  onClose,
}: { checked: CheckedPosts } & Record<'onTake' | 'onClose', () => void>) {
  return (
    <Dialog title="Upload a list of posts" onClose={onClose}>
      <Stack>
        <p role="status">
          {formatCount(posts.length)} new or changed, {formatCount(same)} unchanged, {formatCount(failed)} failed
        </p>
        {errors.length > 0 && <LineErrors errors={errors} moreErrors={moreErrors} limit={listedErrors} />}
        <Actions>
          {posts.length > 0 && <Button onClick={onTake}>Take over {formatCounted(posts.length, 'post')}</Button>}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  )
}

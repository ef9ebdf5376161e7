// What an exercise says where people choose instead of typing: reasons for rejection, prepared replies, complaint categories.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import {
  type ExerciseText,
  type ExerciseTextKind,
  exerciseTextKindNames,
  exerciseTextKinds,
} from '#shared/staff/exercise-texts.ts'
import { getTextsKey, useExerciseTexts } from '#staff/entities/exercise/exercise-texts.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ExercisePage } from './exercise-page.tsx'
import listStyles from './posts/posts-list.module.css'
import styles from './settings-page.module.css'
import { TextDialog } from './text-dialog.tsx'

export const Component = () => (
  <ExercisePage title="Reasons and replies">
    {({ year, isArchived }) => <Texts year={year} isArchived={isArchived} />}
  </ExercisePage>
)

const explanations: Record<ExerciseTextKind, string> = {
  reason:
    'What reviewers choose when they reject, hold or return an application. The applicant reads heading and sentence once the decision is published, in the words of the day on which it was recorded.',
  reply: 'What can be put into the answer to a complaint, where it can be changed before it is sent.',
  category: 'How complaints are sorted. Another name holds for those that were sorted before, too.',
}

interface TextKey {
  kind: ExerciseTextKind
  /** Null for a new one. */
  code: string | null
}

function Texts({ year, isArchived }: { year: number; isArchived: boolean }) {
  const may = useMay()
  const texts = useExerciseTexts(year)
  const history = useQuery({
    queryKey: [...getTextsKey(year), 'history'],
    queryFn: async ({ signal }) => (await staffCall('exerciseTextHistory', { params: { year }, signal })).data.versions,
  })
  const [edited, setEdited] = useState<TextKey | null>(null)
  const isEdited = ({ kind, code }: TextKey) => kind === edited?.kind && code === edited.code
  const isReadOnly = isArchived || !may('text:change')
  return (
    <QueryResult
      query={texts}
      lines={['block', 'block']}
      loading="Loading the texts…"
      failed="The texts could not be loaded"
    >
      {(all) => (
        <>
          {exerciseTextKindNames.map((kind) => (
            <Card
              key={kind}
              title={exerciseTextKinds[kind].label}
              aside={
                !isReadOnly &&
                exerciseTextKinds[kind].isOpen && (
                  <Button variant="secondary" onClick={() => setEdited({ kind, code: null })}>
                    Add a reply
                  </Button>
                )
              }
            >
              <Stack>
                <p className={styles.sub}>{explanations[kind]}</p>
                <TextList
                  kind={kind}
                  texts={all.filter((text) => text.kind === kind)}
                  onEdit={isReadOnly ? null : setEdited}
                />
              </Stack>
            </Card>
          ))}
          {edited && (
            <TextDialog
              year={year}
              kind={edited.kind}
              text={all.find(isEdited) ?? null}
              history={history}
              onClose={() => setEdited(null)}
            />
          )}
        </>
      )}
    </QueryResult>
  )
}

interface ListProps {
  kind: ExerciseTextKind
  texts: readonly ExerciseText[]
  /** Null for who only reads. */
  onEdit: ((text: TextKey) => void) | null
}

const TextList = ({ kind, texts, onEdit }: ListProps) => (
  <ul className={classNames(listStyles.posts, listStyles.columns)}>
    {texts.map((one) => {
      const isTitleAll = exerciseTextKinds[kind].text === null
      const state = describeState(one)
      return (
        <li key={one.code} className={listStyles.post}>
          <div>
            <p className={listStyles.role}>{one.title}</p>
            {!isTitleAll && <p>{one.text}</p>}
            {state && <p className={listStyles.facts}>{state}</p>}
          </div>
          {onEdit && (
            <div className={listStyles.actions}>
              <Button
                variant="secondary"
                aria-label={`Edit ${isTitleAll ? one.title : one.text}`}
                onClick={() => onEdit(one)}
              >
                Edit
              </Button>
            </div>
          )}
        </li>
      )
    })}
  </ul>
)

const describeState = ({ isOffered, version }: ExerciseText): string =>
  [...(isOffered ? [] : ['Not offered']), ...(version > 0 ? [`Version ${version}`] : [])].join(', ')

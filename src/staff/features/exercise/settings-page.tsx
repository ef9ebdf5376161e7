// The settings of one exercise, with what a change does before it is saved. Every year's exercise has its own.
import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatCounted, formatNaira } from '#shared/format/numbers.ts'
import { joinAddressLines, listContactFacts } from '#shared/format/registry-contact.ts'
import { listLimits } from '#shared/roles/permissions.ts'
import { useMay, useMe } from '#staff/entities/session/staff-session.ts'
import { ChangeReview } from './change-review.tsx'
import { ExercisePage } from './exercise-page.tsx'
import { MeanwhileNotice } from './meanwhile-notice.tsx'
import { PrepareExercise } from './prepare-exercise.tsx'
import { listCriteria, shortlistOptions, statusOptions, type TypedSettings } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'
import { type OnChanged, type SettingsChange, useExerciseChange } from './use-exercise-change.ts'

export const Component = () => (
  <ExercisePage title="Exercise settings">
    {(exercise, onChanged, onPrepared) => <ExerciseSettings {...{ exercise, onChanged, onPrepared }} />}
  </ExercisePage>
)

interface Props {
  exercise: ExerciseDetails
  onChanged: OnChanged
  onPrepared: OnChanged
}

function ExerciseSettings({ exercise, onChanged, onPrepared }: Props) {
  const may = useMay()
  const [edits, setEdits] = useState<Partial<TypedSettings>>({})
  const isEdited = Object.keys(edits).length > 0
  const change = useExerciseChange(exercise, isEdited ? edits : null, onChanged)
  const { base, isMeanwhile, reviewed, preview } = change
  if (reviewed) return <ChangeReview change={change} reviewed={reviewed} />
  const isReadOnly = base.isArchived || !may('settings:change')
  return (
    <>
      {isMeanwhile && <MeanwhileNotice />}
      {isReadOnly ? (
        <ReadOnlySettings exercise={base} />
      ) : (
        <SettingsForm exercise={base} edits={edits} onEdit={setEdits} preview={preview} />
      )}
      <PublicPages exercise={base} {...{ change, isEdited, isReadOnly, onPrepared }} />
    </>
  )
}

const ReadOnlySettings = ({ exercise: { settings, year, isArchived } }: { exercise: ExerciseDetails }) => (
  <Card title={`Settings of ${year}`}>
    <Stack>
      {isArchived && <Banner tone="info">This exercise is archived. Its settings cannot be changed any more.</Banner>}
      <FactList
        facts={[
          ['Institution', settings.institution],
          ['Short name', settings.shortName],
          ['Title', settings.title],
          ['Status', statusOptions[settings.status]],
          ['Deadline', settings.deadline === null ? 'None' : formatDateTime(settings.deadline)],
          ['Application fee', formatNaira(settings.fee)],
          ['Charge', formatNaira(settings.charge)],
          ['Shortlisting needs', shortlistOptions[settings.reviewRules.shortlistReviews]],
          ['Rejection needs', shortlistOptions[2]],
          ['Panels score', listCriteria(settings.scoreCriteria).join(', ')],
          ...listContactFacts(settings.contact).map(
            ([label, text]) => [`Registry: ${label.toLowerCase()}`, joinAddressLines(text)] as const,
          ),
          ['Vendor of the portal', settings.vendor.name],
        ]}
      />
    </Stack>
  </Card>
)

interface PublicPagesProps extends Pick<Props, 'exercise' | 'onPrepared'> {
  change: SettingsChange
  isEdited: boolean
  isReadOnly: boolean
}

function PublicPages({ exercise, change: { preview }, isEdited, isReadOnly, onPrepared }: PublicPagesProps) {
  const { roles } = useMe()
  const { year, isCurrent, accounts } = exercise
  const mayMakeCurrent = !isCurrent && !isReadOnly
  // Another exercise is within a role that counts in every one.
  const mayPrepare =
    listLimits(
      roles.filter((role) => role.exercise === null),
      'settings:change',
    ) === null
  return (
    <Card title="Years">
      <Stack>
        <p>
          {isCurrent
            ? 'This is the current exercise: the public pages show it, and lists of accounts are issued for it unless another exercise is chosen.'
            : `The public pages show another exercise. Applicants of ${year} see this one.`}{' '}
          {accounts === 0
            ? 'Nobody has an account in it yet.'
            : `${formatCounted(accounts, 'applicant has', 'applicants have')} an account in it.`}
        </p>
        {(mayMakeCurrent || mayPrepare) &&
          (isEdited ? (
            // Both lead away from the form.
            <p>Save or discard what you typed above before you change anything here.</p>
          ) : (
            <Actions>
              {mayMakeCurrent && (
                <Button
                  variant="secondary"
                  busy={preview.isPending}
                  onClick={() => void preview.run({ current: true })}
                >
                  Make it the current exercise
                </Button>
              )}
              {mayPrepare && <PrepareExercise year={year} onPrepared={onPrepared} />}
            </Actions>
          ))}
      </Stack>
    </Card>
  )
}

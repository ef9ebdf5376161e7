// Changes of settings that wait for a second person or for their moment.

import { describeFailure, hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ChangedSettings, Effects } from './change-review.tsx'
import styles from './settings-page.module.css'
import type { OnChanged } from './use-exercise-change.ts'

interface Props {
  exercise: ExerciseDetails
  onDecided: OnChanged
}

export const Proposals = ({ exercise, onDecided }: Props) => (
  <>
    <ProposalList title="Waiting for a second person" proposals={exercise.proposals} {...{ exercise, onDecided }} />
    <ProposalList title="Planned" proposals={exercise.planned} isPlanned {...{ exercise, onDecided }} />
  </>
)

type Waiting = ExerciseDetails['proposals'][number]

interface ListProps extends Props {
  title: string
  proposals: readonly Waiting[]
  /** They are approved and wait for their moment. */
  isPlanned?: boolean
}

const ProposalList = ({ title, proposals, ...rest }: ListProps) =>
  proposals.length > 0 && (
    <Card title={title}>
      <ul className={styles.proposals}>
        {proposals.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} {...rest} />
        ))}
      </ul>
    </Card>
  )

interface ProposalProps extends Props {
  proposal: Waiting
  isPlanned?: boolean
}

function Proposal({ exercise, proposal, isPlanned = false, onDecided }: ProposalProps) {
  const { id, madeBy, approvedBy, madeAt, isOwn, mayDecline, mayApprove, effects } = proposal
  const { run, isPending, thrown } = useStaffAction(async (decision: 'approve' | 'decline') => {
    const { data } = await staffCall('decideExerciseChange', { params: { id }, body: { decision } })
    await onDecided(describeDecision(data.state, { isOwn, isPlanned }))
  })
  return (
    <li className={styles.proposal}>
      <p>
        <strong>{isOwn ? 'Proposed by you' : `Proposed by ${madeBy}`}</strong>, {formatDateTime(madeAt)}
        {approvedBy && `; approved by ${approvedBy}`}
      </p>
      <ChangedSettings settings={exercise.settings} changes={proposal.settings} />
      <Effects effects={effects} />
      {!mayApprove && !isPlanned && <p className={styles.sub}>{describeApprover(proposal, exercise)}</p>}
      <FormError>{describeRefusal(thrown)}</FormError>
      {(mayApprove || mayDecline) && (
        <Actions>
          {mayApprove && (
            <Button variant="secondary" busy={isPending} onClick={() => void run('approve')}>
              Approve
            </Button>
          )}
          {mayDecline && (
            <Button variant={mayApprove ? 'quiet' : 'secondary'} busy={isPending} onClick={() => void run('decline')}>
              {isPlanned ? 'Cancel the plan' : isOwn ? 'Take back' : 'Decline'}
            </Button>
          )}
        </Actions>
      )}
    </li>
  )
}

function describeApprover({ isOwn }: Waiting, { onlyProposes }: ExerciseDetails): string {
  if (onlyProposes) return 'An administrator must approve it.'
  if (isOwn) return 'Another administrator must approve it.'
  return staffErrors.second_person_related.message
}

function describeDecision(
  state: 'applied' | 'planned' | 'declined',
  { isOwn, isPlanned }: { isOwn: boolean; isPlanned: boolean },
): string {
  if (state === 'applied') return 'Approved. The settings are changed.'
  if (state === 'planned') return 'Approved. It takes effect at its moment.'
  if (isPlanned) return 'The plan is cancelled. Nothing changes.'
  return isOwn ? 'The proposal is withdrawn.' : 'The proposal is declined. Nothing changes.'
}

function describeRefusal(error: unknown): string | null {
  if (!error) return null
  if (hasCode(error, 'changed_meanwhile'))
    return 'The settings were changed after this was proposed. Decline it and propose it again.'
  if (hasCode(error, 'settings_refused')) return `It is not possible any more: ${error.message}`
  return describeFailure(error)
}

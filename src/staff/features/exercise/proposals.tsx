// Changes of settings that wait for a second person.
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import type { ApiError } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { FormError } from '#web/ui/layout/form-stack.tsx'
import { describeFailure, hasCode, staffCall } from '../../lib/staff-call.ts'
import { useMay } from '../../lib/staff-session.ts'
import { Actions } from '../../ui/actions.tsx'
import { ChangedSettings, Effects } from './change-review.tsx'
import type { OnChanged } from './exercise-page.tsx'
import styles from './settings-page.module.css'

interface Props {
  exercise: ExerciseDetails
  onDecided: OnChanged
}

export const Proposals = ({ exercise, onDecided }: Props) =>
  exercise.proposals.length > 0 && (
    <Card title="Waiting for a second person">
      <ul className={styles.proposals}>
        {exercise.proposals.map((proposal) => (
          <Proposal key={proposal.id} exercise={exercise} proposal={proposal} onDecided={onDecided} />
        ))}
      </ul>
    </Card>
  )

interface ProposalProps extends Props {
  proposal: ExerciseDetails['proposals'][number]
}

function Proposal({ exercise: { settings }, proposal, onDecided }: ProposalProps) {
  const { id, madeBy, madeAt, isOwn, mayApprove, effects } = proposal
  const may = useMay()
  const { run, isPending, error } = useAction(async (decision: 'approve' | 'decline') => {
    await staffCall('decideExerciseChange', { params: { id }, body: { decision } })
    const declined = isOwn ? 'The proposal is withdrawn.' : 'The proposal is declined. Nothing changes.'
    await onDecided(decision === 'approve' ? 'Approved. The settings are changed.' : declined)
  })
  const canDecline = isOwn ? may('settings:change') : mayApprove
  return (
    <li className={styles.proposal}>
      <p>
        <strong>{isOwn ? 'Proposed by you' : `Proposed by ${madeBy}`}</strong>, {formatDateTime(madeAt)}
      </p>
      <ChangedSettings settings={settings} changes={proposal.settings} />
      <Effects effects={effects} />
      {!mayApprove && (
        <p className={styles.sub}>
          {isOwn ? 'Another administrator must approve it.' : 'An administrator must approve it.'}
        </p>
      )}
      <FormError>{describeRefusal(error)}</FormError>
      {(mayApprove || canDecline) && (
        <Actions>
          {mayApprove && (
            <Button variant="secondary" busy={isPending} onClick={() => void run('approve')}>
              Approve
            </Button>
          )}
          {canDecline && (
            <Button variant="quiet" busy={isPending} onClick={() => void run('decline')}>
              {isOwn ? 'Withdraw' : 'Decline'}
            </Button>
          )}
        </Actions>
      )}
    </li>
  )
}

function describeRefusal(error: unknown): string | null {
  if (!error) return null
  if (hasCode(error, 'changed_meanwhile'))
    return 'The settings were changed after this was proposed. Decline it and propose it again.'
  if (hasCode(error, 'settings_refused')) return `It is not possible any more: ${(error as ApiError).message}`
  return describeFailure(error)
}

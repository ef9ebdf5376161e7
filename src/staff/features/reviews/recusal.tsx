// A person with an interest in a case withdraws from it, and sees nothing of it any more.

import { useQueryClient } from '@tanstack/react-query'
import { hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { formatDateTime } from '#shared/format/dates.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { applicationQuery, type CaseDetails } from '#staff/entities/application/application-query.ts'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './case.module.css'
import { withdrawnKey } from './use-viewers.ts'

interface Props {
  number: string
  /** Called when the case is no longer the person's to see. */
  onRecused: () => void
  onClose: () => void
}

export function RecusalDialog({ number, onRecused, onClose }: Props) {
  const client = useQueryClient()
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      await staffCall('recuse', { params: { number }, body: { reason: String(form.get('reason')) } }).catch((error) => {
        // It is known no more to who has left it already, such as by a try whose answer was lost.
        if (!hasCode(error, 'not_found')) throw error
      })
      client.setQueryData(withdrawnKey(number), true)
      onClose()
      onRecused()
      client.removeQueries({ queryKey: applicationQuery(number).queryKey })
      return `You have left ${number}.`
    },
    { fields: ['reason'], invalidates: [['applications'], ['recusals'], ['counts']] },
  )
  return (
    <FormDialog
      title="Leave this case"
      intro={
        <p>
          You know the applicant, or have another interest? Then you do not review the case, and see nothing of it any
          more. The registry or the chair can end that; you cannot.
        </p>
      }
      error={error}
      submit="Leave"
      isDangerous
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Textarea label="Reason" name="reason" rows={3} maxLength={maxReason} error={errors.reason} />
    </FormDialog>
  )
}

/** Who has withdrawn from the case. Somebody else can end it. */
export function Recusals({ details: { number, recusals, may } }: { details: CaseDetails }) {
  const { id: ownId } = useMe()
  const { run, isPending } = useStaffAction(
    async (id: string, name: string) => {
      await staffCall('endRecusal', { params: { number, id } })
      return `${name} sees the case again.`
    },
    { invalidates: [applicationQuery(number).queryKey, ['recusals']], invalidatesOnError: true, toastsErrors: true },
  )
  return (
    <ul className={styles.history} aria-label="Recused">
      {recusals.map(({ id, person, reason, at, isSecondPerson }) => (
        <li key={id}>
          <p className={styles.entryHead}>
            <strong>{person.name}</strong>
            <time dateTime={at}>{formatDateTime(at)}</time>
          </p>
          <p className={styles.text}>{reason}</p>
          {may.assign && !isSecondPerson && person.id !== ownId && <p>{staffErrors.second_person_related.message}</p>}
          {may.assign && isSecondPerson && (
            <Button variant="secondary" busy={isPending} onClick={() => void run(id, person.name)}>
              End the recusal
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

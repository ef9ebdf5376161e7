// The registry or the helpdesk withdraws an application because the applicant asked for it.

import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { maxReason } from '#shared/staff/reasons.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { cacheProgress } from './application-cache.ts'
import { applicationQuery } from './application-query.ts'

interface Props {
  number: string
  userId: string
  onClose: () => void
}

export function WithdrawDialog({ number, userId, onClose }: Props) {
  const client = useQueryClient()
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const body = { reason: String(form.get('reason')) }
      const { data } = await staffCall('withdrawApplication', { params: { number }, body })
      cacheProgress(client, data)
      return `${number} is withdrawn. The applicant gets an email.`
    },
    {
      fields: ['reason'],
      invalidates: [['applicant', userId], applicationQuery(number).queryKey],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Withdraw the application"
      intro={
        <p>
          Only when the applicant asked for it. {number} leaves the reviews, and publications leave it out. An outcome
          that was published no longer holds, and reviews and decisions so far do not count any more. The applicant gets
          an email. The registry can reinstate the application.
        </p>
      }
      error={error}
      submit="Withdraw"
      isDangerous
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Textarea
        label="How the applicant asked for it"
        hint="Such as the number of the complaint, or when and from which address the email came. It goes into the record."
        name="reason"
        rows={3}
        maxLength={maxReason}
        error={errors.reason}
      />
    </FormDialog>
  )
}

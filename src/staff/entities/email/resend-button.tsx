import { useQueryClient } from '@tanstack/react-query'
import { describeFailure } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { getEmailLabel } from './email-state.tsx'

interface Props {
  userId: string
  email: { id: string; template: string; state: string }
}

/** A dash while the email is being sent, and when what it says ended before it was sent. */
export const ResendCell = ({ userId, email }: Props) =>
  email.state === 'queued' || email.state === 'withdrawn' ? '–' : <ResendButton userId={userId} email={email} />

/** Sends an email of an applicant again; the server says why when it cannot be. */
function ResendButton({ userId, email: { id, template } }: Props) {
  const label = getEmailLabel(template)
  const client = useQueryClient()
  const { run, isPending } = useAction(
    async () => {
      await staffCall('resendEmail', { params: { userId, id }, body: {} })
      toast.success(`"${label}" is on its way to ${userId} again.`)
      await Promise.all([
        client.invalidateQueries({ queryKey: ['emails'] }),
        client.invalidateQueries({ queryKey: ['applicant', userId] }),
      ])
    },
    { onError: (error) => toast.error(describeFailure(error)) },
  )
  return (
    <Button
      variant="quiet"
      busy={isPending}
      aria-label={`Send again: ${label} to ${userId}`}
      onClick={() => void run()}
    >
      Send again
    </Button>
  )
}

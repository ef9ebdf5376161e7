import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '#web/lib/actions/use-action.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { describeFailure, staffCall } from '../../lib/staff-call.ts'

interface Props {
  userId: string
  id: string
  /** What the email is about. */
  label: string
}

/** Sends an email of an applicant again; the server says why when it cannot be. */
export function ResendButton({ userId, id, label }: Props) {
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

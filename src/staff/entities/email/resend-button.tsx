import { Button } from '#kit/ui/actions/button.tsx'
import type { EmailLogRow } from '#shared/lists/emails.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { getEmailLabel } from './email-state.tsx'

interface Props {
  userId: string
  email: Pick<EmailLogRow, 'id' | 'template' | 'state'>
}

/** Nothing while the email is being sent, and when what it says ended before it was sent. */
export const ResendCell = ({ userId, email }: Props) =>
  mayBeSentAgain(email) && <ResendButton userId={userId} email={email} />

/** Sends an email of an applicant again; the server says why when it cannot be. */
function ResendButton({ userId, email }: Props) {
  const label = getEmailLabel(email)
  const { run, isPending } = useStaffAction(
    async () => {
      await staffCall('resendEmail', { params: { userId, id: email.id }, body: {} })
      return `"${label}" is on its way to ${userId} again.`
    },
    { invalidates: [['emails'], ['applicant', userId]], toastsErrors: true },
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

/** Where a message has ended, the first email still brings another password. */
const mayBeSentAgain = ({ state, template }: Pick<EmailLogRow, 'state' | 'template'>) =>
  state !== 'queued' && (state !== 'withdrawn' || template === 'accountIssued')

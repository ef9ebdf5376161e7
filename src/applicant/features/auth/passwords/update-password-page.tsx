// The path has two uses: changing the password of the open session, and setting a new one by the link of an email.
import { useSearchParams } from 'react-router'
import { useSession } from '#applicant/entities/session/session.ts'
import { Sheet } from '#kit/ui/layout/sheet.tsx'
import { refusals } from '#shared/messages/refusals.ts'
import { LoginPrompt } from '../login-prompt.tsx'
import { ChangePassword } from './change-password.tsx'
import { ResetPassword } from './reset-password.tsx'

export function Component() {
  const { user } = useSession()
  const [query] = useSearchParams()
  const code = query.get('code')
  return (
    <Sheet title="Update Password">
      {code && <ResetPassword code={code} />}
      {!code && user && <ChangePassword key={user.userId} user={user} />}
      {!code && !user && <LoginPrompt reason={refusals.not_logged_in} />}
    </Sheet>
  )
}

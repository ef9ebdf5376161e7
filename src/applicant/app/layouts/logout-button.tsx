import { LogOut } from 'lucide-react'
import { useNavigate } from 'react-router'
import { logout } from '#applicant/features/auth/logout.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { paths } from '#shared/routes.ts'

/** Ends the session and leads to the login. */
export function LogoutButton() {
  const navigate = useNavigate()
  const leave = useAction(async () => {
    await logout()
    navigate(paths.login)
  })
  return (
    <Button variant="quiet" busy={leave.isPending} onClick={() => leave.run()}>
      {!leave.isPending && <Icon icon={LogOut} />}
      Logout
    </Button>
  )
}

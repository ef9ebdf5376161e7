import { LogOut } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '#shared/routes.ts'
import { logout } from '#web/features/auth/logout.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'

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

import { Navigate, Outlet } from 'react-router'
import { guarded } from '#shared/rules/next-screen.ts'
import { useSession } from '#web/lib/session.ts'
import { Opening } from './opening.tsx'

/** Lets into /app whoever changed the password, paid and is logged in; sends everyone else where that is done. */
export function Guard() {
  const { token, user } = useSession()
  const elsewhere = guarded(user, token !== null)
  if (!elsewhere) return <Outlet />
  return (
    <>
      <Navigate to={elsewhere} replace />
      <Opening />
    </>
  )
}

import { Navigate, Outlet } from 'react-router'
import { guarded } from '#shared/policy/next-route.ts'
import { useSession } from '#web/entities/session/session.ts'
import { Opening } from './app-skeleton.tsx'

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

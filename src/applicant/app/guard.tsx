// The conditions of routes: what a visitor needs before a page opens.
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isSessionUnstored, useSession } from '#applicant/entities/session/session.ts'
import { useIsOffline } from '#applicant/offline/connection.ts'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { carryToasts } from '#kit/ui/feedback/toast.ts'
import { getAppRedirect } from '#shared/policy/next-route.ts'

/** Opens /app to users who are logged in, have changed the password and have paid; redirects others to the missing step. */
export function RequireActiveApplicant() {
  const { token, user } = useSession()
  const redirect = getAppRedirect(user, token !== null)
  if (!redirect) return <Outlet />
  return (
    <>
      <Navigate to={redirect} replace />
      <PageSpinner />
    </>
  )
}

const root = typeof document === 'undefined' ? null : document.getElementById('root')

/** The path under which the document was loaded, which decided its Content-Security-Policy; null for the worker's shell. */
const documentPath = typeof location === 'undefined' || root?.dataset.shell === '' ? null : location.pathname

/**
 * Loads a page with a policy of its own as a new document, instead of rendering it into the open one. The open one shows it
 * while offline, so that an RRR can be read, and where the session would end with it.
 */
export function RequireOwnDocument() {
  const { pathname } = useLocation()
  const isOffline = useIsOffline()
  const isShownHere = pathname === documentPath || isOffline || isSessionUnstored()
  useEffect(() => {
    if (isShownHere) return
    carryToasts()
    location.reload()
  }, [isShownHere])
  return isShownHere ? <Outlet /> : <PageSpinner />
}

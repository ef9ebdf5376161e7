// The whole app below the router: around every page the skip link, the loading bar and the toasts.
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useRoutes } from 'react-router'
import { useSession } from '#applicant/entities/session/session.ts'
import { ErrorBoundary } from '#kit/routing/error-boundary.tsx'
import { optionalPart, runWhenIdle } from '#kit/routing/lazy-part.tsx'
import { Toaster } from '#kit/ui/feedback/toaster.tsx'
import { BusyBar, SkipLink } from '#kit/ui/layout/app-frame.tsx'
import { delays } from '#shared/policy/limits.ts'
import { paths } from '#shared/routes.ts'
import { ErrorPage } from './error-page.tsx'
import { routes } from './routes.tsx'

export function App() {
  const page = useRoutes(routes)
  useRedirectToLogin()
  return (
    <>
      <SkipLink />
      <BusyBar />
      <WhenIdle>
        <LazyOfflineNotice />
      </WhenIdle>
      <ErrorBoundary page={ErrorPage}>{page}</ErrorBoundary>
      <Toaster duration={delays.toast} />
    </>
  )
}

const LazyOfflineNotice = optionalPart(() => import('./offline-notice.tsx').then((part) => part.OfflineNotice))

/** Renders its children once the browser is idle. Prerendered pages do not contain them. */
function WhenIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  return isIdle && children
}

function useRedirectToLogin() {
  const { endReason, endedUserId } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The login leads its owner back to where the session ended, such as a step of the form.
  const redirect = useEffectEvent(() => {
    const from = pathname.startsWith('/app/') ? pathname + search : null
    navigate(paths.login, { replace: true, state: { from, fromUserId: endedUserId } })
  })
  useEffect(() => {
    if (endReason) redirect()
  }, [endReason])
}

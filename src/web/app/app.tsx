// The whole app below the router: around every page the skip link, the loading bar and the toasts.
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useRoutes } from 'react-router'
import { delays } from '#shared/policy/limits.ts'
import { paths } from '#shared/routes.ts'
import { useSession } from '#web/entities/session/session.ts'
import { useIsBusy } from '#web/lib/http/activity.ts'
import { lazyPart, runWhenIdle } from '#web/lib/lazy/lazy-part.tsx'
import { Toaster } from '#web/ui/feedback/toaster.tsx'
import styles from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageSpinner } from './page-spinner.tsx'
import { routes } from './routes.tsx'

export function App() {
  const page = useRoutes(routes)
  useRedirectToLogin()
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <LoadingBar />
      <WhenIdle>
        <LazyOfflineNotice />
      </WhenIdle>
      <ErrorBoundary>
        <Suspense fallback={<PageSpinner />}>{page}</Suspense>
      </ErrorBoundary>
      <Toaster duration={delays.toast} />
    </>
  )
}

const LazyOfflineNotice = lazyPart(() => import('./offline-notice.tsx').then((part) => part.OfflineNotice), null)

/** Renders its children once the browser is idle. Prerendered pages do not contain them. */
function WhenIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  return isIdle && children
}

/** Moves while calls run or a page loads. */
const LoadingBar = () => <div className={styles.bar} data-busy={useIsBusy() || undefined} aria-hidden="true" />

function useRedirectToLogin() {
  const { endReason } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The login leads back to where the session ended, such as a step of the form.
  const redirect = useEffectEvent(() => {
    const from = pathname.startsWith('/app/') ? pathname + search : null
    navigate(paths.login, { replace: true, state: { from } })
  })
  useEffect(() => {
    if (endReason) redirect()
  }, [endReason])
}

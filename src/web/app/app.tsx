// The whole app, below whichever router: around every page the skip link, the loading bar and the toasts.
import { Suspense, useEffect } from 'react'
import { useNavigate, useRoutes } from 'react-router'
import { delays } from '#shared/rules/limits.ts'
import { screens } from '#shared/rules/screens.ts'
import { useIsBusy } from '#web/lib/activity.ts'
import { useSession } from '#web/lib/session.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import styles from './app.module.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Opening } from './opening.tsx'
import { routes } from './routes.tsx'

export function App() {
  const page = useRoutes(routes)
  useLoginWhenSessionEnds()
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <LoadingBar />
      <OfflineNotice />
      <ErrorBoundary>
        <Suspense fallback={<Opening />}>{page}</Suspense>
      </ErrorBoundary>
      <Toaster stay={delays.toast} />
    </>
  )
}

/** Moves while calls run or the next page loads. */
const LoadingBar = () => <div className={styles.bar} data-busy={useIsBusy() || undefined} aria-hidden="true" />

function useLoginWhenSessionEnds() {
  const { ended } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (ended) navigate(screens.login, { replace: true })
  }, [ended, navigate])
}

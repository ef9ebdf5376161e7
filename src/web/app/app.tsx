// The whole app, below whichever router: around every page the skip link, the loading bar and the toasts.
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNavigate, useRoutes } from 'react-router'
import { delays } from '#shared/policy/limits.ts'
import { screens } from '#shared/routes.ts'
import { useSession } from '#web/entities/session/session.ts'
import { useIsBusy } from '#web/lib/http/activity.ts'
import { laterPart, whenIdle } from '#web/lib/lazy/lazy-part.tsx'
import { Toaster } from '#web/ui/feedback/toaster.tsx'
import styles from './app.module.css'
import { Opening } from './app-skeleton.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
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
      <WhenSettled>
        <LaterOfflineNotice />
      </WhenSettled>
      <ErrorBoundary>
        <Suspense fallback={<Opening />}>{page}</Suspense>
      </ErrorBoundary>
      <Toaster stay={delays.toast} />
    </>
  )
}

const LaterOfflineNotice = laterPart(() => import('./offline-notice.tsx').then((part) => part.OfflineNotice), null)

/** What a page can be read and used without, and no prerendered page holds. */
function WhenSettled({ children }: { children: ReactNode }) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => whenIdle(() => setSettled(true)), [])
  return isSettled && children
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

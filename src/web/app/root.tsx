// Around every page: the skip link, the loading bar, the toasts, and what follows from changing pages.
import { useEffect } from 'react'
import { Outlet, useNavigate, useNavigation } from 'react-router'
import { delays } from '#shared/rules/limits.ts'
import { screens } from '#shared/rules/screens.ts'
import { useIsBusy } from '#web/lib/activity.ts'
import { useSession } from '#web/lib/session.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { usePageChange } from './page-change.ts'
import styles from './root.module.css'

export function Root() {
  usePageChange()
  useLoginWhenSessionEnds()
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <LoadingBar />
      <Outlet />
      <Toaster stay={delays.toast} />
    </>
  )
}

/** Moves while calls run or the next page loads. */
function LoadingBar() {
  const isCalling = useIsBusy()
  const { state } = useNavigation()
  return <div className={styles.bar} data-busy={isCalling || state === 'loading' || undefined} aria-hidden="true" />
}

function useLoginWhenSessionEnds() {
  const { ended } = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (ended) navigate(screens.login, { replace: true })
  }, [ended, navigate])
}

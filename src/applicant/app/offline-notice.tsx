import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useIsOffline } from '#applicant/offline/connection.ts'
import { installServiceWorker } from '#applicant/offline/register-service-worker.ts'
import { restoreLostFocus } from '#kit/routing/restore-focus.ts'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { delays } from '#shared/policy/limits.ts'
import { paths } from '#shared/routes.ts'
import styles from './offline-notice.module.css'

const messages = {
  form: 'No network. Your answers are saved on this device and will be sent when the network is back.',
  offline: 'No network. Nothing can be sent or updated until it is back.',
  back: 'You are back online.',
}

/**
 * Shows a notice while offline, and confirms for a moment that the connection is back. What every page needs but none to
 * begin with starts here too: the service worker, and the watch over the focus.
 */
export function OfflineNotice() {
  useEffect(installServiceWorker, [])
  useEffect(restoreLostFocus, [])
  const isOffline = useIsOffline()
  const isBack = useIsBack(isOffline)
  const isForm = useLocation().pathname === paths.application
  return (
    <div role="status" className={styles.notice}>
      {isOffline && <Banner tone="warning">{isForm ? messages.form : messages.offline}</Banner>}
      {isBack && <Banner tone="success">{messages.back}</Banner>}
    </div>
  )
}

function useIsBack(isOffline: boolean) {
  const [isBack, setBack] = useState(false)
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    const hasReturned = wasOffline.current && !isOffline
    wasOffline.current = isOffline
    setBack(hasReturned)
    if (!hasReturned) return
    const timer = setTimeout(() => setBack(false), delays.toast)
    return () => clearTimeout(timer)
  }, [isOffline])
  return isBack
}

import { useEffect, useRef, useState } from 'react'
import { delays } from '#shared/policy/limits.ts'
import { useIsOffline } from '#web/lib/offline/connection.ts'
import { installServiceWorker } from '#web/lib/offline/register-service-worker.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import styles from './offline-notice.module.css'

const messages = {
  offline: 'No network. Your answers are saved on this device and will be sent when the network is back.',
  back: 'You are back online.',
}

/** Registers the service worker, shows a notice while offline, and confirms for a moment that the connection is back. */
export function OfflineNotice() {
  useEffect(installServiceWorker, [])
  const isOffline = useIsOffline()
  const isBack = useIsBack(isOffline)
  return (
    <div role="status" className={styles.notice}>
      {isOffline && <Banner tone="warning">{messages.offline}</Banner>}
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

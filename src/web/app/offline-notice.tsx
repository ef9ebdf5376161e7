import { useEffect, useRef, useState } from 'react'
import { delays } from '#shared/policy/limits.ts'
import { useIsOffline } from '#web/lib/offline/connection.ts'
import { keepOnDevice } from '#web/lib/offline/register-service-worker.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import styles from './offline-notice.module.css'

const words = {
  lost: 'You are offline. What you write is kept on this device and is sent when the line is back.',
  back: 'You are back online.',
}

/** Has the app put onto the device; stays on top while there is no line, and says for a moment that it is back. */
export function OfflineNotice() {
  useEffect(keepOnDevice, [])
  const isOffline = useIsOffline()
  const isBack = useIsBack(isOffline)
  return (
    <div role="status" className={styles.notice}>
      {isOffline && <Banner tone="warning">{words.lost}</Banner>}
      {isBack && <Banner tone="success">{words.back}</Banner>}
    </div>
  )
}

function useIsBack(isOffline: boolean) {
  const [isBack, setBack] = useState(false)
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    const came = wasOffline.current && !isOffline
    wasOffline.current = isOffline
    setBack(came)
    if (!came) return
    const timer = setTimeout(() => setBack(false), delays.toast)
    return () => clearTimeout(timer)
  }, [isOffline])
  return isBack
}

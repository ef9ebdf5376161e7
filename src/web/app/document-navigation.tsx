import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useIsOffline } from '#web/lib/offline/connection.ts'
import { Opening } from './app-skeleton.tsx'

/** Where this document was opened; what its Content-Security-Policy allows was decided then. */
const openedAt = typeof location === 'undefined' ? null : location.pathname

/** For a page whose policy is its own: it is loaded as a document, not only drawn into the one that is open. Waits for the line. */
export function OwnDocument() {
  const { pathname } = useLocation()
  const isOwn = pathname === openedAt
  const isOffline = useIsOffline()
  useEffect(() => {
    if (!isOwn && !isOffline) location.reload()
  }, [isOwn, isOffline])
  return isOwn ? <Outlet /> : <Opening />
}

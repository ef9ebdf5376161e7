import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Opening } from './opening.tsx'

/** Where this document was opened; what its Content-Security-Policy allows was decided then. */
const openedAt = typeof location === 'undefined' ? null : location.pathname

/** For a page whose policy is its own: it is loaded as a document, not only drawn into the one that is open. */
export function OwnDocument() {
  const { pathname } = useLocation()
  const isOwn = pathname === openedAt
  useEffect(() => {
    if (!isOwn) location.reload()
  }, [isOwn])
  return isOwn ? <Outlet /> : <Opening />
}

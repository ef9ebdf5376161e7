import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { Opening } from './app-skeleton.tsx'

/** Where a layout shows its page; the layout stays while the page's code is on its way. */
export const PageOutlet = () => (
  <Suspense fallback={<Opening />}>
    <Outlet />
  </Suspense>
)

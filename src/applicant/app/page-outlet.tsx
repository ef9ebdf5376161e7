import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'

/** Where a layout renders its page. The layout stays while the page's code loads. */
export const PageOutlet = () => (
  <Suspense fallback={<PageSpinner />}>
    <Outlet />
  </Suspense>
)

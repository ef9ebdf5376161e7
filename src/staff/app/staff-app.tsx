// The whole staff app below the router: around every page the skip link, the loading bar and the toasts.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRoutes } from 'react-router'
import { ErrorBoundary } from '#kit/routing/error-boundary.tsx'
import { useFirstPageEnd } from '#kit/routing/page-effects.tsx'
import { restoreLostFocus } from '#kit/routing/restore-focus.ts'
import { Toaster } from '#kit/ui/feedback/toaster.tsx'
import { BusyBar, SkipLink } from '#kit/ui/layout/app-frame.tsx'
import { delays } from '#shared/policy/limits.ts'
import { createStaffQueryClient } from '../entities/session/staff-session.ts'
import { StaffErrorPage } from './error-page.tsx'
import { staffRoutes } from './staff-routes.tsx'

export function StaffApp() {
  const [client] = useState(createStaffQueryClient)
  const page = useRoutes(staffRoutes)
  useFirstPageEnd()
  useEffect(restoreLostFocus, [])
  return (
    <QueryClientProvider client={client}>
      <SkipLink />
      <BusyBar />
      <ErrorBoundary page={StaffErrorPage}>{page}</ErrorBoundary>
      <Toaster duration={delays.toast} />
    </QueryClientProvider>
  )
}

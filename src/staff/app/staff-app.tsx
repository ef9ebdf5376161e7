// The whole staff app below the router: around every page the skip link, the loading bar and the toasts.
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useRoutes } from 'react-router'
import { useIsBusy } from '#kit/http/activity.ts'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { Toaster } from '#kit/ui/feedback/toaster.tsx'
import { LoadingBar, SkipLink } from '#kit/ui/layout/app-frame.tsx'
import { delays } from '#shared/policy/limits.ts'
import { FreshSignIn } from '../entities/session/fresh-sign-in.tsx'
import { createStaffQueryClient } from '../entities/session/staff-session.ts'
import { useFirstPageEnd } from './page-effects.tsx'
import { PageError } from './page-error.tsx'
import { staffRoutes } from './staff-routes.tsx'

export function StaffApp() {
  const [client] = useState(createStaffQueryClient)
  const page = useRoutes(staffRoutes)
  useFirstPageEnd()
  return (
    <QueryClientProvider client={client}>
      <FreshSignIn>
        <SkipLink />
        <BusyBar />
        <PageError>
          <Suspense fallback={<PageSpinner />}>{page}</Suspense>
        </PageError>
        <Toaster duration={delays.toast} />
      </FreshSignIn>
    </QueryClientProvider>
  )
}

/** A component of its own: calls begin and end often, and draw nothing else anew. */
const BusyBar = () => <LoadingBar busy={useIsBusy()} />

// The whole staff app below the router: around every page the skip link, the loading bar and the toasts.
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useRoutes } from 'react-router'
import { delays } from '#shared/policy/limits.ts'
import { useIsBusy } from '#web/lib/http/activity.ts'
import { Toaster } from '#web/ui/feedback/toaster.tsx'
import { FreshSignIn } from '../lib/fresh-sign-in.tsx'
import { createStaffQueryClient } from '../lib/staff-session.ts'
import { useFirstPageEnd } from './page-effects.tsx'
import { PageError } from './page-error.tsx'
import { PageLoading } from './page-loading.tsx'
import styles from './staff-app.module.css'
import { staffRoutes } from './staff-routes.tsx'

export function StaffApp() {
  const [client] = useState(createStaffQueryClient)
  const page = useRoutes(staffRoutes)
  useFirstPageEnd()
  return (
    <QueryClientProvider client={client}>
      <FreshSignIn>
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <LoadingBar />
        <PageError>
          <Suspense fallback={<PageLoading />}>{page}</Suspense>
        </PageError>
        <Toaster duration={delays.toast} />
      </FreshSignIn>
    </QueryClientProvider>
  )
}

/** Moves while calls run. */
const LoadingBar = () => <div className={styles.bar} data-busy={useIsBusy() || undefined} aria-hidden="true" />

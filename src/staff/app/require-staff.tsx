import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { staffPaths } from '#shared/staff/paths.ts'
import { MeContext, useStaffSession } from '../entities/session/staff-session.ts'
import styles from './message-page.module.css'

/** The pages of the people who are signed in. Everybody else signs in first, and then comes back. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const { data: me, isPending, error, refetch, isFetching } = useStaffSession()
  const { pathname, search } = useLocation()
  if (me) return <MeContext value={me}>{children}</MeContext>
  if (isPending) return <PageSpinner />
  if (!error) return <Navigate to={staffPaths.signIn} replace state={{ from: pathname + search }} />
  return (
    <main id="content" className={styles.message}>
      <PageTitle>The staff pages could not be opened</PageTitle>
      <Banner tone="error" role="alert">
        {describeFailure(error)}
      </Banner>
      <p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    </main>
  )
}

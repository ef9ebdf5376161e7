import { Activity, type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { describeFailure } from '#kit/http/api-error.ts'
import { createLazyPage } from '#kit/routing/lazy-page.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { staffPaths } from '#shared/staff/paths.ts'
import { FreshSignIn } from '../entities/session/fresh-sign-in.tsx'
import { IdleWarning } from '../entities/session/idle-warning.tsx'
import { MeContext, useSessionActions, useStaffSession } from '../entities/session/staff-session.ts'
import { refusedCalls } from '../http/session-use.ts'
import styles from './message-page.module.css'
import { SignInLayout } from './sign-in-layout.tsx'

/**
 * The pages of the people who are signed in. Everybody else signs in first, and then comes back. A page whose session
 * ends meanwhile is hidden, not left: what was typed is there when the same person has signed in again.
 */
export function RequireStaff({ children }: { children: ReactNode }) {
  const { data: session, isPending, error, refetch, isFetching } = useStaffSession()
  const { markOver } = useSessionActions()
  const { pathname, search } = useLocation()
  useEffect(() => refusedCalls.subscribe(markOver))
  if (session?.me) {
    const { me, isOver } = session
    return (
      <>
        <Activity key={me.id} mode={isOver ? 'hidden' : 'visible'}>
          <MeContext value={me}>
            <FreshSignIn>{children}</FreshSignIn>
          </MeContext>
        </Activity>
        {isOver ? <SignInAgain name={me.name} /> : <IdleWarning />}
      </>
    )
  }
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

const SignInSteps = createLazyPage(async () => ({
  Component: (await import('../features/sign-in/sign-in-page.tsx')).SignInSteps,
}))

/** Gives the focus back to where it was in the page. */
function SignInAgain({ name }: { name: string }) {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => void (before instanceof HTMLElement && before.focus()), [before])
  return (
    <SignInLayout>
      <Banner tone="info" role="status" title="You have been signed out">
        <p>Your page waits behind this one. When you, {name}, sign in again, what you had typed is still there.</p>
      </Banner>
      <SignInSteps />
    </SignInLayout>
  )
}

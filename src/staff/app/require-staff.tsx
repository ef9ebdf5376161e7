import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { Activity, type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useMatch } from 'react-router'
import { describeFailure, NetworkError } from '#kit/http/api-error.ts'
import { createLazyPage } from '#kit/routing/lazy-page.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { doorPattern, staffPaths } from '#shared/staff/paths.ts'
import { FreshSignIn } from '../entities/session/fresh-sign-in.tsx'
import { IdleWarning } from '../entities/session/idle-warning.tsx'
import { MeContext, useSessionActions, useStaffSession } from '../entities/session/staff-session.ts'
import { refusedCalls } from '../http/session-use.ts'
import styles from './message-page.module.css'
import { SignInLayout } from './sign-in-layout.tsx'

/**
 * The pages of the people who are signed in. Everybody else signs in first, and then comes back. A page whose session
 * ends meanwhile is hidden, not left: what was typed is there when the same person has signed in again. A door is not:
 * who stands before it can be marked without a session and without a connection.
 */
export function RequireStaff({ children }: { children: ReactNode }) {
  const { data: session, isPending, error, failureReason, refetch } = useStaffSession()
  const { markOver } = useSessionActions()
  const { pathname, search } = useLocation()
  useEffect(() => refusedCalls.subscribe(markOver))
  const isAtDoor = useMatch(doorPattern) !== null
  const [isSigningIn, setSigningIn] = useState(false)
  if (isSigningIn && session?.isOver === false) setSigningIn(false)
  // Until there is an answer: while it is asked again there is no failure either.
  const [isUnreachable, setUnreachable] = useState(false)
  if (!isUnreachable && failureReason instanceof NetworkError) setUnreachable(true)
  if (session?.me) {
    const { me, isOver } = session
    const isHidden = isOver && (isSigningIn || !isAtDoor)
    return (
      <>
        {isOver && !isHidden && (
          <Banner tone="warning" role="status" title="You have been signed out">
            <p>What you mark stays on this device until you sign in again.</p>
            <Button onClick={() => setSigningIn(true)}>Sign in</Button>
          </Banner>
        )}
        <Activity key={me.id} mode={isHidden ? 'hidden' : 'visible'}>
          <MeContext value={me}>
            <FreshSignIn>{children}</FreshSignIn>
          </MeContext>
        </Activity>
        {isHidden ? <SignInAgain name={me.name} /> : !isAtDoor && <IdleWarning />}
      </>
    )
  }
  if (!session && isUnreachable && isAtDoor) return <OfflineDoor />
  if (isPending) return <PageSpinner />
  if (!error) return <Navigate to={staffPaths.signIn} replace state={{ from: pathname + search }} />
  return (
    <main id="content" className={styles.message}>
      <PageTitle>The staff pages could not be opened</PageTitle>
      <Banner tone="error">{describeFailure(error)}</Banner>
      <p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    </main>
  )
}

/** In the same file as the page, which is on the device. */
const OfflineDoor = createLazyPage(async () => ({
  Component: (await import('../features/sittings/door/door-page.tsx')).OfflineDoor,
}))

const SignInSteps = createLazyPage(async () => ({
  Component: (await import('../features/sign-in/sign-in-page.tsx')).SignInSteps,
}))

/** What the page behind this one shows stays as long: without it, what was typed below would be gone with its form. */
function useKeptQueries() {
  const client = useQueryClient()
  const [queries] = useState(() => client.getQueryCache().findAll({ type: 'active' }))
  useEffect(() => {
    const stops = queries.map(({ options, queryKey }) =>
      new QueryObserver(client, { ...options, queryKey, enabled: false }).subscribe(() => {}),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, queries])
}

/** Gives the focus back to where it was in the page. */
function SignInAgain({ name }: { name: string }) {
  useKeptQueries()
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

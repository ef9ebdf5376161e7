// The application page in its three states: submitted, not paid, or the form (specification, section 2).
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { hasPaid } from '#shared/policy/next-route.ts'
import { screens } from '#shared/routes.ts'
import { ownApplication } from '#web/entities/application/own-application.ts'
import { useSession } from '#web/entities/session/session.ts'
import { mayPass, NetworkError } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import styles from './application-page.module.css'
import { recordNow } from './draft/draft-record.ts'
import { ApplicationForm } from './wizard/application-form.tsx'

export function Component() {
  const { user } = useSession()
  if (!user) return null
  return (
    <div className={styles.page}>
      <PageTitle>Application</PageTitle>
      <OwnApplication user={user} />
    </div>
  )
}

function OwnApplication({ user }: { user: User }) {
  const { data: application, error, refetch } = useQuery(ownApplication)
  // Whoever submits in this window sees the last step, and not at once the page of those who come back later.
  const [isJustSubmitted, setJustSubmitted] = useState(false)
  // While the server cannot tell, the form goes on with what this device holds; and once it is open, asking again does
  // not take it away: somebody is writing.
  const mayWrite = error instanceof NetworkError || (mayPass(error) && recordNow(user.userId) !== null)
  const isOpen = useOnceTrue(application !== undefined || (error !== null && mayWrite))

  if (application && !isJustSubmitted) return <Submitted />
  if (!hasPaid(user)) return <NotPaid />
  const isUnread = application === undefined && error !== null && !(error instanceof NetworkError)
  const failed = isUnread && <Failed onRetry={() => refetch()} />
  if (isOpen)
    return (
      <>
        {failed}
        <ApplicationForm user={user} onSubmitted={() => setJustSubmitted(true)} />
      </>
    )
  if (failed) return failed
  return <Skeleton bones={['title', 'line', 'line', 'block']} />
}

/** Stays true. */
function useOnceTrue(now: boolean) {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return now || was
}

const Submitted = () => (
  <Banner tone="success" title="You have submitted your application.">
    <p>Preview your application details below.</p>
    <p className={styles.action}>
      <ButtonLink to={screens.prints}>Preview Application</ButtonLink>
    </p>
  </Banner>
)

const NotPaid = () => (
  <Banner tone="warning" title={notices.payment.notPaid}>
    <p className={styles.action}>
      <ButtonLink to={screens.pay}>Go back to Payment</ButtonLink>
    </p>
  </Banner>
)

const Failed = ({ onRetry }: { onRetry(): void }) => (
  <Banner tone="error" role="alert" title={notices.loading.applicationError}>
    <p className={styles.action}>
      <Button look="secondary" onClick={onRetry}>
        Try again
      </Button>
    </p>
  </Banner>
)

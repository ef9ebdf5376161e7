import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isUnexplained } from '#applicant/entities/payment/payment-check.ts'
import { usePaymentCheck } from '#applicant/entities/payment/use-payment-check.ts'
import { readStoredRrr, useSession } from '#applicant/entities/session/session.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { Sheet } from '#kit/ui/layout/sheet.tsx'
import { Spinner } from '#kit/ui/layout/spinner.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { formatRrr } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { paths } from '#shared/routes.ts'
import styles from './payment-result-page.module.css'

/** The widget leads here after a payment. Its word does not count: the server is asked whether the RRR is paid. */
export function Component() {
  const { user } = useSession()
  // The check belongs to who opened the page, also after the logout, and not to the next in another window.
  const [userId, setUserId] = useState(user?.userId)
  if (user && user.userId !== userId) setUserId(user.userId)
  return <Result key={userId} user={user} />
}

function Result({ user }: { user: User | null }) {
  const { rrr, result, failure, isChecking, check } = useCheckOnOpen()
  return (
    <Sheet title="Payment verification">
      {result === 'none' && !failure && (
        <p className={styles.verifying} role="status">
          <Spinner /> Verifying your payment…
        </p>
      )}
      {result === 'paid' && (
        <>
          <Banner tone="success" role="status" title={messages.payment.successful} />
          <FactList
            facts={[
              ['UserID', user?.userId],
              ['RRR', rrr && formatRrr(rrr)],
            ]}
          />
          {user?.ninVerify ? (
            <p>
              Your NIN is verified already. <Link to={paths.dashboard}>Go to your dashboard</Link>
            </p>
          ) : (
            <p>Next: verify your NIN, then fill in the form.</p>
          )}
          <ButtonLink to={paths.verifyNin}>Verify Nin</ButtonLink>
        </>
      )}
      {failure && (
        <>
          <Banner tone="error" title={failure}>
            A payment at a bank branch can take up to two days to be reported. Nothing is lost: you can check again.
          </Banner>
          <div className={styles.actions}>
            <Button busy={isChecking} onClick={() => check()}>
              Check again
            </Button>
            <ButtonLink to={paths.pay} variant="secondary">
              Go Back To Payment
            </ButtonLink>
          </div>
          <p>
            Paid, and still not verified? <Link to={paths.contact}>Contact us</Link>
          </p>
        </>
      )}
      {result === 'skipped' && (
        <>
          <Banner tone="warning" role="alert" title={messages.payment.skipped} />
          <ButtonLink to={paths.pay}>Go Back To Payment</ButtonLink>
        </>
      )}
    </Sheet>
  )
}

function useCheckOnOpen() {
  const [rrr] = useState(readStoredRrr)
  const payment = usePaymentCheck(rrr, { onError: toast.error })
  const check = useEffectEvent(payment.check)
  useEffect(() => {
    const controller = new AbortController()
    void check(controller.signal)
    return () => controller.abort()
  }, [])
  const { result, error, errorMessage, isChecking } = payment
  // Stays while the check is repeated, so that its button keeps the focus.
  const lastFailure = useRef('')
  if (errorMessage) lastFailure.current = isUnexplained(error) ? messages.payment.unable : errorMessage
  const failure = errorMessage || (isChecking && result === 'none') ? lastFailure.current : ''
  return { rrr, result, failure, isChecking, check: payment.check }
}

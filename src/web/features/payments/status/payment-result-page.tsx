import { useEffect, useState } from 'react'
import { notices } from '#shared/messages/web-messages.ts'
import { screens } from '#shared/routes.ts'
import { isUnexplained, verificationFailure, verifyPayment } from '#web/entities/payment/payment-check.ts'
import { heldRrr, useSession } from '#web/entities/session/session.ts'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import styles from './payment-result-page.module.css'

type Outcome = { kind: 'verifying' } | { kind: 'paid' } | { kind: 'failed'; why: string } | { kind: 'skipped' }

/** Where the widget leads after a payment: the server is asked whether the RRR is paid. */
export function Component() {
  const { user } = useSession()
  const outcome = useVerification()
  return (
    <Sheet title="Payment verification">
      {outcome.kind === 'verifying' && (
        <p className={styles.verifying} role="status">
          <Spinner /> Verifying your payment…
        </p>
      )}
      {outcome.kind === 'paid' && (
        <>
          <Banner tone="success" role="status" title={notices.payment.successful} />
          <FactList facts={[['UserID', user?.userId]]} />
          <ButtonLink to={screens.verifyNin}>Verify Nin</ButtonLink>
        </>
      )}
      {outcome.kind === 'failed' && (
        <>
          <Banner tone="error" role="alert" title={outcome.why}>
            A payment at a bank branch can take up to two days to be reported. Nothing is lost: you can check again.
          </Banner>
          <ButtonLink to={screens.pay}>Go Back To Payment</ButtonLink>
        </>
      )}
      {outcome.kind === 'skipped' && (
        <>
          <Banner tone="warning" role="alert" title={notices.payment.skipped} />
          <ButtonLink to={screens.pay}>Go Back To Payment</ButtonLink>
        </>
      )}
    </Sheet>
  )
}

function useVerification(): Outcome {
  const { token } = useSession()
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'verifying' })

  useEffect(() => {
    const rrr = heldRrr()
    if (!token || !rrr) {
      toast.warning(notices.payment.skipped)
      return setOutcome({ kind: 'skipped' })
    }
    const stop = new AbortController()
    verifyPayment(rrr, stop.signal).then(
      () => {
        toast.success(notices.payment.verified)
        setOutcome({ kind: 'paid' })
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        const words = verificationFailure(error)
        toast.error(words)
        setOutcome({ kind: 'failed', why: isUnexplained(error) ? notices.payment.unable : words })
      },
    )
    return () => stop.abort()
  }, [token])

  return outcome
}

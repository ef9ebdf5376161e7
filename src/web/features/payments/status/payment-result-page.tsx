import { useEffect, useEffectEvent, useState } from 'react'
import { messages } from '#shared/messages/web-messages.ts'
import { paths } from '#shared/routes.ts'
import { isUnexplained } from '#web/entities/payment/payment-check.ts'
import { usePaymentCheck } from '#web/entities/payment/use-payment-check.ts'
import { readStoredRrr, useSession } from '#web/entities/session/session.ts'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import styles from './payment-result-page.module.css'

/** The widget leads here after a payment. Its word does not count: the server is asked whether the RRR is paid. */
export function Component() {
  const { user } = useSession()
  const { result, error, errorMessage } = useCheckOnOpen()
  return (
    <Sheet title="Payment verification">
      {result === 'none' && !error && (
        <p className={styles.verifying} role="status">
          <Spinner /> Verifying your payment…
        </p>
      )}
      {result === 'paid' && (
        <>
          <Banner tone="success" role="status" title={messages.payment.successful} />
          <FactList facts={[['UserID', user?.userId]]} />
          <ButtonLink to={paths.verifyNin}>Verify Nin</ButtonLink>
        </>
      )}
      {errorMessage && (
        <>
          <Banner tone="error" role="alert" title={isUnexplained(error) ? messages.payment.unable : errorMessage}>
            A payment at a bank branch can take up to two days to be reported. Nothing is lost: you can check again.
          </Banner>
          <ButtonLink to={paths.pay}>Go Back To Payment</ButtonLink>
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
  return payment
}

import { usePaymentCheck } from '#applicant/entities/payment/use-payment-check.ts'
import { getServerTime } from '#applicant/http/server-clock.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import type { Payment } from '#shared/api/applicant/payments.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import styles from './payment-polling.module.css'

interface Props {
  rrr: string
  /** Null until it is loaded. */
  payment: Payment | null
  /** Called when a check found no payment; the time of the last check has changed. */
  onChecked(): void
}

/** When the server last asked the payment provider and when it will again, and a button to check now. */
export function PaymentPolling({ rrr, payment, onChecked }: Props) {
  const { check, isChecking, errorMessage } = usePaymentCheck(rrr, {
    onError(message) {
      toast.error(message)
      onChecked()
    },
  })

  return (
    <section className={styles.polling} aria-labelledby="polling-title">
      <h2 id="polling-title">Have you paid?</h2>
      <p>We check with Remita automatically. When your payment arrives, this page moves on by itself.</p>
      {payment && (
        <dl className={styles.times}>
          <div>
            <dt>Last checked</dt>
            <dd>{payment.lastCheckedAt ? formatDateTime(payment.lastCheckedAt) : 'Not yet'}</dd>
          </div>
          <div>
            <dt>Next check</dt>
            <dd>{formatNextCheck(payment, getServerTime())}</dd>
          </div>
        </dl>
      )}
      {errorMessage && (
        <Banner tone="error" title={errorMessage}>
          A payment at a bank branch can take up to two days to be reported. You can still use this RRR.
        </Banner>
      )}
      <Button variant="secondary" busy={isChecking} onClick={() => check()}>
        Check now
      </Button>
    </section>
  )
}

export function formatNextCheck({ nextCheckAt }: Pick<Payment, 'nextCheckAt'>, now: Date): string {
  // Polling ends after some weeks; the RRR stays payable.
  if (!nextCheckAt) return 'When you click Check now'
  return new Date(nextCheckAt) <= now ? 'In a few minutes' : formatDateTime(nextCheckAt)
}

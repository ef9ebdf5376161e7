import { useState } from 'react'
import type { Payment } from '#shared/api/payments.ts'
import { longDateTime } from '#shared/format/dates.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { verificationFailure, verifyPayment } from '#web/entities/payment/payment-check.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { nextCheckWords } from './next-check.ts'
import styles from './payment-polling.module.css'

interface Props {
  rrr: string
  /** What the server knows of it; null until that is known. */
  payment: Payment | null
  /** Told after the provider was asked. */
  onChecked(): void
}

/** When the provider was last asked about the RRR, when it will be next, and a button that asks now. */
export function PaymentWatch({ rrr, payment, onChecked }: Props) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')

  async function check() {
    setPending(true)
    setFailure('')
    try {
      await verifyPayment(rrr)
      toast.success(notices.payment.verified)
    } catch (error) {
      const words = verificationFailure(error)
      toast.error(words)
      setFailure(words)
      onChecked()
    } finally {
      setPending(false)
    }
  }

  return (
    <section className={styles.watch} aria-labelledby="watch-title">
      <h2 id="watch-title">Have you paid?</h2>
      <p>
        We ask the payment service about your RRR by ourselves, and as soon as it reports a payment. This page goes on
        by itself when the payment has come.
      </p>
      {payment && (
        <dl className={styles.times}>
          <div>
            <dt>Last checked</dt>
            <dd>{payment.lastCheckedAt ? longDateTime(payment.lastCheckedAt) : 'Not yet'}</dd>
          </div>
          <div>
            <dt>Next check</dt>
            <dd>{nextCheckWords(payment, new Date())}</dd>
          </div>
        </dl>
      )}
      {failure && (
        <Banner tone="error" role="alert" title={failure}>
          A payment at a bank branch can take up to two days to be reported. Nothing is lost, and this RRR stays yours.
        </Banner>
      )}
      <Button look="secondary" busy={pending} onClick={check}>
        Check now
      </Button>
    </section>
  )
}

import type { User } from '#shared/api/accounts.ts'
import type { Payment } from '#shared/api/payments.ts'
import { longDateTime } from '#shared/format/dates.ts'
import { fullName } from '#shared/format/names.ts'
import { naira, rrrInGroups } from '#shared/format/numbers.ts'
import { sealOf } from '#web/entities/application/verification-code.ts'
import { recruitmentTitle, useExercise } from '#web/entities/exercise/exercise.ts'
import { Status, type StatusKind } from '#web/ui/feedback/status.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { PlainTable } from '#web/ui/layout/plain-table.tsx'
import { PaperHead } from '#web/ui/print/print-header.tsx'
import { SlipSeal } from '#web/ui/print/verification-code.tsx'
import styles from './payment-slip.module.css'

const statuses: Record<Payment['status'], { kind: StatusKind; words: string }> = {
  paid: { kind: 'done', words: 'Paid' },
  pending: { kind: 'waiting', words: 'Pending' },
  expired: { kind: 'wrong', words: 'Expired' },
}

export function PaymentSlip({ user, payment }: { user: User; payment: Payment }) {
  const exercise = useExercise()
  const title = recruitmentTitle(exercise)
  const { kind, words } = statuses[payment.status]
  return (
    <article className={styles.slip}>
      <PaperHead institution={exercise.institution} title={title} document="Payment slip" />
      <div className={styles.title}>
        <p className={styles.institution}>{exercise.institution}</p>
        <h2>{title}</h2>
      </div>
      <FactList
        facts={[
          ['Name', fullName(user)],
          ['Phone', user.phone],
          ['Email', user.email],
          ['User ID', user.userId],
        ]}
      />
      <PlainTable
        caption="Payment"
        headings={['Date paid', 'RRR', 'Amount', 'Amount charged', 'Type', 'Status']}
        rows={[
          {
            key: payment.reference,
            cells: [
              payment.paidAt ? longDateTime(payment.paidAt) : 'Not paid yet',
              <span key="rrr" className={styles.rrr}>
                {rrrInGroups(payment.reference)}
              </span>,
              naira(payment.amount),
              naira(payment.chargedAmount),
              payment.paymentType,
              <Status key="status" kind={kind}>
                {words}
              </Status>,
            ],
          },
        ]}
      />
      {payment.slipCode && <SlipSeal {...sealOf(payment.slipCode)} />}
      <p className={styles.foot}>
        {exercise.institution}, {title}. User ID {user.userId}. Printed {longDateTime(new Date())}.
      </p>
    </article>
  )
}

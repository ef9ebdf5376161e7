import type { User } from '#shared/api/accounts.ts'
import type { Payment } from '#shared/api/payments.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatFullName } from '#shared/format/names.ts'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { buildVerificationCode } from '#web/entities/application/verification-code.ts'
import { recruitmentTitle } from '#web/entities/exercise/exercise.ts'
import { useOwnExercise } from '#web/entities/exercise/own-exercise.ts'
import { Status, type StatusKind } from '#web/ui/feedback/status.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { PlainTable } from '#web/ui/layout/plain-table.tsx'
import { PrintHeader } from '#web/ui/print/print-header.tsx'
import { VerificationCode } from '#web/ui/print/verification-code.tsx'
import styles from './payment-slip.module.css'

const statuses: Record<Payment['status'], { kind: StatusKind; label: string }> = {
  paid: { kind: 'done', label: 'Paid' },
  pending: { kind: 'waiting', label: 'Pending' },
  expired: { kind: 'wrong', label: 'Expired' },
}

export function PaymentSlip({ user, payment }: { user: User; payment: Payment }) {
  const exercise = useOwnExercise()
  const title = recruitmentTitle(exercise)
  const { kind, label } = statuses[payment.status]
  return (
    <article className={styles.slip}>
      <PrintHeader institution={exercise.institution} title={title} document="Payment slip" />
      <div className={styles.title}>
        <p className={styles.institution}>{exercise.institution}</p>
        <h2>{title}</h2>
      </div>
      <FactList
        facts={[
          ['Name', formatFullName(user)],
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
              payment.paidAt ? formatDateTime(payment.paidAt) : 'Not paid yet',
              <span key="rrr" className={styles.rrr}>
                {formatRrr(payment.reference)}
              </span>,
              formatNaira(payment.amount),
              formatNaira(payment.chargedAmount),
              payment.paymentType,
              <Status key="status" kind={kind}>
                {label}
              </Status>,
            ],
          },
        ]}
      />
      {payment.slipCode && <VerificationCode {...buildVerificationCode(payment.slipCode)} />}
      <p className={styles.foot}>
        {exercise.institution}, {title}. User ID {user.userId}. Printed {formatDateTime(new Date())}.
      </p>
    </article>
  )
}

import { buildVerificationCode } from '#applicant/entities/application/verification-code.ts'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { RegistryContactFacts } from '#applicant/entities/exercise/registry-contact.tsx'
import { PrintHeader } from '#applicant/entities/slip/print-header.tsx'
import { PrintMoment } from '#applicant/entities/slip/print-moment.tsx'
import { VerificationCode } from '#applicant/entities/slip/verification-code.tsx'
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { Payment } from '#shared/api/applicant/payments.ts'
import { formatRecruitmentTitle } from '#shared/format/names.ts'
import { getPayerFacts, getPaymentCells, paymentHeadings, paymentTitle } from '#shared/slips/payment-slip.ts'
import { formatSlipFoot, slipNames } from '#shared/slips/slip-content.ts'
import styles from './payment-slip.module.css'

const statusKinds: Record<Payment['status'], StatusKind> = { paid: 'done', pending: 'waiting', expired: 'wrong' }

export function PaymentSlip({ user, payment }: { user: User; payment: Payment }) {
  const exercise = useOwnExercise()
  const title = formatRecruitmentTitle(exercise)
  const cells = getPaymentCells(payment)
  return (
    <article className={styles.slip}>
      <PrintHeader institution={exercise.institution} title={title} document={slipNames.payment} />
      <div className={styles.title}>
        <p className={styles.institution}>{exercise.institution}</p>
        <h2>{title}</h2>
      </div>
      <FactList facts={getPayerFacts(user)} />
      <PlainTable
        caption={paymentTitle}
        headings={paymentHeadings}
        rows={[
          {
            key: payment.reference,
            cells: paymentHeadings.map((heading) => {
              if (heading === 'RRR')
                return (
                  <span key={heading} className={styles.rrr}>
                    {cells[heading]}
                  </span>
                )
              if (heading === 'Status')
                return (
                  <Status key={heading} kind={statusKinds[payment.status]}>
                    {cells[heading]}
                  </Status>
                )
              return cells[heading]
            }),
          },
        ]}
      />
      <RegistryContactFacts contact={exercise.contact} />
      {payment.slipCode && <VerificationCode {...buildVerificationCode(payment.slipCode)} />}
      <p className={styles.foot}>
        {formatSlipFoot(exercise, 'User ID', user.userId)} <PrintMoment />
      </p>
    </article>
  )
}

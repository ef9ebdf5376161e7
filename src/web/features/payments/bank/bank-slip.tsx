// What an applicant takes to the bank. Visible in print only.
import type { User } from '#shared/api/accounts.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { formatFullName } from '#shared/format/names.ts'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { recruitmentTitle } from '#web/entities/exercise/exercise.ts'
import { useOwnExercise } from '#web/entities/exercise/own-exercise.ts'
import { PrintHeader } from '#web/ui/print/print-header.tsx'
import { paymentPurpose } from '../status/payment-purpose.ts'
import { afterBranchPayment, branchPaymentSteps } from './bank-branch.tsx'
import styles from './bank-slip.module.css'

interface Props {
  user: User
  rrr: string
  /** Naira. */
  amount: number
}

export function BankSlip({ user, rrr, amount }: Props) {
  const exercise = useOwnExercise()
  return (
    <article className={styles.slip} aria-label="Bank slip">
      <PrintHeader institution={exercise.institution} title={recruitmentTitle(exercise)} document="Bank slip" />
      <p className={styles.label}>Remita Retrieval Reference (RRR)</p>
      <p className={styles.rrr}>{formatRrr(rrr)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>Amount to pay</dt>
          <dd className={styles.amount}>{formatNaira(amount)}</dd>
        </div>
        <div>
          <dt>Name of the applicant</dt>
          <dd>{formatFullName(user)}</dd>
        </div>
        <div>
          <dt>User ID</dt>
          <dd>{user.userId}</dd>
        </div>
        <div>
          <dt>Purpose</dt>
          <dd>{paymentPurpose}</dd>
        </div>
        <div>
          <dt>Paid to</dt>
          <dd>{exercise.institution}, through Remita</dd>
        </div>
      </dl>
      <h2>How to pay</h2>
      <ol className={styles.steps}>
        {branchPaymentSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{afterBranchPayment}</p>
      <p className={styles.foot}>
        This slip is no proof of payment. After paying, log in and print your payment slip. Printed{' '}
        {formatDateTime(new Date())}.
      </p>
    </article>
  )
}

// What an applicant takes to the bank: on paper only, in black on white.
import type { User } from '#shared/api/accounts.ts'
import { longDateTime } from '#shared/format/dates.ts'
import { fullName } from '#shared/format/names.ts'
import { naira, rrrInGroups } from '#shared/format/numbers.ts'
import { recruitmentTitle, useExercise } from '#web/entities/exercise/exercise.ts'
import { PaperHead } from '#web/ui/print/print-header.tsx'
import { paymentPurpose } from '../status/payment-purpose.ts'
import styles from './bank-slip.module.css'
import { afterBank, bankSteps } from './bank-steps.ts'

interface Props {
  user: User
  rrr: string
  /** Naira. */
  amount: number
}

export function BankSlip({ user, rrr, amount }: Props) {
  const exercise = useExercise()
  return (
    <article className={styles.slip} aria-label="Bank slip">
      <PaperHead institution={exercise.institution} title={recruitmentTitle(exercise)} document="Bank slip" />
      <p className={styles.label}>Remita Retrieval Reference (RRR)</p>
      <p className={styles.rrr}>{rrrInGroups(rrr)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>Amount to pay</dt>
          <dd className={styles.amount}>{naira(amount)}</dd>
        </div>
        <div>
          <dt>Name of the applicant</dt>
          <dd>{fullName(user)}</dd>
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
        {bankSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{afterBank}</p>
      <p className={styles.foot}>
        This slip is no proof of payment. After paying, log in and print your payment slip. Printed{' '}
        {longDateTime(new Date())}.
      </p>
    </article>
  )
}

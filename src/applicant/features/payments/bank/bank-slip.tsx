// What an applicant takes to the bank. Visible in print only.

import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { RegistryContactFacts } from '#applicant/entities/exercise/registry-contact.tsx'
import { PrintHeader } from '#applicant/entities/slip/print-header.tsx'
import { PrintMoment } from '#applicant/entities/slip/print-moment.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { formatRecruitmentTitle } from '#shared/format/names.ts'
import { formatRrr } from '#shared/format/numbers.ts'
import {
  afterBranchPayment,
  amountToPayLabel,
  branchPaymentSteps,
  branchPaymentTitle,
  getBankSlipFacts,
  noProofOfPayment,
  rrrLabel,
} from '#shared/slips/bank-slip.ts'
import { slipNames } from '#shared/slips/slip-content.ts'
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
    <article className={styles.slip} aria-label={slipNames.bank}>
      <PrintHeader
        institution={exercise.institution}
        title={formatRecruitmentTitle(exercise)}
        document={slipNames.bank}
      />
      <p className={styles.label}>{rrrLabel}</p>
      <p className={styles.rrr}>{formatRrr(rrr)}</p>
      <dl className={styles.facts}>
        {getBankSlipFacts({ applicant: user, institution: exercise.institution, amount }).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={label === amountToPayLabel ? styles.amount : undefined}>{text}</dd>
          </div>
        ))}
      </dl>
      <h2>{branchPaymentTitle}</h2>
      <ol className={styles.steps}>
        {branchPaymentSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{afterBranchPayment}</p>
      <RegistryContactFacts contact={exercise.contact} className={styles.registry} />
      <p className={styles.foot}>
        {noProofOfPayment} <PrintMoment />
      </p>
    </article>
  )
}

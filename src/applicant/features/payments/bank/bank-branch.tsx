import { Printer } from 'lucide-react'
import { DownloadLink } from '#applicant/entities/application/download-link.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { afterBranchPayment, branchPaymentSteps } from '#shared/slips/bank-slip.ts'
import styles from './bank-branch.module.css'

/** How to pay without a card. */
export const BankBranch = () => (
  <section className={styles.branch} aria-labelledby="branch-title">
    <h2 id="branch-title">Pay at a bank branch</h2>
    <ol className={styles.steps}>
      {branchPaymentSteps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>{afterBranchPayment}</p>
    <div className={styles.actions}>
      <Button variant="secondary" onClick={() => print()}>
        <Icon icon={Printer} size="small" />
        Print bank slip
      </Button>
      <DownloadLink call="bankSlip" />
    </div>
  </section>
)

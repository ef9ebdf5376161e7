import { Printer } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import styles from './bank-branch.module.css'

export const branchPaymentSteps = [
  'Go to any branch of a commercial bank in Nigeria and say that you want to pay a Remita RRR.',
  'Give the RRR. The teller sees your name, the purpose and the amount: check them before you pay.',
  'Pay the exact amount in cash or from your account, and keep the receipt.',
] as const

/** The provider reports a branch payment as pending for up to 48 hours. */
export const afterBranchPayment =
  'The bank reports your payment to us; that can take up to two days. You do not have to come back to this page: log in later and go on.'

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
    <Button variant="secondary" onClick={() => print()}>
      <Icon icon={Printer} size="small" />
      Print bank slip
    </Button>
  </section>
)

import { Printer } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import styles from './bank-branch.module.css'
import { afterBank, bankSteps } from './bank-steps.ts'

/** How the RRR is paid without a card, and the slip to take along. */
export const BankBranch = () => (
  <section className={styles.branch} aria-labelledby="branch-title">
    <h2 id="branch-title">Pay at a bank branch</h2>
    <ol className={styles.steps}>
      {bankSteps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>{afterBank}</p>
    <Button look="secondary" onClick={() => print()}>
      <Icon of={Printer} size="small" />
      Print bank slip
    </Button>
  </section>
)

import { Link } from 'react-router'
import { naira, rrrInGroups } from '#shared/format/numbers.ts'
import { screens } from '#shared/routes.ts'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import styles from './rrr-card.module.css'

interface Props {
  rrr: string
  /** Naira. */
  amount: number
}

/** The reference to pay under, easy to read out and to copy. */
export const RrrCard = ({ rrr, amount }: Props) => (
  <div className={styles.card}>
    <div className={styles.reference}>
      <p className={styles.label} id="rrr-label">
        Your RRR
      </p>
      <output className={styles.rrr} aria-labelledby="rrr-label" data-rrr={rrr}>
        {rrrInGroups(rrr)}
      </output>
    </div>
    <CopyButton text={rrr} of="RRR" />
    <p className={styles.after}>
      Pay <strong>{naira(amount)}</strong> here with Proceed to Payment, or at any bank branch by quoting this RRR. Paid
      already? <Link to={screens.paymentResult}>Check your payment</Link>
    </p>
  </div>
)

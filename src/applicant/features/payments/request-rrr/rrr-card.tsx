import { Link } from 'react-router'
import { buttonClass } from '#kit/ui/actions/button.tsx'
import { CopyButton } from '#kit/ui/actions/copy-button.tsx'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { paths } from '#shared/routes.ts'
import styles from './rrr-card.module.css'

interface Props {
  rrr: string
  /** Naira. */
  amount: number
}

/** The RRR in groups of digits, so that it is easy to read out, with a button that copies it. */
export const RrrCard = ({ rrr, amount }: Props) => (
  <div className={styles.card}>
    <div className={styles.reference}>
      <p className={styles.label} id="rrr-label">
        Your RRR
      </p>
      <output className={styles.rrr} aria-labelledby="rrr-label" data-rrr={rrr}>
        {formatRrr(rrr)}
      </output>
    </div>
    <div className={styles.tools}>
      <CopyButton text={rrr} label="RRR" />
      <a
        className={buttonClass('secondary')}
        href={`https://wa.me/?text=${encodeURIComponent(formatShareText(rrr, amount))}`}
        target="_blank"
        rel="noreferrer"
      >
        Share on WhatsApp
      </a>
    </div>
    <p className={styles.after}>
      Pay <strong>{formatNaira(amount)}</strong> with this RRR: here with Proceed to Payment, in your bank’s app or at
      remita.net, or at any bank branch. Do not transfer money to an account number. Paid already?{' '}
      <Link to={paths.paymentResult}>Check your payment</Link>
    </p>
  </div>
)

/** Without a name: a relative who pays needs only the number and the amount. */
const formatShareText = (rrr: string, amount: number) =>
  `Remita RRR: ${formatRrr(rrr)}. Amount: ${formatNaira(amount)}. It can be paid at any bank branch or at remita.net.`

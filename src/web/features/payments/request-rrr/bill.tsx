import { naira } from '#shared/format/numbers.ts'
import { totalDue } from '#shared/policy/money.ts'
import styles from './bill.module.css'

/** Fee, charge and total, all in naira. */
export const Bill = ({ fee, charge }: { fee: number; charge: number }) => (
  <dl className={styles.bill}>
    <div>
      <dt>Fee amount</dt>
      <dd>{naira(fee)}</dd>
    </div>
    <div>
      <dt>Charge amount</dt>
      <dd>{naira(charge)}</dd>
    </div>
    <div className={styles.total}>
      <dt>Total</dt>
      <dd>{naira(totalDue({ amount: fee, charge }))}</dd>
    </div>
  </dl>
)

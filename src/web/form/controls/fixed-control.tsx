import type { ControlProps } from './control.ts'
import styles from './fixed-control.module.css'

/** Not asked, so not a control: a fact beside the questions. */
export const FixedControl = ({ field, answer, entry }: ControlProps) => (
  <dl className={styles.fact}>
    <dt>{field.label}</dt>
    <dd>{field.show(answer, entry)}</dd>
  </dl>
)

import { ToneIcon } from '#kit/ui/feedback/tone.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import styles from './password-requirement.module.css'

/** One requirement of a field, ticked as soon as it is met. A status beside it tells screen readers. */
export const PasswordRequirement = ({ isMet, children }: { isMet: boolean; children: string }) => (
  <span className={classNames(styles.requirement, isMet && styles.met)}>
    {isMet ? <ToneIcon tone="success" /> : <span className={styles.open} aria-hidden="true" />}
    {children}
  </span>
)

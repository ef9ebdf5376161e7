import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classNames } from '../styles/classes.ts'
import styles from './banner.module.css'
import { type Tone, ToneIcon, toneLabels } from './tone.tsx'

interface Props {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  /** `alert` when it appears because of an error, `status` because of any other change. */
  role?: 'alert' | 'status'
}

/** A message that stays on the page. */
export const Banner = ({ tone, title, children, role }: Props) => (
  <div className={classNames(styles.banner, styles[tone])} role={role}>
    <ToneIcon tone={tone} />
    <div className={styles.body}>
      <VisuallyHidden>{toneLabels[tone]}: </VisuallyHidden>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  </div>
)

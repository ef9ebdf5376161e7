import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classNames } from '../styles/classes.ts'
import styles from './banner.module.css'
import { type Tone, ToneIcon, toneLabels } from './tone.tsx'

interface Props {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  /** `status` when it appears because of a change. An error is always an alert. */
  role?: 'alert' | 'status'
}

/** A message that stays on the page. */
export const Banner = ({ tone, title, children, role = tone === 'error' ? 'alert' : undefined }: Props) => (
  <div className={classNames(styles.banner, styles[tone])} role={role}>
    <ToneIcon tone={tone} />
    <div className={styles.body}>
      <VisuallyHidden>{toneLabels[tone]}: </VisuallyHidden>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  </div>
)

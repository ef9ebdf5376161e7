import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classes } from '../styles/classes.ts'
import styles from './banner.module.css'
import { type Tone, ToneIcon, toneWords } from './tone.tsx'

interface Props {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  /** `alert` when it appears because of something that just went wrong, `status` when something just changed. */
  role?: 'alert' | 'status'
}

/** A message that stays on the page. */
export const Banner = ({ tone, title, children, role }: Props) => (
  <div className={classes(styles.banner, styles[tone])} role={role}>
    <ToneIcon tone={tone} />
    <div className={styles.body}>
      <VisuallyHidden>{toneWords[tone]}: </VisuallyHidden>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  </div>
)

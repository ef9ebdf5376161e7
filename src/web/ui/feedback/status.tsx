import { Circle, CircleAlert, CircleCheck, Clock, Sparkle } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Drawing, Icon } from '../layout/icon.tsx'
import { classes } from '../styles/classes.ts'
import styles from './status.module.css'

export type StatusKind = 'done' | 'waiting' | 'wrong' | 'new' | 'open'

const icons: Record<StatusKind, Drawing> = {
  done: CircleCheck,
  waiting: Clock,
  wrong: CircleAlert,
  new: Sparkle,
  open: Circle,
}

/** How something stands: an icon, a word and a colour. */
export const Status = ({ kind, children }: { kind: StatusKind; children: ReactNode }) => (
  <span className={classes(styles.status, styles[kind])}>
    <Icon of={icons[kind]} size="small" />
    {children}
  </span>
)

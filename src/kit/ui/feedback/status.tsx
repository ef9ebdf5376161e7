import { Circle, CircleAlert, CircleCheck, Clock, Sparkle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconComponent } from '../layout/icon.tsx'
import { classNames } from '../styles/classes.ts'
import styles from './status.module.css'

export type StatusKind = 'done' | 'waiting' | 'wrong' | 'new' | 'open'

const icons: Record<StatusKind, IconComponent> = {
  done: CircleCheck,
  waiting: Clock,
  wrong: CircleAlert,
  new: Sparkle,
  open: Circle,
}

/** A status by icon, word and colour. */
export const Status = ({ kind, children }: { kind: StatusKind; children: ReactNode }) => (
  <span className={classNames(styles.status, styles[kind])}>
    <Icon icon={icons[kind]} size="small" />
    {children}
  </span>
)

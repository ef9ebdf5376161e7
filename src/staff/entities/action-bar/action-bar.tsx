import type { ReactNode } from 'react'
import { Actions } from '#kit/ui/layout/actions.tsx'
import styles from './action-bar.module.css'

interface Props {
  children: ReactNode
  /** What is hard to undo: apart from the others, and last. */
  grave: ReactNode
}

/** What can be done with what a page shows. */
export const ActionBar = ({ children, grave }: Props) => (
  <div className={styles.bar}>
    <Actions>{children}</Actions>
    <Actions>{grave}</Actions>
  </div>
)

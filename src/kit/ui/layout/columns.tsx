import type { ReactNode } from 'react'
import styles from './columns.module.css'

/** Two stacks of cards, each a `div`: beside each other where both fit, otherwise one below the other. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>

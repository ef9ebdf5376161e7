import type { ReactNode } from 'react'
import styles from './divider.module.css'

/** Between two ways to do the same: text with a line on both sides. */
export const Divider = ({ children }: { children: ReactNode }) => <p className={styles.divider}>{children}</p>

import type { ReactNode } from 'react'
import styles from './stack.module.css'

/** Paragraphs, tables and actions one below the other, with the same room between them. */
export const Stack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>

import type { ReactNode } from 'react'
import styles from './form-columns.module.css'

/** Short fields, or groups of them, beside each other where there is room. They are read line by line. */
export const FormColumns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>

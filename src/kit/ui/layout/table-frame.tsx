import type { ReactNode } from 'react'
import styles from './table-frame.module.css'

interface Props {
  caption: string
  headings: readonly string[]
  /** Headings of columns with numbers, which are aligned at their last digit. */
  numeric?: readonly string[]
  /** Of the table, with what its styles distinguish. */
  className?: string | undefined
  shape?: string | undefined
  /** The rows. */
  children: ReactNode
}

/** What tables have in common. How a row looks on a phone, each kind of table says for itself. */
export const TableFrame = ({ caption, headings, numeric = [], className = '', shape, children }: Props) => (
  <div className={styles.frame}>
    <table className={`${styles.table} ${className}`} aria-label={caption} data-shape={shape}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col" data-numeric={numeric.includes(heading) || undefined}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

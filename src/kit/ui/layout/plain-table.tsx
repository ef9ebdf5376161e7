import type { ReactNode } from 'react'
import styles from './plain-table.module.css'

interface Props {
  caption: string
  headings: readonly string[]
  /** Each has a cell for every heading. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** On phones each row of more than two cells is a block of its own; in print the cells have hairlines. */
export const PlainTable = ({ caption, headings, rows }: Props) => (
  <div className={styles.frame}>
    <table className={styles.table} aria-label={caption} data-wide={headings.length > 2 || undefined}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              <td key={headings[at]} data-heading={headings[at]}>
                <div>{cell}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

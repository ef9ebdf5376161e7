import type { ReactNode } from 'react'
import styles from './plain-table.module.css'

interface Props {
  caption: string
  headings: readonly string[]
  /** Headings of columns with numbers, which are aligned at their last digit. */
  numeric?: readonly string[]
  /** Each has a cell for every heading. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** On phones each row of more than two cells is a block of its own; in print the cells have hairlines. */
export const PlainTable = ({ caption, headings, numeric = [], rows }: Props) => (
  <div className={styles.frame}>
    <table
      className={styles.table}
      aria-label={caption}
      data-wide={headings.length > 2 || undefined}
      data-sums={(headings.length === 2 && numeric.length > 0) || undefined}
    >
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col" data-numeric={numeric.includes(heading) || undefined}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              <td
                key={headings[at]}
                data-heading={headings[at]}
                data-numeric={numeric.includes(headings[at] ?? '') || undefined}
              >
                <div>{cell}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

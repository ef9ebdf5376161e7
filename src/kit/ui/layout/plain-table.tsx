import type { ReactNode } from 'react'
import styles from './plain-table.module.css'
import { TableFrame } from './table-frame.tsx'

interface Props {
  caption: string
  headings: readonly string[]
  /** Headings of columns with numbers, which are aligned at their last digit. */
  numeric?: readonly string[]
  /** Each has a cell for every heading. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** On phones each row of more than two cells is a block of its own, which names its cells. */
export const PlainTable = ({ caption, headings, numeric = [], rows }: Props) => (
  <TableFrame
    {...{ caption, headings, numeric }}
    className={styles.plain}
    shape={getShape(headings.length, numeric.length)}
  >
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
  </TableFrame>
)

function getShape(columns: number, numeric: number) {
  if (columns > 2) return 'wide'
  return numeric > 0 ? 'sums' : undefined
}

import type { ReactNode } from 'react'
import { TableFrame } from '#kit/ui/layout/table-frame.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import styles from './row-table.module.css'

interface Props {
  caption: string
  headings: readonly string[]
  /** Headings of columns with numbers, which are aligned at their last digit. */
  numeric?: readonly string[]
  /** Each has a cell for every heading; one with nothing is a dash, and not seen on a phone. Further cells are not shown. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** Headings, for where there is no room for columns. */
  phone: {
    /** Begins the first line; the first heading by default. */
    title?: string
    /** At the end of the first line. */
    end?: string
    /** At the end of the second line, which has all others. */
    last?: string
    /** Those of the others that say nothing without their heading. */
    named?: readonly string[]
  }
  className?: string | undefined
}

/** On phones a row is two lines, without the headings that `PlainTable` repeats in each. */
export const RowTable = ({ caption, headings, numeric = [], rows, phone, className }: Props) => (
  <TableFrame {...{ caption, headings, numeric }} className={classNames(styles.rows, className)}>
    {rows.map(({ key, cells }) => (
      <tr key={key}>
        {headings.map((heading, at) => (
          <td
            key={heading}
            data-place={getPlace(phone, heading, headings)}
            data-named={phone.named?.includes(heading) ? heading : undefined}
            data-numeric={numeric.includes(heading) || undefined}
            data-empty={isNothing(cells[at]) || undefined}
          >
            {isNothing(cells[at]) ? '–' : cells[at]}
          </td>
        ))}
      </tr>
    ))}
  </TableFrame>
)

const isNothing = (cell: ReactNode) => cell === null || cell === undefined || cell === false || cell === ''

function getPlace({ title, end, last }: Props['phone'], heading: string, headings: readonly string[]) {
  if (heading === (title ?? headings[0])) return 'title'
  if (heading === end) return 'end'
  return heading === last ? 'last' : 'fact'
}

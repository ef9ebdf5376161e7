// Renders a Table of the preview and the slip: a grid of entries, or facts with their labels.
// biome-ignore-all lint/a11y/noRedundantRoles: rows are shown as cards (display: block) or beside each other (grid), and browsers then drop the table roles.
import { type ReactNode, useId } from 'react'
import { WrappedText } from '#kit/ui/layout/wrapped-text.tsx'
import { formatFileName, getCellFiles, getCellText, type Table, type TableCell } from '#shared/forms/table.ts'
import styles from './data-table.module.css'

interface Props {
  table: Table
  /** Beside the title: a link that changes the answers. */
  action?: ReactNode
}

export function DataTable({ table, action }: Props) {
  const heading = useId()
  return (
    <section className={styles.table} aria-labelledby={heading} data-empty={table.rows.length === 0 || undefined}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {table.title}
        </h2>
        {action}
      </div>
      {table.rows.length === 0 ? <p className={styles.none}>{table.none}</p> : <Body table={table} heading={heading} />}
    </section>
  )
}

const Body = ({ table, heading }: { table: Table; heading: string }) =>
  table.layout === 'facts' ? <Facts table={table} heading={heading} /> : <Grid table={table} heading={heading} />

interface BodyProps {
  table: Table
  heading: string
}

/** A question on its own has the title of its section, which is not repeated. */
const Facts = ({ table: { title, rows }, heading }: BodyProps) => (
  <table className={styles.facts} role="table" aria-labelledby={heading} data-many={rows.length > 1 || undefined}>
    <tbody role="rowgroup">
      {rows.map(([question = '', answer = '']) => {
        const label = getCellText(question)
        return (
          <tr key={label} role="row">
            {(rows.length > 1 || label !== title) && (
              <th scope="row" role="rowheader">
                {label}
              </th>
            )}
            <td role="cell">
              <Answer cell={answer} />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

const Grid = ({ table: { headings, rows }, heading }: BodyProps) => (
  <div className={styles.frame}>
    <table className={styles.grid} role="table" aria-labelledby={heading} data-wide={headings.length > 7 || undefined}>
      <thead role="rowgroup">
        <tr role="row">
          {headings.map((text) => (
            <th key={text} scope="col" role="columnheader">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and never change their order.
          <tr key={i} role="row">
            {cells.map((cell, column) => (
              <td
                key={headings[column]}
                role="cell"
                data-heading={headings[column]}
                data-long={isLong(cell) || undefined}
              >
                <Answer cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Words are not broken, except a link or e-mail address so long that the table would not fit the page. */
const isLong = (cell: TableCell) => /\S{24,}/.test(getCellText(cell))

function Answer({ cell }: { cell: TableCell }) {
  const files = getCellFiles(cell)
  if (files.length === 0) return <WrappedText text={getCellText(cell) || '—'} />
  return (
    <div>
      {files.map((link, i) => (
        <a key={link} className={styles.file} href={link} target="_blank" rel="noreferrer">
          {formatFileName(i + 1)}
        </a>
      ))}
    </div>
  )
}

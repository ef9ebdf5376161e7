// Preview and slip draw the same Table: a grid of entries, or facts with their labels.
// biome-ignore-all lint/a11y/noRedundantRoles: on narrow screens rows are drawn as cards, and browsers then forget that they are a table.
import { useId } from 'react'
import type { Cell, Table } from '#shared/forms/table.ts'
import styles from './data-table.module.css'

export function DataTable({ table }: { table: Table }) {
  const heading = useId()
  return (
    <section className={styles.table} aria-labelledby={heading}>
      <h2 id={heading} className={styles.title}>
        {table.title}
      </h2>
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

const Facts = ({ table: { rows }, heading }: BodyProps) => (
  <table className={styles.facts} aria-labelledby={heading}>
    <tbody>
      {rows.map(([label, answer]) => (
        <tr key={label?.text}>
          <th scope="row">{label?.text}</th>
          <td>{answer && <Answer cell={answer} />}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Grid = ({ table: { headings, rows }, heading }: BodyProps) => (
  <div className={styles.frame}>
    <table className={styles.grid} role="table" aria-labelledby={heading} data-wide={headings.length > 7 || undefined}>
      <thead role="rowgroup">
        <tr role="row">
          {headings.map((words) => (
            <th key={words} scope="col" role="columnheader">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a table is drawn whole; its rows have no other name.
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

/** Words are kept whole, but a link or an address as long as a line would push the table off the paper. */
const isLong = ({ text }: Cell) => /\S{24,}/.test(text)

const Answer = ({ cell: { text, files } }: { cell: Cell }) =>
  files.length === 0 ? (
    text || '—'
  ) : (
    <div>
      {files.map((link, i) => (
        <a key={link} className={styles.file} href={link} target="_blank" rel="noreferrer">
          View File {i + 1}
        </a>
      ))}
    </div>
  )

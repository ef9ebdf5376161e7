// The rows of a list: a dense table, on phones a card per row.
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { ListAddress } from './list-address.ts'
import { isChosen } from './list-choice.ts'
import type { ListView } from './list-column.ts'
import styles from './list-table.module.css'
import type { ListChoice } from './use-list-choice.ts'

const features = tableFeatures({ columnVisibilityFeature })

interface Props<Row> {
  view: ListView<Row>
  caption: string
  rows: readonly Row[]
  visible: readonly string[]
  address: ListAddress
  /** The row that the keys have reached; -1 for none. */
  current: number
  /** Where rows can be chosen. */
  choice?: ListChoice | undefined
}

export function ListTable<Row>({ view, caption, rows, visible, address, current, choice }: Props<Row>) {
  const columns = useMemo(
    () => Object.entries(view.columns).map(([id, { label }]) => ({ id, header: label, accessorFn: view.cells[id] })),
    [view],
  )
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    columns,
    data: data as object[],
    getRowId: (row) => view.getKey(row as Row),
    state: { columnVisibility: Object.fromEntries(Object.keys(view.columns).map((id) => [id, visible.includes(id)])) },
  })
  const keys = rows.map((row) => view.getKey(row))
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={caption}>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id}>
              {choice && <th scope="col">Choose</th>}
              {headers.map(({ id: column }) => (
                <SortableHeading key={column} column={column} view={view} address={address} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-current={row.index === current || undefined}
              data-chosen={(choice && isChosen(choice.choice, row.id)) || undefined}
              data-row={row.index}
            >
              {choice && <ChoiceCell choice={choice} keys={keys} at={row.index} />}
              {row.getVisibleCells().map(({ column }) => (
                <td
                  key={column.id}
                  data-unbroken={view.unbroken.includes(column.id) || undefined}
                  data-heading={view.columns[column.id]?.label}
                >
                  <Cell view={view} column={column.id} row={row.original as Row} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** React reports a changed tick-box by its click. */
const isWithShift = (event: Event) => event instanceof MouseEvent && event.shiftKey

interface ChoiceCellProps {
  choice: ListChoice
  /** Of the rows on the page. */
  keys: readonly string[]
  at: number
}

function ChoiceCell({ choice, keys, at }: ChoiceCellProps) {
  const key = keys[at] ?? ''
  return (
    <td data-heading="Choose">
      <label className={styles.choose}>
        <input
          type="checkbox"
          aria-label={`Choose ${key}`}
          checked={isChosen(choice.choice, key)}
          onChange={({ target, nativeEvent }) =>
            choice.changeRow(keys, at, { isRange: isWithShift(nativeEvent), isAdded: target.checked })
          }
        />
      </label>
    </td>
  )
}

interface CellProps<Row> {
  view: ListView<Row>
  column: string
  row: Row
}

function Cell<Row>({ view, column, row }: CellProps<Row>) {
  const content = view.cells[column]?.(row)
  const path = column === view.linkColumn ? view.getPath(row) : null
  return path === null ? content : <Link to={path}>{content}</Link>
}

interface HeadingProps<Row> {
  column: string
  view: ListView<Row>
  address: ListAddress
}

function SortableHeading<Row>({ column, view, address }: HeadingProps<Row>) {
  const { label = column, sortable = false } = view.columns[column] ?? {}
  const { sort = view.getDefaultSort(address.query) } = address.query
  if (!sortable) return <th scope="col">{label}</th>
  const isAscending = sort === column
  const isDescending = sort === `-${column}`
  const order = isAscending ? 'ascending' : isDescending ? 'descending' : undefined
  return (
    <th scope="col" aria-sort={order}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => address.change({ sort: isDescending ? column : `-${column}` })}
      >
        {label}
        <span aria-hidden="true">{isAscending ? ' ↑' : isDescending ? ' ↓' : ''}</span>
      </button>
    </th>
  )
}

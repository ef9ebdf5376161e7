// The rows of a list: a dense table, on phones two lines per row.
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import { getDefaultOrder } from '#shared/lists/list.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import type { ListAddress } from './list-address.ts'
import { isChosen } from './list-choice.ts'
import { getColumns, type ListView } from './list-column.ts'
import styles from './list-table.module.css'
import type { ListChoice } from './use-list-choice.ts'

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
  const visibleColumns = Object.keys(getColumns(view)).filter((column) => visible.includes(column))
  const keys = rows.map((row) => view.getKey(row))
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={caption}>
        <thead>
          <tr>
            {choice && (
              <th scope="col" data-phone="choose">
                <VisuallyHidden>Select</VisuallyHidden>
              </th>
            )}
            {visibleColumns.map((column) => (
              <SortableHeading key={column} column={column} view={view} address={address} />
            ))}
            {view.action && (
              <th scope="col" data-phone="action">
                {view.action.label}
              </th>
            )}
          </tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map((row, index) => (
              <tr
                key={keys[index]}
                tabIndex={-1}
                data-current={index === current || undefined}
                data-chosen={(choice && isChosen(choice.choice, keys[index] ?? '')) || undefined}
                data-row={index}
              >
                {choice && <ChoiceCell choice={choice} keys={keys} at={index} name={view.getName?.(row)} />}
                {visibleColumns.map((column) => (
                  <td
                    key={column}
                    data-no-wrap={view.noWrap.includes(column) || undefined}
                    data-kind={getColumns(view)[column]?.kind}
                    data-label={getColumns(view)[column]?.label}
                    data-phone={getPhonePlace(view, column)}
                  >
                    <Cell view={view} column={column} row={row} />
                  </td>
                ))}
                {view.action && (
                  <td data-no-wrap data-phone="action">
                    {view.action.render(row)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        )}
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
  name: string | undefined
}

function ChoiceCell({ choice, keys, at, name }: ChoiceCellProps) {
  const key = keys[at] ?? ''
  return (
    <td data-phone="choose">
      <label className={styles.choose}>
        <input
          type="checkbox"
          aria-label={`Choose ${name ?? key}`}
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
  return path === null ? (
    content
  ) : (
    <PageLink to={path} data-row-link>
      {content}
    </PageLink>
  )
}

/** Absent for a column that a phone has no room for; one by which rows can be sorted is still read aloud below its head. */
function getPhonePlace<Row>(view: ListView<Row>, column: string): 'title' | 'fact' | 'status' | 'unseen' | undefined {
  const { phone } = view
  if (column === phone.title) return 'title'
  if (column === phone.status) return 'status'
  if (phone.facts.includes(column)) return 'fact'
  return getColumns(view)[column]?.sortable ? 'unseen' : undefined
}

interface HeadingProps<Row> {
  column: string
  view: ListView<Row>
  address: ListAddress
}

function SortableHeading<Row>({ column, view, address }: HeadingProps<Row>) {
  const { label = column, sortable = false, kind } = getColumns(view)[column] ?? {}
  const { q = '', sort = getDefaultOrder(view.list, address.query) } = address.query
  if (!sortable || (q && view.list.search.isInOrderOfNames))
    return (
      <th scope="col" data-kind={kind} data-phone={getPhonePlace(view, column)}>
        {label}
      </th>
    )
  const isAscending = sort === column
  const isDescending = sort === `-${column}`
  const order = isAscending ? 'ascending' : isDescending ? 'descending' : undefined
  return (
    <th scope="col" aria-sort={order} data-kind={kind} data-phone={getPhonePlace(view, column)}>
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

// A list of the staff: search, filters in the address, columns and saved views of one's own, pages by cursor.

import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { readStoredJson, writeStoredJson } from '#kit/browser/stored-json.ts'
import { describeFailure } from '#kit/http/api-error.ts'
import { Outdated } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { formatCappedCount } from '#shared/format/numbers.ts'
import { isExportedList, mayExport } from '#shared/lists/exports/exported-lists.ts'
import type { ListDescription } from '#shared/lists/list.ts'
import { useMayOpen } from '#staff/entities/session/page-access.ts'
import { useMe } from '../entities/session/staff-session.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { KeyHelp } from './key-help.tsx'
import { LazyExportDialog } from './lazy-export-dialog.ts'
import { type AddressQuery, type ListAddress, useListAddress } from './list-address.ts'
import { type Choice, countChosen } from './list-choice.ts'
import { type FilterOptions, getColumns, type ListView } from './list-column.ts'
import { ListFilters, listActiveFilters } from './list-filters.tsx'
import { ListTable } from './list-table.tsx'
import { SavedViews } from './saved-views.tsx'
import styles from './staff-list.module.css'
import { useListChoice } from './use-list-choice.ts'
import { useListKeys } from './use-list-keys.ts'

interface ListPage<Row> {
  rows: readonly Row[]
  next: string | null
  count: { value: number; more: boolean }
}

interface Props<Row> {
  /** The year, for a list of one exercise; an address may name another one. */
  exercise?: number | undefined
  view: ListView<Row>
  options?: FilterOptions
  /** Above the rows. */
  totals?: ReactNode
  /** How rows come here, for a list that is still empty. */
  whenEmpty: ReactNode
  load: (query: AddressQuery, signal: AbortSignal) => Promise<ListPage<Row>>
  /** What can be done with rows that are chosen; without it there are no tick-boxes. */
  chosen?: ((choice: Choice, visible: readonly string[]) => ReactNode) | undefined
}

const noOptions: FilterOptions = {}

export function StaffList<Row>(props: Props<Row>) {
  const { exercise, view, options = noOptions, whenEmpty, load } = props
  const { name, defaultColumns, search, furtherLabels } = view.list
  const columns = getColumns(view)
  const address = useListAddress()
  const { id } = useMe()
  const columnsKey = `staff-columns:${id}:${name}`
  const [visible, setVisible] = useState(() => readStoredJson<string[]>(columnsKey) ?? defaultColumns)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const [dialog, setDialog] = useState<'columns' | 'export' | 'keys' | null>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const active = listActiveFilters(columns, options, address.query, furtherLabels)

  function chooseColumns(chosen: readonly string[]) {
    setVisible(chosen)
    writeStoredJson(columnsKey, chosen)
    setDialog(null)
  }

  return (
    <div className={styles.list}>
      <search className={styles.tools}>
        <SearchBox search={search} address={address} />
        <Actions>
          <Button
            ref={filterButton}
            variant="secondary"
            aria-expanded={isFilterOpen}
            aria-controls="list-filters"
            onClick={() => setFilterOpen(!isFilterOpen)}
          >
            <Icon icon={SlidersHorizontal} size="small" />
            Filters{active.length > 0 && ` (${active.length})`}
          </Button>
          <span className={styles.columns}>
            <Button variant="secondary" onClick={() => setDialog('columns')}>
              Columns
            </Button>
          </span>
          <ExportButton list={name} onClick={() => setDialog('export')} />
          <SavedViews list={name} address={address} />
        </Actions>
      </search>
      <div id="list-filters" hidden={!isFilterOpen}>
        {isFilterOpen && (
          <ListFilters columns={columns} options={options} query={address.query} onApply={address.change} />
        )}
      </div>
      <ActiveFilters
        active={active}
        onRemove={(filter) => {
          address.change({ [filter]: undefined })
          filterButton.current?.focus()
        }}
      />
      {props.totals}
      <Rows
        {...{ exercise, view, whenEmpty, load, address, visible, chosen: props.chosen }}
        isFiltered={active.length > 0 || address.query.q !== undefined}
        onFilters={() => setFilterOpen(!isFilterOpen)}
        onHelp={() => setDialog('keys')}
      />
      {dialog === 'columns' && (
        <ColumnChooser
          columns={columns}
          visible={visible}
          fixed={view.linkColumn}
          onChoose={chooseColumns}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'export' && isExportedList(name) && (
        <LazyExportDialog
          list={name}
          of={{ query: addExercise(address.query, exercise), active }}
          visible={visible}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'keys' && <KeyHelp isChoosable={props.chosen !== undefined} onClose={() => setDialog(null)} />}
    </div>
  )
}

/** For those who may export the list. */
function ExportButton({ list, onClick }: { list: string; onClick: () => void }) {
  const { roles } = useMe()
  if (!isExportedList(list) || !mayExport(roles, list)) return null
  return (
    <Button variant="secondary" onClick={onClick}>
      Export
    </Button>
  )
}

const rowsId = 'list-rows'

/** From there Tab leads on, and the keys of the list work. */
const focusRows = () => document.getElementById(rowsId)?.focus()

function SearchBox({ search, address }: Pick<ListDescription, 'search'> & { address: ListAddress }) {
  const { q = '' } = address.query
  const box = useRef<HTMLInputElement>(null)
  // Not a new box, which would lose the focus of who searches again meanwhile.
  useEffect(() => {
    if (box.current) box.current.value = q
  }, [q])
  return (
    <form
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
        // An order may leave out who is looked for.
        address.change({ q, ...(search.isInOrderOfNames && { sort: undefined }) })
        focusRows()
      }}
    >
      <TextInput
        ref={box}
        id="list-search"
        label="Find"
        hint={search.hint}
        name="q"
        type="search"
        maxLength={search.max}
        defaultValue={q}
        enterKeyHint="search"
      />
      <Button type="submit" variant="secondary">
        Find
      </Button>
    </form>
  )
}

interface ActiveFiltersProps {
  active: ReturnType<typeof listActiveFilters>
  onRemove: (filter: string) => void
}

const ActiveFilters = ({ active, onRemove }: ActiveFiltersProps) =>
  active.length > 0 && (
    <ul className={styles.chips} aria-label="Active filters">
      {active.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove the filter ${text}`}
            onClick={() => onRemove(name)}
          >
            {text} ×
          </button>
        </li>
      ))}
    </ul>
  )

const addExercise = (query: AddressQuery, exercise: number | undefined): AddressQuery =>
  exercise === undefined ? query : { ...query, exercise: String(exercise) }

interface RowsProps<Row> extends Pick<Props<Row>, 'exercise' | 'view' | 'whenEmpty' | 'load' | 'chosen'> {
  address: ListAddress
  visible: readonly string[]
  isFiltered: boolean
  onFilters: () => void
  onHelp: () => void
}

function Rows<Row>({ exercise, view, load, address, visible, chosen, ...rest }: RowsProps<Row>) {
  const { name, noun } = view.list
  const query = addExercise(address.query, exercise)
  const navigate = useNavigate()
  const mayOpen = useMayOpen()
  const page = useQuery({ queryKey: [name, query], queryFn: ({ signal }) => load(query, signal) })
  const { data } = page
  const { next = null } = data ?? {}
  const choice = useListChoice(name, query)
  const keys = data?.rows.map((row) => view.getKey(row)) ?? []
  const goToNext = next === null ? undefined : () => address.goToPage(next)
  const current = useListKeys({
    keys,
    onOpen(at) {
      const row = data?.rows[at]
      const path = row && view.getPath(row)
      if (path && mayOpen(path)) navigate(path)
    },
    onFilters: rest.onFilters,
    onHelp: rest.onHelp,
    onNext: goToNext,
    onPrevious: address.isFirstPage ? undefined : address.goBack,
    onChoose: chosen && ((at, isRange) => choice.changeRow(keys, at, { isRange })),
  })

  // The heads of the columns stay while another order or page is read, and the focus with them.
  const [hasTable, setHasTable] = useState(false)
  if (data && hasTable !== data.rows.length > 0) setHasTable(data.rows.length > 0)
  const isTableVisible = hasTable && (data !== undefined || page.isPending)
  return (
    <section id={rowsId} className={styles.rows} aria-label={noun} tabIndex={-1}>
      {data && page.failureCount > 0 && <Outdated query={page} />}
      {!data && !page.isPending && (
        <Banner tone="error" title={`The ${noun} could not be loaded`}>
          <p>{describeFailure(page.error)} Your filters are kept.</p>
          <Button variant="secondary" onClick={() => void page.refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      <div className={styles.found}>
        <p className={styles.count} role="status">
          {data ? formatRows(data.count, noun) : page.isPending && `Loading ${noun}…`}
        </p>
        {data && chosen && (keys.length > 0 || countChosen(choice.choice).value > 0) && (
          <ChoiceBar noun={noun} keys={keys} total={data.count} choice={choice}>
            {chosen(choice.choice, visible)}
          </ChoiceBar>
        )}
      </div>
      {isTableVisible && (
        <ListTable
          caption={noun}
          rows={data?.rows ?? []}
          {...{ view, visible, address, current }}
          choice={chosen && choice}
        />
      )}
      {page.isPending && <Skeleton lines={['line', 'line', 'line', 'line']} label={null} />}
      {data?.rows.length === 0 && <EmptyList {...rest} further={address.isFirstPage ? null : noun} />}
      <Pages address={address} onNext={goToNext} />
    </section>
  )
}

interface EmptyProps extends Pick<RowsProps<unknown>, 'isFiltered' | 'whenEmpty'> {
  /** What the pages before have; null on the first. */
  further: string | null
}

function EmptyList({ isFiltered, whenEmpty, further }: EmptyProps) {
  const nothingFits = <p>Nothing fits this search. Remove a filter, or search for less.</p>
  return (
    <div className={styles.empty}>
      {further ? <p>There are no further {further}.</p> : isFiltered ? nothingFits : whenEmpty}
    </div>
  )
}

interface PagesProps {
  address: ListAddress
  onNext: (() => void) | undefined
}

function Pages({ address, onNext }: PagesProps) {
  // The button may go.
  const turn = (go: () => void) => () => {
    go()
    focusRows()
  }
  return (
    <nav className={styles.pages} aria-label="Pages">
      {!address.isFirstPage && (
        <Button variant="secondary" onClick={turn(address.goBack)}>
          Previous
        </Button>
      )}
      {onNext && (
        <Button variant="secondary" onClick={turn(onNext)}>
          Next
        </Button>
      )}
    </nav>
  )
}

/** The nouns of lists are regular. */
const formatRows = (count: ListPage<unknown>['count'], noun: string) =>
  count.value === 1 ? `1 ${noun.slice(0, -1)}` : `${formatCappedCount(count)} ${noun}`

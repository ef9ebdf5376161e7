import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import type { StaffColumn, StaffColumns } from '#shared/lists/column.ts'
import { joinFilter, maxFilterText, splitFilter } from '#shared/lists/filter-values.ts'
import { getFilterNames } from '#shared/lists/filters.ts'
import type { ListDescription } from '#shared/lists/list.ts'
import type { AddressQuery } from './list-address.ts'
import type { FilterOptions } from './list-column.ts'
import styles from './list-filters.module.css'

interface Props {
  columns: StaffColumns
  options: FilterOptions
  query: AddressQuery
  onApply: (filters: Readonly<Record<string, string | undefined>>) => void
}

/** Longer lists are drop-downs. */
const checkboxLimit = 8

/** One control for each column that can be filtered. */
export function ListFilters({ columns, options, query, onApply }: Props) {
  const [clearings, setClearings] = useState(0)
  // What else is filtered by now fills the fields again; the buttons stay, and one of them has the focus.
  const fieldsKey = JSON.stringify([clearings, ...listFilterNames(columns).map((name) => query[name])])
  const filtered = Object.entries(columns).filter(([, { filter }]) => filter !== 'none')

  function apply(form: FormData) {
    const values = filtered.flatMap(([key, column]) =>
      getFilterNames(key, column).map((name) => [name, joinFilter(form.getAll(name).map(String))]),
    )
    onApply(Object.fromEntries(values.map(([name = '', value]) => [name, value || undefined])))
  }

  function clear() {
    setClearings(clearings + 1)
    onApply(Object.fromEntries(listFilterNames(columns).map((name) => [name, undefined])))
  }

  return (
    <form
      className={styles.panel}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault()
        apply(new FormData(event.currentTarget))
        // Enter in a field, which is replaced.
        const { submitter } = event.nativeEvent as SubmitEvent
        submitter?.focus()
      }}
    >
      <div key={fieldsKey} className={styles.fields}>
        {filtered.map(([key, column]) => (
          <FilterControl
            key={key}
            name={key}
            column={column}
            options={addChosen(options[key] ?? column.options, query[key])}
            query={query}
          />
        ))}
      </div>
      <Actions>
        <Button type="submit">Apply filters</Button>
        <Button variant="secondary" onClick={clear}>
          Clear filters
        </Button>
      </Actions>
    </form>
  )
}

/** What is filtered by stays a choice, also when the list of choices lost it, such as a post that was removed. */
function addChosen(options: Readonly<Record<string, string>> | undefined, value: string | undefined) {
  if (!options || !value) return options
  return { ...options, ...Object.fromEntries(splitFilter(value).map((one) => [one, options[one] ?? one])) }
}

interface ControlProps {
  name: string
  column: StaffColumn
  options: Readonly<Record<string, string>> | undefined
  query: AddressQuery
}

function FilterControl({ name, column, options, query }: ControlProps) {
  const { label, filter, kind } = column
  const value = query[name] ?? ''
  if (filter === 'between')
    return (
      <div className={styles.wide}>
        <FieldGroup label={label}>
          {() => (
            <div className={styles.days}>
              {getFilterNames(name, column).map((end, n) => (
                <TextInput key={end} label={n === 0 ? 'From' : 'To'} name={end} type="date" defaultValue={query[end]} />
              ))}
            </div>
          )}
        </FieldGroup>
      </div>
    )
  if (kind === 'flag')
    return (
      <Select label={label} name={name} options={{ yes: 'Yes', no: 'No' }} placeholder="Any" defaultValue={value} />
    )
  if (!options) return <TextInput label={label} name={name} maxLength={maxFilterText} defaultValue={value} />
  if (filter !== 'oneOf' || Object.keys(options).length > checkboxLimit)
    return <Select label={label} name={name} options={options} placeholder="Any" defaultValue={value} />
  return <ChoicesFilter label={label} name={name} options={options} initial={splitFilter(value)} />
}

interface ChoicesProps {
  label: string
  name: string
  options: Readonly<Record<string, string>>
  initial: readonly string[]
}

/** Several of a few, folded to one line that names them; opening one folds the other. */
function ChoicesFilter({ label, name, options, initial }: ChoicesProps) {
  const [chosen, setChosen] = useState(initial)
  const text = chosen.map((one) => options[one]).join(' or ') || 'Any'
  return (
    <FieldGroup label={label}>
      {() => (
        <details name="list-filter">
          <summary className={styles.summary} aria-label={`${label}: ${text}`}>
            <span>{text}</span>
          </summary>
          {Object.entries(options).map(([option, optionText]) => (
            <Checkbox
              key={option}
              label={optionText}
              name={name}
              value={option}
              checked={chosen.includes(option)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, option] : chosen.filter((one) => one !== option))
              }
            />
          ))}
        </details>
      )}
    </FieldGroup>
  )
}

/** The parameters that filter a list with these columns. */
const listFilterNames = (columns: StaffColumns): string[] =>
  Object.entries(columns).flatMap(([key, column]) => getFilterNames(key, column))

/** What is filtered, in words; each can be removed by itself. */
export function listActiveFilters(
  columns: StaffColumns,
  options: FilterOptions,
  query: AddressQuery,
  furtherLabels: ListDescription['furtherLabels'] = {},
) {
  const ofColumns = Object.entries(columns).flatMap(([key, column]) => {
    const filters = getFilterNames(key, column).flatMap((name, n) => {
      const value = query[name]
      if (!value) return []
      const labels: Readonly<Record<string, string>> = options[key] ?? column.options ?? { yes: 'yes', no: 'no' }
      const values = splitFilter(value).map((one) => labels[one] ?? one)
      const end = column.filter === 'between' ? (n === 0 ? ' from' : ' to') : ''
      return [{ name, text: `${column.label}${end}: ${values.join(' or ')}` }]
    })
    const isNarrowing = column.orderedRows !== undefined && query.sort?.replace('-', '') === key
    return isNarrowing && filters.length === 0 ? [{ name: 'sort', text: column.orderedRows }] : filters
  })
  const further = Object.entries(furtherLabels).flatMap(([name, describe]) => {
    const value = query[name]
    return value ? [{ name, text: describe(value) }] : []
  })
  return [...ofColumns, ...further]
}

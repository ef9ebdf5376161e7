// Entries of a list come, go and change places. Their names go with them, so nothing else has to be told.
import type { Entry } from '#shared/forms/field.ts'
import { blankItem, type Fields, isBlankItem, type Sections } from '#shared/forms/section.ts'
import { entriesOf, type FormState, indexOf, rowName, withSection } from './form-state.ts'

export interface RemovedEntry {
  readonly index: number
  readonly row: string
  readonly item: Entry
}

/** A blank entry at the end, its card open. */
export function entryAdded(state: FormState, sections: Sections, name: string): FormState {
  const list = sections[name]
  if (list?.shape !== 'list') return state
  const row = rowName(name, state.rowsNamed + 1)
  const added = entryPutBack(state, name, { index: entriesOf(state.answers, name).length, row, item: blankItem(list) })
  return { ...added, rowsNamed: state.rowsNamed + 1, open: new Set([...state.open, row]) }
}

/** What `entryRemoved` would take out, so that it can be put back; null when it is not there. */
export function entryNamed({ answers, rows }: FormState, name: string, row: string): RemovedEntry | null {
  const index = indexOf(rows, name, row)
  const item = entriesOf(answers, name)[index]
  return item ? { index, row, item } : null
}

export function entryRemoved(state: FormState, name: string, row: string): FormState {
  const index = indexOf(state.rows, name, row)
  const without = <T>(all: readonly T[]) => all.filter((_, i) => i !== index)
  return withEntries(state, name, without(entriesOf(state.answers, name)), without(state.rows[name] ?? []))
}

export function entryPutBack(state: FormState, name: string, { index, row, item }: RemovedEntry): FormState {
  const inserted = <T>(all: readonly T[], one: T) => [...all.slice(0, index), one, ...all.slice(index)]
  return withEntries(state, name, inserted(entriesOf(state.answers, name), item), inserted(state.rows[name] ?? [], row))
}

/** The entry changes places with its neighbour; unchanged at either end. */
export function entryMoved(state: FormState, name: string, row: string, by: -1 | 1): FormState {
  const from = indexOf(state.rows, name, row)
  const to = from + by
  const items = entriesOf(state.answers, name)
  if (from < 0 || to < 0 || to >= items.length) return state
  const swapped = <T>(all: readonly T[]) =>
    all.map((one, i) => (i === from ? all[to] : i === to ? all[from] : one) as T)
  return withEntries(state, name, swapped(items), swapped(state.rows[name] ?? []))
}

/**
 * The form without the entries in which nothing was written, in lists that may be empty: nobody meant them.
 * @param awaited entries that a file is on its way to
 */
export function withoutBlankEntries(
  state: FormState,
  sections: Sections,
  names: readonly string[],
  awaited: ReadonlySet<string>,
): FormState {
  let kept = state
  for (const name of names) {
    const section = sections[name]
    if (section?.shape !== 'list' || section.min > 0) continue
    const items = entriesOf(state.answers, name)
    for (const [i, row] of (state.rows[name] ?? []).entries())
      if (!awaited.has(row) && isBlankItem(section.fields as Fields, items[i] ?? {}))
        kept = entryRemoved(kept, name, row)
  }
  return kept
}

const withEntries = (state: FormState, name: string, items: readonly Entry[], rows: readonly string[]): FormState => ({
  ...withSection(state, name, items),
  rows: { ...state.rows, [name]: rows },
})

// Adds, removes, restores and moves the entries of a list. Ids move with their entries.
import type { EntryValues } from '#shared/forms/field.ts'
import { createEmptyEntry, type Fields, isEmptyEntry, type Sections } from '#shared/forms/section.ts'
import { createEntryId, type FormState, findEntryIndex, getEntries, setSection } from './form-state.ts'

export interface RemovedEntry {
  readonly index: number
  readonly entryId: string
  readonly values: EntryValues
  /** Those that the list had with it. */
  readonly ids: readonly string[]
}

/** Appends an empty entry and expands its card. */
export function addEntry(state: FormState, sections: Sections, list: string): FormState {
  const section = sections[list]
  if (section?.shape !== 'list') return state
  const entryId = createEntryId(list, state.entryIdsIssued + 1)
  const index = getEntries(state.answers, list).length
  return {
    ...restoreEntry(state, list, { index, entryId, values: createEmptyEntry(section) }),
    entryIdsIssued: state.entryIdsIssued + 1,
    expanded: new Set([...state.expanded, entryId]),
  }
}

/** What `restoreEntry` needs to undo a removal; null when there is no such entry. */
export function findEntry({ answers, entryIds }: FormState, list: string, entryId: string): RemovedEntry | null {
  const index = findEntryIndex(entryIds, list, entryId)
  const values = getEntries(answers, list)[index]
  return values ? { index, entryId, values, ids: entryIds[list] ?? [] } : null
}

/** Whether a removed entry is there again, because another window has saved it. */
export const isBack = ({ answers, entryIds }: FormState, list: string, { values, ids }: RemovedEntry): boolean =>
  getEntries(answers, list).some(
    (entry, i) => !ids.includes(entryIds[list]?.[i] ?? '') && JSON.stringify(entry) === JSON.stringify(values),
  )

export function removeEntry(state: FormState, list: string, entryId: string): FormState {
  const index = findEntryIndex(state.entryIds, list, entryId)
  const removeAt = <T>(all: readonly T[]) => all.filter((_, i) => i !== index)
  return setEntries(state, list, removeAt(getEntries(state.answers, list)), removeAt(state.entryIds[list] ?? []))
}

export function restoreEntry(
  state: FormState,
  list: string,
  { index, entryId, values }: Omit<RemovedEntry, 'ids'>,
): FormState {
  const insert = <T>(all: readonly T[], value: T) => [...all.slice(0, index), value, ...all.slice(index)]
  const entries = insert(getEntries(state.answers, list), values)
  return setEntries(state, list, entries, insert(state.entryIds[list] ?? [], entryId))
}

/** Swaps the entry with its neighbour; unchanged at either end. */
export function moveEntry(state: FormState, list: string, entryId: string, by: -1 | 1): FormState {
  const from = findEntryIndex(state.entryIds, list, entryId)
  const to = from + by
  const entries = getEntries(state.answers, list)
  if (from < 0 || to < 0 || to >= entries.length) return state
  const swap = <T>(all: readonly T[]) =>
    all.map((value, i) => (i === from ? all[to] : i === to ? all[from] : value) as T)
  return setEntries(state, list, swap(entries), swap(state.entryIds[list] ?? []))
}

/**
 * Drops the entries that are only ready, and those without any answer from lists that may be empty: they were added by
 * mistake.
 * @param uploadingTo entries that a file is being uploaded to; these stay
 */
export function removeEmptyEntries(
  state: FormState,
  sections: Sections,
  names: readonly string[],
  uploadingTo: ReadonlySet<string>,
): FormState {
  let next = state
  for (const name of names) {
    const section = sections[name]
    if (section?.shape !== 'list') continue
    const entries = getEntries(state.answers, name)
    for (const [i, entryId] of (state.entryIds[name] ?? []).entries()) {
      const isUnused =
        section.min > 0 ? state.ready.has(entryId) : isEmptyEntry(section.fields as Fields, entries[i] ?? {})
      if (isUnused && !uploadingTo.has(entryId)) next = removeEntry(next, name, entryId)
    }
  }
  return next
}

const setEntries = (
  state: FormState,
  list: string,
  entries: readonly EntryValues[],
  ids: readonly string[],
): FormState => ({ ...setSection(state, list, entries), entryIds: { ...state.entryIds, [list]: ids } })

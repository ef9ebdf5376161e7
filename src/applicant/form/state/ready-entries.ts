// A required list opens with the entries that it needs. Until the first answer they count as absent: they are neither
// validated nor saved nor submitted.
import type { EntryValues } from '#shared/forms/field.ts'
import type { Sections } from '#shared/forms/section.ts'
import { addEntry, findEntry, restoreEntry } from './entries.ts'
import { type FormState, getEntries } from './form-state.ts'

/** Adds empty entries until the list has as many as are required; unchanged when it has them. */
export function addReadyEntries(state: FormState, sections: Sections, list: string): FormState {
  const section = sections[list]
  const min = section?.shape === 'list' ? section.min : 0
  let next = state
  while (getEntries(next.answers, list).length < min) {
    next = addEntry(next, sections, list)
    next = { ...next, ready: new Set([...next.ready, ...(next.entryIds[list] ?? []).slice(-1)]) }
  }
  return next
}

/**
 * After the answers were replaced: the ready entries of the form before stay, behind the others, as far as they are still
 * needed.
 */
export function carryReadyEntries(state: FormState, sections: Sections, before: FormState): FormState {
  let next = state
  for (const [list, ids] of Object.entries(before.entryIds)) {
    const section = sections[list]
    const min = section?.shape === 'list' ? section.min : 0
    for (const entryId of ids.filter((id) => before.ready.has(id))) {
      const entry = findEntry(before, list, entryId)
      const index = getEntries(next.answers, list).length
      if (entry && index < min) next = restoreEntry(next, list, { ...entry, index })
    }
  }
  return next
}

/** The list's entries, with null for those that are only ready. */
export function getAnsweredEntries(
  { answers, entryIds, ready }: FormState,
  list: string,
): readonly (EntryValues | null)[] {
  const entries = getEntries(answers, list)
  const ids = entryIds[list] ?? []
  return ids.some((id) => ready.has(id)) ? entries.map((entry, i) => (ready.has(ids[i] ?? '') ? null : entry)) : entries
}

/** Returns a reader of the answers without ready entries. It returns the same object while no answer has changed. */
export function createAnswersReader(): (state: FormState) => EntryValues {
  let last: EntryValues = {}
  return (state) => {
    const next: Record<string, unknown> = { ...state.answers }
    for (const list of Object.keys(state.entryIds)) {
      const entries = getAnsweredEntries(state, list).filter((entry) => entry !== null)
      const before = last[list]
      next[list] = Array.isArray(before) && areSameItems(before, entries) ? before : entries
    }
    if (!areSameItems(Object.values(last), Object.values(next))) last = next
    return last
  }
}

const areSameItems = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((item, i) => item === b[i])

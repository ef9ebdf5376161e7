// Touched fields and expanded cards. A card is expanded while it is new, incomplete or wrong.
import type { EntryValues } from '#shared/forms/field.ts'
import type { Sections } from '#shared/forms/section.ts'
import { createFormState, type FieldPath, type FormState, getFieldId, replaceAnswers } from './form-state.ts'
import { validateMemoized } from './memoized-validation.ts'
import { carryReadyEntries } from './ready-entries.ts'
import { toFieldPath } from './visible-errors.ts'

/** Nothing is touched; the cards of incomplete entries are expanded. */
export function createInitialFormState(sections: Sections, answers: EntryValues): FormState {
  const state = createFormState(sections, answers)
  return { ...state, expanded: findEntriesWithErrors(state, sections, Object.keys(sections)) }
}

/** Replaces the answers and expands the cards of incomplete entries. */
export const replaceForm = (state: FormState, sections: Sections, answers: EntryValues): FormState =>
  expandEntriesWithErrors(
    carryReadyEntries(replaceAnswers(state, sections, answers), sections, state),
    sections,
    Object.keys(sections),
  )

/** The field was left once, so its error may be shown. */
export const touchField = (state: FormState, path: FieldPath): FormState => addTouched(state, [getFieldId(path)])

/** Shows every error of the sections' present entries. Entries that are added later start without errors. */
export const touchSections = (state: FormState, sections: Sections, names: readonly string[]): FormState =>
  expandEntriesWithErrors(addTouched(state, [...names, ...getEntryIds(state, names)]), sections, names)

export function collapseCompleteEntries(state: FormState, sections: Sections, names: readonly string[]): FormState {
  const expanded = new Set(state.expanded)
  for (const entryId of getEntryIds(state, names)) expanded.delete(entryId)
  return expandEntriesWithErrors({ ...state, expanded }, sections, names)
}

export function toggleEntry(state: FormState, entryId: string): FormState {
  const expanded = new Set(state.expanded)
  if (!expanded.delete(entryId)) expanded.add(entryId)
  return { ...state, expanded }
}

export const expandEntry = (state: FormState, entryId: string): FormState =>
  state.expanded.has(entryId) ? state : { ...state, expanded: new Set([...state.expanded, entryId]) }

const getEntryIds = ({ entryIds }: FormState, names: readonly string[]) => names.flatMap((name) => entryIds[name] ?? [])

const expandEntriesWithErrors = (state: FormState, sections: Sections, names: readonly string[]): FormState => ({
  ...state,
  expanded: new Set([...state.expanded, ...findEntriesWithErrors(state, sections, names)]),
})

function findEntriesWithErrors(state: FormState, sections: Sections, names: readonly string[]): Set<string> {
  const errorPaths = validateMemoized(sections, state, names).keys()
  return new Set([...errorPaths].flatMap((path) => toFieldPath(state, sections, path).entryId ?? []))
}

function addTouched(state: FormState, ids: readonly string[]): FormState {
  if (ids.every((id) => state.touched.has(id))) return state
  return { ...state, touched: new Set([...state.touched, ...ids]) }
}

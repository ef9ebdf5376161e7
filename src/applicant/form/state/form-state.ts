// The form's state: answers, entry ids, touched fields and expanded cards.
// Pure functions that share what did not change, so that a card whose entry is the same need not render again.
import type { EntryValues } from '#shared/forms/field.ts'
import { applyAnswer, type Fields, type Sections } from '#shared/forms/section.ts'

export interface FormState {
  readonly answers: EntryValues
  /** The ids of each list's entries, in their order. An entry keeps its id when it moves. */
  readonly entryIds: Readonly<Record<string, readonly string[]>>
  /** How many ids were given out; none is given twice. */
  readonly entryIdsIssued: number
  /** Ids of fields that were left once, and of entries and sections that were validated as a whole. */
  readonly touched: ReadonlySet<string>
  /** Ids of the entries whose cards are expanded. */
  readonly expanded: ReadonlySet<string>
  /** Ids of the entries that a required list opened with and that have no answer yet. They count as absent. */
  readonly ready: ReadonlySet<string>
}

/** Names a field: in a list's entry, in a group, or (without key) on its own. */
export interface FieldPath {
  readonly section: string
  readonly entryId?: string
  readonly key?: string
}

/** Unique in the document: it is the id of the control as well. */
export const getFieldId = ({ section, entryId, key }: FieldPath) =>
  [entryId ?? section, key].filter((part) => part).join('.')

/** The id of the element that holds a section's questions. */
export const getSectionId = (section: string) => `${section}-section`

const emptyFormState: FormState = {
  answers: {},
  entryIds: {},
  entryIdsIssued: 0,
  touched: new Set(),
  expanded: new Set(),
  ready: new Set(),
}

/** A form with these answers and nothing touched. */
export const createFormState = (sections: Sections, answers: EntryValues): FormState =>
  replaceAnswers(emptyFormState, sections, answers)

/**
 * An unchanged entry keeps its id, wherever it is now. A changed one gets a new id: a running upload of the old entry must not
 * land in it.
 */
export function replaceAnswers(state: FormState, sections: Sections, answers: EntryValues): FormState {
  let { entryIdsIssued } = state
  const entryIds: Record<string, readonly string[]> = {}
  for (const [name, section] of Object.entries(sections)) {
    if (section.shape !== 'list') continue
    const oldEntries = getEntries(state.answers, name)
    const left = new Map((state.entryIds[name] ?? []).map((id, i) => [id, JSON.stringify(oldEntries[i])]))
    for (const id of state.ready) left.delete(id)
    entryIds[name] = getEntries(answers, name).map((entry) => {
      const text = JSON.stringify(entry)
      const id = [...left.keys()].find((old) => left.get(old) === text) ?? createEntryId(name, ++entryIdsIssued)
      left.delete(id)
      return id
    })
  }
  return { ...state, answers, entryIds, entryIdsIssued }
}

export const createEntryId = (list: string, n: number) => `${list}-${n}`

export const getEntries = (answers: EntryValues, list: string) => (answers[list] ?? []) as readonly EntryValues[]

/** Undefined once the entry is removed. */
export function getAnswer({ answers, entryIds }: FormState, { section, entryId, key }: FieldPath): unknown {
  if (entryId !== undefined)
    return getEntries(answers, section)[findEntryIndex(entryIds, section, entryId)]?.[key ?? '']
  return key === undefined ? answers[section] : (answers[section] as EntryValues | undefined)?.[key]
}

/** Also clears the answers that depended on the old one. Unchanged when the entry was removed. */
export function setAnswer(state: FormState, sections: Sections, path: FieldPath, answer: unknown): FormState {
  const { section: name, entryId, key } = path
  if (key === undefined) return setSection(state, name, answer)
  const { fields } = sections[name] as { fields: Fields }
  if (entryId === undefined)
    return setSection(state, name, applyAnswer(fields, state.answers[name] as EntryValues, key, answer))

  const index = findEntryIndex(state.entryIds, name, entryId)
  const entries = getEntries(state.answers, name)
  const entry = entries[index]
  if (!entry) return state
  const next = setSection(state, name, replaceAt(entries, index, applyAnswer(fields, entry, key, answer)))
  return state.ready.has(entryId) ? { ...next, ready: new Set([...state.ready].filter((id) => id !== entryId)) } : next
}

export const setSection = (state: FormState, name: string, answer: unknown): FormState => ({
  ...state,
  answers: { ...state.answers, [name]: answer },
})

export const findEntryIndex = (entryIds: FormState['entryIds'], list: string, entryId: string) =>
  entryIds[list]?.indexOf(entryId) ?? -1

const replaceAt = <T>(all: readonly T[], index: number, value: T) => all.map((old, i) => (i === index ? value : old))

// The form while it is being written: the answers, a name for every entry, and where complaints may be shown.
// Pure, and it shares what did not change, so that a card whose entry is the same need not be drawn again.
import type { Entry } from '#shared/form/field.ts'
import { blankItem, type Fields, type Sections, withAnswer } from '#shared/form/section.ts'

export interface FormState {
  readonly answers: Entry
  /** The names of each list's entries in their order; a name stays with its entry wherever that moves. */
  readonly rows: Readonly<Record<string, readonly string[]>>
  /** What the person has been through: fields left once, and entries and sections that were checked as a whole. */
  readonly seen: ReadonlySet<string>
  readonly rowsNamed: number
}

/** Where a question stands: in a list's entry, in a group, or (without key) alone. */
export interface Place {
  readonly section: string
  readonly row?: string
  readonly key?: string
}

/** Unique in the document: the id of the control on the page, too. */
export const placeId = ({ section, row, key }: Place) => [row ?? section, key].filter((part) => part).join('.')

/** The form as it opens: nothing has been seen. */
export const openForm = (sections: Sections, answers: Entry): FormState =>
  withAnswers({ answers: {}, rows: {}, seen: new Set(), rowsNamed: 0 }, sections, answers)

/** Other answers in place of these; the first entries of each list keep their names, and so their controls. */
export function withAnswers(state: FormState, sections: Sections, answers: Entry): FormState {
  let { rowsNamed } = state
  const rows: Record<string, readonly string[]> = {}
  for (const [name, section] of Object.entries(sections)) {
    if (section.shape !== 'list') continue
    const known = state.rows[name] ?? []
    rows[name] = entriesOf(answers, name).map((_, i) => known[i] ?? `${name}-${++rowsNamed}`)
  }
  return { ...state, answers, rows, rowsNamed }
}

export const entriesOf = (answers: Entry, list: string) => (answers[list] ?? []) as readonly Entry[]

/** What stands at this place now; undefined once its entry is gone. */
export function answerAt({ answers, rows }: FormState, { section, row, key }: Place): unknown {
  if (row !== undefined) return entriesOf(answers, section)[indexOf(rows, section, row)]?.[key ?? '']
  return key === undefined ? answers[section] : (answers[section] as Entry | undefined)?.[key]
}

/** The form after an answer, with what depended on the old one cleared; unchanged when the entry is gone. */
export function answered(state: FormState, sections: Sections, place: Place, answer: unknown): FormState {
  const { section: name, row, key } = place
  const section = sections[name]
  if (key === undefined || section?.shape === 'single') return withSection(state, name, answer)
  const fields = section?.fields as Fields
  if (row === undefined) return withSection(state, name, withAnswer(fields, state.answers[name] as Entry, key, answer))

  const index = indexOf(state.rows, name, row)
  const items = entriesOf(state.answers, name)
  const item = items[index]
  return item ? withSection(state, name, replaced(items, index, withAnswer(fields, item, key, answer))) : state
}

export function entryAdded(state: FormState, sections: Sections, name: string): FormState {
  const list = sections[name]
  if (list?.shape !== 'list') return state
  return entryPutBack(state, name, {
    index: entriesOf(state.answers, name).length,
    row: `${name}-${state.rowsNamed + 1}`,
    item: blankItem(list),
  })
}

export interface RemovedEntry {
  readonly index: number
  readonly row: string
  readonly item: Entry
}

/** What `entryRemoved` is about to take out, so that it can be put back. */
export function entryNamed({ answers, rows }: FormState, name: string, row: string): RemovedEntry | null {
  const index = indexOf(rows, name, row)
  const item = entriesOf(answers, name)[index]
  return item ? { index, row, item } : null
}

export function entryRemoved(state: FormState, name: string, row: string): FormState {
  const without = <T>(all: readonly T[]) => all.filter((_, i) => i !== index)
  const index = indexOf(state.rows, name, row)
  return withEntries(state, name, without(entriesOf(state.answers, name)), without(state.rows[name] ?? []))
}

export function entryPutBack(state: FormState, name: string, { index, row, item }: RemovedEntry): FormState {
  const inserted = <T>(all: readonly T[], one: T) => [...all.slice(0, index), one, ...all.slice(index)]
  const next = withEntries(
    state,
    name,
    inserted(entriesOf(state.answers, name), item),
    inserted(state.rows[name] ?? [], row),
  )
  return { ...next, rowsNamed: state.rowsNamed + 1 }
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

/** The field has been left once, so its complaint may be shown. */
export const left = (state: FormState, place: Place): FormState => withSeen(state, [placeId(place)])

/** All that stands in these sections now has been checked; entries added later start with a clean face. */
export const checked = (state: FormState, names: readonly string[]): FormState =>
  withSeen(state, [...names, ...names.flatMap((name) => state.rows[name] ?? [])])

function withSeen(state: FormState, places: readonly string[]): FormState {
  if (places.every((place) => state.seen.has(place))) return state
  return { ...state, seen: new Set([...state.seen, ...places]) }
}

const withSection = (state: FormState, name: string, answer: unknown): FormState => ({
  ...state,
  answers: { ...state.answers, [name]: answer },
})

const withEntries = (state: FormState, name: string, items: readonly Entry[], rows: readonly string[]): FormState => ({
  ...withSection(state, name, items),
  rows: { ...state.rows, [name]: rows },
})

const replaced = <T>(all: readonly T[], index: number, one: T) => all.map((old, i) => (i === index ? one : old))

const indexOf = (rows: FormState['rows'], section: string, row: string) => rows[section]?.indexOf(row) ?? -1

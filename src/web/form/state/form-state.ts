// The form while it is being written: the answers, a name for every entry, and what the person has seen of it.
// Pure, and it shares what did not change, so that a card whose entry is the same need not be drawn again.
import type { Entry } from '#shared/forms/field.ts'
import { type Fields, type Sections, withAnswer } from '#shared/forms/section.ts'

export interface FormState {
  readonly answers: Entry
  /** The names of each list's entries in their order; a name stays with its entry wherever that moves. */
  readonly rows: Readonly<Record<string, readonly string[]>>
  readonly rowsNamed: number
  /** What the person has been through: fields left once, and entries and sections that were checked as a whole. */
  readonly seen: ReadonlySet<string>
  /** The entries whose cards stand open. */
  readonly open: ReadonlySet<string>
}

/** Where a question stands: in a list's entry, in a group, or (without key) alone. */
export interface Place {
  readonly section: string
  readonly row?: string
  readonly key?: string
}

/** Unique in the document: the id of the control on the page, too. */
export const placeId = ({ section, row, key }: Place) => [row ?? section, key].filter((part) => part).join('.')

const nothing: FormState = { answers: {}, rows: {}, rowsNamed: 0, seen: new Set(), open: new Set() }

/** A form with these answers, of which nothing has been seen. */
export const formWith = (sections: Sections, answers: Entry): FormState => withAnswers(nothing, sections, answers)

/** Other answers in place of these. An entry that is the same keeps its name; a file on its way to another one must not land in it. */
export function withAnswers(state: FormState, sections: Sections, answers: Entry): FormState {
  let { rowsNamed } = state
  const rows: Record<string, readonly string[]> = {}
  for (const [name, section] of Object.entries(sections)) {
    if (section.shape !== 'list') continue
    const known = state.rows[name] ?? []
    const before = entriesOf(state.answers, name)
    rows[name] = entriesOf(answers, name).map((item, i) => {
      const kept = isSame(item, before[i]) ? known[i] : undefined
      return kept ?? rowName(name, ++rowsNamed)
    })
  }
  return { ...state, answers, rows, rowsNamed }
}

export const rowName = (list: string, n: number) => `${list}-${n}`

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

export const withSection = (state: FormState, name: string, answer: unknown): FormState => ({
  ...state,
  answers: { ...state.answers, [name]: answer },
})

export const indexOf = (rows: FormState['rows'], section: string, row: string) => rows[section]?.indexOf(row) ?? -1

const isSame = (one: Entry, other: Entry | undefined) => JSON.stringify(one) === JSON.stringify(other)

const replaced = <T>(all: readonly T[], index: number, one: T) => all.map((old, i) => (i === index ? one : old))

// What the person has been through, and which cards stand open: folded when complete, open when new or faulty.
import type { Entry } from '#shared/forms/field.ts'
import type { Sections } from '#shared/forms/section.ts'
import { type FormState, formWith, type Place, placeId, withAnswers } from './form-state.ts'
import { knownComplaints } from './memoized-validation.ts'
import { placeOf } from './visible-errors.ts'

/** The form as it opens: nothing has been seen, and what is unfinished stands open. */
export function openForm(sections: Sections, answers: Entry): FormState {
  const state = formWith(sections, answers)
  return { ...state, open: faultyRows(state, sections, Object.keys(sections)) }
}

/** Other answers in place of these: what is unfinished in them stands open too. */
export function replacedAll(state: FormState, sections: Sections, answers: Entry): FormState {
  const next = withAnswers(state, sections, answers)
  return { ...next, open: new Set([...state.open, ...faultyRows(next, sections, Object.keys(sections))]) }
}

/** The field has been left once, so its complaint may be shown. */
export const left = (state: FormState, place: Place): FormState => withSeen(state, [placeId(place)])

/** All that stands in these sections now has been checked; entries added later start with a clean face. */
export function checked(state: FormState, sections: Sections, names: readonly string[]): FormState {
  const seen = withSeen(state, [...names, ...rowsIn(state, names)])
  return { ...seen, open: new Set([...state.open, ...faultyRows(state, sections, names)]) }
}

/** The sections are left behind: complete cards fold. */
export function folded(state: FormState, sections: Sections, names: readonly string[]): FormState {
  const open = new Set(state.open)
  for (const row of rowsIn(state, names)) open.delete(row)
  return { ...state, open: new Set([...open, ...faultyRows(state, sections, names)]) }
}

export function cardToggled(state: FormState, row: string): FormState {
  const open = new Set(state.open)
  if (!open.delete(row)) open.add(row)
  return { ...state, open }
}

export const cardOpened = (state: FormState, row: string): FormState =>
  state.open.has(row) ? state : { ...state, open: new Set([...state.open, row]) }

const rowsIn = ({ rows }: FormState, names: readonly string[]) => names.flatMap((name) => rows[name] ?? [])

function faultyRows(state: FormState, sections: Sections, names: readonly string[]): Set<string> {
  const paths = knownComplaints(sections, state.answers, names).keys()
  return new Set([...paths].flatMap((path) => placeOf(state, sections, path).row ?? []))
}

function withSeen(state: FormState, places: readonly string[]): FormState {
  if (places.every((place) => state.seen.has(place))) return state
  return { ...state, seen: new Set([...state.seen, ...places]) }
}

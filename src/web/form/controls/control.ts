import type { Entry, Field } from '#shared/forms/field.ts'
import type { Place } from '../state/form-state.ts'

/** What every control is given. It tells of each answer, and when the person has left it. */
export interface ControlProps {
  readonly place: Place
  readonly field: Field
  /** The answers beside this one. */
  readonly entry: Entry
  readonly answer: unknown
  readonly complaint: string | undefined
  onAnswer(answer: unknown): void
  onLeave(): void
}

export const textOf = (answer: unknown) => (typeof answer === 'string' ? answer : '')

/** The words around a control, for `ui/field.tsx`. */
export const wordsOf = ({ field, complaint }: Pick<ControlProps, 'field' | 'complaint'>) => ({
  label: field.label,
  hint: field.hint,
  error: complaint,
  optional: field.optional,
})

/** A browser would fill its owner's own facts into every entry, also those about other people. */
export const autocompleteOf = ({ place, field }: Pick<ControlProps, 'place' | 'field'>) =>
  place.row === undefined ? field.autocomplete : 'off'

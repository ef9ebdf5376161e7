import type { EntryValues, Field } from '#shared/forms/field.ts'
import type { FieldPath } from '../state/form-state.ts'

/** The props of every control. */
export interface ControlProps {
  readonly path: FieldPath
  readonly field: Field
  /** All answers of the same entry or group. */
  readonly entry: EntryValues
  readonly answer: unknown
  readonly error: string | undefined
  onAnswer(answer: unknown): void
  /** Called when the control loses the focus. */
  onLeave(): void
}

export const toText = (answer: unknown) => (typeof answer === 'string' ? answer : '')

/** The props for `ui/inputs/field.tsx`. */
export const getFieldProps = ({ field, error }: Pick<ControlProps, 'field' | 'error'>) => ({
  label: field.label,
  hint: field.hint,
  error,
  optional: field.optional,
})

/** Off in lists: a browser would fill the applicant's own details into every entry, also those about other people. */
export const getAutocomplete = ({ path, field }: Pick<ControlProps, 'path' | 'field'>) =>
  path.entryId === undefined ? field.autocomplete : 'off'

import { useForm, useFormState } from '#applicant/form/form-context.tsx'
import { ErrorSummary } from '#kit/ui/feedback/error-summary.tsx'
import { findVisibleErrors, type SummaryLine, summarizeErrors } from '../state/visible-errors.ts'

interface Props {
  /** The sections that were checked. */
  names: readonly string[]
  onSelect(line: SummaryLine): void
}

/** The errors of these sections. A line disappears as soon as its error is fixed. */
export function FieldErrorSummary({ names, onSelect }: Props) {
  const { form } = useForm()
  const state = useFormState((whole) => whole)
  const lines = summarizeErrors(state, form.sections, findVisibleErrors(state, form.sections, names))
  return (
    <ErrorSummary
      focus="elsewhere"
      errors={lines.map(({ id, message, where }) => ({ field: id, message, where }))}
      onSelect={(id) => {
        const line = lines.find((one) => one.id === id)
        if (line) onSelect(line)
      }}
    />
  )
}

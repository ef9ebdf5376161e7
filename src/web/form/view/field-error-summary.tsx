import { ErrorSummary } from '#web/ui/feedback/error-summary.tsx'
import { useForm, useFormPart } from '../state/form-context.tsx'
import { type Fault, faultsOf, seenComplaints } from '../state/visible-errors.ts'

interface Props {
  /** The sections that were checked. */
  names: readonly string[]
  onMend(fault: Fault): void
}

/** What is wrong with these sections, line by line; each line goes as soon as it is mended. */
export function FaultSummary({ names, onMend }: Props) {
  const { form } = useForm()
  const state = useFormPart((whole) => whole)
  const faults = faultsOf(state, form.sections, seenComplaints(state, form.sections, names))
  return (
    <ErrorSummary
      focus="elsewhere"
      problems={faults.map(({ id, sentence, where }) => ({ field: id, message: sentence, where }))}
      onGo={(id) => {
        const fault = faults.find((one) => one.id === id)
        if (fault) onMend(fault)
      }}
    />
  )
}

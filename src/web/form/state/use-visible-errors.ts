import { useMemo } from 'react'
import { useForm, useFormPart } from './form-context.tsx'
import { type ShownComplaints, shownComplaints } from './visible-errors.ts'

/** What may be said about one section now, by place. */
export function useShownComplaints(name: string): ShownComplaints {
  const { form } = useForm()
  const answer = useFormPart(({ answers }) => answers[name])
  const seen = useFormPart((state) => state.seen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: this section's answer and what was seen are all that matters of the state.
  return useMemo(() => shownComplaints(form.state(), form.sections, [name]), [form, name, answer, seen])
}

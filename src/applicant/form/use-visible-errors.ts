import { useMemo } from 'react'
import { useForm, useFormState } from './form-context.tsx'
import { getVisibleErrors, type VisibleErrors } from './state/visible-errors.ts'

/** The errors of one section that may show now. */
export function useVisibleErrors(name: string): VisibleErrors {
  const { form } = useForm()
  const answer = useFormState(({ answers }) => answers[name])
  const touched = useFormState((state) => state.touched)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the whole state, only these two change the errors of this section.
  return useMemo(() => getVisibleErrors(form.getState(), form.sections, [name]), [form, name, answer, touched])
}

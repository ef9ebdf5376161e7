// The form and its uploads, for every component below the provider.
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { trackPointer } from './state/after-click.ts'
import type { FormState } from './state/form-state.ts'
import type { FormStore } from './state/form-store.ts'
import type { UploadQueue } from './uploads/upload-queue.ts'

interface FormContextValue {
  readonly form: FormStore
  readonly queue: UploadQueue
}

const FormContext = createContext<FormContextValue | null>(null)

export function FormProvider({ form, queue, children }: FormContextValue & { children: ReactNode }) {
  const value = useMemo(() => ({ form, queue }), [form, queue])
  useEffect(trackPointer, [])
  return <FormContext value={value}>{children}</FormContext>
}

/** @throws Error outside a FormProvider */
export function useForm(): FormContextValue {
  const value = use(FormContext)
  if (!value) throw new Error('useForm was called outside a FormProvider.')
  return value
}

/** Renders again only when the selected part changes. `select` must not create objects. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { form } = useForm()
  const read = () => select(form.getState())
  return useSyncExternalStore(form.subscribe, read, read)
}

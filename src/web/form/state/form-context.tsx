// The form and its uploads, for everything that is drawn below.
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { UploadQueue } from '../uploads/upload-queue.ts'
import { watchPresses } from '../view/focus-after-action.ts'
import type { FormState } from './form-state.ts'
import type { FormStore } from './form-store.ts'

interface Held {
  readonly form: FormStore
  readonly queue: UploadQueue
}

const FormContext = createContext<Held | null>(null)

export function FormProvider({ form, queue, children }: Held & { children: ReactNode }) {
  const held = useMemo(() => ({ form, queue }), [form, queue])
  useEffect(watchPresses, [])
  return <FormContext value={held}>{children}</FormContext>
}

export function useForm(): Held {
  const held = use(FormContext)
  if (!held) throw new Error('A part of a form stands outside of a FormProvider.')
  return held
}

/** A part of the form's state; draws anew only when that part is another. `pick` must not build anything. */
export function useFormPart<T>(pick: (state: FormState) => T): T {
  const { form } = useForm()
  const read = () => pick(form.state())
  return useSyncExternalStore(form.subscribe, read, read)
}

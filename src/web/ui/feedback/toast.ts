// Toasts as data; the Toaster renders them. They confirm, and never carry the only copy of an error.
import { createStore } from '#web/lib/browser/store.ts'
import type { Tone } from './tone.tsx'

export interface Toast {
  readonly id: number
  readonly tone: Tone
  readonly message: string
}

/** Read by the Toaster. */
export const toastStore = createStore<readonly Toast[]>([])
const maxToasts = 4
let lastId = 0

function show(tone: Tone, message: string) {
  lastId += 1
  // A message that is already visible is replaced, not repeated.
  const others = toastStore.get().filter((other) => other.message !== message)
  toastStore.set([...others, { id: lastId, tone, message }].slice(-maxToasts))
}

export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  warning: (message: string) => show('warning', message),
  info: (message: string) => show('info', message),
  dismiss: (id: number) => toastStore.set(toastStore.get().filter((other) => other.id !== id)),
  clear: () => toastStore.set([]),
}

// Toasts as data. Anybody may raise one; the Toaster draws them. They confirm, and never carry the only copy of an error.
import type { Tone } from './tone.tsx'

export interface Toast {
  readonly id: number
  readonly tone: Tone
  readonly message: string
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const tell of listeners) tell()
}

function raise(tone: Tone, message: string) {
  lastId += 1
  // The same words twice at once say no more than once: the newer one takes the older one's place.
  set([...toasts.filter((other) => other.message !== message), { id: lastId, tone, message }].slice(-4))
}

export const toast = {
  success: (message: string) => raise('success', message),
  error: (message: string) => raise('error', message),
  warning: (message: string) => raise('warning', message),
  info: (message: string) => raise('info', message),
  dismiss: (id: number) => set(toasts.filter((other) => other.id !== id)),
  clear: () => set([]),
}

export const toastsShown = () => toasts

export function onToasts(tell: () => void) {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

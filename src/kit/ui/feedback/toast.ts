// Toasts as data; the Toaster renders them. They confirm, and never carry the only copy of an error.
import { createStore } from '#kit/browser/store.ts'
import type { Tone } from './tone.tsx'

export interface Toast {
  readonly id: number
  readonly tone: Tone
  readonly message: string
}

const carriedKey = 'toasts'

/** Read by the Toaster. */
export const toastStore = createStore<readonly Toast[]>(takeCarriedToasts())
const maxToasts = 4
let lastId = toastStore.get().reduce((max, { id }) => Math.max(max, id), 0)

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

/** To be called before the page is loaded as a new document, which then shows the visible toasts. */
export function carryToasts(): void {
  try {
    sessionStorage.setItem(carriedKey, JSON.stringify(toastStore.get()))
  } catch {
    // Without storage they are lost with the document.
  }
}

function takeCarriedToasts(): readonly Toast[] {
  try {
    const carried = sessionStorage.getItem(carriedKey)
    sessionStorage.removeItem(carriedKey)
    return carried ? (JSON.parse(carried) as Toast[]) : []
  } catch {
    return []
  }
}

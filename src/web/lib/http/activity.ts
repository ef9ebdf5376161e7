// How many calls are running; the thin bar on top moves while any is.
import { useSyncExternalStore } from 'react'

let running = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  running += by
  for (const tell of listeners) tell()
}

/** Counts until the promise settles, and hands it through. */
export async function counted<T>(work: Promise<T>): Promise<T> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

/** Acts once, when nothing has run for so many milliseconds. */
export function whenQuiet(ms: number, act: () => void) {
  let clock: ReturnType<typeof setTimeout> | undefined
  const stop = subscribe(look)
  function look() {
    clearTimeout(clock)
    if (running > 0) return
    clock = setTimeout(() => {
      stop()
      act()
    }, ms)
  }
  look()
}

export const useIsBusy = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  )

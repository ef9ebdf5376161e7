// How many calls are running; the thin bar on top moves while any is.
import { useSyncExternalStore } from 'react'
import { createStore } from '../browser/store.ts'

const running = createStore(0)

/** Counts the promise as running until it settles, and returns its result. */
export async function trackActivity<T>(work: Promise<T>): Promise<T> {
  running.set(running.get() + 1)
  try {
    return await work
  } finally {
    running.set(running.get() - 1)
  }
}

/** Calls back once, when nothing has run for this many milliseconds. */
export function runAfterQuiet(ms: number, callback: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = running.subscribe(restart)
  function restart() {
    clearTimeout(timer)
    if (running.get() > 0) return
    timer = setTimeout(() => {
      unsubscribe()
      callback()
    }, ms)
  }
  restart()
}

export const useIsBusy = (): boolean =>
  useSyncExternalStore(
    running.subscribe,
    () => running.get() > 0,
    () => false,
  )

/** A value that lives outside React. Components read it with `useSyncExternalStore(store.subscribe, store.get)`. */
export interface Store<T> {
  get(): T
  /** Notifies the subscribers, unless the value is the same as before. */
  set(next: T): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      // A copy: a listener may unsubscribe itself or subscribe another one.
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

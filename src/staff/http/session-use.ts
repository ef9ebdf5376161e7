// When the session was last used, in any tab of the browser, and whether a call found that it has ended.

import { createStore } from '#kit/browser/store.ts'
import { readStoredJson, writeStoredJson } from '#kit/browser/stored-json.ts'

const storageKey = 'staff-last-use'

/** The page was opened a moment ago. */
const ownLastUse = createStore(Date.now())

export function reportUse(): void {
  writeStoredJson(storageKey, Date.now())
  ownLastUse.set(Date.now())
}

/** Notifies of the calls of this tab. A browser without storage knows no others. */
export const lastUse = {
  subscribe: ownLastUse.subscribe,
  /** Milliseconds since 1970. */
  get: () => Math.max(ownLastUse.get(), readStoredJson<number>(storageKey) ?? 0),
}

/** Counts the calls that were refused because nobody is signed in. */
export const refusedCalls = createStore(0)

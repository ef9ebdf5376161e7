import { useState } from 'react'
import { hasCode } from '#kit/http/api-error.ts'

/**
 * The version that a form sends: the one that it was opened with, also when the page has been read again since. So what a
 * colleague has saved meanwhile is refused, not overwritten unseen; after that refusal it is the newest.
 * @param thrown by the last try
 */
export const useKnownVersion = (newest: number, thrown: unknown): number => useKnown(newest, thrown)

/** The same of what has no version, and is told as it was. */
export function useKnown<Seen>(newest: Seen, thrown: unknown): Seen {
  const [opened] = useState(newest)
  return hasCode(thrown, 'changed_meanwhile') ? newest : opened
}

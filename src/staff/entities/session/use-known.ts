import { useState } from 'react'
import { hasCode } from '#kit/http/api-error.ts'

/**
 * What a form sends of what it was opened with, such as its version, also when the page has been read again since. So what a
 * colleague has saved meanwhile is refused, not overwritten unseen; after that refusal it is the newest.
 * @param thrown by the last try
 */
export function useKnown<Seen>(newest: Seen, thrown: unknown): Seen {
  const [opened] = useState(newest)
  return hasCode(thrown, 'changed_meanwhile') ? newest : opened
}

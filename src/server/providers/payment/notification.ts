// Remita's notification: unsigned, so all that is read from it is which RRRs to ask about.
import { fieldsOf, rrrOf } from './remita-wire.ts'

const MOST = 100

/** The RRRs that a notification's body names, each once, at most 100; none when the body makes no sense. */
export function rrrsIn(body: unknown): string[] {
  const named = new Set<string>()
  for (const entry of Array.isArray(body) ? body : [body]) {
    if (named.size === MOST) break
    const fields = fieldsOf(entry)
    const rrr = fields && rrrOf(fields)
    if (rrr) named.add(rrr)
  }
  return [...named]
}

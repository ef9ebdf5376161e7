// Remita's notification. It is unsigned, so only the RRRs to check are read from it.
import { readRrr, toFields } from './remita-wire.ts'

const maxRrrs = 100

/** The RRRs in a notification's body, each once, at most 100; none when the body cannot be read. */
export function readNotifiedRrrs(body: unknown): string[] {
  const rrrs = new Set<string>()
  for (const entry of Array.isArray(body) ? body : [body]) {
    if (rrrs.size === maxRrrs) break
    const fields = toFields(entry)
    const rrr = fields && readRrr(fields)
    if (rrr) rrrs.add(rrr)
  }
  return [...rrrs]
}

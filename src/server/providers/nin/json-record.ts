// Reads the providers' JSON records. Unknown values are missing, empty, or masked with stars.
import type { RegisteredPerson } from './nin-register.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

/** Null when the text is not a JSON object. */
export function parseRecord(text: string): JsonRecord | null {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return null
  }
}

/** Null for a list, too: some programs write an empty one in place of an object without fields. */
export const asRecord = (value: unknown): JsonRecord | null =>
  typeof value === 'object' && !Array.isArray(value) ? (value as JsonRecord | null) : null

/** The first of the named fields with a value, else empty. */
export function readText(record: JsonRecord, ...names: string[]): string {
  for (const name of names) {
    const value = record[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (!/^(\**|n\/?a|null|undefined)$/i.test(text)) return text
  }
  return ''
}

/** Accepts "m", "Male", "FEMALE" and so on. */
export function parseGender(text: string): RegisteredPerson['gender'] {
  if (/^m(ale)?$/i.test(text)) return 'm'
  return /^f(emale)?$/i.test(text) ? 'f' : ''
}

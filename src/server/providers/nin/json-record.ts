// Reads the JSON records of the providers, which leave out, blank or star what they do not tell.
import type { RegisteredPerson } from './nin-register.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

/** The record that a text is, or null. */
export function jsonRecord(text: string): JsonRecord | null {
  try {
    return recordIn(JSON.parse(text))
  } catch {
    return null
  }
}

export const recordIn = (value: unknown): JsonRecord | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null

/** The first of the named fields that tells something, else empty. */
export function told(record: JsonRecord, ...names: string[]): string {
  for (const name of names) {
    const value = record[name]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (!/^(\**|n\/?a|null|undefined)$/i.test(text)) return text
  }
  return ''
}

/** From "m", "Male", "FEMALE" and the like. */
export function genderOf(text: string): RegisteredPerson['gender'] {
  if (/^m(ale)?$/i.test(text)) return 'm'
  return /^f(emale)?$/i.test(text) ? 'f' : ''
}

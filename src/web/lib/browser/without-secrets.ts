// Shared computers keep what browsers store: never a whole NIN, never a photo (decisions.md, "The form").
import { maskedNin } from '#shared/format/numbers.ts'

const longestLink = 300
const photos = new Set(['ninPassport', 'ninPassportBase64', 'passport'])

/** The same record, its NIN masked and its photos gone unless they are links. */
export function withoutSecrets(record: object): object {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, harmless(key, value)]))
}

function harmless(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (key === 'nin') return maskedNin(value)
  if (photos.has(key)) return isLink(value) ? value : null
  return value
}

// Base64 of a JPEG begins with "/9j/", as a path could; its length tells them apart.
const isLink = (value: string) => value.length <= longestLink && /^(\/(?!9j\/)|https?:\/\/)/.test(value)

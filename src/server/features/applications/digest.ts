// Whether two documents say the same: jsonb keeps no order of names, and neither do browsers.
import { createHash } from 'node:crypto'
import type { Answers } from '#shared/application/sections.ts'

/** JSON with every object's names in order and without absent ones: the same text for the same content. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`)
  return `{${members.join(',')}}`
}

/** SHA-256 of the answers' content, by which a repeated submission is known. */
export const digestOf = (answers: Answers): Buffer => createHash('sha256').update(canonicalJson(answers)).digest()

export const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

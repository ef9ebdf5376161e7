// Whether two documents say the same: jsonb keeps no order of names, and neither do browsers.
import { createHash } from 'node:crypto'
import type { Answers } from '#shared/application/sections.ts'

/** JSON with every object's names in order and without absent ones: the same text for the same content. */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOrder(value)) ?? 'null'

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const object = value as Record<string, unknown>
  const ordered: Record<string, unknown> = {}
  for (const name of Object.keys(object).sort()) ordered[name] = inOrder(object[name])
  return ordered
}

/** SHA-256 of the answers' content, by which a repeated submission is known. */
export const digestOf = (answers: Answers): Buffer => createHash('sha256').update(canonicalJson(answers)).digest()

export const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

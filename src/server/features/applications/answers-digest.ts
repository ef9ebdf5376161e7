// Compares documents by content: neither jsonb nor browsers preserve the order of keys.
import { createHash } from 'node:crypto'
import type { Answers } from '#shared/application/sections.ts'

/** JSON with sorted keys and without undefined values: the same text for the same content. */
export const toCanonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value)) ?? 'null'

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const object = value as Record<string, unknown>
  const sorted: Record<string, unknown> = {}
  for (const key of Object.keys(object).sort()) sorted[key] = sortKeys(object[key])
  return sorted
}

/** SHA-256 of the content, to recognize a repeated submission. */
export const hashAnswers = (answers: Answers): Buffer => createHash('sha256').update(toCanonicalJson(answers)).digest()

export const hasSameContent = (one: unknown, other: unknown) => toCanonicalJson(one) === toCanonicalJson(other)

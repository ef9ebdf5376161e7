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

/** The answers as they are stored, and the SHA-256 of that text, by which a repeated submission is recognized. */
export function serializeAnswers(answers: Answers): { json: string; digest: Buffer } {
  const json = toCanonicalJson(answers)
  return { json, digest: createHash('sha256').update(json).digest() }
}

export const hasSameContent = (one: unknown, other: unknown) => toCanonicalJson(one) === toCanonicalJson(other)

import type { Answers } from '#shared/application/sections.ts'

/** Ignores white space at the ends, which the server trims. Both must come from `readAnswers`. */
export const areSameAnswers = (a: Answers, b: Answers) => serialize(a) === serialize(b)

/** Equal for answers that are the same; short enough to remember what was sent. */
export function digestAnswers(answers: Answers): string {
  const text = serialize(answers)
  return [text.length, hashFnv1a(text, 0x811c9dc5), hashFnv1a(text, 0x9e3779b9)]
    .map((part) => part.toString(36))
    .join('.')
}

/** FNV-1a over UTF-16 units. */
function hashFnv1a(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

const serialize = (answers: Answers) =>
  JSON.stringify(answers, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))

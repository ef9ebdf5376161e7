import type { Answers } from '#shared/application/sections.ts'

/** Whether a reader would see the same; the server trims what is typed. Both must come from `readAnswers`. */
export const sameAnswers = (one: Answers, other: Answers) => spelt(one) === spelt(other)

/** Stands for the answers where they are only to be known again; equal for answers that are the same. */
export function digestOf(answers: Answers): string {
  const text = spelt(answers)
  return [text.length, fnv(text, 0x811c9dc5), fnv(text, 0x9e3779b9)].map((part) => part.toString(36)).join('.')
}

/** FNV-1a over UTF-16 units. */
function fnv(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

const spelt = (answers: Answers) =>
  JSON.stringify(answers, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))

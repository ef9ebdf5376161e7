import type { Answers } from '#shared/application/sections.ts'

/** Whether a reader would see the same; the server trims what is typed. Both must come from `readAnswers`. */
export const sameAnswers = (one: Answers, other: Answers) => spelt(one) === spelt(other)

const spelt = (answers: Answers) =>
  JSON.stringify(answers, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))

// The demo's days are told from its first start, so that nothing waits for years and no result is there before its exam.
import { formatDate } from '#shared/format/dates.ts'

const dayMs = 86_400_000

export const addDays = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** "7 December 2026": of the CBT whose results are published. */
export const describePastExamDay = (now: Date): string => formatDate(addDays(now, -21))

/** How many days after the first start the next one is. */
export const nextExamDays = 18

/** Of the next one. */
export const describeNextExamDay = (now: Date): string => formatDate(addDays(now, nextExamDays))

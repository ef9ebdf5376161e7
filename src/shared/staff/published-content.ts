// What applicants read after a publication, by what it publishes.
import { z } from 'zod'
import { listNames } from '../format/labels.ts'
import { publishedOutcomes } from '../policy/published-outcomes.ts'
import { sittingKinds } from './sittings.ts'

const publishedOutcome = z.object({
  outcome: z.enum(listNames(publishedOutcomes)),
  reasons: z.array(z.object({ type: z.string(), reason: z.string() })),
})
export type PublishedOutcomeContent = z.infer<typeof publishedOutcome>

/** Compared with the seat of which the applicant was told before. */
export const seatChanges = { new: 'New', moved: 'Moved', cancelled: 'Cancelled' } as const
export type SeatChange = keyof typeof seatChanges

const publishedSeat = z.object({
  change: z.enum(listNames(seatChanges)),
  kind: z.enum(listNames(sittingKinds)),
  batch: z.string(),
  examDate: z.string().describe('The day, such as 2026-12-07; of a cancelled seat, the day that was published.'),
  examTime: z.string().describe('Such as 9:00 am.'),
  examVenue: z.string().describe('The venue with the number of the seat.'),
  address: z.string(),
  reportTime: z.string().describe('When the applicant is to be there, such as 8:00 am.'),
})
export type PublishedSeat = z.infer<typeof publishedSeat>

const publishedResult = z.object({
  kind: z.enum(listNames(sittingKinds)),
  isCorrection: z.boolean().describe('Another result was published before.'),
  score: z.number(),
  maximum: z.number(),
  remark: z.string().nullable(),
})
export type PublishedResult = z.infer<typeof publishedResult>

export const publishedContent = z.union([publishedOutcome, publishedSeat, publishedResult])
export type PublishedContent = z.infer<typeof publishedContent>

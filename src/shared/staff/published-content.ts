// What applicants read after a publication, by what it publishes.
import { z } from 'zod'
import { finalOutcomes } from '../decisions/offers.ts'
import { listNames } from '../format/labels.ts'
import { publishedOutcomes } from '../policy/published-outcomes.ts'
import { sittingKinds } from './sittings.ts'

const publishedOutcome = z.object({
  outcome: z.enum(listNames(publishedOutcomes)),
  reasons: z.array(z.object({ type: z.string(), reason: z.string() })),
})
export type PublishedOutcomeContent = z.infer<typeof publishedOutcome>

/** Compared with the seat of which the applicant was told before; `uninvited`: who is not on the shortlist any more. */
export const seatChanges = {
  new: 'New',
  moved: 'Moved',
  cancelled: 'Cancelled',
  uninvited: 'Not invited any more',
} as const
export type SeatChange = keyof typeof seatChanges

/** Nothing takes the place of what the applicant was told. */
export const isWithoutSeat = (change: SeatChange): boolean => change === 'cancelled' || change === 'uninvited'

const publishedSeat = z.object({
  change: z.enum(listNames(seatChanges)),
  kind: z.enum(listNames(sittingKinds)),
  batch: z.string(),
  examDate: z.string().describe('The day, such as 2026-12-07; of one that is taken away, the day published.'),
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

const publishedFinalOutcome = z.object({
  finalOutcome: z.enum(listNames(finalOutcomes)),
  role: z.string(),
  school: z.string(),
  department: z.string().nullable(),
  until: z.string().nullable().describe('Until when the offer can be answered, in ISO 8601; null without an offer.'),
  replaces: z.enum([...listNames(finalOutcomes), 'none']).describe('What was published before.'),
})
export type PublishedFinalOutcome = z.infer<typeof publishedFinalOutcome>

export const publishedContent = z.union([publishedOutcome, publishedSeat, publishedResult, publishedFinalOutcome])
export type PublishedContent = z.infer<typeof publishedContent>

import { z } from 'zod'
import { finalOutcomeNames, offerAnswerNames, offerStateNames } from '#shared/decisions/offers.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

const ownOffer = z.object({
  outcome: z.enum(finalOutcomeNames).nullable().describe('Null while none is published.'),
  post: z.object({ role: z.string(), school: z.string(), department: z.string().nullable() }).nullable(),
  offer: z
    .object({
      state: z.enum(offerStateNames),
      until: isoDateTime.describe('Until when it can be answered.'),
      offeredAt: isoDateTime,
      settledAt: isoDateTime.nullable().describe('When it was answered, lapsed or was withdrawn.'),
    })
    .nullable(),
})
export type OwnOffer = z.infer<typeof ownOffer>

export const offerContracts = {
  myOffer: {
    area: 'Offers',
    access: 'applicant',
    limits: limits.reads,
    summary: 'What has become of the own application at the end, and the own offer, once that is published',
    reply: envelope(ownOffer),
  },
  answerOffer: {
    area: 'Offers',
    access: 'applicant',
    limits: limits.rareChanges,
    summary: 'Accept or decline the own offer; safe to repeat, but an answer is final',
    body: z.object({
      answer: z.enum(offerAnswerNames, 'Choose accept or decline.'),
      offeredAt: isoDateTime.optional().describe('That of the offer that was read: another one is not answered.'),
    }),
    reply: envelope(ownOffer),
  },
} as const satisfies Record<string, ApplicantContract>

import { z } from 'zod'
import { errors } from '#shared/messages/errors.ts'
import { envelope } from '../contract.ts'
import type { ApplicantContract } from './contract.ts'
import { limits } from './limits.ts'

/** The register's record; all fields are empty when it does not match. */
const ninRecord = z.object({
  firstName: z.string(),
  middleName: z.string(),
  surName: z.string(),
  dateOfBirth: z.string().describe('dd-MM-yyyy'),
  gender: z.string(),
  phone: z.string(),
  nin: z.string(),
  lga: z.string(),
  nokLga: z.string(),
  state: z.string(),
  nokState: z.string(),
  ninPassport: z.string().describe('JPEG in base64.'),
})
export type NinRecord = z.infer<typeof ninRecord>

const consent = z.object({
  consent: z
    .literal(true, errors.nin_consent_required.message)
    .describe('The applicant agreed to the look-up; recorded with the version of the text.'),
})

export const ninContracts = {
  verifyNin: {
    area: 'Identity',
    access: 'applicant',
    limits: limits.nin,
    summary: 'Look a NIN up and compare it with the account; tabId 2 is a match, 1 is none',
    params: z.object({ nin: z.string().regex(/^\d{11}$/, errors.nin_malformed.message) }),
    // A call without a body gets the same refusal as one without consent.
    body: consent.nullish(),
    describedBody: consent,
    reply: envelope(ninRecord, {
      tabId: z.union([z.literal(1), z.literal(2)]),
      triesLeft: z
        .number()
        .int()
        .optional()
        .describe('How many more NINs may be looked up today; without a match only.'),
    }),
  },
} as const satisfies Record<string, ApplicantContract>

import { z } from 'zod'
import { typedExerciseYear } from '#shared/lists/exercise-year.ts'
import { envelope } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'

/** Fewer characters would find almost everybody. */
export const minSearchLength = 2
export const maxSearchLength = 200

const foundKinds = ['applicant', 'rrr', 'application', 'complaint'] as const

const found = z.object({
  kind: z.enum(foundKinds),
  key: z.string().describe('The user ID, the RRR, or the number of the application or complaint.'),
  name: z.string().describe('Of the applicant, or of who sent the complaint; may be empty.'),
  post: z.string().nullable(),
  year: z.number().int().nullable().describe('Of the exercise; null for a complaint without an applicant.'),
  opens: z.boolean().describe('Whether the roles include its page; otherwise its list.'),
})
export type Found = z.infer<typeof found>

export const staffSearchContracts = {
  staffSearch: {
    area: 'Staff',
    access: 'staff',
    scope: 'list',
    limits: staffLimits.reads,
    summary:
      'Find applicants by user ID, name, email address or phone number, payments by RRR, applications and complaints by their number: what the roles include, of every exercise',
    query: z.strictObject({
      q: z
        .string()
        .trim()
        .min(minSearchLength)
        .max(maxSearchLength)
        .describe('Numbers also in lower case or with spaces.'),
      exercise: typedExerciseYear.optional().describe('The year whose applicants come first.'),
    }),
    reply: envelope(z.object({ found: z.array(found), more: z.boolean().describe('More fit than are shown.') })),
  },
} as const satisfies Record<string, StaffContract>

import { z } from 'zod'
import { exerciseStatuses } from '#shared/reference-data/exercise.ts'
import { exerciseSettings, firstExerciseFields, postDetails } from '../../staff/exercise-settings.ts'
import { scoreCriteria } from '../../staff/interviews.ts'
import { registryContactSchema } from '../applicant/exercise.ts'
import { envelope, isoDateTime, nairaAmount } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { listErrorFields } from './list-error.ts'
import { byId, seenVersion } from './requests.ts'

const year = z.coerce.number().int().min(2000).max(2100)
const byYear = z.object({ year })

const effectKinds = [
  'planned',
  'deadline_earlier',
  'deadline_later',
  'deadline_removed',
  'status_open',
  'status_closed',
  'fee_changed',
  'charge_changed',
  'name_changed',
  'contact_changed',
  'shortlist_reviews_1',
  'shortlist_reviews_2',
  'criteria_changed',
  'made_current',
  'post_added',
  'post_removed',
  'post_closes_earlier',
  'post_closes_later',
  'vacancies_changed',
  'requirements_changed',
] as const

/** What a change would do, or why it is refused. */
const effect = z.object({
  kind: z.enum(effectKinds),
  count: z.number().int().nullable().describe('How many applicants it concerns.'),
  text: z.string(),
  refused: z.boolean().describe('The change is not possible because of this.'),
})
export type ExerciseEffect = z.infer<typeof effect>

const terms = {
  effectiveAt: z.iso
    .datetime({ offset: true, error: 'must be a moment with its zone, such as "2024-12-31T23:59:59+01:00"' })
    .nullish()
    .describe('When the change takes effect; at once by default.'),
  applyToUnpaid: z
    .boolean()
    .optional()
    .describe('A new fee or charge holds also for unpaid accounts without an open RRR.'),
}

const row = z.object({
  year: z.number().int(),
  title: z.string(),
  isCurrent: z.boolean(),
  isArchived: z.boolean(),
  version: z.number().int(),
})

const settings = z.object({
  institution: z.string(),
  shortName: z.string(),
  title: z.string(),
  status: z.enum(exerciseStatuses),
  deadline: isoDateTime.nullable(),
  fee: nairaAmount,
  charge: nairaAmount,
  posts: z.array(z.object({ school: z.string(), department: z.string().nullable(), roles: z.array(z.string()) })),
  vendor: z.object({ name: z.string(), url: z.string().nullable() }),
  contact: registryContactSchema,
  reviewRules: z.object({ shortlistReviews: z.literal([1, 2]) }),
  scoreCriteria,
})

const proposal = z.object({
  id: z.string(),
  madeBy: z.string(),
  approvedBy: z.string().nullable().describe('Null where no second person was needed, or while one is missing.'),
  isOwn: z.boolean().describe('Made by the reader, who so cannot approve it.'),
  mayApprove: z.boolean().describe('Whether the reader can approve it.'),
  mayDecline: z.boolean().describe('Whether the reader can decline or withdraw it.'),
  madeAt: isoDateTime,
  effectiveAt: isoDateTime.nullable().describe('Null for at once.'),
  settings: settings.partial().extend({
    contact: registryContactSchema.partial().optional(),
    current: z.literal(true).optional(),
    postDetails: z.array(postDetails).optional(),
  }),
  effects: z.array(effect),
})

const details = row.extend({
  settings,
  posts: z
    .array(postDetails.extend({ accounts: z.number().int().describe('How many accounts hold it.') }))
    .describe('In the order in which they are advertised.'),
  accounts: z.number().int().describe('How many accounts were issued.'),
  onlyProposes: z.boolean().describe('The reader cannot change settings, only propose it.'),
  proposals: z.array(proposal).describe('Changes that wait for a second person.'),
  planned: z.array(proposal).describe('Changes that wait for their moment.'),
})
export type ExerciseDetails = z.infer<typeof details>

const checkedPosts = z.object({
  posts: z.array(postDetails).describe('Those that are new or differ, with all that they have then.'),
  same: z.number().int().describe('Lines of posts that are so already.'),
  failed: z.number().int().describe('Lines with an error.'),
  ...listErrorFields,
})
export type CheckedPosts = z.infer<typeof checkedPosts>

/** Those that change; the others stay. The year stays. */
const changes = exerciseSettings.omit({ year: true })

export const staffExerciseContracts = {
  staffExercises: {
    area: 'Staff: exercises',
    access: 'staff:settings:read',
    scope: 'list',
    limits: staffLimits.reads,
    summary: 'The exercises, newest first',
    reply: envelope(z.object({ rows: z.array(row) })),
  },
  staffExercise: {
    area: 'Staff: exercises',
    access: 'staff:settings:read',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'The settings of an exercise, with the changes that wait for a second person',
    params: byYear,
    reply: envelope(details),
  },
  staffPosts: {
    area: 'Staff: exercises',
    access: 'staff',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'The posts of an exercise in which a role of the person counts, for filters',
    params: byYear,
    reply: envelope(
      z.object({
        posts: z
          .array(
            z.object({
              school: z.string(),
              department: z.string().nullable(),
              role: z.string(),
              closed: z.boolean().describe('Nobody can submit for it any more.'),
            }),
          )
          .describe('In the order in which they are advertised.'),
      }),
    ),
  },
  checkPosts: {
    area: 'Staff: exercises',
    access: 'staff:settings:change',
    scope: 'exercise',
    limits: staffLimits.import,
    summary:
      'Check a list of posts, CSV or XLSX: multipart, field "file". Changes nothing; what it would change is sent to changeExercise',
    params: byYear,
    reply: envelope(checkedPosts),
  },
  previewExercise: {
    area: 'Staff: exercises',
    access: 'staff:settings:read',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'What changed settings would do, in numbers; changes nothing',
    params: byYear,
    body: changes.extend(terms),
    reply: envelope(
      z.object({
        effects: z.array(effect),
        secondPerson: z.boolean(),
        unpaid: z
          .object({
            accounts: z.number().int(),
            withoutRrr: z.number().int().describe('Of them, those that a new fee or charge could hold for.'),
          })
          .nullable()
          .describe('Null when neither the fee nor the charge changes.'),
      }),
    ),
  },
  changeExercise: {
    area: 'Staff: exercises',
    access: 'staff:settings:change',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary:
      'Change the settings of an exercise, at once or at a moment (201); once accounts exist, somebody else must approve it (201)',
    params: byYear,
    body: changes.extend({ ...terms, version: seenVersion }),
    reply: envelope(
      z.object({
        version: z.number().int().optional(),
        proposal: z.string().optional(),
        planned: z.string().optional(),
      }),
    ),
    proposedStatus: 201,
  },
  decideExerciseChange: {
    area: 'Staff: exercises',
    access: 'staff:settings:change',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'Approve or decline a change of settings that somebody else has proposed, or decline what is planned',
    params: byId,
    body: z.strictObject({ decision: z.enum(['approve', 'decline']) }),
    reply: envelope(z.object({ state: z.enum(['applied', 'planned', 'declined']) })),
  },
  prepareExercise: {
    area: 'Staff: exercises',
    access: 'staff:settings:change',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary:
      "Prepare another year's exercise as a closed copy of one; nothing changes until it is made current. The first one copies none: it has the other fields, and is current",
    body: z.strictObject({
      year: z.number(firstExerciseFields.year).int().min(2000).max(2100),
      from: z
        .number('Say which exercise is copied.')
        .int()
        .min(0)
        .max(9_999)
        .optional()
        .describe('Left out for the first exercise only.'),
      ...exerciseSettings.pick({ institution: true, shortName: true, title: true, fee: true, charge: true }).shape,
    }),
    reply: envelope(z.object({ year: z.number().int(), version: z.number().int() })),
    replyStatus: 201,
  },
} as const satisfies Record<string, StaffContract>

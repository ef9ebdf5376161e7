import { z } from 'zod'
import { finalOutcomeNames } from '#shared/decisions/offers.ts'
import {
  exclusionReasons,
  maxEmailNote,
  maxPublicationTitle,
  maxPublishedSittings,
  publicationItemStates,
  publicationKindNames,
} from '#shared/decisions/publications.ts'
import { listNames } from '#shared/format/labels.ts'
import { uuid } from '#shared/format/uuid.ts'
import { publicationList } from '#shared/lists/publications.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import { publishedContent } from '#shared/staff/published-content.ts'
import { describeMaxLength } from '#shared/staff/text-limits.ts'
import { typedReason } from '../../staff/reasons.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { byId, byNumber, maxTypedNumber, seenDigest, seenVersion } from './requests.ts'
import { isSecondPerson } from './second-person.ts'

const area = 'Staff: publications'
const count = z.number().int().nonnegative()
const person = z.object({ id: z.string(), name: z.string() })
const kind = z.enum(publicationKindNames, 'Choose what is published.')
const exclusionReason = z.enum(listNames(exclusionReasons))

const title = z
  .string('Give it a title.')
  .trim()
  .min(3, 'Give it a title, in at least 3 characters.')
  .max(maxPublicationTitle, describeMaxLength(maxPublicationTitle))
const publishAt = z.iso
  .datetime({ offset: true, message: 'Enter the whole date and time, such as 2026-12-01T09:00:00+01:00, or none.' })
  .refine((moment) => moment >= '2000', 'Give a moment since 2000.')
const emailNote = z.string().trim().max(maxEmailNote, describeMaxLength(maxEmailNote))

const counts = z.object({
  items: count.describe('Applications that it publishes, without the excluded ones.'),
  waiting: count,
  done: count,
  skipped: count.describe('Decided anew after the approval: not published.'),
  excluded: count.describe('Of the selection, but not published.'),
  emails: count.describe('Handed to the queue.'),
  emailsSent: count,
  emailsFailed: count.describe('That the mail server refused, or that failed at every attempt.'),
  emailsWithdrawn: count.describe('Not sent, because the application was withdrawn or returned before.'),
})

const listed = publicationList.row

const difference = z.object({
  number: z.string(),
  name: z.string(),
  before: publishedContent.describe('As it was proposed.'),
  now: publishedContent.nullable().describe('Null: it would not be published any more.'),
  exclusionReason: exclusionReason.nullable(),
})
export type PublicationDifference = z.infer<typeof difference>

/** How many differences an answer lists. */
export const listedDifferences = 100

const details = listed.extend({
  isSecondPerson,
  counts,
  digest: z
    .string()
    .nullable()
    .describe('SHA-256 over what was proposed, in hexadecimal digits. An approval names it; null before the proposal.'),
  currentDigest: z
    .string()
    .nullable()
    .describe('Over what would be published now; null once that is not open any more.'),
  currentCount: count.nullable().describe('How many would be published now; null once that is not open any more.'),
  differences: z
    .object({ count, rows: z.array(difference).describe(`At most ${listedDifferences}.`) })
    .describe('Applications that were decided anew since.'),
  proposedAt: isoDateTime.nullable(),
  returnedBy: person.nullable(),
  returnedAt: isoDateTime.nullable(),
  returnReason: z.string().nullable(),
  emailNote: z.string(),
  byPost: z.array(
    z.object({
      school: z.string(),
      role: z.string(),
      outcome: z.enum([...listNames(publishedOutcomes), ...finalOutcomeNames]).nullable(),
      count,
    }),
  ),
  excluded: z.array(z.object({ exclusionReason, count })),
  skipped: z.array(z.object({ exclusionReason, count })),
})
export type PublicationDetails = z.infer<typeof details>

const item = z.object({
  number: z.string(),
  name: z.string(),
  userId: z.string(),
  school: z.string(),
  role: z.string(),
  state: z.enum(publicationItemStates),
  exclusionReason: exclusionReason.nullable(),
  publishes: publishedContent
    .nullable()
    .describe('What the applicant will read, or reads; null for one that is excluded.'),
})
export type PublicationItem = z.infer<typeof item>

export const staffPublicationContracts = {
  staffPublications: createListContract(publicationList, {
    area,
    summary: 'The publications of an exercise, filtered and in pages',
  }),
  makePublication: {
    area,
    access: 'staff:publication:make',
    scope: 'selection',
    limits: staffLimits.rareChanges,
    summary: 'Make a draft from one of your own selections; of seats, also from sittings',
    body: z
      .strictObject({
        kind,
        title,
        selection: uuid('Name the selection.').optional(),
        sittings: z
          .array(uuid('Name sittings.'))
          .min(1, 'Name a sitting.')
          .max(maxPublishedSittings, `Name at most ${maxPublishedSittings} sittings.`)
          .optional()
          .describe('In place of a selection: all who have, or had, a seat there. Of one exercise.'),
        publishAt: publishAt.nullish(),
        emailNote: emailNote.optional().describe('A paragraph of every email, for example what happens next.'),
      })
      .superRefine(({ kind: wanted, selection, sittings }, { addIssue }) => {
        if ((selection === undefined) === (sittings === undefined) || (sittings && wanted !== 'seats'))
          addIssue({ code: 'custom', path: ['selection'], message: 'Name the selection.' })
      }),
    reply: envelope(details),
    replyStatus: 201,
  },
  staffPublication: {
    area,
    access: 'staff:publication:read',
    scope: 'publication',
    limits: staffLimits.reads,
    summary: 'A publication with its counts, its progress, and what was decided anew since',
    params: byId,
    reply: envelope(details),
  },
  changePublication: {
    area,
    access: 'staff:publication:make',
    scope: 'publication',
    limits: staffLimits.rareChanges,
    summary: 'Change a draft, or one that was returned',
    params: byId,
    body: z.strictObject({
      title: title.optional(),
      publishAt: publishAt.nullable().optional(),
      emailNote: emailNote.optional(),
      version: seenVersion,
    }),
    reply: envelope(details),
  },
  proposePublication: {
    area,
    access: 'staff:publication:make',
    scope: 'publication',
    limits: staffLimits.rareChanges,
    summary: 'Propose it as it is now, for another person to approve',
    params: byId,
    body: z.strictObject({ version: seenVersion }),
    reply: envelope(details),
  },
  approvePublication: {
    area,
    access: 'staff:publication:approve',
    scope: 'publication',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Approve what the digest stands for; 409 with the new digest when an application was decided anew',
    params: byId,
    body: z.strictObject({
      digest: seenDigest,
      version: seenVersion,
      count: z.number().int().optional().describe('How many applications are published, as the person typed it.'),
    }),
    reply: envelope(details),
  },
  returnPublication: {
    area,
    access: 'staff:publication:approve',
    scope: 'publication',
    limits: staffLimits.rareChanges,
    summary: 'Return it to its maker, with a reason; also an approved one that is not published yet',
    params: byId,
    body: z.strictObject({
      reason: typedReason,
      version: seenVersion.optional(),
    }),
    reply: envelope(details),
  },
  publicationItems: {
    area,
    access: 'staff:publication:read',
    scope: 'publication',
    limits: staffLimits.reads,
    summary: 'The applications of a publication by number, in pages',
    params: byId,
    query: z.strictObject({
      state: z.enum(publicationItemStates).optional(),
      exclusionReason: exclusionReason.optional(),
      q: z.string().trim().max(maxTypedNumber).optional().describe('A number, or how it begins.'),
      after: z.string().max(maxTypedNumber).optional().describe('The number after which the page begins.'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: envelope(z.object({ rows: z.array(item), next: z.string().nullable() })),
  },
  publicationEmail: {
    area,
    access: 'staff:publication:read',
    scope: 'publication',
    limits: staffLimits.reads,
    summary: 'The email that this applicant gets',
    params: byId.extend(byNumber.shape),
    reply: envelope(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
  },
} as const satisfies Record<string, StaffContract>

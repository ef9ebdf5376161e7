import { z } from 'zod'
import { emailStates } from '#shared/lists/columns.ts'
import { filterDay, someOf } from '#shared/lists/filters.ts'
import { emailTemplateLabels } from '../../../staff/labels/email-templates.ts'
import { envelope, isoDateTime } from '../../contract.ts'
import { cappedCount, type StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'

const row = z.object({
  id: z.string(),
  template: z.string(),
  state: z.enum(Object.keys(emailStates) as [keyof typeof emailStates]),
  userId: z.string().nullable().describe('Of the applicant whom it is about.'),
  staffId: z.string().nullable(),
  staffName: z.string().nullable().describe('Of the staff member who got it.'),
  address: z.string().nullable(),
  attempts: z.number().int(),
  queuedAt: isoDateTime,
  sentAt: isoDateTime.nullable(),
  isResent: z.boolean().describe('A staff member had it sent again.'),
})
export type EmailLogRow = z.infer<typeof row>

/** Which emails, and in which order, without a page of them. */
export const emailListFilter = z.strictObject({
  person: z.string().trim().min(1).max(100).optional().describe('A user ID, or the id of a staff member.'),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('The user ID of the applicant whom it is about, as in the audit log.'),
  template: someOf(emailTemplateLabels).optional().describe('One or several, separated by `|`.'),
  state: someOf(emailStates).optional().describe('One or several, separated by `|`.'),
  from: filterDay.optional().describe('The first day in Nigeria on which it was queued.'),
  to: filterDay.optional().describe('The last one.'),
  q: z
    .string()
    .trim()
    .max(254)
    .optional()
    .describe('A user ID, or the whole email address of an account or staff member.'),
  sort: z.enum(['queued', '-queued']).default('-queued'),
})

export const staffEmailContracts = {
  staffEmails: {
    area: 'Staff: emails',
    access: 'staff:account:recover',
    limits: staffLimits.reads,
    summary: 'Every email that the portal has begun to send, filtered and in pages',
    query: emailListFilter.extend({
      after: z.uuid().optional().describe('`next` of the page before.'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: envelope(z.object({ rows: z.array(row), next: z.string().nullable(), count: cappedCount })),
  },
  resendEmail: {
    area: 'Staff: emails',
    access: 'staff:account:recover',
    limits: staffLimits.rareChanges,
    summary: 'Send an email of an applicant again; the first one with a new initial password',
    params: z.object({ userId: z.string().trim().toUpperCase().min(3).max(30), id: z.uuid() }),
    body: z.strictObject({}).optional(),
    reply: envelope(z.object({})),
  },
} as const satisfies Record<string, StaffContract>

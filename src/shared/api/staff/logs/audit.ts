import { z } from 'zod'
import { filterDay, someOf } from '#shared/lists/filters.ts'
import { auditActionLabels } from '../../../staff/labels/audit-actions.ts'
import { envelope, isoDateTime } from '../../contract.ts'
import { cappedCount, type StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'

const word = z.string().trim().min(1).max(100)

const row = z.object({
  id: z.string(),
  at: isoDateTime,
  actor: z.string(),
  action: z.string(),
  person: z.object({ id: z.string(), name: z.string() }).nullable().describe('Who of the staff it was.'),
  userId: z.string().nullable().describe('Of the applicant whom it concerns.'),
  subject: z.object({ kind: z.string(), id: z.string() }).nullable(),
  reason: z.string().nullable(),
  network: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.infer<typeof row>

const filter = z.strictObject({
  person: word.optional().describe('The id or email address of a staff member.'),
  action: someOf(auditActionLabels).optional().describe('One or several, separated by `|`.'),
  subject: word.optional().describe('A user ID, or the id of another subject, such as the number of a complaint.'),
  from: filterDay.optional().describe('The first day in Nigeria.'),
  to: filterDay.optional().describe('The last one.'),
  q: word.optional().describe('What `person` or `subject` takes.'),
})

const sort = z.enum(['-at']).default('-at')

/** Which events, and in which order, without a page of them. */
export const auditListFilter = filter.extend({ sort })

export const staffAuditContracts = {
  staffAudit: {
    area: 'Staff: audit log',
    access: 'staff:audit:read',
    limits: staffLimits.reads,
    summary: "What was done, newest first; administrators see the staff's own events, which concern no applicant",
    query: auditListFilter.extend({
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional()
        .describe('`next` of the page before.'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: envelope(z.object({ rows: z.array(row), next: z.string().nullable(), count: cappedCount })),
  },
} as const satisfies Record<string, StaffContract>

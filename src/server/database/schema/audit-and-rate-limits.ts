import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type AuditAction, type AuditSubjectKind, auditActorLabels } from '#shared/staff/labels/audit-actions.ts'
import { checkNames, oneOf, timestamptzNow } from './columns.ts'

/** Append-only by trigger. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamptzNow(),
    actor: oneOf(auditActorLabels).notNull(),
    action: text().$type<AuditAction>().notNull(),
    accountId: uuid(),
    /** Where the request came from, truncated to its /24 or /48; null for jobs and commands. */
    network: text(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Who of the staff it was, and in which session; null for everybody else. */
    staffId: uuid(),
    staffSessionId: uuid(),
    /** As typed by the staff, where an action asks for one. */
    reason: text(),
    /** What it was done to, where that is no account: for example 'complaint' and its number. */
    subjectKind: text().$type<AuditSubjectKind>(),
    subjectId: text(),
    exerciseId: integer(),
  },
  (t) => [
    ...checkNames(t),
    index('audit_log_account').on(t.accountId, t.at, t.id),
    index('audit_log_staff').on(t.staffId, t.at, t.id).where(sql`staff_id is not null`),
    index('audit_log_action').on(t.action, t.at, t.id),
    index('audit_log_subject').on(t.subjectKind, t.subjectId, t.at, t.id).where(sql`subject_kind is not null`),
    // The list in its order, and by each filter.
    index('audit_log_at').on(t.at, t.id),
  ],
)

/** Read and written by rate-limiter-flexible, which prescribes the columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

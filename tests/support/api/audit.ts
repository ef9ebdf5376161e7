// What the audit log says, for tests over HTTP.
import { and, asc, eq } from 'drizzle-orm'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import type { AuditSubjectKind } from '#shared/staff/labels/audit-actions.ts'
import type { TestApi } from './api.ts'

/** The events about a subject that is no account, in their order; `by` is the staff ID. */
export const listAuditEvents = ({ database: { db } }: TestApi, kind: AuditSubjectKind, id: string) =>
  db
    .select({ action: auditLog.action, by: auditLog.staffId, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, kind), eq(auditLog.subjectId, id)))
    .orderBy(asc(auditLog.id))

/** Acts while no event can be recorded. */
export async function withoutAuditLog<T>({ database: { pool } }: TestApi, act: () => Promise<T>): Promise<T> {
  await pool.query('alter table audit_log add constraint nothing_more check (false) not valid')
  try {
    return await act()
  } finally {
    await pool.query('alter table audit_log drop constraint nothing_more')
  }
}

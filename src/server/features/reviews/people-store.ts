// Who works on a case: viewers, recusals, and what the audit log says about who has seen it.
import { and, asc, desc, eq, gt, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { applicationViewers, recusals } from '#server/database/schema/decisions/reviews.ts'
import { staff } from '#server/database/schema/staff.ts'
import { actionsOfKind } from '#shared/staff/labels/audit-actions.ts'

/** Colleagues who have the case open now. */
export const listOtherViewers = (tx: Tx, applicationId: string, staffId: string, now: Date) =>
  tx
    .select({
      id: staff.id,
      name: staff.name,
      since: applicationViewers.openedAt,
      until: applicationViewers.expiresAt,
    })
    .from(applicationViewers)
    .innerJoin(staff, eq(staff.id, applicationViewers.staffId))
    .where(
      and(
        eq(applicationViewers.applicationId, applicationId),
        ne(applicationViewers.staffId, staffId),
        gt(applicationViewers.expiresAt, now),
      ),
    )
    .orderBy(asc(applicationViewers.openedAt))
export type CaseViewer = Awaited<ReturnType<typeof listOtherViewers>>[number]

interface Viewing {
  applicationId: string
  staffId: string
  openedAt: Date
  expiresAt: Date
}

/** Somebody who comes back after the time has run out has opened it anew. */
export async function saveViewer(tx: Tx, viewing: Viewing): Promise<void> {
  const { openedAt, expiresAt } = applicationViewers
  await tx
    .insert(applicationViewers)
    .values(viewing)
    .onConflictDoUpdate({
      target: [applicationViewers.applicationId, applicationViewers.staffId],
      set: {
        openedAt: sql`case when ${expiresAt} < excluded.opened_at then excluded.opened_at else ${openedAt} end`,
        expiresAt: viewing.expiresAt,
      },
    })
}

export async function removeViewer(tx: Tx, applicationId: string, staffId: string): Promise<void> {
  await tx
    .delete(applicationViewers)
    .where(and(eq(applicationViewers.applicationId, applicationId), eq(applicationViewers.staffId, staffId)))
}

export async function removeExpiredViewers(tx: Tx, now: Date): Promise<void> {
  await tx.delete(applicationViewers).where(lt(applicationViewers.expiresAt, now))
}

/** Those that hold, oldest first. */
export const listRecusals = (tx: Tx, applicationId: string) =>
  tx
    .select({ id: recusals.id, staffId: recusals.staffId, name: staff.name, reason: recusals.reason, at: recusals.at })
    .from(recusals)
    .innerJoin(staff, eq(staff.id, recusals.staffId))
    .where(and(eq(recusals.applicationId, applicationId), isNull(recusals.endedAt)))
    .orderBy(asc(recusals.at))
export type CaseRecusal = Awaited<ReturnType<typeof listRecusals>>[number]

/** Null when the person is recused already. */
export async function addRecusal(tx: Tx, recusal: typeof recusals.$inferInsert): Promise<string | null> {
  const [row] = await tx.insert(recusals).values(recusal).onConflictDoNothing().returning({ id: recusals.id })
  return row?.id ?? null
}

export async function lockRecusal(tx: Tx, applicationId: string, id: string) {
  const [row] = await tx
    .select()
    .from(recusals)
    .where(and(eq(recusals.id, id), eq(recusals.applicationId, applicationId), isNull(recusals.endedAt)))
    .for('update')
  return row ?? null
}

export async function saveRecusalEnd(tx: Tx, id: string, endedBy: string, endedAt: Date): Promise<void> {
  await tx.update(recusals).set({ endedBy, endedAt }).where(eq(recusals.id, id))
}

export async function isStaffMember(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, id))
  return row !== undefined
}

const maxEvents = 100

/** What staff did with the application, newest first; not who has read it. */
export const listCaseEvents = (tx: Tx, number: string) =>
  tx
    .select({ at: auditLog.at, action: auditLog.action, person: staff.name })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.staffId))
    .where(
      and(
        eq(auditLog.subjectKind, 'application'),
        eq(auditLog.subjectId, number),
        notInArray(auditLog.action, [...actionsOfKind.reading]),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(maxEvents)
export type CaseEvent = Awaited<ReturnType<typeof listCaseEvents>>[number]

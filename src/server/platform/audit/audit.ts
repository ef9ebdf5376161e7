import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import type { AuditAction, AuditActor, AuditSubjectKind } from '#shared/staff/labels/audit-actions.ts'
import { getRequestNetwork } from './request-network.ts'

export interface AuditEvent {
  actor: AuditActor
  action: AuditAction
  accountId?: string | null
  /** Who of the staff it was, in which session. */
  by?: { staffId: string; sessionId: string | null } | undefined
  /** As the staff typed it, where an action asks for a reason. */
  reason?: string
  /** What it was done to, if that is no account. */
  subject?: { kind: AuditSubjectKind; id: string }
  exerciseId?: number | null
  /** Truncated; that of the request which is being handled by default. */
  network?: string | null
  /** Never a NIN, password, token or code. */
  detail?: Record<string, unknown>
  at?: Date
}

/** Call it in the transaction that makes the change. */
export async function audit(
  tx: Tx,
  { actor, action, accountId = null, network = getRequestNetwork(), detail = {}, ...more }: AuditEvent,
): Promise<void> {
  const { by, reason, subject, exerciseId, at } = more
  await tx.insert(auditLog).values({
    actor,
    action,
    accountId,
    network,
    detail,
    reason,
    ...(by && { staffId: by.staffId, staffSessionId: by.sessionId }),
    ...(subject && { subjectKind: subject.kind, subjectId: subject.id }),
    ...(exerciseId && { exerciseId }),
    ...(at && { at }),
  })
}

/** Of signing in and out, which somebody could do without end: so many events of a person and kind in an hour. */
export const maxSignInEvents = 20

/** Records that somebody has signed in or out, unless the hour has its events. */
export async function auditSignIn(tx: Tx, event: AuditEvent): Promise<void> {
  const { action, accountId, by } = event
  const isSamePerson = by ? eq(auditLog.staffId, by.staffId) : accountId && eq(auditLog.accountId, accountId)
  if (!isSamePerson) throw new Error('Signing in needs a person.')
  const isRecent = gt(auditLog.at, sql`now() - interval '1 hour'`)
  const [last] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(isSamePerson, eq(auditLog.action, action), isRecent))
    .offset(maxSignInEvents - 1)
    .limit(1)
  if (!last) await audit(tx, event)
}

interface EventsInStatement {
  actor: AuditActor
  /** Or the parameter of the statement that has it. */
  action: AuditAction | `$${number}`
  columns: readonly ('account_id' | 'network' | 'detail' | 'staff_id' | 'subject_kind' | 'subject_id' | 'exercise_id')[]
}

/**
 * The beginning of `insert … select` for a statement that makes a change and writes its events at once, because one more
 * round trip would cost too much. What the columns get follows, and from where.
 */
export function insertAuditText({ actor, action, columns }: EventsInStatement): string {
  const named = action.startsWith('$') ? action : `'${action}'`
  return `insert into audit_log (actor, action, ${columns.join(', ')}) select '${actor}', ${named}, `
}

export const insertAuditEvents = (events: EventsInStatement): SQL => sql.raw(insertAuditText(events))

interface ViewEvent extends AuditEvent {
  by: { staffId: string; sessionId: string | null }
}

const viewIntervalMs = 3_600_000

/** Records that a person of the staff reads about an account or a subject, at most once an hour. */
export async function auditView(tx: Tx, event: Omit<ViewEvent, 'actor'>, now: Date): Promise<void> {
  const { by, action, accountId, subject } = event
  const isSameSubject = subject
    ? and(eq(auditLog.subjectKind, subject.kind), eq(auditLog.subjectId, subject.id))
    : accountId && eq(auditLog.accountId, accountId)
  if (!isSameSubject) throw new Error('A view needs an account or a subject.')
  const since = new Date(now.getTime() - viewIntervalMs)
  const [recorded] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(isSameSubject, gt(auditLog.at, since), eq(auditLog.staffId, by.staffId), eq(auditLog.action, action)))
    .limit(1)
  if (!recorded) await audit(tx, { ...event, actor: 'staff' })
}

// Sessions of the staff: 8 hours at most, 15 minutes without use, three at a time.
import { and, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/connection.ts'
import { staff, staffRoles, staffSessions } from '#server/database/schema/staff.ts'
import type { StaffPrincipal, StaffSessionLookup } from '#server/http/staff/staff-principal.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'
import { staffSessionTimes } from '#shared/policy/limits.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'

const minuteMs = 60_000
export const staffSessionLimits = {
  ...staffSessionTimes,
  absoluteMs: 8 * 60 * minuteMs,
  count: 3,
  freshMs: 5 * minuteMs,
} as const

interface NewStaffSession {
  staffId: string
  device: string
  network: string | null
  factor: 'totp' | 'recovery' | 'passkey'
  now: Date
}

/** Starts a session, by which the person is seen, and ends the oldest beyond the limit. @returns its id and the cookie's value */
export async function startStaffSession(
  tx: Tx,
  { now, ...facts }: NewStaffSession,
): Promise<{ id: string; token: string }> {
  const token = createToken()
  const surplus = tx
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .where(and(eq(staffSessions.staffId, facts.staffId), isLive(now)))
    .orderBy(desc(staffSessions.createdAt))
    .offset(staffSessionLimits.count - 1)
  await tx.update(staffSessions).set({ endedAt: now }).where(inArray(staffSessions.id, surplus))
  const [row] = await tx
    .insert(staffSessions)
    .values({
      ...facts,
      tokenHash: hashToken(token),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + staffSessionLimits.absoluteMs),
    })
    .returning({ id: staffSessions.id })
  if (!row) throw new Error('The session was not stored.')
  await tx.update(staff).set({ lastSeenAt: now }).where(eq(staff.id, facts.staffId))
  return { id: row.id, token }
}

const getIdleSince = (now: Date) => new Date(now.getTime() - staffSessionLimits.idleMs)

const isLive = (now: Date) =>
  and(isNull(staffSessions.endedAt), gt(staffSessions.expiresAt, now), gt(staffSessions.lastSeenAt, getIdleSince(now)))

/** Live sessions, newest first. */
export const listStaffSessions = (tx: Tx, staffId: string, now: Date) =>
  tx
    .select({
      id: staffSessions.id,
      device: staffSessions.device,
      network: staffSessions.network,
      createdAt: staffSessions.createdAt,
      lastSeenAt: staffSessions.lastSeenAt,
    })
    .from(staffSessions)
    .where(and(eq(staffSessions.staffId, staffId), isLive(now)))
    .orderBy(desc(staffSessions.createdAt))

/** Ends live sessions of a staff member, except one. */
export async function endStaffSessions(tx: Tx, staffId: string, now: Date, exceptId?: string): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        isNull(staffSessions.endedAt),
        exceptId === undefined ? undefined : ne(staffSessions.id, exceptId),
      ),
    )
}

export async function endStaffSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ endedAt: now })
    .where(and(eq(staffSessions.id, id), isNull(staffSessions.endedAt)))
}

export async function openFreshPeriod(tx: Tx, id: string, freshUntil: Date): Promise<void> {
  await tx.update(staffSessions).set({ freshUntil }).where(eq(staffSessions.id, id))
}

/** Whether the person has signed in on such a device from this network before. */
export async function isKnownDevice(tx: Tx, facts: { staffId: string; device: string; network: string | null }) {
  const [row] = await tx
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .where(
      and(
        eq(staffSessions.staffId, facts.staffId),
        eq(staffSessions.device, facts.device),
        sql`${staffSessions.network} is not distinct from ${facts.network}`,
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Grants of a staff member, as JSON in one column. */
const grants = sql<RoleGrant[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'role', ${staffRoles.role}, 'exerciseId', ${staffRoles.exerciseId},
    'school', ${staffRoles.school}, 'department', ${staffRoles.department})), '[]')
  from ${staffRoles} where ${staffRoles.staffId} = ${staff.id})`

const selectByToken = <F extends Record<string, SQL>>(db: Db, further: F) =>
  db
    .select({
      ...further,
      sessionId: staffSessions.id,
      staffId: staff.id,
      email: staff.email,
      name: staff.name,
      freshUntil: staffSessions.freshUntil,
      lastSeenAt: staffSessions.lastSeenAt,
      grants,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.tokenHash, sql.placeholder('tokenHash')),
        isNull(staffSessions.endedAt),
        gt(staffSessions.expiresAt, sql.placeholder('now')),
        gt(staffSessions.lastSeenAt, sql.placeholder('idleSince')),
        eq(staff.status, 'active'),
      ),
    )

/** Finds the session of a cookie, and keeps `last_seen_at` of sessions in use up to date. */
export function createStaffSessionLookup(db: Db, clock: () => Date): StaffSessionLookup {
  async function read<R extends StaffPrincipal & { lastSeenAt: Date }>(
    token: string,
    execute: (values: Record<string, unknown>) => Promise<R[]>,
  ): Promise<Omit<R, 'lastSeenAt'> | null> {
    const now = clock()
    const [row] = await execute({ tokenHash: hashToken(token), now, idleSince: getIdleSince(now) })
    if (!row) return null
    const { lastSeenAt, ...principal } = row
    if (now.getTime() - lastSeenAt.getTime() >= staffSessionLimits.touchIntervalMs) await touch(db, row, now)
    return principal
  }

  const byToken = selectByToken(db, {}).prepare('staff_session')
  return {
    findByToken: (token) => read(token, (values) => byToken.execute(values)),
    createLookup<T>(name: string, found: SQL<T>) {
      const withFound = selectByToken(db, { found }).prepare(name)
      return (token, values) => read(token, (own) => withFound.execute({ ...own, ...values }))
    },
  }
}

async function touch(db: Db, { sessionId, staffId }: Pick<StaffPrincipal, 'sessionId' | 'staffId'>, now: Date) {
  await db.update(staffSessions).set({ lastSeenAt: now }).where(eq(staffSessions.id, sessionId))
  await db.update(staff).set({ lastSeenAt: now }).where(eq(staff.id, staffId))
}

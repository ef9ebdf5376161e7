// Staff members, their roles, and the links with which they set their password.
import { and, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { exercisePosts, exercises } from '#server/database/schema/exercises.ts'
import {
  staff,
  staffLinks,
  staffPasskeys,
  staffProposals,
  staffRecoveryCodes,
  staffRoles,
} from '#server/database/schema/staff.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'

export type StaffRow = typeof staff.$inferSelect

/** What attempts to sign in are counted by. */
export const getLoginName = ({ email }: Pick<StaffRow, 'email'>): string => email.toLowerCase()

export async function findStaffByEmail(tx: Tx, email: string): Promise<StaffRow | null> {
  const [row] = await tx.select().from(staff).where(sql`lower(${staff.email}) = ${email.toLowerCase()}`)
  return row ?? null
}

/** Locks the person until the transaction ends. */
export async function lockStaffById(tx: Tx, id: string): Promise<StaffRow | null> {
  const [row] = await tx.select().from(staff).where(eq(staff.id, id)).for('no key update')
  return row ?? null
}

export async function addStaff(tx: Tx, person: { email: string; name: string; createdBy: string | null; now: Date }) {
  const { now, ...facts } = person
  const [row] = await tx
    .insert(staff)
    .values({ ...facts, createdAt: now })
    .returning({ id: staff.id })
  if (!row) throw new Error('The staff member was not stored.')
  return row.id
}

export async function addRoles(
  tx: Tx,
  staffId: string,
  grants: readonly RoleGrant[],
  { grantedBy, approvedBy = null }: { grantedBy: string | null; approvedBy?: string | null },
): Promise<void> {
  if (grants.length === 0) return
  await tx
    .insert(staffRoles)
    .values(grants.map((grant) => ({ ...grant, staffId, grantedBy, approvedBy })))
    .onConflictDoNothing()
}

/** The people who can act as administrators now. */
export const listActiveAdmins = (tx: Tx) =>
  tx
    .selectDistinct({ id: staff.id, email: staff.email, name: staff.name })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.staffId, staff.id))
    .where(and(eq(staff.status, 'active'), eq(staffRoles.role, 'admin')))

/** The exercises of these years, by year. */
export async function findExerciseIds(tx: Tx, years: readonly number[]): Promise<Map<number, number>> {
  if (years.length === 0) return new Map()
  const rows = await tx
    .select({ id: exercises.id, year: exercises.year })
    .from(exercises)
    .where(inArray(exercises.year, [...years]))
  return new Map(rows.map(({ id, year }) => [year, id]))
}

/** What the institution and its exercises are called. */
export async function listAllInstitutionNames(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ institution: exercises.institution, shortName: exercises.shortName, title: exercises.title })
    .from(exercises)
  return rows.flatMap((names) => Object.values(names))
}

/** The schools and departments that have posts. */
export const listPostPlaces = (tx: Tx) =>
  tx
    .selectDistinct({
      exerciseId: exercisePosts.exerciseId,
      school: exercisePosts.school,
      department: exercisePosts.department,
    })
    .from(exercisePosts)

export const listExercises = (tx: Tx) =>
  tx
    .select({
      id: exercises.id,
      year: exercises.year,
      title: exercises.title,
      shortName: exercises.shortName,
      isCurrent: exercises.isCurrent,
      archivedAt: exercises.archivedAt,
    })
    .from(exercises)
    .orderBy(sql`${exercises.year} desc`)

interface NewProposal {
  staffId: string
  change: Record<string, unknown>
  madeBy: string
}

/** The id of the same one, of the same maker, that waits. */
export async function findProposal(tx: Tx, { staffId, change, madeBy }: NewProposal): Promise<string | null> {
  const t = staffProposals
  const [row] = await tx
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.staffId, staffId),
        eq(t.madeBy, madeBy),
        eq(t.state, 'proposed'),
        sql`${t.change} = ${JSON.stringify(change)}::jsonb`,
      ),
    )
  return row?.id ?? null
}

export async function addProposal(
  tx: Tx,
  { staffId, change, madeBy, now }: NewProposal & { now: Date },
): Promise<string> {
  const [row] = await tx
    .insert(staffProposals)
    .values({ staffId, change, madeBy, madeAt: now })
    .returning({ id: staffProposals.id })
  if (!row) throw new Error('The proposal was not stored.')
  return row.id
}

type LinkKind = 'invite' | 'reset'

/** Replaces the person's earlier links. @returns the code, which cannot be read again */
export async function issueLink(
  tx: Tx,
  { staffId, kind, now, lifetimeMs }: { staffId: string; kind: LinkKind; now: Date; lifetimeMs: number },
): Promise<string> {
  await voidLinks(tx, staffId, now)
  const code = createToken()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await tx.insert(staffLinks).values({ kind, staffId, codeHash: hashToken(code), createdAt: now, expiresAt })
  return code
}

export async function countLinks(tx: Tx, staffId: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(staffLinks)
    .where(and(eq(staffLinks.staffId, staffId), gt(staffLinks.createdAt, since)))
  return row?.count ?? 0
}

export async function voidLinks(tx: Tx, staffId: string, now: Date): Promise<void> {
  await tx
    .update(staffLinks)
    .set({ usedAt: now })
    .where(and(eq(staffLinks.staffId, staffId), isNull(staffLinks.usedAt)))
}

/**
 * A link that can be used and its person, both locked until the transaction ends; null otherwise. The person first, as by
 * administrators, who then replace their links.
 */
export async function lockLink(tx: Tx, code: string, now: Date) {
  const isUsable = and(
    eq(staffLinks.codeHash, hashToken(code)),
    isNull(staffLinks.usedAt),
    gt(staffLinks.expiresAt, now),
  )
  const [found] = await tx.select({ staffId: staffLinks.staffId }).from(staffLinks).where(isUsable)
  const person = found && (await lockStaffById(tx, found.staffId))
  const [link] = person ? await tx.select().from(staffLinks).where(isUsable).for('update') : []
  return link && person ? { link, person } : null
}

export async function saveLinkSecret(tx: Tx, id: string, encryptedTotpSecret: Buffer): Promise<void> {
  await tx.update(staffLinks).set({ encryptedTotpSecret }).where(eq(staffLinks.id, id))
}

/** All of null for somebody who signs in with passkeys only. */
type NewCredentials = Pick<StaffRow, 'passwordHash' | 'encryptedTotpSecret' | 'totpLastStep'>

/** The person can sign in from now on. */
export async function saveCredentials(tx: Tx, staffId: string, credentials: NewCredentials): Promise<void> {
  await tx
    .update(staff)
    .set({ ...credentials, status: 'active', version: sql`${staff.version} + 1` })
    .where(eq(staff.id, staffId))
}

/** @returns false when the password was replaced, or the person suspended, since `passwordHash` was read */
export async function replaceStaffPassword(
  tx: Tx,
  { id, passwordHash }: { id: string; passwordHash: string },
  newHash: string,
): Promise<boolean> {
  const rows = await tx
    .update(staff)
    .set({ passwordHash: newHash, version: sql`${staff.version} + 1` })
    .where(and(eq(staff.id, id), eq(staff.passwordHash, passwordHash), eq(staff.status, 'active')))
    .returning({ id: staff.id })
  return rows.length === 1
}

export async function replaceRecoveryCodes(tx: Tx, staffId: string, codes: readonly string[]): Promise<void> {
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId))
  await tx.insert(staffRecoveryCodes).values(codes.map((code) => ({ staffId, codeHash: hashToken(code) })))
}

const relatedMs = 30 * 86_400_000

/**
 * Those who are no second person for somebody: the person, those of whom one invited the other, and those whom the same
 * person invited, within 30 days.
 */
export async function listRelatedStaff(tx: Tx, staffId: string, now: Date): Promise<Set<string>> {
  const since = new Date(now.getTime() - relatedMs).toISOString()
  const { rows } = await tx.execute<{ id: string }>(sql`
    with invited as (select id, created_by from ${staff} where created_by is not null and created_at > ${since}::timestamptz),
      own as (select created_by from invited where id = ${staffId}::uuid)
    select ${staffId}::uuid as id
    union select created_by from own
    union select id from invited where created_by = ${staffId}::uuid or created_by in (select created_by from own)`)
  return new Set(rows.map(({ id }) => id))
}

export async function countPasskeys(tx: Tx, staffId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(staffPasskeys).where(eq(staffPasskeys.staffId, staffId))
  return row?.count ?? 0
}

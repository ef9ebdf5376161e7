// Complaints as the staff work on them.
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { complaintMessages, complaints } from '#server/database/schema/contact.ts'
import { staff, staffRoles } from '#server/database/schema/staff.ts'
import type { ScopedPerson } from '#server/domain/scope.ts'
import type { RoleGrant, StaffRole } from '#shared/roles/permissions.ts'
import { type ComplaintCategory, isFromSender, isReadable } from './list-store.ts'

type ComplaintState = (typeof complaints.$inferSelect)['state']

const select = (tx: Tx) =>
  tx
    .select({ complaint: complaints, person: staff.name, accountEmail: accounts.email })
    .from(complaints)
    .leftJoin(staff, eq(staff.id, complaints.assignedTo))
    .leftJoin(accounts, eq(accounts.id, complaints.accountId))

export type ComplaintRecord = Awaited<ReturnType<typeof select>>[number]

/** The newest complaints of the sender of this one. */
export const listOfSender = (
  tx: Tx,
  number: string,
  { reader, limit }: { reader: ScopedPerson; limit: number },
): Promise<ComplaintRecord[]> =>
  select(tx)
    .where(and(isReadable(reader), isFromSender(number, complaints)))
    .orderBy(desc(complaints.createdAt), desc(complaints.id))
    .limit(limit)

/** @param reader who must answer it */
export async function findComplaint(tx: Tx, number: string, reader?: ScopedPerson): Promise<ComplaintRecord | null> {
  const [row] = await select(tx).where(and(eq(complaints.number, number), reader && isReadable(reader)))
  return row ?? null
}

/** Until the transaction ends nobody else adds a note to it. */
export async function lockComplaint(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: complaints.id }).from(complaints).where(eq(complaints.id, id)).for('update')
}

/** Answers and notes, oldest first. */
export const listMessages = (tx: Tx, complaintId: string) =>
  tx
    .select({
      direction: complaintMessages.direction,
      body: complaintMessages.body,
      at: complaintMessages.at,
      person: staff.name,
    })
    .from(complaintMessages)
    .leftJoin(staff, eq(staff.id, complaintMessages.staffId))
    .where(eq(complaintMessages.complaintId, complaintId))
    .orderBy(asc(complaintMessages.id))

export async function findNewestMessage(tx: Tx, complaintId: string, direction: 'out' | 'note') {
  const t = complaintMessages
  const [row] = await tx
    .select({ staffId: t.staffId, body: t.body, at: t.at })
    .from(t)
    .where(and(eq(t.complaintId, complaintId), eq(t.direction, direction)))
    .orderBy(desc(t.id))
    .limit(1)
  return row ?? null
}

export async function addMessage(tx: Tx, message: typeof complaintMessages.$inferInsert): Promise<void> {
  await tx.insert(complaintMessages).values(message)
}

interface ComplaintChange {
  state?: ComplaintState | undefined
  assignedTo?: string | null | undefined
  category?: ComplaintCategory | undefined
  accountId?: string | undefined
  userId?: string | undefined
}

/** False when the complaint has another version by now. */
export async function updateComplaint(
  tx: Tx,
  { id, version }: { id: string; version: number },
  change: ComplaintChange,
): Promise<boolean> {
  const rows = await tx
    .update(complaints)
    .set({ ...change, version: sql`${complaints.version} + 1` })
    .where(and(eq(complaints.id, id), eq(complaints.version, version)))
    .returning({ id: complaints.id })
  return rows.length === 1
}

/** Active staff with these roles, by name. */
export const listStaffWithRoles = (tx: Tx, roles: readonly StaffRole[], id?: string) =>
  tx
    .select({
      id: staff.id,
      name: staff.name,
      grants: sql<RoleGrant[]>`json_agg(json_build_object('role', ${staffRoles.role},
      'exerciseId', ${staffRoles.exerciseId}, 'school', ${staffRoles.school}, 'department', ${staffRoles.department}))`,
    })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.staffId, staff.id))
    .where(
      and(
        eq(staff.status, 'active'),
        id === undefined ? undefined : eq(staff.id, id),
        inArray(staffRoles.role, [...roles]),
      ),
    )
    .groupBy(staff.id)
    .orderBy(asc(staff.name), asc(staff.id))

export async function findAccountToLink(tx: Tx, userId: string) {
  const [row] = await tx
    .select({
      accountId: accounts.id,
      userId: accounts.userId,
      exerciseId: accounts.exerciseId,
      school: accounts.school,
      department: accounts.department,
    })
    .from(accounts)
    .where(eq(accounts.userId, userId))
  return row ?? null
}

// Complaints as the staff work on them.
import { and, asc, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { complaintMessages, complaints } from '#server/platform/database/schema/contact.ts'
import { staff } from '#server/platform/database/schema/staff.ts'

export type ComplaintCategory = NonNullable<(typeof complaints.$inferSelect)['category']>
type ComplaintState = (typeof complaints.$inferSelect)['state']

export interface ComplaintFilter {
  state?: ComplaintState | undefined
  assignedTo?: string | undefined
  /** Only these; null for all. */
  categories: ComplaintCategory[] | null
  /** The number after which the page begins. */
  after?: string | undefined
  limit: number
}

const select = (tx: Tx) =>
  tx
    .select({ complaint: complaints, person: staff.name, accountEmail: accounts.email })
    .from(complaints)
    .leftJoin(staff, eq(staff.id, complaints.assignedTo))
    .leftJoin(accounts, eq(accounts.id, complaints.accountId))

export type ComplaintRecord = Awaited<ReturnType<typeof select>>[number]

export async function listComplaints(tx: Tx, { state, assignedTo, categories, after, limit }: ComplaintFilter) {
  const last = after ? await findComplaint(tx, after) : null
  const isAfter = last
    ? or(
        lt(complaints.createdAt, last.complaint.createdAt),
        and(eq(complaints.createdAt, last.complaint.createdAt), lt(complaints.id, last.complaint.id)),
      )
    : undefined
  return select(tx)
    .where(
      and(
        isNotNull(complaints.number),
        state && eq(complaints.state, state),
        assignedTo ? eq(complaints.assignedTo, assignedTo) : undefined,
        categories ? inArray(complaints.category, categories) : undefined,
        isAfter,
      ),
    )
    .orderBy(desc(complaints.createdAt), desc(complaints.id))
    .limit(limit)
}

export async function findComplaint(tx: Tx, number: string): Promise<ComplaintRecord | null> {
  const [row] = await select(tx).where(eq(complaints.number, number))
  return row ?? null
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

export async function addMessage(tx: Tx, message: typeof complaintMessages.$inferInsert): Promise<void> {
  await tx.insert(complaintMessages).values(message)
}

interface ComplaintChange {
  state?: ComplaintState | undefined
  assignedTo?: string | null | undefined
  category?: ComplaintCategory | undefined
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

export async function isActiveStaff(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, id), eq(staff.status, 'active')))
  return row !== undefined
}

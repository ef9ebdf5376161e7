// Complaints as the staff work on them.
import { and, asc, count, desc, eq, gt, gte, ilike, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { compileList } from '#server/platform/database/compile-statement.ts'
import type { Tx } from '#server/platform/database/connection.ts'
import { endOfLagosDay, startOfLagosDay, toLagosDay } from '#server/platform/database/queries/lagos-days.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { complaintMessages, complaints } from '#server/platform/database/schema/contact.ts'
import { exercises } from '#server/platform/database/schema/exercises.ts'
import { staff, staffRoles } from '#server/platform/database/schema/staff.ts'

export type ComplaintCategory = NonNullable<(typeof complaints.$inferSelect)['category']>
type ComplaintState = (typeof complaints.$inferSelect)['state']

export interface ComplaintFilter {
  state?: ComplaintState[] | undefined
  category?: ComplaintCategory[] | undefined
  assignedTo?: string | undefined
  /** Days in Nigeria, both included. */
  receivedFrom?: string | undefined
  receivedTo?: string | undefined
  /** Part of a number, user ID, email address, name or text. */
  q?: string | undefined
  /** A year: complaints of its applicants, and those that belong to no account. */
  exercise?: number | undefined
  /** Only these; null for all. */
  categories: ComplaintCategory[] | null
  /** Besides the year: only complaints of applicants of these, and those that belong to no account. */
  exerciseIds?: readonly number[] | null | undefined
}

export interface ComplaintPage {
  sort: 'received' | '-received'
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

function searchFor(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const { number, userId, email, fullName, complaint } = complaints
  return or(...[number, userId, email, fullName, complaint].map((column) => ilike(column, pattern)))
}

/** Nobody knows yet which exercise a complaint without an account is about. */
const isOfExercise = (year: number) =>
  or(
    isNull(complaints.accountId),
    sql`exists (select from ${accounts} as person join ${exercises} on ${exercises.id} = person.exercise_id
      where person.id = complaints.account_id and ${exercises.year} = ${year})`,
  )

const isOfOneOf = (exerciseIds: readonly number[]) =>
  or(
    isNull(complaints.accountId),
    sql`exists (select from ${accounts} as person
      where person.id = complaints.account_id and ${inArray(sql`person.exercise_id`, [...exerciseIds])})`,
  )

const getFilterCondition = (filter: ComplaintFilter) =>
  and(
    isNotNull(complaints.number),
    filter.state && inArray(complaints.state, filter.state),
    filter.category && inArray(complaints.category, filter.category),
    filter.categories ? inArray(complaints.category, filter.categories) : undefined,
    filter.assignedTo ? eq(complaints.assignedTo, filter.assignedTo) : undefined,
    filter.receivedFrom ? gte(complaints.createdAt, startOfLagosDay(filter.receivedFrom) as never) : undefined,
    filter.receivedTo ? lt(complaints.createdAt, endOfLagosDay(filter.receivedTo) as never) : undefined,
    filter.exercise === undefined ? undefined : isOfExercise(filter.exercise),
    filter.exerciseIds ? isOfOneOf(filter.exerciseIds) : undefined,
    filter.q ? searchFor(filter.q) : undefined,
  )

export async function listComplaints(tx: Tx, filter: ComplaintFilter, { sort, after, limit }: ComplaintPage) {
  const last = after ? await findComplaint(tx, after) : null
  const [isBeyond, order] = sort === 'received' ? [gt, asc] : [lt, desc]
  const isAfter = last
    ? or(
        isBeyond(complaints.createdAt, last.complaint.createdAt),
        and(eq(complaints.createdAt, last.complaint.createdAt), isBeyond(complaints.id, last.complaint.id)),
      )
    : undefined
  return select(tx)
    .where(and(getFilterCondition(filter), isAfter))
    .orderBy(order(complaints.createdAt), order(complaints.id))
    .limit(limit)
}

/** Characters of a complaint in the list. */
export const excerptLength = 160

/** What stands in a column of a file; the names are those of the list's columns. */
const exportedValues = {
  number: sql`${complaints.number}`,
  sender: sql`coalesce(${complaints.fullName}, ${complaints.userId}, ${complaints.email}, 'Not given')`,
  excerpt: sql`left(${complaints.complaint}, ${excerptLength})`,
  state: sql`${complaints.state}`,
  category: sql`${complaints.category}`,
  mine: sql`coalesce(${staff.name}, 'Nobody')`,
  received: toLagosDay(complaints.createdAt),
  userId: sql`${complaints.userId}`,
  email: sql`${complaints.email}`,
  text: sql`${complaints.complaint}`,
}

/** The rows of the list with these columns, as a statement that a file is made from. */
export function compileComplaintList(
  filter: ComplaintFilter,
  { sort, keys }: { sort: ComplaintPage['sort']; keys: readonly string[] },
) {
  const order = sort === 'received' ? asc : desc
  return compileList({
    keys,
    values: exportedValues,
    source: sql`${complaints} left join ${staff} on ${eq(staff.id, complaints.assignedTo)}`,
    where: getFilterCondition(filter),
    orderBy: [order(complaints.createdAt), order(complaints.id)],
  })
}

/** Counts up to the limit. */
export async function countComplaints(tx: Tx, filter: ComplaintFilter, limit: number): Promise<number> {
  const found = tx.select({ id: complaints.id }).from(complaints).where(getFilterCondition(filter)).limit(limit)
  const [row] = await tx.select({ value: count() }).from(found.as('found'))
  return row?.value ?? 0
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

export async function isActiveStaff(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.id, id), eq(staff.status, 'active')))
  return row !== undefined
}

/** Active staff with one of these roles, by name. */
export const listStaffWithRoles = (tx: Tx, roles: readonly string[]) =>
  tx
    .selectDistinct({ id: staff.id, name: staff.name })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.staffId, staff.id))
    .where(and(eq(staff.status, 'active'), inArray(staffRoles.role, [...roles])))
    .orderBy(asc(staff.name), asc(staff.id))

export async function findAccountToLink(tx: Tx, userId: string) {
  const [row] = await tx
    .select({ accountId: accounts.id, userId: accounts.userId })
    .from(accounts)
    .where(eq(accounts.userId, userId))
  return row ?? null
}

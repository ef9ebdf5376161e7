// Complaints as the staff work on them.

import { and, asc, count, desc, eq, gt, gte, ilike, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { compileList } from '#server/database/compile-statement.ts'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { complaintMessages, complaints } from '#server/database/schema/contact.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { staff, staffRoles } from '#server/database/schema/staff.ts'
import { endOfLagosDay, startOfLagosDay, toLagosDay } from '#server/domain/lagos-days.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'

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
  /** Complaints of the sender of this one, by number, or of this user ID or email address. */
  sender?: string | undefined
  /** Only these; null for all. */
  categories: ComplaintCategory[] | null
  /** Besides the year: only complaints of applicants of these, and those that belong to no account. */
  exerciseIds?: readonly number[] | null | undefined
}

export interface ComplaintPage {
  sort: 'received' | '-received'
  /** The number after which the page begins. */
  after?: string | undefined
  /** One for each sender: the first of the list. */
  isGrouped?: boolean | undefined
  /** The number of the first one of the first page: what came in later groups nothing while somebody goes through the pages. */
  first?: string | undefined
  limit: number
}

/** The table, or the same one once more. */
type Complaints = typeof complaints

const select = (tx: Tx) =>
  tx
    .select({ complaint: complaints, person: staff.name, accountEmail: accounts.email })
    .from(complaints)
    .leftJoin(staff, eq(staff.id, complaints.assignedTo))
    .leftJoin(accounts, eq(accounts.id, complaints.accountId))

export type ComplaintRecord = Awaited<ReturnType<typeof select>>[number]

function searchFor(text: string, { number, userId, email, fullName, complaint }: Complaints) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(...[number, userId, email, fullName, complaint].map((column) => ilike(column, pattern)))
}

// `offset 0` in these conditions: PostgreSQL then looks up each row of the page by an index. Otherwise it may read all accounts,
// or all complaints, before the first row.

/** Nobody knows yet which exercise a complaint without an account is about. */
const isOfExercise = (year: number, { accountId }: Complaints) =>
  or(
    isNull(accountId),
    sql`exists (select from ${accounts} as person join ${exercises} on ${exercises.id} = person.exercise_id
      where person.id = ${accountId} and ${exercises.year} = ${year} offset 0)`,
  )

const isOfOneOf = (exerciseIds: readonly number[], { accountId }: Complaints) =>
  or(
    isNull(accountId),
    sql`exists (select from ${accounts} as person
      where person.id = ${accountId} and ${inArray(sql`person.exercise_id`, [...exerciseIds])} offset 0)`,
  )

const isFrom = (text: string, t: Complaints) => sql`${t.sender} = coalesce(
  (select named.sender from ${complaints} as named where named.number = upper(${text})),
  (select folded(named.email) from ${accounts} as named where named.user_id = upper(${text})), folded(${text}))`

const getFilterCondition = (filter: ComplaintFilter, t = complaints) =>
  and(
    isNotNull(t.number),
    filter.state && inArray(t.state, filter.state),
    filter.category && inArray(t.category, filter.category),
    filter.categories ? inArray(t.category, filter.categories) : undefined,
    filter.assignedTo ? eq(t.assignedTo, filter.assignedTo) : undefined,
    filter.receivedFrom ? gte(t.createdAt, startOfLagosDay(filter.receivedFrom) as never) : undefined,
    filter.receivedTo ? lt(t.createdAt, endOfLagosDay(filter.receivedTo) as never) : undefined,
    filter.exercise === undefined ? undefined : isOfExercise(filter.exercise, t),
    filter.exerciseIds ? isOfOneOf(filter.exerciseIds, t) : undefined,
    filter.sender ? isFrom(filter.sender, t) : undefined,
    filter.q ? searchFor(filter.q, t) : undefined,
  )

const asMoment = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/** Where a page begins and where the first one began, which stay where they are when complaints come in. */
async function findPlaces(tx: Tx, { after, first }: Pick<ComplaintPage, 'after' | 'first'>) {
  const find = async (number: string | undefined) =>
    number ? ((await findComplaint(tx, number))?.complaint ?? null) : null
  return { last: await find(after), first: await find(first) }
}

type Place = Awaited<ReturnType<typeof findPlaces>>['first']

/** The first of its sender in the order of the list, among those that match. */
function isFirstOfSender(filter: ComplaintFilter, sort: ComplaintPage['sort'], first: Place) {
  const other = alias(complaints, 'other')
  const isBefore = sort === 'received' ? sql`<` : sql`>`
  const isSince = (t: Complaints) =>
    first && sort !== 'received'
      ? sql`(${t.createdAt}, ${t.id}) <= (${asMoment(first.createdAt)}, ${first.id}::uuid)`
      : undefined
  const earlier = and(
    eq(other.sender, complaints.sender),
    sql`(${other.createdAt}, ${other.id}) ${isBefore} (${complaints.createdAt}, ${complaints.id})`,
    isSince(other as unknown as Complaints),
    getFilterCondition(filter, other as unknown as Complaints),
  )
  return and(isSince(complaints), sql`not exists (select from ${complaints} as other where ${earlier} offset 0)`)
}

export async function listComplaints(tx: Tx, filter: ComplaintFilter, page: ComplaintPage) {
  const { sort, limit, isGrouped } = page
  const { last, first } = await findPlaces(tx, page)
  const [isBeyond, order] = sort === 'received' ? [gt, asc] : [lt, desc]
  const isAfter = last
    ? or(
        isBeyond(complaints.createdAt, last.createdAt),
        and(eq(complaints.createdAt, last.createdAt), isBeyond(complaints.id, last.id)),
      )
    : undefined
  return select(tx)
    .where(and(getFilterCondition(filter), isAfter, isGrouped ? isFirstOfSender(filter, sort, first) : undefined))
    .orderBy(order(complaints.createdAt), order(complaints.id))
    .limit(limit)
}

/** Counting further would take longer than the list itself. */
const maxOfSender = 1_000

/** How many complaints of each of these senders nobody has answered, in the categories that the reader answers. */
export async function countUnanswered(
  tx: Tx,
  senders: readonly string[],
  categories: ComplaintFilter['categories'],
): Promise<Map<string, number>> {
  const isOpen = getFilterCondition({ state: ['new', 'open'], categories })
  const { rows } = await tx.execute<{ sender: string; count: number }>(sql`
    select wanted.sender, (select count(*)::int from (
      select from ${complaints} where ${complaints.sender} = wanted.sender and ${isOpen} limit ${maxOfSender}) as found) as count
    from (select distinct value as sender from jsonb_array_elements_text(${JSON.stringify(senders)}::jsonb)) as wanted`)
  return new Map(rows.map(({ sender, count: open }) => [sender, open]))
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

/** Counts up to the limit, each complaint, also where the list has one row for a sender. */
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
export const listStaffWithRoles = (tx: Tx, roles: readonly StaffRole[]) =>
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

// The list of complaints, or of one for each sender.
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contains } from '#server/database/conditions.ts'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { complaints } from '#server/database/schema/contact.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { staff } from '#server/database/schema/staff.ts'
import { isAssignedTo } from '#server/domain/assignee.ts'
import { toLagosDay } from '#server/domain/lagos-days.ts'
import { isNotRecusedFrom, isOfExercises, type ScopedPerson } from '#server/domain/scope.ts'
import { defineListSource, type FilterSource, type ListReader, type PageRequest } from '#server/lists/list-source.ts'
import { listConditions } from '#server/lists/staff-list.ts'
import { type ComplaintRow, complaintList } from '#shared/lists/complaints.ts'
import { hasPermission, listLimits, listScopedExercises, type RoleGrant } from '#shared/roles/permissions.ts'

export type ComplaintCategory = NonNullable<(typeof complaints.$inferSelect)['category']>

/** Complaints, or its alias in a statement that has them twice. */
type Complaints = typeof complaints

const t = complaints

const categoryOfLimit: Readonly<Record<string, ComplaintCategory>> = { money: 'payment', data: 'details' }

/** The bursar answers about money, the data protection officer about data; null for those who answer all. */
const listCategories = (grant: RoleGrant): ComplaintCategory[] | null =>
  listLimits([grant], 'complaint:answer')?.flatMap((limit) => categoryOfLimit[limit] ?? []) ?? null

const search = (text: string, { number, userId, email, fullName, complaint }: Complaints) =>
  contains([number, userId, email, fullName, complaint], text)

// `offset 0` in these conditions: PostgreSQL then looks up each row of the page by an index. Otherwise it may read all accounts,
// or all complaints, before the first row.

/** Nobody knows yet which exercise a complaint without an account is about. */
const isOfExercise = (year: number, { accountId }: Complaints) =>
  or(
    isNull(accountId),
    sql`exists (select from ${accounts} as person join ${exercises} on ${exercises.id} = person.exercise_id
      where person.id = ${accountId} and ${exercises.year} = ${year} offset 0)`,
  )

const isOfOneOf = (exerciseIds: readonly number[] | null, { accountId }: Complaints) =>
  exerciseIds === null ? undefined : or(isNull(accountId), isOfExercises(accountId, exerciseIds))

/** By the number of one of the complaints, a user ID or an email address. */
export const isFromSender = (text: string, { sender }: Complaints) => sql`${sender} = coalesce(
  (select named.sender from ${complaints} as named where named.number = upper(${text})),
  (select folded(named.email) from ${accounts} as named where named.user_id = upper(${text})), folded(${text}))`

/**
 * Those that have a number and that the person answers: of the categories that a role has, in its exercise, and of no
 * applicant from whose case the person is recused.
 */
export function isReadable({ grants, staffId }: ScopedPerson, of: Complaints = t): SQL | undefined {
  const answering = grants.filter((grant) => hasPermission([grant], 'complaint:answer'))
  const isAnswered = answering.map((grant) => {
    const categories = listCategories(grant)
    const exerciseIds = listScopedExercises([grant])
    return and(categories ? inArray(of.category, categories) : undefined, isOfOneOf(exerciseIds, of))
  })
  if (isAnswered.length === 0) return sql`false`
  return and(
    isNotNull(of.number),
    isAnswered.includes(undefined) ? undefined : or(...isAnswered),
    isNotRecusedFrom(of.accountId, staffId),
  )
}

const createFilters = (of: Complaints) =>
  ({
    sender: (text) => isFromSender(text, of),
    state: of.state,
    category: of.category,
    assigned: isAssignedTo(of.assignedTo),
    received: of.createdAt,
  }) satisfies Record<string, FilterSource>

const getScope = (reader: ListReader, { exercise }: Readonly<Record<string, unknown>>, of: Complaints) =>
  and(
    isReadable(reader, of),
    typeof exercise === 'number' ? isOfExercise(exercise, of) : undefined,
    isOfOneOf(reader.exportedExerciseIds, of),
  )

/**
 * Of several complaints of a sender that match, the first in the order of the list. What came in after the first page changes
 * nothing while somebody goes through the pages.
 */
function isFirstOfSender({ query, reader, isDescending, first }: PageRequest): SQL | undefined {
  if (query.grouped !== 'yes') return undefined
  const other = alias(complaints, 'other') as unknown as Complaints
  const isSinceFirst =
    first && isDescending
      ? sql`(${other.createdAt}, ${other.id}) <= (${first[0]}::timestamptz, ${first[1]}::uuid)`
      : undefined
  const earlier = and(
    eq(other.sender, t.sender),
    sql`(${other.createdAt}, ${other.id}) ${isDescending ? sql`>` : sql`<`} (${t.createdAt}, ${t.id})`,
    isSinceFirst,
    getScope(reader, query, other),
    ...listConditions(complaintList, createFilters(other), query, reader),
    query.q ? search(query.q, other) : undefined,
  )
  return sql`not exists (select from ${complaints} as other where ${earlier} offset 0)`
}

/** Counting further would take longer than the list itself. */
const maxOfSender = 1_000

/** How many complaints of each of these senders nobody has answered, of those that the reader answers. */
async function countUnanswered(tx: Tx, senders: readonly string[], reader: ScopedPerson) {
  const isOpen = and(isReadable(reader), inArray(t.state, ['new', 'open']))
  const { rows } = await tx.execute<{ sender: string; count: number }>(sql`
    select wanted.sender, (select count(*)::int from (
      select from ${t} where ${t.sender} = wanted.sender and ${isOpen} limit ${maxOfSender}) as found) as count
    from (select distinct value as sender from jsonb_array_elements_text(${JSON.stringify(senders)}::jsonb)) as wanted`)
  return new Map(rows.map(({ sender, count }) => [sender, count]))
}

/** Characters of a complaint in the list. */
export const excerptLength = 160

type ListedComplaint = Pick<
  typeof complaints.$inferSelect,
  | 'number'
  | 'state'
  | 'category'
  | 'userId'
  | 'fullName'
  | 'complaint'
  | 'assignedTo'
  | 'version'
  | 'createdAt'
  | 'sender'
> & { person: string | null }

/** With how many complaints of the same sender nobody has answered. */
export async function presentComplaints(
  tx: Tx,
  rows: readonly ListedComplaint[],
  reader: ScopedPerson,
): Promise<ComplaintRow[]> {
  const senders = rows.flatMap(({ sender }) => sender ?? [])
  const unanswered = senders.length > 0 ? await countUnanswered(tx, senders, reader) : new Map()
  return rows.map((row) => ({
    number: row.number ?? '',
    state: row.state,
    category: row.category,
    userId: row.userId,
    fullName: row.fullName,
    receivedAt: row.createdAt.toISOString(),
    excerpt: row.complaint.slice(0, excerptLength),
    assignedTo: row.assignedTo && row.person ? { id: row.assignedTo, name: row.person } : null,
    version: row.version,
    unanswered: unanswered.get(row.sender ?? '') ?? 0,
  }))
}

export const complaintSource = defineListSource({
  list: complaintList,
  from: sql`${t} left join ${staff} on ${eq(staff.id, t.assignedTo)}`,
  countedFrom: sql`${t}`,
  select: {
    number: t.number,
    state: t.state,
    category: t.category,
    userId: t.userId,
    fullName: t.fullName,
    createdAt: t.createdAt,
    complaint: t.complaint,
    assignedTo: t.assignedTo,
    person: sql<string | null>`${staff.name}`,
    version: t.version,
    sender: t.sender,
  },
  filters: createFilters(t),
  orders: { received: { by: [t.createdAt, t.id] } },
  search: (text) => search(text, t),
  scope: (reader, query) => getScope(reader, query, t),
  page: isFirstOfSender,
  present: (rows, reader, tx) => presentComplaints(tx, rows, reader),
  exported: () => ({
    number: t.number,
    sender: sql`coalesce(${t.fullName}, ${t.userId}, ${t.email}, 'Not given')`,
    excerpt: sql`left(${t.complaint}, ${excerptLength})`,
    state: t.state,
    category: t.category,
    assigned: sql`coalesce(${staff.name}, 'Nobody')`,
    received: toLagosDay(t.createdAt),
    userId: t.userId,
    email: t.email,
    text: t.complaint,
  }),
})

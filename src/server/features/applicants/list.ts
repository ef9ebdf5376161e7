import type { Database, Tx } from '#server/database/connection.ts'
import { applicationFilterNames, getApplicationCondition } from '#server/domain/index-conditions.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ApplicantRow } from '#shared/api/staff/applicants.ts'
import { type ApplicantOrder, applicantOrders, getDefaultApplicantOrder } from '#shared/lists/applicant-order.ts'
import { isWithinScope, listScopes } from '#shared/roles/permissions.ts'
import {
  combineConditions,
  countApplicants,
  filterNames,
  foldText,
  getKeyLength,
  getListCondition,
  type ListCondition,
  type ListFilter,
  type ListOrder,
  listApplicants,
} from './list-store.ts'
import { type NamePrefix, recognizeIdentifier, splitName } from './search.ts'
import { findExerciseOfYear } from './store.ts'

/** Counting further would take longer than the list itself. */
const maxCount = 1_000

export interface ListQuery {
  exercise?: number | undefined
  q?: string | undefined
  sort?: ApplicantOrder | undefined
  submittedFrom?: string | undefined
  submittedTo?: string | undefined
  after?: string | undefined
  limit: number
}

/** A search by name lists those with such a surname first, then those with such a first name. */
type Step = { order: ListOrder; name: NamePrefix | null }

interface Cursor {
  step: number
  after: readonly string[] | null
}

type PageQuery = Required<Pick<ListQuery, 'limit'>> & { sort: ApplicantOrder }

const orderOf = { issued: 'issued', name: 'surname', submitted: 'submitted' } as const

async function createSteps(tx: Tx, q: string | undefined, sort: ApplicantOrder): Promise<Step[]> {
  const name = q && !recognizeIdentifier(q) ? splitName(await foldText(tx, q)) : null
  if (!name) return [{ order: orderOf[sort.replace('-', '') as keyof typeof orderOf], name: null }]
  return [
    { order: 'surname', name },
    { order: 'firstName', name },
  ]
}

/** The order of all rows at once. A search by name has two lists, which are one here: by surname. */
export async function decideOrder(tx: Tx, query: Readonly<Record<string, string>>) {
  const sort = applicantOrders.find((order) => order === query.sort) ?? getDefaultApplicantOrder(query)
  const [first] = await createSteps(tx, query.q, sort)
  return { order: first?.order ?? 'issued', isDescending: !first?.name && sort.startsWith('-') }
}

export function createApplicantList({ staffDatabase: { db } }: { staffDatabase: Pick<Database, 'db'> }) {
  async function readPage(steps: Step[], filter: ListFilter, { limit, sort }: PageQuery, cursor: Cursor) {
    const found: { step: number; item: Awaited<ReturnType<typeof listApplicants>>[number] }[] = []
    for (let step = cursor.step; step < steps.length && found.length <= limit; step++) {
      const { order, name } = steps[step]!
      const after = step === cursor.step ? cursor.after : null
      const isDescending = name === null && sort.startsWith('-')
      const items = await listApplicants(db, filter, {
        order,
        name,
        after,
        isDescending,
        limit: limit + 1 - found.length,
      })
      found.push(...items.map((item) => ({ step, item })))
    }
    return found
  }

  async function count(steps: Step[], filter: ListFilter): Promise<number> {
    let sum = 0
    for (const step of steps)
      if (sum <= maxCount) sum += await countApplicants(db, filter, { ...step, limit: maxCount + 1 - sum })
    return sum
  }

  return {
    /** A page of applicants within the person's scope. @throws AppError `cursor_invalid` */
    async list(query: ListQuery & Record<string, unknown>, principal: StaffPrincipal) {
      const exercise = await findExerciseOfYear(db, query.exercise)
      if (!exercise) return { rows: [], next: null, count: { value: 0, more: false } }
      const filter: ListFilter = {
        exerciseId: exercise.id,
        scopes: listScopes(principal.grants, 'applicant:find'),
        staffId: principal.staffId,
        values: pickFilters(query),
        identifier: query.q ? recognizeIdentifier(query.q) : null,
      }
      const sort = query.sort ?? getDefaultApplicantOrder(query)
      const steps = await createSteps(db, query.q, sort)
      const cursor = readCursor(query.after, steps)
      const found = await readPage(steps, filter, { limit: query.limit, sort }, cursor)
      const page = found.slice(0, query.limit)
      const last = page.at(-1)
      const total = await count(steps, filter)
      const readable = listScopes(principal.grants, 'applicant:read')
      const canRead = ({ row }: Item) => readable.some((scope) => isWithinScope(scope, row))
      return {
        rows: page.map(({ item }) => presentRow(item, canRead(item))),
        next: found.length > query.limit && last ? writeCursor({ step: last.step, after: last.item.key }) : null,
        count: { value: Math.min(total, maxCount), more: total > maxCount },
      }
    },
  }
}

type ListSearch = Pick<ListQuery, 'q'> & Record<string, unknown>

/**
 * Everybody within the scopes whom the list shows for this query, as a condition on the applicant index. For the features
 * that act on a list.
 */
export async function createListCondition(
  tx: Tx,
  query: ListSearch,
  where: Pick<ListFilter, 'exerciseId' | 'scopes' | 'staffId'>,
): Promise<ListCondition> {
  const { q = '' } = query
  const identifier = q ? recognizeIdentifier(q) : null
  const name = q && !identifier ? splitName(await foldText(tx, q)) : null
  return getListCondition({ ...where, values: pickFilters(query), identifier }, name)
}

/** The same of the list of submitted applications, which has filters of its own. */
export async function createApplicationCondition(
  tx: Tx,
  { q, ...query }: Readonly<Record<string, string>>,
  where: Pick<ListFilter, 'exerciseId' | 'scopes' | 'staffId'>,
): Promise<ListCondition> {
  const values = Object.fromEntries(Object.entries(query).filter(([key]) => applicationFilterNames.has(key)))
  const search = q ? await createListCondition(tx, { q }, where) : undefined
  return combineConditions(getApplicationCondition({ ...where, values }), search)
}

const pickFilters = (query: Record<string, unknown>): ListFilter['values'] =>
  Object.fromEntries(Object.entries(query).filter(([key]) => filterNames.has(key))) as ListFilter['values']

const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify([cursor.step, cursor.after])).toString('base64url')

function readCursor(text: string | undefined, steps: Step[]): Cursor {
  if (text === undefined) return { step: 0, after: null }
  try {
    const [step, after] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [number, string[]]
    const order = steps[step]?.order
    const isKey = order && after.length === getKeyLength(order) && after.every((value) => typeof value === 'string')
    if (isKey && hasValidTypes(order, after)) return { step, after }
  } catch {
    // Answered below: it is no cursor of ours.
  }
  throw new AppError('cursor_invalid')
}

const isUuid = (text = '') => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const hasValidTypes = (order: ListOrder, after: readonly string[]): boolean =>
  isUuid(after.at(-1)) && (order === 'surname' || order === 'firstName' || !Number.isNaN(Date.parse(after[0] ?? '')))

type Item = Awaited<ReturnType<typeof listApplicants>>[number]

/** Field by field, so that a new column is not sent by accident. */
const presentRow = ({ row, lastSeenAt }: Item, canRead: boolean): ApplicantRow => ({
  userId: row.userId,
  name: row.name,
  number: row.number,
  role: row.role,
  school: row.school,
  department: row.department,
  state: row.state,
  lga: row.lga,
  gender: row.gender,
  stage: row.stage,
  paid: row.isPaid,
  identified: row.isIdentified,
  published: row.published,
  flags: row.flags,
  issued: row.issuedAt.toISOString(),
  submitted: row.submittedAt?.toISOString() ?? null,
  lastSeen: lastSeenAt && new Date(lastSeenAt).toISOString(),
  email: canRead ? row.emailFolded : null,
  phone: canRead ? row.phone : null,
})

import type { Tx } from '#server/database/connection.ts'
import { type ApplicationFilter, applicationFilterNames } from '#server/domain/index-conditions.ts'
import { createListCondition, findExerciseOfYear } from '#server/features/applicants/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ApplicationRow } from '#shared/api/staff/applications/application-details.ts'
import { deriveFacts } from '#shared/application/derived.ts'
import { checkRequirements } from '#shared/decisions/requirements.ts'
import type { Outcome, ReviewRules, ReviewStage } from '#shared/decisions/stages.ts'
import { unpublishedColumns } from '#shared/lists/columns.ts'
import { isWithinScope, listScopes, listWholeScopes } from '#shared/roles/permissions.ts'
import type { ReadDependencies } from '../read-case.ts'
import { createPostKey, findReviewRules, listPostRequirements, type RequirementsByPost } from '../rules-store.ts'
import {
  countApplications,
  getSortKeyLength,
  type ListedApplication,
  type ListSort,
  listAnswers,
  listApplications,
} from './list-store.ts'

/** Counting further would take longer than the list itself. */
const maxCount = 1_000

export interface ApplicationQuery {
  exercise?: number | undefined
  q?: string | undefined
  sort: ListSort
  after?: string | undefined
  limit: number
}

const pickApplicationFilters = (query: Record<string, unknown>): ApplicationFilter['values'] =>
  Object.fromEntries(
    Object.entries(query).filter(([key, value]) => applicationFilterNames.has(key) && value !== undefined),
  ) as ApplicationFilter['values']

export function createApplicationList({ staffDatabase: { db } }: ReadDependencies) {
  return {
    /** A page of applications within the person's scope. @throws AppError `cursor_invalid`, `not_permitted` */
    async list(query: ApplicationQuery & Record<string, unknown>, { grants, staffId }: StaffPrincipal) {
      const wholeScopes = listWholeScopes(grants, 'application:read')
      const isOfWork = unpublishedColumns.some((name) => query[name] !== undefined)
      if (isOfWork && wholeScopes.length === 0) throw new AppError('not_permitted')
      const after = readCursor(query)
      const exercise = await findExerciseOfYear(db, query.exercise)
      if (!exercise) return { rows: [], next: null, count: { value: 0, more: false } }
      const scopes = isOfWork ? wholeScopes : listScopes(grants, 'application:read')
      const filter = { exerciseId: exercise.id, scopes, values: pickApplicationFilters(query), staffId }
      const search = query.q
        ? await createListCondition(db, { q: query.q }, { exerciseId: exercise.id, scopes, staffId })
        : undefined
      const found = await listApplications(db, filter, { sort: query.sort, after, limit: query.limit + 1, search })
      const page = found.slice(0, query.limit)
      const total = await countApplications(db, filter, { search, limit: maxCount + 1 })
      const rules = await findReviewRules(db, exercise.id)
      const isLimited = ({ row }: ListedApplication) => !wholeScopes.some((scope) => isWithinScope(scope, row))
      const readable = page.filter((item) => !isLimited(item))
      const suggestions = await suggest(db, readable, await listPostRequirements(db, exercise.id))
      const last = page.at(-1)
      return {
        rows: page.map((item) =>
          presentRow(item, { rules, isLimited: isLimited(item), meets: suggestions.get(item.row.accountId) }),
        ),
        next: found.length > query.limit && last ? writeCursor(query.sort, last.key) : null,
        count: { value: Math.min(total, maxCount), more: total > maxCount },
      }
    },
  }
}

type Suggestion = NonNullable<ApplicationRow['meets']>

async function suggest(tx: Tx, page: readonly ListedApplication[], required: RequirementsByPost) {
  const withRequirements = page.filter(({ row }) => required.has(createPostKey(row)))
  const answers = await listAnswers(
    tx,
    withRequirements.map(({ row }) => row.accountId),
  )
  const factsOf = new Map(answers.map((one) => [one.accountId, deriveFacts(one.answers)]))
  return new Map<string, Suggestion>(
    page.map(({ row }) => {
      const asked = required.get(createPostKey(row)) ?? {}
      return [row.accountId, checkRequirements(asked, factsOf.get(row.accountId) ?? {}).suggestion]
    }),
  )
}

const writeCursor = (sort: ListSort, key: readonly string[]) =>
  Buffer.from(JSON.stringify([sort, ...key])).toString('base64url')

const isUuid = (text = '') => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** @throws AppError `cursor_invalid` */
function readCursor({ after, sort }: ApplicationQuery): string[] | null {
  if (after === undefined) return null
  try {
    const [order, ...key] = JSON.parse(Buffer.from(after, 'base64url').toString()) as string[]
    const isKey = order === sort && key.length === getSortKeyLength(sort) && key.every((one) => typeof one === 'string')
    const isTyped = isUuid(key.at(-1)) && (sort.endsWith('name') || !Number.isNaN(Date.parse(key[0] ?? '')))
    if (isKey && isTyped) return key
  } catch {
    // Answered below: it is no cursor of ours.
  }
  throw new AppError('cursor_invalid')
}

interface RowContext {
  rules: ReviewRules
  isLimited: boolean
  meets: Suggestion | undefined
}

/** Field by field, so that a new column is not sent by accident. */
const presentRow = (item: ListedApplication, { rules, isLimited, meets }: RowContext): ApplicationRow => ({
  number: item.row.number ?? '',
  userId: item.row.userId,
  name: item.row.name,
  role: item.row.role,
  school: item.row.school,
  department: item.row.department,
  state: item.row.state,
  lga: item.row.lga,
  gender: item.row.gender,
  submitted: (item.row.submittedAt ?? item.row.issuedAt).toISOString(),
  reviewsNeeded: rules.shortlistReviews,
  published: item.row.published,
  onHold: item.row.flags.includes('on_hold'),
  meets: meets ?? null,
  ...(isLimited ? presentLimitedWork(item) : presentWork(item)),
})

type Work = Pick<ApplicationRow, 'stage' | 'reviews' | 'split' | 'decided' | 'assigned'>

const presentWork = ({ row, assignee }: ListedApplication): Work => ({
  stage: (row.reviewStage ?? 'submitted') as ReviewStage,
  reviews: row.reviewCount,
  split: row.isSplit,
  decided: row.decided as Outcome | null,
  assigned: row.assignedTo ? { id: row.assignedTo, name: assignee ?? '' } : null,
})

/** The same for every application, whatever the staff have done with it, but for a withdrawal, which the applicant knows. */
const presentLimitedWork = ({ row }: ListedApplication): Work => ({
  stage: row.reviewStage === 'withdrawn' ? 'withdrawn' : 'screening',
  reviews: 0,
  split: false,
  decided: null,
  assigned: null,
})

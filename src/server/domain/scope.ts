// What a person of the staff reaches: permission × exercise × school × recusal. Calls that name something ask for that one
// (`assertWithinScope`), lists for their rows. What is out of reach is answered like what does not exist.
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { hasPermissionIn, type Permission, type Place, type RoleGrant, type Scope } from '#shared/roles/permissions.ts'
import { AppError } from '../app-error.ts'
import type { Tx } from '../database/connection.ts'
import { accounts } from '../database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '../database/schema/applicant-index.ts'
import { applications } from '../database/schema/applications-and-drafts.ts'
import { recusals } from '../database/schema/decisions/reviews.ts'
import { seats } from '../database/schema/sittings.ts'

/** Somebody of the staff, as far as it decides what they reach. */
export interface ScopedPerson {
  staffId: string
  grants: readonly RoleGrant[]
}

/** Where something is, and whose it is; without an account it belongs to nobody. */
export type Subject = Place & { accountId?: string }

/** Why the person does not reach the subject; null when they do. */
export async function findScopeRefusal(
  tx: Tx,
  subject: Subject,
  permission: Permission,
  { grants, staffId }: ScopedPerson,
): Promise<'scope' | 'recused' | null> {
  const isWithin =
    hasPermissionIn(grants, permission, subject) ||
    // Asked of the database only when it decides.
    (subject.accountId !== undefined &&
      hasPermissionIn(grants, permission, { ...subject, isSeated: true }) &&
      (await hasLiveSeat(tx, subject.accountId)))
  if (!isWithin) return 'scope'
  const isRecused = subject.accountId !== undefined && (await hasRecusal(tx, subject.accountId, staffId))
  return isRecused ? 'recused' : null
}

/**
 * @param auditAs what the audit log says about the refusal besides its reason
 * @throws AppError `not_found`; only the audit log knows the difference
 */
export async function assertWithinScope(
  tx: Tx,
  subject: Subject,
  permission: Permission,
  actor: ScopedPerson,
  auditAs: { action?: 'file_refused'; detail?: Record<string, string> } = {},
): Promise<void> {
  const cause = await findScopeRefusal(tx, subject, permission, actor)
  if (cause === null) return
  const account = subject.accountId === undefined ? {} : { account: subject.accountId }
  throw new AppError('not_found', { auditAs: { ...auditAs, detail: { ...account, ...auditAs.detail, cause } } })
}

async function hasRecusal(tx: Tx, accountId: string, staffId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: recusals.id })
    .from(recusals)
    .innerJoin(applications, eq(applications.id, recusals.applicationId))
    .where(and(eq(applications.accountId, accountId), eq(recusals.staffId, staffId), isNull(recusals.endedAt)))
    .limit(1)
  return row !== undefined
}

/** In a sitting, which was not released. */
export const hasSeat = (accountId: PgColumn | SQL | string): SQL<boolean> => sql`exists (
  select from ${seats} join ${applications} on ${applications.id} = ${seats.applicationId}
  where ${applications.accountId} = ${accountId} and ${seats.releasedAt} is null)`

async function hasLiveSeat(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isSeated: boolean }>(sql`select ${hasSeat(accountId)} as "isSeated"`)
  return rows[0]?.isSeated ?? false
}

/** Rows about an application, with copies of what decides who sees them. */
interface ListedRows {
  applicationId: PgColumn
  exerciseId: PgColumn
  school: PgColumn
  department: PgColumn
}

/** On the rows of a list of seats, results or offers. */
export const areRowsWithin = (t: ListedRows, { exerciseId, scopes, staffId }: IndexScope): SQL | undefined =>
  and(
    eq(t.exerciseId, exerciseId),
    limitToScopes(scopes, exerciseId, {
      ...t,
      isSeated: sql`exists (select from ${seats} as own
        where own.application_id = ${t.applicationId} and own.released_at is null)`,
    }),
    sql`${t.applicationId} <> all(array(select ${recusals.applicationId} from ${recusals}
      where ${recusals.staffId} = ${staffId}::uuid and ${recusals.endedAt} is null))`,
  )

/** Few people are recused from few cases, so these are found first. */
const listRecusedAccounts = (staffId: string): SQL => sql`array(
  select ${applications.accountId} from ${recusals} join ${applications} on ${applications.id} = ${recusals.applicationId}
  where ${recusals.staffId} = ${staffId}::uuid and ${recusals.endedAt} is null)`

/** On the applicant index. */
const isNotRecused = (staffId: string): SQL => sql`${applicantIndex.accountId} <> all(${listRecusedAccounts(staffId)})`

/** On rows that belong to an account, or to none. */
export const isNotRecusedFrom = (accountId: PgColumn | SQL, staffId: string): SQL =>
  sql`(${accountId} <> all(${listRecusedAccounts(staffId)})) is not false`

/**
 * On rows that belong to an account: it is in one of the exercises. Undefined for null, which stands for every exercise.
 * `offset 0`: PostgreSQL then looks up each row of a page by an index; otherwise it may read all accounts before the first one.
 */
export const isOfExercises = (accountId: PgColumn | SQL, exerciseIds: readonly number[] | null): SQL | undefined =>
  exerciseIds === null
    ? undefined
    : sql`exists (select from ${accounts} as person where person.id = ${accountId}
        and person.exercise_id = any(${sql.param(exerciseIds)}::int[]) offset 0)`

/** On the applicant index. Undefined when the scopes hold everything of the exercise. */
export const getScopeCondition = (scopes: readonly Scope[], exerciseId: number): SQL | undefined =>
  limitToScopes(scopes, exerciseId, {
    school: applicantIndex.school,
    department: applicantIndex.department,
    isSeated: hasSeat(applicantIndex.accountId),
  })

interface ScopeColumns {
  school: PgColumn
  department: PgColumn
  isSeated: SQL
}

function limitToScopes(scopes: readonly Scope[], exerciseId: number, columns: ScopeColumns): SQL | undefined {
  const own = scopes.filter((scope) => scope.exerciseId === null || scope.exerciseId === exerciseId)
  if (own.length === 0) return sql`false`
  if (own.some(({ school, department, isSeated }) => school === null && department === null && !isSeated))
    return undefined
  return or(
    ...own.map(({ school, department, isSeated }) =>
      and(
        isSeated ? columns.isSeated : undefined,
        school === null ? undefined : eq(columns.school, school),
        department === null ? undefined : eq(columns.department, department),
      ),
    ),
  )
}

export interface IndexScope {
  exerciseId: number
  scopes: readonly Scope[]
  /** Who asks: applicants from whose cases this person is recused are left out. */
  staffId: string
}

/** On the applicant index. */
export const areApplicantsWithin = ({ exerciseId, scopes, staffId }: IndexScope): SQL | undefined =>
  and(eq(applicantIndex.exerciseId, exerciseId), getScopeCondition(scopes, exerciseId), isNotRecused(staffId))

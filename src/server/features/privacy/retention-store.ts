// Finds and deletes the forms and applications whose time is over.
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { withTableNames } from '#server/database/conditions.ts'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import { finalOutcomeRecords, finalOutcomeStatuses } from '#server/database/schema/decisions/offers.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { registerContents } from '#server/database/unreferenced-contents.ts'
import type { FinalOutcome } from '#shared/decisions/offers.ts'

export interface DueQuery {
  /** Exercises whose time is over. */
  exerciseIds: number[]
  /** The last account that was looked at; null for the first page. */
  afterId: string | null
  /** How many accounts are looked at. */
  limit: number
}

export interface DuePage {
  /** Accounts whose time is over and who still have something to delete. */
  ids: string[]
  /** The last account that was looked at; null when there are no more. */
  lastId: string | null
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** Exercises that were archived more than these months ago. */
export async function listExercisesOver(tx: Tx, now: Date, months: number): Promise<number[]> {
  const rows = await tx
    .select({ id: exercises.id })
    .from(exercises)
    .where(sql`${exercises.archivedAt} + make_interval(months => ${months}) < ${now.toISOString()}::timestamptz`)
  return rows.map(({ id }) => id)
}

interface CheckedAccount {
  id: string
  isDue: boolean
}

const toPage = (rows: CheckedAccount[], limit: number): DuePage => ({
  ids: rows.filter(({ isDue }) => isDue).map(({ id }) => id),
  lastId: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
})

/** Accounts that submitted nothing and still have a draft, files or a NIN. */
export async function listUnsubmittedForms(tx: Tx, query: DueQuery): Promise<DuePage> {
  const isDue = sql<boolean>`(
    not exists (select from ${applications} where ${applications.accountId} = ${accounts.id})
    and (exists (select from ${drafts} where ${drafts.accountId} = ${accounts.id})
      or exists (select from ${files} where ${files.accountId} = ${accounts.id})
      or exists (select from ${ninVerifications} where ${ninVerifications.accountId} = ${accounts.id})))`
  const rows = await tx
    .select({ id: accounts.id, isDue: withTableNames(isDue) })
    .from(accounts)
    .where(and(inArray(accounts.exerciseId, query.exerciseIds), gt(accounts.id, query.afterId ?? firstId)))
    .orderBy(asc(accounts.id))
    .limit(query.limit)
  return toPage(rows, query.limit)
}

/** As `delete_application_work` has it: what was recorded and not published was never told to anybody. */
const isOver = sql<boolean>`(${applications.decision} = 'rejected' or ${applications.withdrawnAt} is not null
  or exists (select from ${finalOutcomeStatuses} join ${finalOutcomeRecords}
    on ${finalOutcomeRecords.id} = ${finalOutcomeStatuses.publishedId}
    where ${finalOutcomeStatuses.applicationId} = ${applications.id}
      and ${finalOutcomeRecords.outcome} = ${'unsuccessful' satisfies FinalOutcome}))`

/** Accounts whose application was rejected or withdrawn, or who were told that they are not selected. */
export async function listUnsuccessfulApplications(tx: Tx, query: DueQuery): Promise<DuePage> {
  const rows = await tx
    .select({ id: applications.accountId, isDue: withTableNames(isOver) })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .where(and(inArray(accounts.exerciseId, query.exerciseIds), gt(applications.accountId, query.afterId ?? firstId)))
    .orderBy(asc(applications.accountId))
    .limit(query.limit)
  return toPage(rows, query.limit)
}

export interface DeletedForm {
  /** Of the application; null when nothing was submitted. */
  number: string | null
  /** Registered as unreferenced: to be removed from the file store. */
  contentIds: string[]
}

/**
 * Deletes an account's answers, files and NIN. The account, its payments and its audit events stay.
 * @returns null when another server has deleted all of it meanwhile
 */
export async function deleteForm(tx: Tx, accountId: string, now: Date): Promise<DeletedForm | null> {
  // Locks the account: of two at once the second finds nothing.
  await tx.update(accounts).set({ photoFileId: null }).where(eq(accounts.id, accountId))
  const { rowCount: draftCount } = await tx.delete(drafts).where(eq(drafts.accountId, accountId))
  const { rowCount: lookUpCount } = await tx.delete(ninVerifications).where(eq(ninVerifications.accountId, accountId))
  // What the staff wrote about it is append-only: the server's role may delete it by this function alone.
  // It refuses an application whose time is not over, and with it the rest.
  await tx.execute(sql`select delete_application_work(${applications.id}) from ${applications}
    where ${applications.accountId} = ${accountId}`)
  const [application] = await tx
    .delete(applications)
    .where(eq(applications.accountId, accountId))
    .returning({ number: applications.number })
  const deleted = await tx.delete(files).where(eq(files.accountId, accountId)).returning({ id: files.id })
  const contentIds = deleted.map(({ id }) => id)
  if (!(draftCount || lookUpCount || application || contentIds.length > 0)) return null
  await registerContents(tx, contentIds, now)
  return { number: application?.number ?? null, contentIds }
}

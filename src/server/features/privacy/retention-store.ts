// Finds and deletes the forms and applications whose time is over.
import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { applications, drafts } from '#server/platform/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/platform/database/schema/exercises.ts'
import { files } from '#server/platform/database/schema/files.ts'
import { ninVerifications } from '#server/platform/database/schema/nin.ts'
import { registerContents } from '#server/platform/database/unreferenced-contents.ts'

export interface DueQuery {
  now: Date
  /** After the exercise was archived. */
  months: number
  /** The last account of the page before; null for the first one. */
  afterId: string | null
  limit: number
}

const firstId = '00000000-0000-0000-0000-000000000000'

const isOver = ({ now, months }: DueQuery) =>
  and(
    isNotNull(exercises.archivedAt),
    sql`${exercises.archivedAt} + make_interval(months => ${months}) < ${now.toISOString()}::timestamptz`,
  )

/** Accounts that submitted nothing and still have a draft, files or a NIN. */
export async function listUnsubmittedForms(tx: Tx, query: DueQuery): Promise<string[]> {
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(
      and(
        isOver(query),
        gt(accounts.id, query.afterId ?? firstId),
        sql`not exists (select from ${applications} where ${applications.accountId} = ${accounts.id})`,
        sql`(exists (select from ${drafts} where ${drafts.accountId} = ${accounts.id})
          or exists (select from ${files} where ${files.accountId} = ${accounts.id})
          or exists (select from ${ninVerifications} where ${ninVerifications.accountId} = ${accounts.id}))`,
      ),
    )
    .orderBy(asc(accounts.id))
    .limit(query.limit)
  return rows.map(({ id }) => id)
}

/** Accounts whose application was rejected. */
export async function listRejectedApplications(tx: Tx, query: DueQuery): Promise<string[]> {
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .innerJoin(applications, eq(applications.accountId, accounts.id))
    .where(and(isOver(query), gt(accounts.id, query.afterId ?? firstId), eq(applications.decision, 'rejected')))
    .orderBy(asc(accounts.id))
    .limit(query.limit)
  return rows.map(({ id }) => id)
}

export interface DeletedForm {
  /** Of the application; null when nothing was submitted. */
  number: string | null
  /** Registered as unreferenced: to be removed from the file store. */
  contentIds: string[]
}

/** Deletes an account's answers, files and NIN. The account, its payments and its audit events stay. */
export async function deleteForm(tx: Tx, accountId: string, now: Date): Promise<DeletedForm> {
  await tx.update(accounts).set({ photoFileId: null }).where(eq(accounts.id, accountId))
  await tx.delete(drafts).where(eq(drafts.accountId, accountId))
  await tx.delete(ninVerifications).where(eq(ninVerifications.accountId, accountId))
  // What the staff wrote about it is append-only: the server's role may delete it by this function alone.
  await tx.execute(sql`select delete_application_work(${applications.id}) from ${applications}
    where ${applications.accountId} = ${accountId} and ${applications.decision} = 'rejected'`)
  const [application] = await tx
    .delete(applications)
    .where(and(eq(applications.accountId, accountId), inArray(applications.decision, ['rejected'])))
    .returning({ number: applications.number })
  const deleted = await tx.delete(files).where(eq(files.accountId, accountId)).returning({ id: files.id })
  const contentIds = deleted.map(({ id }) => id)
  await registerContents(tx, contentIds, now)
  return { number: application?.number ?? null, contentIds }
}

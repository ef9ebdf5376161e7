import { and, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import { applicationVersions } from '#server/database/schema/decisions/returns.ts'
import { files } from '#server/database/schema/files.ts'
import { prepareStatement, type Queryable } from '#server/database/statement.ts'
import { claimContentSql, registerContentSql } from '#server/database/unreferenced-contents.ts'
import type { ScanVerdict } from '#server/providers/files/scan/virus-scanner.ts'

export type NewUpload = Required<Omit<typeof files.$inferInsert, 'createdAt' | 'kind'>>

/** What an account may have uploaded in total. */
export interface Quota {
  files: number
  bytes: number
}

const registerPrepared = prepareStatement<{ id: string }>(
  'register_upload',
  `${registerContentSql} where uploads_fit($3, $4, $5, $6) returning id`,
)

/** Registers the content of an upload of at most that many bytes. Returns false when it does not fit into the quota. */
export async function registerUpload(
  runner: Queryable,
  { id, accountId, bytes, now }: { id: string; accountId: string; bytes: number; now: Date },
  quota: Quota,
): Promise<boolean> {
  const rows = await registerPrepared(runner, [id, now, accountId, bytes, quota.files, quota.bytes])
  return rows.length > 0
}

const insertPrepared = prepareStatement<{ id: string }>(
  'insert_upload',
  `with claimed as ${claimContentSql('$1')}
   insert into files (id, account_id, kind, size, name, type, sha256, scan)
   select id, $2, 'upload', $3, $6, $7, $8, $9 from claimed where uploads_fit($2, $3, $4, $5)
   returning id`,
)

/**
 * Adds the row of an upload whose content is registered and stored. Concurrent calls for one account run one by one.
 * Returns false when it does not fit into the quota.
 */
export async function insertUpload(runner: Queryable, upload: NewUpload, quota: Quota): Promise<boolean> {
  const { id, accountId, size, name, type, sha256, scan } = upload
  const rows = await insertPrepared(runner, [id, accountId, size, quota.files, quota.bytes, name, type, sha256, scan])
  return rows.length > 0
}

/** Whether the file exists, regardless of its owner. */
export const fileExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.select({ id: files.id }).from(files).where(eq(files.id, id))).length > 0

/** Whose upload it is, and what the virus scanner said; null when it does not exist. */
export async function findUpload(tx: Tx, id: string) {
  const [upload] = await tx.select({ accountId: files.accountId, scan: files.scan }).from(files).where(eq(files.id, id))
  return upload ?? null
}

/** @returns false when it has a verdict already, or does not exist */
export async function saveScanResult(tx: Tx, id: string, scan: 'none' | ScanVerdict): Promise<boolean> {
  const saved = await tx
    .update(files)
    .set({ scan })
    .where(and(eq(files.id, id), eq(files.scan, 'waiting')))
    .returning({ id: files.id })
  return saved.length > 0
}

/** All in which the ids of an account's uploads can stand, as one text. */
const selectReferences = (accountId: SQL) => sql`
  select coalesce(string_agg(text, ' '), '') as text from (
    select document::text as text from ${drafts} where ${drafts.accountId} = ${accountId}
    union all select answers::text from ${applications} where ${applications.accountId} = ${accountId}
    union all select photo_file_id::text from ${applications} where ${applications.accountId} = ${accountId}
    union all select version.answers::text || ' ' || coalesce(version.photo_file_id::text, '')
      from ${applicationVersions} as version join ${applications} on ${applications.id} = version.application_id
      where ${applications.accountId} = ${accountId}
    union all select photo_file_id::text from ${accounts} where ${accounts.id} = ${accountId}
  ) as documents`

/** Those of the accounts that have old uploads which nothing refers to. */
export async function filterByUnusedUploads(tx: Tx, accountIds: string[], olderThan: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select owner.id from jsonb_array_elements_text(${JSON.stringify(accountIds)}::jsonb) as listed (id)
    cross join lateral (select listed.id::uuid as id offset 0) as owner
    cross join lateral (${selectReferences(sql`owner.id`)}) as named
    where exists (
      select from ${files} where ${files.accountId} = owner.id and ${files.kind} = 'upload'
        and ${files.createdAt} < ${olderThan.toISOString()}::timestamptz and position(${files.id}::text in named.text) = 0)`)
  return rows.map(({ id }) => id)
}

/** Deletes the rows of old uploads that nothing refers to, and returns their ids. */
export async function deleteUnusedUploads(tx: Tx, accountId: string, olderThan: Date): Promise<string[]> {
  const references = sql`(${selectReferences(sql`${accountId}::uuid`)})`
  const unused = tx
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.accountId, accountId),
        eq(files.kind, 'upload'),
        lt(files.createdAt, olderThan),
        sql`position(${files.id}::text in ${references}) = 0`,
      ),
    )
  const rows = await tx.delete(files).where(inArray(files.id, unused)).returning({ id: files.id })
  return rows.map(({ id }) => id)
}

const selectOwnFile = (db: Db) =>
  db
    .select({ id: files.id, name: files.name, type: files.type, size: files.size, sha256: files.sha256 })
    .from(files)
    .where(
      and(
        eq(files.id, sql.placeholder('id')),
        eq(files.accountId, sql.placeholder('accountId')),
        ne(files.scan, 'infected'),
      ),
    )

/** The uploads of the account, newest first. */
export function prepareListOwnFiles(db: Db) {
  const prepared = db
    .select({ id: files.id, name: files.name, type: files.type, size: files.size })
    .from(files)
    .where(and(eq(files.accountId, sql.placeholder('accountId')), eq(files.kind, 'upload'), ne(files.scan, 'infected')))
    .orderBy(desc(files.createdAt), files.id)
    .prepare('own_files')
  return (accountId: string) => prepared.execute({ accountId })
}

export type OwnFile = Awaited<ReturnType<typeof selectOwnFile>>[number]

/** Returns a query for a file that the account owns. */
export function prepareFindOwnFile(db: Db) {
  const prepared = selectOwnFile(db).prepare('own_file')
  return async (accountId: string, id: string): Promise<OwnFile | null> =>
    (await prepared.execute({ accountId, id }))[0] ?? null
}

/** An applicant's file with where it belongs; null also for the staff's own files and for an infected one. */
export async function findApplicantFile(tx: Tx, id: string) {
  const [row] = await tx
    .select({
      id: files.id,
      name: files.name,
      type: files.type,
      size: files.size,
      sha256: files.sha256,
      accountId: accounts.id,
      exerciseId: accounts.exerciseId,
      school: accounts.school,
      department: accounts.department,
    })
    .from(files)
    .innerJoin(accounts, eq(accounts.id, files.accountId))
    .where(and(eq(files.id, id), ne(files.scan, 'infected')))
  return row ?? null
}

import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { AppError } from '#server/platform/api/app-error.ts'
import { type Db, dbOn, type Tx } from '#server/platform/database/connection.ts'
import { accounts, applications, drafts, files } from '#server/platform/database/schema/schema.ts'
import { inTransaction, type Runner, statement } from '#server/platform/database/statement.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { Verdict } from '#server/providers/files/scan/virus-scanner.ts'
import { namedContent, noting } from './orphaned-contents.ts'

type NewUpload = Required<Omit<typeof files.$inferInsert, 'createdAt' | 'kind'>>

const uploadsOf = (accountId: string) => and(eq(files.accountId, accountId), eq(files.kind, 'upload'))

/** What an account may have uploaded in all. */
export interface Quota {
  files: number
  bytes: number
}

const note = statement<{ id: string }>('begin_upload', `${noting} where uploads_fit($3, $4, $5, $6) returning id`)

/** Notes the content of an upload of at most so many bytes; false when it does not fit in any more. */
export async function beginUpload(
  runner: Runner,
  { id, accountId, bytes, now }: { id: string; accountId: string; bytes: number; now: Date },
  quota: Quota,
): Promise<boolean> {
  const noted = await note(runner, [id, now, accountId, bytes, quota.files, quota.bytes])
  return noted.length > 0
}

const insert = statement<{ id: string }>(
  'add_upload',
  `with named as ${namedContent('$1')}
   insert into files (id, account_id, kind, size, name, type, sha256, scan)
   select id, $2, 'upload', $3, $6, $7, $8, $9 from named where uploads_fit($2, $3, $4, $5)
   returning id`,
)

/**
 * Adds the row of an upload whose content is noted and kept already. Uploads of one account take turns here.
 * @throws AppError `too_many_files` when it does not fit in any more
 */
export async function addUpload(runner: Runner, upload: NewUpload, quota: Quota): Promise<void> {
  const { id, accountId, size, name, type, sha256, scan } = upload
  const added = await insert(runner, [id, accountId, size, quota.files, quota.bytes, name, type, sha256, scan])
  if (added.length === 0) throw new AppError('too_many_files')
}

/** The same for one that no scanner has judged yet: it will be looked at. */
export function addUnscanned(pool: Pick<Pool, 'connect'>, upload: NewUpload, quota: Quota): Promise<void> {
  return inTransaction(pool, async (client) => {
    await addUpload(client, upload, quota)
    await enqueueScan(dbOn(client), upload.id)
  })
}

/** Has an upload looked at as soon as the scanner can, once however often it is asked for. */
export const enqueueScan = (tx: Pick<Tx, 'execute'>, fileId: string): Promise<void> =>
  enqueue(tx, 'scan_file', { fileId }, { key: `scan:${fileId}` })

/** Whether there is such a file, whosever it is. */
export const isKnown = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.select({ id: files.id }).from(files).where(eq(files.id, id))).length > 0

/** An upload that no scanner has judged yet; null when it has been judged, or is gone. */
export async function waitingUpload(tx: Tx, id: string): Promise<{ accountId: string } | null> {
  const [found] = await tx
    .select({ accountId: files.accountId })
    .from(files)
    .where(and(eq(files.id, id), eq(files.scan, 'waiting')))
  return found ?? null
}

export async function noteScan(tx: Tx, id: string, scan: 'none' | Verdict): Promise<void> {
  await tx
    .update(files)
    .set({ scan })
    .where(and(eq(files.id, id), eq(files.scan, 'waiting')))
}

/** Removes the rows of old uploads that nothing names any more, and returns their ids. */
export async function removeUnused(tx: Tx, accountId: string, olderThan: Date): Promise<string[]> {
  const named = sql`(
    select string_agg(text, ' ') from (
      select document::text as text from ${drafts} where ${drafts.accountId} = ${accountId}
      union all select answers::text from ${applications} where ${applications.accountId} = ${accountId}
      union all select photo_file_id::text from ${applications} where ${applications.accountId} = ${accountId}
      union all select photo_file_id::text from ${accounts} where ${accounts.id} = ${accountId}
    ) as documents)`
  const unused = tx
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        uploadsOf(accountId),
        lt(files.createdAt, olderThan),
        sql`position(${files.id}::text in coalesce(${named}, '')) = 0`,
      ),
    )
  const removed = await tx.delete(files).where(inArray(files.id, unused)).returning({ id: files.id })
  return removed.map(({ id }) => id)
}

const selectOwn = (db: Db) =>
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

export type OwnFile = Awaited<ReturnType<typeof selectOwn>>[number]

/** Reads a file's row if this account owns it. */
export function ownFiles(db: Db) {
  const prepared = selectOwn(db).prepare('own_file')
  return async (accountId: string, id: string): Promise<OwnFile | null> =>
    (await prepared.execute({ accountId, id }))[0] ?? null
}

import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { Db, Tx } from '#server/db/connection.ts'
import { accounts, applications, drafts, files } from '#server/db/schema.ts'
import { inTransaction, type Runner, statement } from '#server/db/statement.ts'
import { AppError } from '#server/http/app-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Verdict } from '#server/providers/files/virus-scanner.ts'
import { namedContent } from './discard.ts'

type NewUpload = Required<Omit<typeof files.$inferInsert, 'createdAt' | 'kind'>>

const uploadsOf = (accountId: string) => and(eq(files.accountId, accountId), eq(files.kind, 'upload'))

/** Whether $3 more bytes are within $2 files and $4 bytes, for the account $1. */
const fits = `select count(*) < $2 and coalesce(sum(size), 0) + $3::int <= $4 as fits
  from files where account_id = $1 and kind = 'upload'`

/** What an account may have uploaded in all. */
export interface Quota {
  files: number
  bytes: number
}

const ask = statement<{ fits: boolean }>('upload_fits', fits)

/** Whether an upload of so many bytes still fits in. */
export async function hasRoom(runner: Runner, accountId: string, bytes: number, quota: Quota): Promise<boolean> {
  const [answer] = await ask(runner, [accountId, quota.files, bytes, quota.bytes])
  return answer?.fits === true
}

const lock = statement('lock_uploads', 'select from accounts where id = $1 for no key update')
const insert = statement<{ id: string }>(
  'add_upload',
  `with named as ${namedContent('$5')}
   insert into files (id, account_id, kind, size, name, type, sha256, scan)
   select named.id, $1, 'upload', $3::int, $6, $7, $8, $9 from named, (${fits}) as quota where quota.fits
   returning id`,
)

/**
 * Adds the row of an upload whose content is noted and kept already. Uploads of one account take turns here.
 * @throws AppError `too_many_files` when it does not fit in any more
 */
export function addUpload(pool: Pick<Pool, 'connect'>, file: NewUpload, quota: Quota): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lock(client, [file.accountId])
    const { accountId, id, name, type, size, sha256, scan } = file
    const limits = [quota.files, size, quota.bytes]
    const added = await insert(client, [accountId, ...limits, id, name, type, sha256, scan])
    if (added.length === 0) throw new AppError('too_many_files')
    if (scan === 'waiting') await enqueueScan(drizzle(client), id)
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

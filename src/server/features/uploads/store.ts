import { and, count, eq, inArray, lt, ne, sql, sum } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/connection.ts'
import { accounts, applications, drafts, files } from '#server/db/schema.ts'
import type { Verdict } from '#server/providers/files/virus-scanner.ts'

export type NewFile = Omit<typeof files.$inferInsert, 'createdAt'>

const uploadsOf = (accountId: string) => and(eq(files.accountId, accountId), eq(files.kind, 'upload'))

export interface Usage {
  files: number
  bytes: number
}

/** What the account has uploaded so far. */
export async function usageOf(tx: Tx, accountId: string): Promise<Usage> {
  const [row] = await tx
    .select({ files: count(), bytes: sum(files.size).mapWith(Number) })
    .from(files)
    .where(uploadsOf(accountId))
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
}

/** Uploads of one account take turns from here to the end of the transaction. */
export async function lockUploads(tx: Tx, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
}

export async function addFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.insert(files).values(file)
}

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

// Rows of the archives themselves: requested, made, expired.
import { and, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { dataExports } from '#server/database/schema/exports.ts'
import { registerContents } from '#server/database/unreferenced-contents.ts'

export type DataExportRow = typeof dataExports.$inferSelect

/** Locks the account until the transaction ends, so that two requests make one archive. */
export async function lockOwner(tx: Tx, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
}

export async function findNewestExport(tx: Tx, accountId: string): Promise<DataExportRow | null> {
  const [row] = await tx
    .select()
    .from(dataExports)
    .where(eq(dataExports.accountId, accountId))
    .orderBy(desc(dataExports.requestedAt))
    .limit(1)
  return row ?? null
}

export async function addExport(tx: Tx, accountId: string, now: Date): Promise<DataExportRow> {
  const [row] = await tx.insert(dataExports).values({ accountId, status: 'preparing', requestedAt: now }).returning()
  if (!row) throw new Error('The data export was not added.')
  return row
}

const isPreparing = (id: string) => and(eq(dataExports.id, id), eq(dataExports.status, 'preparing'))

/** Counts an attempt; null when nothing is to be prepared any more. */
export async function countAttempt(tx: Tx, id: string): Promise<DataExportRow | null> {
  const [row] = await tx
    .update(dataExports)
    .set({ attempts: sql`${dataExports.attempts} + 1` })
    .where(isPreparing(id))
    .returning()
  return row ?? null
}

/** @returns false when it is no longer being prepared */
export async function saveReadyExport(
  tx: Tx,
  id: string,
  ready: { contentId: string; size: number; expiresAt: Date },
): Promise<boolean> {
  const saved = await tx
    .update(dataExports)
    .set({ status: 'ready', ...ready })
    .where(isPreparing(id))
    .returning({ id: dataExports.id })
  return saved.length > 0
}

/** @returns false when it is no longer being prepared */
export async function saveFailedExport(tx: Tx, id: string): Promise<boolean> {
  const saved = await tx
    .update(dataExports)
    .set({ status: 'failed' })
    .where(isPreparing(id))
    .returning({ id: dataExports.id })
  return saved.length > 0
}

/** With the user ID of its owner. */
export async function findReadyExport(tx: Tx, id: string) {
  const [row] = await tx
    .select({ dataExport: dataExports, userId: accounts.userId })
    .from(dataExports)
    .innerJoin(accounts, eq(accounts.id, dataExports.accountId))
    .where(and(eq(dataExports.id, id), eq(dataExports.status, 'ready')))
  if (!row) return null
  const { contentId, size } = row.dataExport
  // A check constraint of the table.
  if (contentId === null || size === null) throw new Error('A ready data export has no content.')
  return { ...row.dataExport, contentId, size, userId: row.userId }
}

/** For a ready one whose archive is no longer in the file store. */
export async function saveMissingContent(tx: Tx, id: string): Promise<void> {
  await tx.update(dataExports).set({ status: 'failed', contentId: null }).where(eq(dataExports.id, id))
}

/** Earlier archives of an account, which a new one replaces. */
export async function listReplacedExports(tx: Tx, accountId: string, newId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(and(eq(dataExports.accountId, accountId), ne(dataExports.id, newId), ne(dataExports.status, 'preparing')))
  return rows.map(({ id }) => id)
}

/** At most `limit` that have expired, or that were requested before and never became ready. */
export async function listExpiredExports(
  tx: Tx,
  { now, requestedBefore, limit }: { now: Date; requestedBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .select({ id: dataExports.id })
    .from(dataExports)
    .where(
      or(
        lt(dataExports.expiresAt, now),
        and(ne(dataExports.status, 'ready'), lt(dataExports.requestedAt, requestedBefore)),
      ),
    )
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Deletes the rows and registers their contents as unreferenced, so that no crash can leave a content behind.
 * @returns the contents to remove
 */
export async function deleteExports(tx: Tx, ids: string[], now: Date): Promise<string[]> {
  if (ids.length === 0) return []
  const deleted = await tx
    .delete(dataExports)
    .where(inArray(dataExports.id, ids))
    .returning({ contentId: dataExports.contentId })
  const contents = deleted.flatMap(({ contentId }) => contentId ?? [])
  await registerContents(tx, contents, now)
  return contents
}

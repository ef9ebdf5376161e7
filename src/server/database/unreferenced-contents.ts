// A file's content is stored before the row that refers to it. If the server stops in between, the content would stay
// forever. So its id is registered first, and removed in the transaction that adds the row; an hourly job deletes the rest.
import { lt, sql } from 'drizzle-orm'
import type { Db, Tx } from './connection.ts'
import { unreferencedContents } from './schema/files.ts'
import { prepareStatement, type Queryable } from './statement.ts'

/** Registers the content $1 at the time $2; a statement may append a condition. */
export const registerContentSql = 'insert into unreferenced_contents (id, since) select $1::uuid, $2::timestamptz'
const registerPrepared = prepareStatement('register_content', registerContentSql)
const unregisterPrepared = prepareStatement('unregister_content', 'delete from unreferenced_contents where id = $1')

/** Call it before the content is stored. */
export async function registerContent(runner: Queryable, id: string, now: Date): Promise<void> {
  await registerPrepared(runner, [id, now])
}

/** Keeps a content that takes long to store from being discarded. */
export async function renewContent(runner: Queryable, id: string, now: Date): Promise<void> {
  await runner.query('update unreferenced_contents set since = $2 where id = $1', [id, now])
}

/** Call it in the transaction that deletes the rows of these contents, and remove the contents afterwards. */
export async function registerContents(tx: Pick<Tx, 'insert'>, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0) await tx.insert(unreferencedContents).values(ids.map((id) => ({ id, since: now })))
}

/** Call it when the content was not stored, or has been removed. */
export async function unregisterContent(runner: Queryable, id: string): Promise<void> {
  await unregisterPrepared(runner, [id])
}

/** For the `with` clause of a statement that adds the row: the row must come from its result. */
export const claimContentSql = (id: string) => `(delete from unreferenced_contents where id = ${id} returning id)`

/**
 * Call it in the transaction that adds the row.
 * @throws Error when the content has been discarded meanwhile
 */
export async function claimContent(tx: Pick<Tx, 'execute'>, id: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`delete from unreferenced_contents where id = ${id}`)
  if (rowCount === 0) throw new Error('The content was discarded before its row was added.')
}

/** Contents that were registered before that time. A row may exist nevertheless. */
export const findUnreferencedContents = (db: Db, before: Date): Promise<{ id: string }[]> =>
  db.select({ id: unreferencedContents.id }).from(unreferencedContents).where(lt(unreferencedContents.since, before))

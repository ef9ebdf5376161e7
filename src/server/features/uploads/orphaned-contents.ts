// Content is kept before the row that names it. Should the server go down in between, a note that was made before tells
// an hourly job to remove the content; the transaction that adds the row takes the note back.
import { eq, lt, sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/platform/database/connection.ts'
import { files as rows } from '#server/platform/database/schema/schema.ts'
import { unnamedContents } from '#server/platform/database/schema/unnamed-contents.ts'
import { type Runner, statement } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'

/** Nobody takes so long between a content and its row. */
const discardAfterMs = 60 * 60_000

/** Notes the content $1 at the time $2; a statement may add on which condition. */
export const noting = 'insert into unnamed_contents (id, since) select $1::uuid, $2::timestamptz'
const note = statement('note_content', noting)
const forget = statement('forget_content', 'delete from unnamed_contents where id = $1')

/** Call it before the content is put. */
export async function noteContent(runner: Runner, id: string, now: Date): Promise<void> {
  await note(runner, [id, now])
}

/** Call it when the content was not put after all. */
export async function forgetContent(runner: Runner, id: string): Promise<void> {
  await forget(runner, [id])
}

/** Takes the note back, for a statement that adds the row: put it among its `with`, and let the row come from it. */
export const namedContent = (id: string) => `(delete from unnamed_contents where id = ${id} returning id)`

/**
 * Call it in the transaction that adds the row.
 * @throws Error when the content has been discarded meanwhile
 */
export async function keepForGood(tx: Pick<Tx, 'execute'>, id: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`delete from unnamed_contents where id = ${id}`)
  if (rowCount === 0) throw new Error('A file was discarded before its row was there.')
}

interface Means {
  database: Pick<Database, 'db'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
}

/** The job: removes contents that no row names, and what was begun of them. Safe to repeat. */
export const discardContents =
  ({ database: { db }, files, clock }: Means) =>
  async (): Promise<void> => {
    const before = new Date(clock().getTime() - discardAfterMs)
    for (const { id } of await db.select().from(unnamedContents).where(lt(unnamedContents.since, before))) {
      const [named] = await db.select({ id: rows.id }).from(rows).where(eq(rows.id, id))
      if (!named) await files.remove(id)
      await db.delete(unnamedContents).where(eq(unnamedContents.id, id))
    }
  }

// Content is kept before the row that names it. Should the server go down in between, a job that was set before removes
// the content later; the transaction that adds the row takes the job back.
import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#server/db/connection.ts'
import { files as rows } from '#server/db/schema.ts'
import { enqueue, type Jobs, takeBack } from '#server/jobs/queue.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'

/** Nobody takes so long between a content and its row. */
const discardAfterMs = 60 * 60_000

const keyOf = (id: string) => `discard:${id}`

/** Call it before the content is put. */
export const discardLater = (tx: Pick<Tx, 'execute'>, id: string, now: Date) =>
  enqueue(tx, 'discard_file', { id }, { key: keyOf(id), runAt: new Date(now.getTime() + discardAfterMs) })

/**
 * Call it in the transaction that adds the row.
 * @throws Error when the content has been discarded meanwhile
 */
export async function keepForGood(tx: Pick<Tx, 'execute'>, id: string): Promise<void> {
  if (!(await takeBack(tx, keyOf(id)))) throw new Error('A file was discarded before its row was there.')
}

interface Means {
  database: Pick<Database, 'db'>
  files: Pick<FileStore, 'remove'>
}

/** The job: removes a content that no row names, and what was begun of it. */
export const discardFile =
  ({ database: { db }, files }: Means) =>
  async ({ id }: Jobs['discard_file']): Promise<void> => {
    const [named] = await db.select({ id: rows.id }).from(rows).where(eq(rows.id, id))
    if (!named) await files.remove(id)
  }

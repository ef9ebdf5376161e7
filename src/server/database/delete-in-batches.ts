// Deletes many rows in short statements, so that neither the time limit of a statement nor a long lock gets in the way.
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connection.ts'

/** Rows of one statement. */
const defaultSize = 5_000

/** Deletes the rows that match, however many they are. */
export async function deleteInBatches(
  tx: Pick<Tx, 'execute'>,
  table: PgTable,
  where: SQL | undefined,
  size = defaultSize,
): Promise<void> {
  if (!where) throw new Error('Deleting in batches needs a condition.')
  for (;;) {
    const { rowCount } = await tx.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${size}))`,
    )
    if ((rowCount ?? 0) < size) return
  }
}

// Reads lists of any length as they were in one moment, a batch at a time.
import type pg from 'pg'
import type { ListStatement } from './table-exporter.ts'

export interface SnapshotTable {
  count: number
  /** Rows as arrays of values, in batches. One table after the other: there is one connection. */
  read(batchSize: number): AsyncGenerator<unknown[][]>
}

/** Copying the rows of the largest list. */
const prepare = `set local statement_timeout = '10min'`

/**
 * Has PostgreSQL copy the rows of all statements into temporary files of the connection, in one transaction. A file takes
 * minutes to be made and stored, and a transaction of that length would keep all dead rows of the database from being removed.
 */
export async function takeSnapshot(
  client: pg.ClientBase,
  statements: readonly ListStatement[],
): Promise<SnapshotTable[]> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(prepare)
  const tables: SnapshotTable[] = []
  for (const [index, { text, values, count }] of statements.entries()) {
    const { rows } = await client.query<{ count: number }>(count.text, [...count.values])
    const cursor = `listed_${index}`
    await client.query(`declare ${cursor} no scroll cursor with hold for ${text}`, [...values])
    tables.push({ count: rows[0]?.count ?? 0, read: (batchSize) => readCursor(client, cursor, batchSize) })
  }
  await client.query('commit')
  return tables
}

async function* readCursor(client: pg.ClientBase, cursor: string, batchSize: number): AsyncGenerator<unknown[][]> {
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text: `fetch ${batchSize} from ${cursor}`, rowMode: 'array' })
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) break
  }
  await client.query(`close ${cursor}`)
}

// Reads lists of any length from one snapshot of the database, a batch at a time.
import type pg from 'pg'
import type { ListStatement } from './table-exporter.ts'

export interface Snapshot {
  count(statement: ListStatement): Promise<number>
  /** Rows as arrays of values, in batches. One after the other: there is one connection. */
  read(statement: ListStatement, batchSize: number): AsyncGenerator<unknown[][]>
}

/** The file store may be slow, and the transaction waits for it. */
const prepare = `set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '5min'`

/** Runs `work` with a snapshot of this moment. */
export async function* withSnapshot<T>(
  client: pg.ClientBase,
  work: (snapshot: Snapshot) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(prepare)
    yield* work({
      async count({ count: { text, values } }) {
        const { rows } = await client.query<{ count: number }>(text, [...values])
        return rows[0]?.count ?? 0
      },
      async *read({ text, values }, batchSize) {
        await client.query(`declare listed no scroll cursor for ${text}`, [...values])
        for (;;) {
          const { rows } = await client.query<unknown[]>({ text: `fetch ${batchSize} from listed`, rowMode: 'array' })
          if (rows.length > 0) yield rows
          if (rows.length < batchSize) break
        }
        await client.query('close listed')
      },
    })
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

// Prepared SQL for hot paths, where building the query on every call would cost too much.
import type pg from 'pg'
import type { Outage } from './outage.ts'

/** The pool, or the connection on which a transaction runs. */
export type Queryable = Pick<pg.Pool, 'query'>

/**
 * PostgreSQL parses and plans the statement once per connection.
 * @param name unique for this text
 * @returns a function that runs it and resolves with the rows
 */
export const prepareStatement =
  <Row extends object>(name: string, text: string) =>
  async (db: Queryable, values: readonly unknown[]): Promise<Row[]> =>
    (await db.query({ name, text, values: [...values] })).rows as Row[]

/**
 * Commits when `work` resolves, rolls back when it throws.
 * @param pool that of a `Database` runs the transaction again when the connection is lost before the commit
 * @param work does nothing but SQL
 */
export function inTransaction<T>(
  pool: Pick<pg.Pool, 'connect'> & { readonly outage?: Outage },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { outage } = pool
  if (!outage) return attemptTransaction(pool, work, () => {})
  return outage.repeatTransaction((beforeCommit) => attemptTransaction(pool, work, beforeCommit))
}

async function attemptTransaction<T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (client: pg.PoolClient) => Promise<T>,
  beforeCommit: () => void,
): Promise<T> {
  const client = await pool.connect()
  let rollbackError: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    beforeCommit()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((error: Error) => {
      rollbackError = error
    })
    throw error
  } finally {
    // With an error the pool closes the connection: its transaction may still be open.
    client.release(rollbackError)
  }
}

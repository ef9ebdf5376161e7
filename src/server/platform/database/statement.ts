// SQL written out and prepared once for each connection, for the few places where the query builder's work would show.
import type pg from 'pg'

/** The pool, or one of its connections while a transaction lasts on it. */
export type Runner = Pick<pg.Pool, 'query'>

/**
 * @param name under which connections keep it; one text has one name
 * @returns what runs it and brings the rows
 */
export const statement =
  <Row extends object>(name: string, text: string) =>
  async (runner: Runner, values: readonly unknown[]): Promise<Row[]> =>
    (await runner.query({ name, text, values: [...values] })).rows as Row[]

/** Commits what the work has done on the connection it is handed, or, when it throws, none of it. */
export async function inTransaction<T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    // A connection whose transaction could not be ended is of no use to the next one.
    client.release(broken)
  }
}

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Db = NodePgDatabase
/** What a store runs its statements on: a transaction or the database itself. */
export type Tx = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'>

export interface Database {
  db: Db
  pool: pg.Pool
  /** @throws Error when there is no answer within two seconds */
  ping(): Promise<void>
  close(): Promise<void>
}

interface ConnectOptions {
  maxConnections?: number
  /**
   * How long the client waits for an answer; 0 means no limit. Longer than `statement_timeout`, which a frozen database
   * does not enforce.
   */
  queryTimeoutMs?: number
}

/** @param client a pool, or the connection on which a transaction runs */
export const createDb = (client: pg.Pool | pg.PoolClient): Db => drizzle(client, { casing: 'snake_case' })

/** Connects on first use, and again after an outage. */
export function connect(url: string, { maxConnections = 20, queryTimeoutMs = 17_000 }: ConnectOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
  })
  // Without a listener a database restart would end the process; the next query reconnects.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    db: createDb(pool),
    pool,
    async ping() {
      await pool.query({ text: 'select 1', query_timeout: 2_000 } as pg.QueryConfig)
    },
    close: () => pool.end(),
  }
}

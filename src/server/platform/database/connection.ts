import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema/schema.ts'

export type Db = NodePgDatabase<typeof schema>
/** A transaction, or the database itself: whatever a store may run its statements on. */
export type Tx = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'query'>

export interface Database {
  db: Db
  pool: pg.Pool
  /** Answers within two seconds, or throws. */
  ping(): Promise<void>
  close(): Promise<void>
}

interface Connecting {
  connections?: number
  /** For an answer; 0 waits for ever. Longer than a statement may take, since a frozen database keeps no time. */
  patienceMs?: number
}

/** The query builder on a pool, or on one of its connections while a transaction lasts on it. */
export const dbOn = (client: pg.Pool | pg.PoolClient): Db => drizzle(client, { schema, casing: 'snake_case' })

/** Connects lazily: a database that is away now is tried again at each use. */
export function connect(url: string, { connections = 20, patienceMs = 17_000 }: Connecting = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    query_timeout: patienceMs,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
  })
  // Without a listener a database restart would end the process; the next query reconnects by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    db: dbOn(pool),
    pool,
    async ping() {
      await pool.query({ text: 'select 1', query_timeout: 2_000 } as pg.QueryConfig)
    },
    close: () => pool.end(),
  }
}

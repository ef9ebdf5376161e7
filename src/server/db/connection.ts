import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'

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

/** Connects lazily: a database that is away now is tried again at each use. */
export function connect(url: string, { connections = 20 }: { connections?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
  })
  // Without a listener a database restart would end the process; the next query reconnects by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    db: drizzle(pool, { schema, casing: 'snake_case' }),
    pool,
    async ping() {
      await pool.query({ text: 'select 1', query_timeout: 2_000 } as pg.QueryConfig)
    },
    close: () => pool.end(),
  }
}

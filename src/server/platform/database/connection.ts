import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { readOnlyCode } from './errors.ts'

export type Db = NodePgDatabase
/** What a store runs its statements on: a transaction or the database itself. */
export type Tx = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'>

export interface Database {
  /** With the password: for connections that a thread of the server opens itself. */
  url: string
  db: Db
  pool: pg.Pool
  /** @throws Error when there is no answer within two seconds, or the database is read-only */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Of the staff's own pool. */
export const staffConnections = 4

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

/** A standby, a demoted primary, or a database that an administrator has closed for writing. */
const isReadOnlySql = `pg_is_in_recovery() or current_setting('transaction_read_only')::boolean`

// Set after connecting: poolers such as PgBouncer refuse connections that name these as startup parameters.
const prepareSession = `select set_config('statement_timeout', '15s', false),
  set_config('idle_in_transaction_session_timeout', '20s', false), ${isReadOnlySql} as "isReadOnly"`

/** Connects on first use, and again after an outage. */
export function connect(url: string, { maxConnections = 20, queryTimeoutMs = 17_000 }: ConnectOptions = {}): Database {
  // Connections to a database that only reads. They are closed after use, because another server may accept writes.
  const readOnly = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    async onConnect(client) {
      // The pool creates whole clients, whatever its types say.
      ;(client as pg.Client).connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === readOnlyCode) readOnly.add(client)
      })
      const { rows } = await client.query<{ isReadOnly: boolean }>(withTimeout(prepareSession, 3_000))
      if (rows[0]?.isReadOnly) readOnly.add(client)
    },
  })
  // Without a listener a database restart would end the process; the next query reconnects.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void (client as pg.PoolClient & pg.Client).end().catch(() => {})
  })

  return {
    url,
    db: createDb(pool),
    pool,
    async ping() {
      const { rows } = await pool.query<{ isReadOnly: boolean }>(
        withTimeout(`select ${isReadOnlySql} as "isReadOnly"`, 2_000),
      )
      if (rows[0]?.isReadOnly) throw new ReadOnlyDatabaseError()
    },
    close: () => pool.end(),
  }
}

/** The driver reads a time limit of one query, which its types do not have. */
const withTimeout = (text: string, query_timeout: number): pg.QueryConfig => ({ text, query_timeout }) as pg.QueryConfig

class ReadOnlyDatabaseError extends Error {
  readonly code = readOnlyCode
  constructor() {
    super('The database is read-only.')
  }
}

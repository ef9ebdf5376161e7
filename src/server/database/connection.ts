import { NodePgDatabase, NodePgDriver } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { describeOnce } from './described-query.ts'
import { isForeignSession, isUnavailable, readOnlyCode } from './errors.ts'
import { createOutage, type Outage, waitToReconnect } from './outage.ts'
import { assertSessionPooling } from './session-pooling.ts'

export type Db = NodePgDatabase
/** What a store runs its statements on: a transaction or the database itself. */
export type Tx = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'>

export interface Database {
  /** With the password: for connections that a thread of the server opens itself. */
  url: string
  db: Db
  pool: pg.Pool
  outage: Outage
  /**
   * Does not wait for the end of an outage.
   * @throws Error after two seconds, or when the database is read-only or behind a pooler in transaction mode
   */
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
  /** How long work waits for the end of an outage; 0, the default, means that it fails at once. */
  maxOutageMs?: number
  /** Is told how many ms an outage lasted. */
  onOutageEnd?: (ms: number) => void
}

// One for all connections: it remembers the names of tables and columns.
const dialect = new PgDialect({ casing: 'snake_case' })

/** @param client a pool, or the connection on which a transaction runs */
export const createDb = (client: pg.Pool | pg.PoolClient): Db =>
  new NodePgDatabase(dialect, new NodePgDriver(client, dialect).createSession(undefined), undefined)

/** A standby, a demoted primary, or a database that an administrator has closed for writing. */
const isReadOnlySql = `pg_is_in_recovery() or current_setting('transaction_read_only')::boolean`

// Set after connecting: poolers such as PgBouncer refuse connections that name these as startup parameters. A statement has one
// process: starting others takes longer than a page, and they would take the processors for which everybody else waits.
const prepareSession = `select set_config('statement_timeout', '15s', false),
  set_config('idle_in_transaction_session_timeout', '20s', false),
  set_config('max_parallel_workers_per_gather', '0', false), pg_backend_pid() as pid,
  ${isReadOnlySql} as "isReadOnly"`

const askState = `select ${isReadOnlySql} as "isReadOnly", pg_backend_pid() as pid`

type SessionState = { isReadOnly: boolean; pid: number }

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void

/** A pool whose connections wait for the end of an outage: no statement was sent yet, so nothing can happen twice. */
class DatabasePool extends pg.Pool {
  /** Read by `inTransaction`. */
  readonly outage: Outage

  constructor(options: pg.PoolConfig, outage: Outage) {
    super(options)
    this.outage = outage
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): unknown {
    if (callback) return this.attempt(callback)
    return new Promise<pg.PoolClient>((resolve, reject) => {
      this.attempt((error, client) => (client ? resolve(client) : reject(error)))
    })
  }

  private attempt(callback: ConnectCallback): void {
    super.connect((error, client, release) => {
      if (!error || !this.outage.mayReconnect(error)) return callback(error, client, release)
      void waitToReconnect().then(() => this.attempt(callback))
    })
  }

  /** Fails at once during an outage. */
  connectNow(): Promise<pg.PoolClient> {
    return super.connect()
  }
}

/** Connects on first use, and again after an outage. */
export function connect(
  url: string,
  { maxConnections = 20, queryTimeoutMs = 17_000, maxOutageMs = 0, onOutageEnd }: ConnectOptions = {},
): Database {
  const outage = createOutage(maxOutageMs, onOutageEnd)
  // Connections to a database that only reads. They are closed after use, because another server may accept writes.
  const readOnly = new WeakSet<pg.ClientBase>()
  // The server process of each session. Another one answers behind a pooler that was switched to transaction mode meanwhile.
  const processIds = new WeakMap<pg.ClientBase, number>()
  let mayBePooled = false
  const pool = new DatabasePool(
    {
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
          if (isForeignSession({ code })) mayBePooled = true
        })
        const { rows } = await client.query<SessionState>(withTimeout(prepareSession, 3_000))
        processIds.set(client, rows[0]?.pid ?? 0)
        if (rows[0]?.isReadOnly) readOnly.add(client)
        else outage.end()
      },
    },
    outage,
  )
  describeOnce(pool)
  // Without a listener a database restart would end the process; the next query reconnects.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void (client as pg.PoolClient & pg.Client).end()
  })

  return {
    url,
    db: createPooledDb(pool),
    pool,
    outage,
    async ping() {
      await withClient(pool.connectNow(), async (client) => {
        const { rows } = await client.query<SessionState>(withTimeout(askState, 2_000))
        if (rows[0]?.isReadOnly) throw new ReadOnlyDatabaseError()
        if (rows[0]?.pid !== processIds.get(client)) mayBePooled = true
      })
      if (mayBePooled) await assertSessionPooling(url, 'DATABASE_URL')
      mayBePooled = false
    },
    close: () => pool.end(),
  }
}

/**
 * A database whose transactions run again when the connection is lost before their commit: their work is SQL only. The
 * query builder's own would never give back a connection that breaks at `begin`.
 */
function createPooledDb(pool: DatabasePool): Db {
  const db = createDb(pool)
  db.transaction = (work, config) =>
    pool.outage.repeatTransaction((beforeCommit) =>
      withClient(pool.connect(), (client) =>
        createDb(client).transaction(async (tx) => {
          const result = await work(tx)
          beforeCommit()
          return result
        }, config),
      ),
    )
  return db
}

/** Gives the connection back; closes it instead after an error that may have broken it. */
async function withClient<T>(connecting: Promise<pg.PoolClient>, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await connecting
  let brokenBy: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    if (isUnavailable(error)) brokenBy = error as Error
    throw error
  } finally {
    client.release(brokenBy)
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

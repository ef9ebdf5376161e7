import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Logger, runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { grantApplicationRights, readRole } from './application-role.ts'
import { applyFunctions, listChangedFunctions } from './apply-functions.ts'
import { isPermissionDenied } from './errors.ts'
import { hasGivenWay, lockTables } from './lock-tables.ts'

// An arbitrary number that all servers of this product share.
const migrationLock = 20_241_101

const silentLogger = new Logger(() => () => {})

interface WaitOptions {
  /** Is told once when the wait takes longer than `noticeAfterMs`, and what for. */
  onWait?: (what: string) => void
  /** 5 s by default. */
  noticeAfterMs?: number
  /** Five minutes by default. */
  timeoutMs?: number
}

/** Between two attempts at a migration. */
const retryDelayMs = 500

const defaultWait = { noticeAfterMs: 5_000, timeoutMs: 300_000 }

/**
 * Applies all pending migrations, and gives the application's role its rights. Servers that start at the same time wait for
 * each other.
 * @param ownerUrl of the role that owns the tables, past any pooler
 * @param applicationUrl of the role that the server works as; without one the owner is both
 * @throws Error with a sentence for the operator when the role may not migrate, or another server migrates for too long
 */
export async function migrate(
  ownerUrl: string,
  applicationUrl: string = ownerUrl,
  options: WaitOptions & { folder?: string } = {},
): Promise<void> {
  const wait = { ...defaultWait, ...options }
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const holder = await pool.connect()
    try {
      await takeMigrationLock(holder, wait)
      await applyBesideCalls(holder, wait)
      await migrateJobs({ pgPool: pool, logger: silentLogger })
      if (applicationUrl !== ownerUrl) await grantRights(holder, await readRole(applicationUrl))
    } finally {
      // Closing the connection releases the lock, also after an error.
      holder.release(true)
    }
  } catch (error) {
    if (!isPermissionDenied(error)) throw error
    const message = "The database's role may not migrate it: name the role that owns the tables in DATABASE_OWNER_URL."
    throw new Error(message, { cause: error })
  } finally {
    await pool.end()
  }
}

// As drizzle-kit's own migrator keeps it, which knows no functions.
const createMigrationList = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

/** Repeats the transaction while calls of running servers use its tables. */
async function applyBesideCalls(
  owner: pg.ClientBase,
  { folder, onWait, noticeAfterMs, timeoutMs }: WaitOptions & typeof defaultWait & { folder?: string },
): Promise<void> {
  const startedAt = performance.now()
  const contested = new Set<string>()
  for (let isTold = false; ; ) {
    try {
      return await applyMigrations(owner, contested, folder)
    } catch (error) {
      await owner.query('rollback').catch(() => {})
      if (!hasGivenWay(error)) throw error
      const waitedMs = performance.now() - startedAt
      if (waitedMs > timeoutMs) {
        const message = `The migration could not lock its tables for ${formatSeconds(timeoutMs)}: look for a long transaction in pg_stat_activity.`
        throw new Error(message, { cause: error })
      }
      if (waitedMs > noticeAfterMs && !isTold) {
        isTold = true
        onWait?.('calls that use the tables to be changed')
      }
      // Those that waited for it go first.
      await pause(retryDelayMs)
    }
  }
}

/** In one transaction with the functions, so that no statement finds new tables with triggers that do not know them. */
async function applyMigrations(owner: pg.ClientBase, contested: Set<string>, folder?: string): Promise<void> {
  await owner.query('begin')
  await owner.query(createMigrationList)
  const newest = 'select max(created_at)::float as newest from drizzle.__drizzle_migrations'
  const { rows } = await owner.query<{ newest: number | null }>(newest)
  const applied = rows[0]?.newest ?? 0
  const pending = readMigrations(folder).filter(({ folderMillis }) => folderMillis > applied)
  // Not without a migration: an older version that starts again would bring back its own.
  const functions = pending.length > 0 ? await listChangedFunctions(owner) : []
  await lockTables(
    owner,
    [...pending.flatMap(({ sql }) => sql), ...functions.map(({ statements }) => statements)],
    contested,
  )
  for (const { sql, hash, folderMillis } of pending) {
    for (const statement of sql) await owner.query(statement)
    const add = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
    await owner.query(add, [hash, folderMillis])
  }
  await applyFunctions(owner, functions)
  await owner.query('commit')
}

/** The lock is released when the session ends. */
async function takeMigrationLock(
  holder: pg.PoolClient,
  { onWait, noticeAfterMs, timeoutMs }: WaitOptions & typeof defaultWait,
): Promise<void> {
  const notice = setTimeout(() => onWait?.("another server's migration of the database"), noticeAfterMs)
  try {
    await holder.query(`set lock_timeout = ${Math.round(timeoutMs)}`)
    await holder.query('select pg_advisory_lock($1)', [migrationLock])
    await holder.query('reset lock_timeout')
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '55P03') throw error
    const message = `Another server has been migrating the database for ${formatSeconds(timeoutMs)}: look for a session that waits for a lock in pg_stat_activity.`
    throw new Error(message, { cause: error })
  } finally {
    clearTimeout(notice)
  }
}

/** One role for everything keeps all rights, whichever address leads to it. */
async function grantRights(owner: pg.PoolClient, role: string): Promise<void> {
  const { rows } = await owner.query<{ role: string }>('select current_user as role')
  if (rows[0]?.role !== role) await grantApplicationRights(owner, role)
}

/**
 * Waits until something else has applied all migrations of this version; a newer database is fine.
 * @throws Error with a sentence for the operator when that takes too long
 */
export async function waitForMigrations(pool: Pick<pg.Pool, 'query'>, options: WaitOptions = {}): Promise<void> {
  const { onWait, noticeAfterMs, timeoutMs } = { ...defaultWait, ...options }
  const startedAt = performance.now()
  let isTold = false
  while (!(await isMigrated(pool))) {
    const waitedMs = performance.now() - startedAt
    if (waitedMs > timeoutMs)
      throw new Error('The database is older than this version, and MIGRATE=no: run `npm run migrate` first.')
    if (waitedMs > noticeAfterMs && !isTold) {
      isTold = true
      onWait?.('`npm run migrate`, because MIGRATE=no')
    }
    await pause(Math.min(500, timeoutMs / 4))
  }
}

/** Whether this version's last migration is applied and nobody migrates now. */
async function isMigrated(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const newest = Math.max(...readMigrations().map(({ folderMillis }) => folderMillis))
  try {
    const { rows } = await pool.query(
      `select where public.newest_migration() >= $1 and not exists (
         select from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $2 and objsubid = 1
           and database = (select oid from pg_database where datname = current_database()))`,
      [newest, migrationLock],
    )
    return rows.length > 0
  } catch (error) {
    // An empty database.
    if ((error as pg.DatabaseError).code === '42883') return false
    throw error
  }
}

const formatSeconds = (ms: number) => `${Math.round(ms / 1000)} s`

/** Next to this file in the sources, next to the bundle when built. */
function readMigrations(folder = fileURLToPath(new URL('./migrations', import.meta.url))) {
  if (!existsSync(folder)) throw new Error(`The migrations are missing: ${folder}`)
  return readMigrationFiles({ migrationsFolder: folder })
}

// Adds invented applicants in all stages to the demo: the lists, searches and reports of the staff need many.
import type pg from 'pg'
import { createDb, type Database } from '#server/database/connection.ts'
import { inTransaction } from '#server/database/statement.ts'
import { findHighestSerial, lockCurrentExercise } from '#server/features/imports/store.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { demoApplicants, demoPassword } from '../applicants.ts'
import { fillIndexOfBulk, prepareBulkLoad, vacuum } from './bulk-load.ts'
import { insertDraftsAndFiles, insertEvents } from './history.ts'
import { formatUserIdPrefix, inventPeople, prepareSeeding } from './people.ts'
import { insertSeededRows, type RowOptions } from './rows.ts'

export interface SeedManyOptions {
  count: number
  encryption: Encryption
  /**
   * Whether everybody also has what an applicant leaves in the database by and by: drafts, whole applications, three rows
   * of files (without contents) and ten audit events on average.
   */
  hasHistory?: boolean
  onProgress?: (progress: SeedProgress) => void
  /** Whether indexes are built at the end, which needs the owner of the tables; by default when it is faster. */
  isBulk?: boolean
}

export interface SeedProgress {
  what: 'accounts' | 'indexes and constraints'
  done: number
  of: number
}

const list = 1
const chunkSize = 50_000
/** Serial numbers up to this one belong to the demo's own applicants. */
const reservedSerials = 207

/** @returns the first and the last new user ID. @throws Error that says why this database must not be filled */
export async function seedMany({ pool }: Pick<Database, 'pool'>, options: SeedManyOptions) {
  const passwordHash = await hashPassword(demoPassword)
  const userIds = await inTransaction(pool, (client) => addMany(client, passwordHash, options))
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await vacuum(client, options.hasHistory ?? false)
  } finally {
    client.release(true)
  }
  return userIds
}

async function addMany(client: pg.PoolClient, passwordHash: string, options: SeedManyOptions) {
  const { count, encryption, hasHistory = false, onProgress } = options
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  const tx = createDb(client)
  const exercise = await lockCurrentExercise(tx)
  if (!exercise) throw new Error('There is no exercise: start the demo once before.')
  const existing = await countAccounts(client)
  const prefix = formatUserIdPrefix(exercise.year)
  const firstSerial = Math.max(reservedSerials, await findHighestSerial(tx, prefix, exercise.id)) + 1
  const lastSerial = firstSerial + count - 1

  await prepareSeeding(client, exercise)
  const isBulk = options.isBulk ?? (count >= 20_000 && count >= existing / 4)
  const restore = isBulk ? await prepareBulkLoad(client, hasHistory) : null
  const now = new Date()
  const rows: RowOptions = { exercise, passwordHash, encryption, now, hasFiles: hasHistory, hasHistory }
  for (let from = firstSerial; from <= lastSerial; from += chunkSize) {
    const to = Math.min(from + chunkSize - 1, lastSerial)
    await inventPeople(client, { list, from, to, shift: 0 }, { year: exercise.year, now })
    await insertSeededRows(client, rows)
    if (isBulk) await fillIndexOfBulk(client, exercise.id)
    if (hasHistory) await insertDraftsAndFiles(client)
    onProgress?.({ what: 'accounts', done: to - firstSerial + 1, of: count })
  }
  if (hasHistory) await insertEvents(client, exercise.id, count)
  await restore?.((done, of) => onProgress?.({ what: 'indexes and constraints', done, of }))
  const format = (serial: number) => `${prefix}${String(serial).padStart(5, '0')}`
  return { first: format(firstSerial), last: format(lastSerial) }
}

/** @throws Error when there are accounts, but neither the demo's nor those of an earlier run */
async function countAccounts(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number; demo: number }>(
    'select count(*)::int as count, (count(*) filter (where email = $1 or id = md5($2)::uuid))::int as demo from accounts',
    [demoApplicants[0]?.email, `portal ${list} ${reservedSerials + 1}`],
  )
  const { count = 0, demo = 0 } = rows[0] ?? {}
  if (count > 0 && demo === 0)
    throw new Error(`This is not the demo's database: it has ${count} accounts of other applicants.`)
  return count
}

// Which accounts the nightly job must look at: reading the forms of a whole exercise every night would take minutes.
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { backgroundWork } from '#server/database/schema/applicant-index.ts'
import type { Queryable } from '#server/database/statement.ts'

const name = 'discard_abandoned_uploads'
/** For clocks that differ, and for transactions that had not ended when the last search began. */
const overlap = '1 hour'

export interface UploadSearch {
  /** By the database's clock. */
  startedAt: string
  /** What has not changed since this moment, a little before the last search began, need not be looked at again. */
  changedSince: string
}

/** After the first start, and after a restore, everything is looked at. */
export async function beginSearch(tx: Tx): Promise<UploadSearch> {
  const { rows } = await tx.execute<UploadSearch & Record<string, unknown>>(sql`
    select now()::text as "startedAt", coalesce(
      (select finished_at - ${overlap}::interval from ${backgroundWork} where ${backgroundWork.name} = ${name}),
      '1970-01-01')::text as "changedSince"`)
  const [search] = rows
  if (!search) throw new Error('The database has no clock.')
  return search
}

/** Call it once every account has been looked at. */
export async function finishSearch(tx: Tx, { startedAt }: Pick<UploadSearch, 'startedAt'>): Promise<void> {
  const finishedAt = sql`${startedAt}::timestamptz`
  await tx
    .insert(backgroundWork)
    .values({ name, finishedAt })
    .onConflictDoUpdate({ target: backgroundWork.name, set: { finishedAt } })
}

interface ChangedQuery {
  changedSince: string
  /** Uploads become old after so many days. */
  days: number
  olderThan: Date
}

// Reading the tables from one end to the other takes a minute in a large exercise.
const prepareReading = `set local statement_timeout = '10min'`

/**
 * The accounts that may have an upload which nothing uses any more, in the order of their ids: an upload of theirs has become
 * old since the last search, or their draft, application or photo has changed. Every call reads the tables to their ends.
 * @param client within a transaction, which should end before anything is done with the accounts
 */
export async function listChangedAccounts(
  client: Queryable,
  { changedSince, days, olderThan }: ChangedQuery,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  await client.query(prepareReading)
  const { rows } = await client.query<{ id: string }>(
    `select account_id as id from files
        where kind = 'upload' and created_at < $2 and created_at >= $1::timestamptz - make_interval(days => $3)
          and account_id > $4
      union select account_id from drafts where saved_at >= $1 and account_id > $4
      union select account_id from applications where submitted_at >= $1 and account_id > $4
      union select account_id from audit_log where action = 'photo_changed' and at >= $1 and account_id > $4
      order by id limit $5`,
    [changedSince, olderThan, days, after, limit],
  )
  return rows.map(({ id }) => id)
}

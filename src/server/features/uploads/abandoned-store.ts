// Which accounts the nightly job must look at: reading the forms of a whole exercise every night would take minutes.
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { backgroundWork } from '#server/platform/database/schema/applicant-index.ts'
import { applications, drafts } from '#server/platform/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/platform/database/schema/audit-and-rate-limits.ts'
import { files } from '#server/platform/database/schema/files.ts'

const name = 'discard_abandoned_uploads'
const firstId = '00000000-0000-0000-0000-000000000000'
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

interface PageQuery {
  changedSince: string
  /** Uploads become old after so many days. */
  days: number
  olderThan: Date
  afterId: string | null
  limit: number
}

/**
 * A page of all accounts in the order of their ids. Those that may have an upload which nothing uses any more are the ones
 * with an upload that has become old, or whose draft, application or photo has changed, since the last search.
 */
export async function listAccountsToSearch(
  tx: Tx,
  { changedSince, days, olderThan, afterId, limit }: PageQuery,
): Promise<{ id: string; mayHaveUnused: boolean }[]> {
  const since = sql`${changedSince}::timestamptz`
  const { rows } = await tx.execute<{ id: string; mayHaveUnused: boolean }>(sql`
    select owner.id, exists (
        select from ${files} where account_id = owner.id and kind = 'upload'
          and created_at < ${olderThan.toISOString()}::timestamptz and created_at >= ${since} - make_interval(days => ${days}))
      or exists (select from ${drafts} where account_id = owner.id and saved_at >= ${since})
      or exists (select from ${applications} where account_id = owner.id and submitted_at >= ${since})
      or exists (
        select from ${auditLog} where account_id = owner.id and at >= ${since} and action = 'photo_changed')
      as "mayHaveUnused"
    from ${accounts} as owner where owner.id > ${afterId ?? firstId}::uuid order by owner.id limit ${limit}`)
  return rows
}

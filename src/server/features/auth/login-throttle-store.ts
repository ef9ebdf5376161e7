// Counts of failed logins, in the table of the rate limits, and the networks from which somebody has logged in.
import { lt } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { loginNetworks } from '#server/database/schema/accounts-and-sessions.ts'
import { rateLimits } from '#server/database/schema/audit-and-rate-limits.ts'
import { prepareStatement, type Queryable } from '#server/database/statement.ts'

export interface FailureCount {
  failures: number
  /** Milliseconds since 1970, as in the table. */
  expiresAt: number
}

interface FailureHistory {
  /** The counts that have not expired, by key. */
  counts: Map<string, FailureCount>
  isKnownNetwork: boolean
}

// One query, because every login runs it.
const selectHistory = prepareStatement<{ key: string | null; points: number; expire: string }>(
  'failure_history',
  `select key, points, expire from rate_limits where key = any($1) and expire > $2
   union all select null, 0, 0 from login_networks where network_hash = $3`,
)

export async function readFailureHistory(
  queryable: Queryable,
  { keys, networkHash, now }: { keys: string[]; networkHash: Buffer | null; now: number },
): Promise<FailureHistory> {
  const rows = await selectHistory(queryable, [keys, now, networkHash])
  const counts = new Map<string, FailureCount>()
  for (const { key, points, expire } of rows)
    if (key !== null) counts.set(key, { failures: points, expiresAt: Number(expire) })
  return { counts, isKnownNetwork: rows.some(({ key }) => key === null) }
}

export interface Failure {
  key: string
  /** How long the failure counts. */
  lifetimeMs: number
  /** Whether the lifetime is added to that of earlier failures, or starts again with each failure. */
  addsUp: boolean
}

// Sorted, so that two statements with the same keys lock them in the same order.
const upsertFailures = prepareStatement(
  'add_failures',
  `insert into rate_limits as stored (key, points, expire)
   select key, 1, $2 + lifetime from unnest($1::text[], $3::bigint[]) as failed (key, lifetime) order by key
   on conflict (key) do update set
     points = case when stored.expire > $2 then stored.points + 1 else 1 end,
     expire = excluded.expire
       + case when stored.key = any($4) then greatest(stored.expire - $2, 0) else 0 end`,
)

export async function addFailures(queryable: Queryable, failures: Failure[], now: number): Promise<void> {
  await upsertFailures(queryable, [
    failures.map(({ key }) => key),
    now,
    failures.map(({ lifetimeMs }) => lifetimeMs),
    failures.filter(({ addsUp }) => addsUp).map(({ key }) => key),
  ])
}

const deleteCounts = prepareStatement('clear_failures', 'delete from rate_limits where key = any($1)')

export async function clearFailures(queryable: Queryable, keys: string[]): Promise<void> {
  await deleteCounts(queryable, [keys])
}

/** For applicants, the statement that starts the session does it. */
export async function rememberStaffNetwork(
  tx: Tx,
  { staffId, networkHash, now }: { staffId: string; networkHash: Buffer; now: Date },
): Promise<void> {
  await tx
    .insert(loginNetworks)
    .values({ staffId, networkHash, lastLoginAt: now })
    .onConflictDoUpdate({ target: loginNetworks.networkHash, set: { lastLoginAt: now } })
}

/** Deletes the expired counts of every rate limit. */
export async function deleteExpiredCounts(tx: Tx, now: Date): Promise<void> {
  await deleteInBatches(tx, rateLimits, lt(rateLimits.expire, now.getTime()))
}

/** Forgets the networks from which their people have not logged in since this moment. */
export async function deleteOldLoginNetworks(tx: Tx, before: Date): Promise<void> {
  await deleteInBatches(tx, loginNetworks, lt(loginNetworks.lastLoginAt, before))
}

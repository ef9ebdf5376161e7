// A running PostgreSQL belongs to the server whose session holds an advisory lock. The lock is released when its owner
// exits, even if it is killed.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ownerSessionName } from './connection.ts'

export type PostgresClaim = { client: pg.Client; lost: Promise<void>; release(): Promise<void> }

const ownershipLock = 4_100_743

/**
 * Claims the PostgreSQL of this session for this process.
 * @throws Error naming the process that has claimed it
 */
export async function claimPostgres(client: pg.Client, isOurChild: boolean): Promise<PostgresClaim> {
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  // If it was started a moment ago, its parent is about to claim it. A killed owner's session may take a moment to end.
  if (!isOurChild) await waitForParentToClaim(client)
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownershipLock])
    if (rows[0]?.taken) return { client, lost, release: () => client.end() }
    await pause(100)
  }
  const owner = await describeOwner(client)
  await client.end()
  throw new Error(`The database is in use by another server${owner}.`)
}

async function waitForParentToClaim(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ age: number }>(
    'select extract(epoch from now() - pg_postmaster_start_time())::float8 * 1000 as age',
  )
  await pause(Math.max(0, 1000 - (rows[0]?.age ?? 0)))
}

async function describeOwner(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [ownershipLock],
  )
  const pid = rows[0]?.name.replace(ownerSessionName, '').trim()
  return pid ? ` (process ${pid})` : ''
}

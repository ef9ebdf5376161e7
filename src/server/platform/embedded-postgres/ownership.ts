// Which server a running PostgreSQL belongs to: the one whose session holds an advisory lock. The lock needs no file
// and ends with its owner, however that one ends.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ownerName } from './connection.ts'

export type Claim = { client: pg.Client; lost: Promise<void>; release(): Promise<void> }

const lockNumber = 4_100_743

/**
 * Takes the PostgreSQL behind this session for this process.
 * @throws Error naming the process that has it.
 */
export async function claim(client: pg.Client, isOurChild: boolean): Promise<Claim> {
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  // One just started has a parent that is about to claim it; a killed owner's session may take a moment to end.
  if (!isOurChild) await untilAged(client)
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockNumber])
    if (rows[0]?.taken) return { client, lost, release: () => client.end() }
    await pause(100)
  }
  const owner = await ownerOf(client)
  await client.end()
  throw new Error(`The database is in use by another server${owner}.`)
}

async function untilAged(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ age: number }>(
    'select extract(epoch from now() - pg_postmaster_start_time())::float8 * 1000 as age',
  )
  await pause(Math.max(0, 1000 - (rows[0]?.age ?? 0)))
}

async function ownerOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [lockNumber],
  )
  const pid = rows[0]?.name.replace(ownerName, '').trim()
  return pid ? ` (process ${pid})` : ''
}

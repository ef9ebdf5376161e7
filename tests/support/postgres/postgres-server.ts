// A PostgreSQL of its own for tests: quick instead of durable, gone when the tests are over.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureCluster } from '#server/platform/embedded-postgres/cluster.ts'
import { connectWhenReady } from '#server/platform/embedded-postgres/connection.ts'
import { leaveHome, type PostgresHome, prepareHome, urlOf } from '#server/platform/embedded-postgres/home.ts'
import { launchPostmaster, type Postmaster, stopPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { isAlive } from '#server/platform/embedded-postgres/process.ts'

export type TestPostgres = {
  url: string
  /** Stops it, keeping its data. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Stops it and removes every trace. */
  remove(): Promise<void>
}

const prefix = 'portal-test-'
const settings = [
  'listen_addresses=',
  'max_connections=200',
  'shared_buffers=128MB',
  'timezone=UTC',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
]

export async function startTestPostgres(): Promise<TestPostgres> {
  await removeLeftovers()
  const home = await prepareHome(await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`)))
  await ensureCluster(home, ['--no-sync'])
  let postmaster = await bringUp(home)
  const pause = () => stopPostmaster(postmaster)
  return {
    url: urlOf(home, 'postgres'),
    pause,
    async resume() {
      postmaster = await bringUp(home)
    },
    async remove() {
      await pause()
      await leaveHome(home)
      await rm(home.directory, { recursive: true, force: true })
    },
  }
}

async function bringUp(home: PostgresHome): Promise<Postmaster> {
  const postmaster = await launchPostmaster(home, settings)
  const session = await connectWhenReady(home, postmaster)
  if (!session) throw new Error(`PostgreSQL ended, see ${home.logFile}`)
  await session.end()
  return postmaster
}

/** A test run that was killed could not remove its directory. */
async function removeLeftovers(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const pid = entry.startsWith(prefix) ? Number.parseInt(entry.slice(prefix.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid)) await rm(join(tmpdir(), entry), { recursive: true, force: true })
  }
}

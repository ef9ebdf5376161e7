// A site whose server keeps its PostgreSQL itself, as without DATABASE_URL: killing the one may leave or end the other.
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { leaveHome, prepareHome, urlOf } from '#server/platform/embedded-postgres/home.ts'
import { familyOf, signalAll, untilGone } from './processes.ts'
import { openProviders } from './providers.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { openPool, postmasterIn, type Site } from './site.ts'

export async function openSiteWithOwnPostgres(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-faults-'))
  await chmod(dataDir, 0o711)
  execFileSync('cp', ['-a', join(inject('migratedPlace'), 'postgres'), dataDir])
  await mkdir(join(dataDir, 'files'))

  const home = await prepareHome(join(dataDir, 'postgres'))
  const database = urlOf(home, 'portal')
  const { closeProviders, ...providers } = await openProviders()
  const pool = openPool(database)
  const settings = { DATA_DIR: dataDir, ...providers.settings }
  const running = new Set<ServerProcess>()
  const postgresFamily = () => familyOf(postmasterIn(dataDir))

  return {
    ...providers,
    dataDir,
    pool,
    database,
    settings,
    postgresFamily,
    async start(more = {}) {
      const server = await startServer({ ...settings, ...more })
      running.add(server)
      return server
    },
    async close() {
      await pool.end()
      // In order, since each takes its PostgreSQL with it; one that was killed may have left it behind.
      for (const server of running) await server.stop()
      const left = leftIn(dataDir)
      signalAll(left, 'SIGKILL')
      await untilGone(left)
      await closeProviders()
      await leaveHome(home)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function leftIn(dataDir: string): number[] {
  try {
    return familyOf(postmasterIn(dataDir))
  } catch {
    return []
  }
}

// An environment whose server starts its own PostgreSQL, as it does without DATABASE_URL.
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { getDatabaseUrls } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { prepareHome, releaseHome } from '#server/platform/embedded-postgres/home.ts'
import { createPool, type FaultEnvironment, readPostmasterPid } from './environment.ts'
import { listProcessTree, signalAll, waitForExit } from './processes.ts'
import { startProviders } from './providers.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export async function startEnvironmentWithOwnPostgres(): Promise<FaultEnvironment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-faults-'))
  await chmod(dataDir, 0o711)
  execFileSync('cp', ['-a', join(inject('migratedDataDir'), 'postgres'), dataDir])
  await mkdir(join(dataDir, 'files'))

  const home = await prepareHome(join(dataDir, 'postgres'))
  const { ownerUrl: database } = getDatabaseUrls(home)
  const { stopProviders, ...providers } = await startProviders()
  const pool = createPool(database)
  const settings = { DATA_DIR: dataDir, ...providers.settings }
  const running = new Set<ServerProcess>()
  const postgresPids = () => listProcessTree(readPostmasterPid(dataDir))

  return {
    ...providers,
    dataDir,
    pool,
    database,
    ownerDatabase: database,
    settings,
    postgresPids,
    async start(overrides = {}) {
      const server = await startServer({ ...settings, ...overrides })
      running.add(server)
      return server
    },
    async close() {
      await pool.end()
      // One after the other: each stops its PostgreSQL, and a killed server may have left one running.
      for (const server of running) await server.stop()
      const leftovers = listLeftovers(dataDir)
      signalAll(leftovers, 'SIGKILL')
      await waitForExit(leftovers)
      await stopProviders()
      await releaseHome(home)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function listLeftovers(dataDir: string): number[] {
  try {
    return listProcessTree(readPostmasterPid(dataDir))
  } catch {
    return []
  }
}

// Providers, files and servers around a database that a test has started, as `startEnvironment` has for its own.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { createPool, type FaultEnvironment } from '../faults/environment.ts'
import { startProviders } from '../faults/providers.ts'
import { type ServerProcess, startServer } from '../faults/server-process.ts'

/** Migrates the database, and adds an exercise. @param ownerUrl an address that stays valid during failovers */
export async function startEnvironmentOn({
  url,
  ownerUrl,
}: {
  url: string
  ownerUrl: string
}): Promise<FaultEnvironment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-deploy-'))
  await mkdir(join(dataDir, 'files/unfinished'), { recursive: true })
  await migrate(ownerUrl, url)
  const { stopProviders, ...providers } = await startProviders()
  const pool = createPool(ownerUrl)
  await createExerciseService({ db: createDb(pool) }).ensureExercise()
  const settings = { DATA_DIR: dataDir, ...providers.settings }
  const running = new Set<ServerProcess>()
  return {
    ...providers,
    dataDir,
    pool,
    database: url,
    ownerDatabase: ownerUrl,
    settings,
    postgresPids: () => [],
    async start(overrides = {}) {
      const server = await startServer({ ...settings, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, ...overrides })
      running.add(server)
      return server
    },
    async close() {
      await Promise.all([...running].map((server) => server.kill()))
      await pool.end()
      await stopProviders()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

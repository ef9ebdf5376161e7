// Runs before the fault tests: builds the server and creates one migrated cluster that every test file copies.
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { buildProduct } from '../build-product.ts'
import { createRunDirectory } from '../postgres/postgres-server.ts'
import { builtServer } from './server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR with a migrated database whose PostgreSQL is stopped. */
    migratedDataDir: string
    /** For the data of the test files: removed after the last one, since ext4 creates files slowly after many were deleted. */
    faultsDir: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildProduct()

  // Without the web app the server starts a second faster, and the long run starts it hundreds of times.
  await rm(builtServer, { recursive: true, force: true })
  await cp(join(import.meta.dirname, '../../../dist/server'), builtServer, { recursive: true })
  // The server reads its version from it.
  await cp(join(import.meta.dirname, '../../../package.json'), join(builtServer, '../../package.json'))

  const faultsDir = await createRunDirectory(tmpdir())
  const dataDir = join(faultsDir, 'template')
  const postgres = await startEmbeddedPostgres({ dataDir })
  await migrate(postgres.ownerUrl, postgres.url)
  const owner = connect(postgres.ownerUrl, { maxConnections: 1 })
  await createExerciseService(owner).ensureExercise()
  await owner.close()
  await postgres.stop()
  project.provide('migratedDataDir', dataDir)
  project.provide('faultsDir', faultsDir)
  return () => rm(faultsDir, { recursive: true, force: true })
}

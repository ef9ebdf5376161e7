// Before the faults: the server is built, and one cluster is made and migrated that every test begins with a copy of.
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/database/migrate.ts'
import { startManagedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { builtServer } from './server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A DATA_DIR with a migrated database, stopped. */
    migratedPlace: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const build = join(import.meta.dirname, '../../../tools/build.mjs')
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The product could not be built.')

  // Without the web app beside it, whose pages take a second to load, and it is started hundreds of times.
  await rm(builtServer, { recursive: true, force: true })
  await cp(join(import.meta.dirname, '../../../dist/server'), builtServer, { recursive: true })

  const place = await mkdtemp(join(tmpdir(), 'portal-faults-made-'))
  await chmod(place, 0o711)
  const postgres = await startManagedPostgres({ dataDir: place, log: console.error })
  await migrate(postgres.url).finally(() => postgres.stop())
  project.provide('migratedPlace', place)
  return () => rm(place, { recursive: true, force: true })
}

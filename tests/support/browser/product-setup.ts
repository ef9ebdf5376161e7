// Runs before the journeys: builds the product and starts one PostgreSQL for all of them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startMigratedPostgres } from '../postgres/postgres-server.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const build = join(import.meta.dirname, '../../../tools/build.mjs')
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The product could not be built.')

  const own = process.env.DATABASE_URL ? undefined : await startMigratedPostgres()
  process.env.JOURNEYS_POSTGRES = own?.url ?? process.env.DATABASE_URL ?? ''
  return async () => own?.remove()
}

// Runs before the journeys: builds the product and starts one PostgreSQL for all of them.
import { buildProduct } from '../build-product.ts'
import { migratedDatabase, startMigratedPostgres } from '../postgres/postgres-server.ts'

export default async function setup(): Promise<() => Promise<void>> {
  buildProduct()

  const own = process.env.DATABASE_URL ? undefined : await startMigratedPostgres()
  process.env.JOURNEYS_POSTGRES = own?.url ?? process.env.DATABASE_URL ?? ''
  process.env.JOURNEYS_TEMPLATE = own ? migratedDatabase : 'template1'
  return async () => own?.remove()
}

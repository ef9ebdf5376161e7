import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateProduct } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'
import { grantApplicationRights, readRole } from './application-role.ts'
import { isPermissionDenied } from './errors.ts'

// An arbitrary number that all servers of this product share.
const migrationLock = 20_241_101

const silentLogger = new Logger(() => () => {})

/**
 * Applies all pending migrations, and gives the application's role its rights. Servers that start at the same time wait for
 * each other.
 * @param ownerUrl of the role that owns the tables
 * @param applicationUrl of the role that the server works as; without one the owner is both
 * @throws Error with a sentence for the operator when the role may not migrate
 */
export async function migrate(ownerUrl: string, applicationUrl: string = ownerUrl): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const holder = await pool.connect()
    try {
      await holder.query('select pg_advisory_lock($1)', [migrationLock])
      await migrateProduct(drizzle(holder), { migrationsFolder: migrationsFolder() })
      await migrateJobs({ pgPool: pool, logger: silentLogger })
      if (applicationUrl !== ownerUrl) await grantApplicationRights(holder, await readRole(applicationUrl))
    } finally {
      // Closing the connection releases the lock, also after an error.
      holder.release(true)
    }
  } catch (error) {
    if (!isPermissionDenied(error)) throw error
    const message = "The database's role may not migrate it: name the role that owns the tables in DATABASE_OWNER_URL."
    throw new Error(message, { cause: error })
  } finally {
    await pool.end()
  }
}

/** Next to this file in the sources, next to the bundle when built. */
function migrationsFolder() {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url))
  if (!existsSync(folder)) throw new Error(`The migrations are missing: ${folder}`)
  return folder
}

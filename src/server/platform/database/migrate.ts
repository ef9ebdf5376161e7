import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateProduct } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'

// An arbitrary number that all servers of this product share.
const migrationLock = 20_241_101

const silentLogger = new Logger(() => () => {})

/** Applies all pending migrations. Servers that start at the same time wait for each other. */
export async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const holder = await pool.connect()
    try {
      await holder.query('select pg_advisory_lock($1)', [migrationLock])
      await migrateProduct(drizzle(holder), { migrationsFolder: migrationsFolder() })
      await migrateJobs({ pgPool: pool, logger: silentLogger })
    } finally {
      // Closing the connection releases the lock, also after an error.
      holder.release(true)
    }
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

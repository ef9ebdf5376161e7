import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'

// Any number will do, as long as every server of this product takes the same.
const migrationLock = 20_241_101

const quiet = new Logger(() => () => {})

/** Brings the database up to this version; servers that start at once wait for each other. */
export async function migrate(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    const holder = await pool.connect()
    try {
      await holder.query('select pg_advisory_lock($1)', [migrationLock])
      await applyMigrations(drizzle(holder), { migrationsFolder: migrationsFolder() })
      await migrateJobs({ pgPool: pool, logger: quiet })
    } finally {
      // Closing the connection gives the lock back, also after a failure.
      holder.release(true)
    }
  } finally {
    await pool.end()
  }
}

/** Beside this file in the sources, beside the bundle when built. */
function migrationsFolder() {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url))
  if (!existsSync(folder)) throw new Error(`The migrations are missing: ${folder}`)
  return folder
}

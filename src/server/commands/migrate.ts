// `migrate` applies all pending migrations, for servers that start with MIGRATE=no.
import { runCommand } from './command-line.ts'
import { withDatabase } from './with-database.ts'

export async function migrateCommand(_: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return withDatabase(env, async ({ pool }) => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from drizzle.__drizzle_migrations',
    )
    return `The database has all ${rows[0]?.count} migrations.`
  })
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(migrateCommand)

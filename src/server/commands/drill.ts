// `drill portal.tar` restores a backup into the scratch database of DRILL_DATABASE_URL, and saves how it went.
import { formatCounted } from '#shared/format/numbers.ts'
import { runDrill } from './backup/run-drill.ts'
import { runCommand } from './command-line.ts'
import { withDatabase } from './with-database.ts'

export async function drillCommand([path]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!path) throw new Error('Say which backup is to be tried, for instance: npm run drill -- portal.tar')
  const { DRILL_DATABASE_URL } = env
  if (!DRILL_DATABASE_URL)
    throw new Error('DRILL_DATABASE_URL is missing: a scratch database whose name ends in _drill.')
  return withDatabase(env, async (database) => {
    const { rows, files, madeAt } = await runDrill(database, DRILL_DATABASE_URL, path)
    return `The backup of ${madeAt.toISOString()} can be restored: ${formatCounted(rows, 'row')} and ${formatCounted(files, 'file')}.`
  })
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(drillCommand)

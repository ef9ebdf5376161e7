// `backup portal.tar` saves the database and all files in one archive, also while the server runs.
import { formatCounted } from '#shared/format/numbers.ts'
import { makeBackup } from './backup/make-backup.ts'
import { runCommand } from './command-line.ts'
import { openFileStore } from './open-file-store.ts'
import { withDatabase } from './with-database.ts'

export async function backupCommand([path]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!path) throw new Error('Say where the backup is to be written, for instance: npm run backup -- portal.tar')
  const files = await openFileStore(env)
  return withDatabase(env, async (database) => {
    // The backup of a mistyped database would look like a good one.
    const { rows: found } = await database.pool.query('select from exercises union all select from staff limit 1')
    if (found.length === 0) throw new Error('There is nothing to save here. Are DATA_DIR and DATABASE_URL right?')
    const saved = await makeBackup({ database, files, clock: () => new Date() }, path)
    const rows = Object.values(saved.rows).reduce((sum, count) => sum + count, 0)
    const missing = saved.missingFiles.length
    return [
      `Saved ${formatCounted(rows, 'row')} and ${formatCounted(saved.files, 'file')} in ${path}.`,
      ...(missing > 0
        ? [
            `${formatCounted(missing, 'file that the database refers to was', 'files that the database refers to were')} not found: ${formatList(saved.missingFiles)}`,
          ]
        : []),
      'Keep SECRET_KEY elsewhere: it is not in the backup, and without it the NINs in there cannot be read.',
    ].join('\n')
  })
}

const maxListed = 20

const formatList = (ids: readonly string[]): string =>
  [...ids.slice(0, maxListed), ...(ids.length > maxListed ? [`and ${ids.length - maxListed} more`] : [])].join(', ')

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(backupCommand)

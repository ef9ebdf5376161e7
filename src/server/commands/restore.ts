// `restore portal.tar` restores a backup into an empty database and an empty file store.
import { formatCounted } from '#shared/format/numbers.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { runCommand } from './command-line.ts'
import { openFileStore } from './open-file-store.ts'
import { withDatabase } from './with-database.ts'

export async function restoreCommand([path]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!path) throw new Error('Say which backup is to be restored, for instance: npm run restore -- portal.tar')
  const files = await openFileStore(env)
  return withDatabase(env, async (database) => {
    const restored = await restoreBackup({ database, files }, path)
    const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0)
    return `Restored ${formatCounted(rows, 'row')} and ${formatCounted(restored.files, 'file')}. Start the server with the SECRET_KEY that it had.`
  })
}

// Tests run it without a process of its own.
if (import.meta.main) await runCommand(restoreCommand)

// Brings a backup back into an empty database and an empty place for files: `restore portal.tar`.

import { restoreBackup } from './backup/restore-backup.ts'
import { commandLine } from './command-line.ts'
import { openDatabase } from './open-database.ts'
import { openFiles } from './open-files.ts'

const usage = 'Say which backup is to be restored, for instance: npm run restore -- portal.tar'

async function run([path]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!path) throw new Error(usage)
  const files = await openFiles(env)
  const { database, close } = await openDatabase(env)
  try {
    const restored = await restoreBackup({ database, files }, path)
    const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0)
    return `Restored ${rows} rows and ${restored.files} files. Start the server with the SECRET_KEY that it had.`
  } finally {
    await close()
  }
}

await commandLine(run)

// Saves database and files into one archive, also while the server runs: `backup portal.tar`.

import { makeBackup } from './backup/make-backup.ts'
import { commandLine } from './command-line.ts'
import { openDatabase } from './open-database.ts'
import { openFiles } from './open-files.ts'

const usage = 'Say where the backup is to be written, for instance: npm run backup -- portal.tar'

async function run([path]: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (!path) throw new Error(usage)
  const files = await openFiles(env)
  const { database, close } = await openDatabase(env)
  try {
    // A mistyped DATA_DIR would otherwise make a database of its own, and an empty backup that looks like one.
    const { rows: exercises } = await database.pool.query('select from exercises limit 1')
    if (exercises.length === 0) throw new Error('There is nothing to save here. Are DATA_DIR and DATABASE_URL right?')
    const saved = await makeBackup({ database, files, clock: () => new Date() }, path)
    const rows = Object.values(saved.rows).reduce((sum, count) => sum + count, 0)
    const missing = saved.missingFiles.length
    return [
      `Saved ${rows} rows and ${saved.files} files in ${path}.`,
      ...(missing > 0
        ? [`${missing} files that the database names were not there: ${saved.missingFiles.join(', ')}`]
        : []),
      'Keep SECRET_KEY elsewhere: it is not in the backup, and without it the NINs in there cannot be read.',
    ].join('\n')
  } finally {
    await close()
  }
}

await commandLine(run)

import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataDirectory } from './data-directory.ts'

/** The SECRET_KEY of a machine's own demo: created once and stored in its data directory. Never used in production. */
export function readLocalSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  prepareDataDirectory(dataDir)
  try {
    // `wx`: of two starts at the same time, the second reads the key of the first.
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

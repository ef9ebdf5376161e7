// The data directory holds the database, applicants' files and the demo's key: only the server's user may read it.
import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** Creates it unless it exists, and closes one that an earlier version or an operator left open. */
export function prepareDataDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(directory)
  const isOurs = process.getuid?.() === 0 || process.getuid?.() === uid
  if (isOurs && (mode & 0o077) !== 0) chmodSync(directory, mode & 0o700)
}

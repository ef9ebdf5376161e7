// The data directory holds the database, applicants' files and the demo's key: only the server's user may read it.
import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** Creates it unless it exists, and closes one that an earlier version or an operator left open. */
export function prepareDataDirectory(directory: string): void {
  // Under root PostgreSQL runs as another account, which passes through to its own directory and can list nothing.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  mkdirSync(directory, { recursive: true, mode })
  const { mode: current, uid } = statSync(directory)
  const isOurs = process.getuid?.() === 0 || process.getuid?.() === uid
  if (isOurs && (current & 0o777 & ~mode) !== 0) chmodSync(directory, current & mode)
}

// Whose rights the embedded PostgreSQL runs with. It refuses to run as root, so root hands it to another account.
import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Account = { uid: number; gid: number }

/**
 * The account to drop to, or undefined when the current user may run PostgreSQL itself. Root takes whoever owns the
 * directory already (it was started as that user before), else `nobody`.
 */
export async function postgresAccount(directory: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(directory).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return { uid: numberOfNobody('-u'), gid: numberOfNobody('-g') }
}

/** True when the account may pass through the directory and every one above it. Access control lists are not looked at. */
export async function canReach(account: Account | undefined, directory: string): Promise<boolean> {
  if (!account) return true
  const { uid, gid, mode } = await stat(directory)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(directory)
  return parent === directory || canReach(account, parent)
}

function numberOfNobody(flag: '-u' | '-g'): number {
  try {
    // The number differs between systems: 65534 on most Linux, 99 on old ones, -2 on macOS.
    return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return 65534
  }
}

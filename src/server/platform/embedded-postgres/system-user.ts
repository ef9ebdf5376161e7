// The account that the embedded PostgreSQL runs as. It refuses to run as root.
import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

export type SystemAccount = { uid: number; gid: number }

/**
 * Undefined when the current user may run PostgreSQL. Root uses the account that owns the directory from an earlier start,
 * otherwise `nobody`.
 */
export async function choosePostgresAccount(directory: string): Promise<SystemAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(directory).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return { uid: readNobodyId('-u'), gid: readNobodyId('-g') }
}

/** Whether the account may enter the directory and all its parents. Access control lists are ignored. */
export async function canReach(account: SystemAccount | undefined, directory: string): Promise<boolean> {
  if (!account) return true
  const { uid, gid, mode } = await stat(directory)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(directory)
  return parent === directory || canReach(account, parent)
}

function readNobodyId(flag: '-u' | '-g'): number {
  try {
    // The id differs between systems: 65534 on most Linux, 99 on old ones, -2 on macOS.
    return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return 65534
  }
}

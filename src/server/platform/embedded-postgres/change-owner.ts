// Gives a directory of an earlier version, which ran PostgreSQL as `nobody`, to PostgreSQL's own account.
import { lchown, lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, isPostgres } from './process.ts'
import type { SystemAccount } from './system-user.ts'

/**
 * The account that PostgreSQL has to run as now. One that still runs keeps its files until it has stopped, because it could
 * not open them any more.
 */
export async function changeOwner(directory: string, account: SystemAccount | undefined) {
  const found = await lstat(directory).catch(() => undefined)
  // Root's own directory holds nothing yet.
  if (!account || !found || found.uid === 0 || found.uid === account.uid) return account
  if (await isInUse(directory)) return { uid: found.uid, gid: found.gid }
  await changeOwnerBelow(directory, account)
  return account
}

async function isInUse(directory: string): Promise<boolean> {
  const pid = Number.parseInt(await readFile(join(directory, 'cluster/postmaster.pid'), 'utf8').catch(() => ''), 10)
  return pid > 0 && isAlive(pid) && (await isPostgres(pid))
}

/** The directory itself comes last: until then the next start repeats what a kill has interrupted. */
async function changeOwnerBelow(path: string, account: SystemAccount): Promise<void> {
  const found = await lstat(path)
  // A second name could be a planted link to a file of the system.
  if (found.isFile() && found.nlink > 1) throw new Error(`${path} has several names: PostgreSQL cannot use it.`)
  if (found.isDirectory()) for (const name of await readdir(path)) await changeOwnerBelow(join(path, name), account)
  await lchown(path, account.uid, account.gid)
}

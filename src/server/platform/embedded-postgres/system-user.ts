// The account that the embedded PostgreSQL runs as. It refuses to run as root.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export type SystemAccount = { uid: number; gid: number }

/** A shared account would let every other program that runs as it read the database: never `nobody`. */
const ownAccount = 'portal-postgres'

/**
 * Undefined when the current user may run PostgreSQL. For root it is the user who owns the data directory, and otherwise an
 * account of PostgreSQL's own, created when it is missing.
 * @throws Error with a sentence for the operator when the account cannot be created
 */
export async function choosePostgresAccount(dataDir: string): Promise<SystemAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(dataDir).catch(() => undefined)
  const name = owner && owner.uid !== 0 ? await findName(owner.uid) : undefined
  if (owner && name && name !== 'nobody') return { uid: owner.uid, gid: owner.gid }
  return ensureOwnAccount()
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

async function ensureOwnAccount(): Promise<SystemAccount> {
  let reason = ''
  // Another server may be creating the account: useradd fails while the list of users is locked.
  for (let attempt = 0; attempt < 20; attempt++) {
    const account = await findOwnAccount()
    if (account) return account
    const failure = await createOwnAccount()
    if (failure) await pause(200)
    reason = failure
  }
  throw new Error(
    `PostgreSQL does not run as root, and its account ${ownAccount} could not be created (${reason}). Create a system account of this name, start as another user, or set DATABASE_URL.`,
  )
}

async function findOwnAccount(): Promise<SystemAccount | undefined> {
  const [uid, gid] = await Promise.all([runProgram('id', '-u', ownAccount), runProgram('id', '-g', ownAccount)])
  return uid.output && gid.output ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

/** @returns why it failed; empty when it succeeded */
async function createOwnAccount(): Promise<string> {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const { error } = await runProgram('useradd', ...options, '--shell', '/usr/sbin/nologin', ownAccount)
  return error
}

/** Undefined for a user id without a name, which PostgreSQL's programs refuse. */
async function findName(uid: number): Promise<string | undefined> {
  const { output } = await runProgram('id', '-un', String(uid))
  return output || undefined
}

const execute = promisify(execFile)

async function runProgram(program: string, ...options: string[]): Promise<{ output: string; error: string }> {
  // useradd is often outside a service's PATH.
  const env = { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`, LC_ALL: 'C' }
  return execute(program, options, { env }).then(
    ({ stdout }) => ({ output: stdout.trim(), error: '' }),
    (error: NodeJS.ErrnoException & { stderr?: string }) => ({
      output: '',
      error: error.stderr?.trim() || `${program}: ${error.code}`,
    }),
  )
}

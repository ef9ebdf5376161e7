// The postmaster: PostgreSQL's main process.
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeAccessRules } from './access-rules.ts'
import { getClusterDirectory, getClusterDirectoryForPostgres } from './cluster.ts'
import type { PostgresHome } from './home.ts'
import { isAlive, isPostgres, spawnProgram } from './process.ts'

export type Postmaster = { pid: number; isOurChild: boolean; ended: Promise<void> }

const maxLogBytes = 10 * 2 ** 20

/** Starts a postmaster on the cluster. It exits when another one uses the cluster already. */
export async function launchPostmaster(home: PostgresHome, settings: string[]): Promise<Postmaster> {
  await writeAccessRules(home, getClusterDirectory(home))
  await rotateLog(home)
  // PostgreSQL's account may write to the directory: a link there must not lead this process to another file.
  const log = openSync(
    home.logFile,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW,
    0o600,
  )
  const options = ['-D', getClusterDirectoryForPostgres(home), '-k', home.socketDirectory]
  const child = await spawnProgram(
    home,
    home.binaries.postgres,
    [...options, ...settings.flatMap((s) => ['-c', s])],
    log,
  )
  closeSync(log)
  const ended = once(child, 'exit').then(() => undefined)
  if (child.pid === undefined) return ended.then(() => Promise.reject(new Error('PostgreSQL could not be started.')))
  return { pid: child.pid, isOurChild: true, ended }
}

/** The postmaster that already runs on the cluster: left behind by a killed server, or owned by another one. */
export async function findPostmaster(home: PostgresHome): Promise<Postmaster | undefined> {
  const file = join(getClusterDirectory(home), 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || !isAlive(pid)) return undefined
  if (await isPostgres(pid)) return { pid, isOurChild: false, ended: waitForExit(pid) }
  // The process id now belongs to another program or a zombie, which PostgreSQL would take for a running postmaster.
  // Even without the file, PostgreSQL does not start while old processes still use its shared memory.
  await rm(file, { force: true })
  return undefined
}

/** Fast shutdown: open transactions are rolled back, committed data is on disk. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  sendSignal(postmaster.pid, 'SIGINT')
  const inTime = await Promise.race([postmaster.ended.then(() => true), pause(10_000, false, { ref: false })])
  if (inTime) return
  sendSignal(postmaster.pid, 'SIGQUIT')
  await postmaster.ended
}

/** The last error in PostgreSQL's own log. */
export async function readLastError(home: PostgresHome): Promise<string> {
  const log = await readFile(home.logFile, 'utf8').catch(() => '')
  const errors = log.split('\n').filter((line) => /FATAL|PANIC|could not|error while loading/.test(line))
  return errors.at(-1) ?? `see ${home.logFile}`
}

/** Whether it did not start because processes of a killed postmaster still use their shared memory. */
export const isMemoryInUse = async (home: PostgresHome): Promise<boolean> =>
  (await readLastError(home)).includes('pre-existing shared memory block')

/**
 * Ends what a killed postmaster left behind. Such processes exit by themselves, unless they wait for one that was killed.
 * Without /proc (macOS) nothing is ended.
 */
export async function endOldProcesses(home: PostgresHome): Promise<void> {
  const directory = await realpath(getClusterDirectory(home))
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0)
  for (const pid of pids) if (await isOrphan(pid, directory)) sendSignal(pid, 'SIGKILL')
}

/** Whether it works in this directory for a postmaster that is gone. */
async function isOrphan(pid: number, directory: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  // As a postmaster names its processes, and not itself.
  if (!command.startsWith('postgres: ')) return false
  if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) !== directory) return false
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1])
  return !(await isPostgres(parent))
}

async function rotateLog(home: PostgresHome): Promise<void> {
  const { size } = await stat(home.logFile).catch(() => ({ size: 0 }))
  if (size > maxLogBytes) await rename(home.logFile, `${home.logFile}.1`)
}

/** The process is not our child, so its exit can only be polled. */
async function waitForExit(pid: number): Promise<void> {
  while (isAlive(pid) && (await isPostgres(pid))) await pause(100)
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited.
  }
}

// The postmaster: PostgreSQL's first process, whose life is the server's life.
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterForPostgres, clusterOf } from './cluster.ts'
import type { PostgresHome } from './home.ts'
import { isAlive, runProgram } from './process.ts'

export type Postmaster = { pid: number; isOurChild: boolean; ended: Promise<void> }

const largestLog = 10 * 2 ** 20

/** Starts a postmaster on the cluster. It ends by itself when another one has the cluster already. */
export async function launchPostmaster(home: PostgresHome, settings: string[]): Promise<Postmaster> {
  await rollLog(home)
  const log = openSync(home.logFile, 'a', 0o600)
  const options = ['-D', clusterForPostgres(home), '-k', home.socketDirectory]
  const child = await runProgram(home, home.binaries.postgres, [...options, ...settings.flatMap((s) => ['-c', s])], log)
  closeSync(log)
  const ended = once(child, 'exit').then(() => undefined)
  if (child.pid === undefined) return ended.then(() => Promise.reject(new Error('PostgreSQL could not be started.')))
  return { pid: child.pid, isOurChild: true, ended }
}

/** The postmaster that runs on the cluster already: left by a killed server, or another server's. */
export async function findPostmaster(home: PostgresHome): Promise<Postmaster | undefined> {
  const file = join(clusterOf(home), 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  if (!(pid > 0) || !isAlive(pid)) return undefined
  if (await runsPostgres(pid)) return { pid, isOurChild: false, ended: ending(pid) }
  // The number is another program's by now, or a zombie's: PostgreSQL itself would take it for a living postmaster.
  // Memory that old processes still share is refused by PostgreSQL even without the file.
  await rm(file, { force: true })
  return undefined
}

/** Stops it in order: open transactions are rolled back, everything acknowledged is on disk. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  signal(postmaster.pid, 'SIGINT')
  const inTime = await Promise.race([postmaster.ended.then(() => true), pause(10_000, false, { ref: false })])
  if (inTime) return
  signal(postmaster.pid, 'SIGQUIT')
  await postmaster.ended
}

/** The last complaint in PostgreSQL's own log. */
export async function lastComplaint(home: PostgresHome): Promise<string> {
  const log = await readFile(home.logFile, 'utf8').catch(() => '')
  const complaints = log.split('\n').filter((line) => /FATAL|PANIC|could not|error while loading/.test(line))
  return complaints.at(-1) ?? `see ${home.logFile}`
}

async function rollLog(home: PostgresHome): Promise<void> {
  const { size } = await stat(home.logFile).catch(() => ({ size: 0 }))
  if (size > largestLog) await rename(home.logFile, `${home.logFile}.1`)
}

/** Somebody else's child cannot be waited for, only looked at. */
async function ending(pid: number): Promise<void> {
  while (isAlive(pid) && (await runsPostgres(pid))) await pause(100)
}

async function runsPostgres(pid: number): Promise<boolean> {
  // Without /proc (macOS) it is enough that something lives under the number.
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0')[0]?.includes('postgres') ?? false
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself.
  }
}

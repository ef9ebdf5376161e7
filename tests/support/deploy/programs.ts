// Programs of Debian's packages, which a machine may lack. docs/deploy.md lists the packages.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const postgresVersions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
const directories = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  ...postgresVersions.map((version) => `/usr/lib/postgresql/${version}/bin`),
]

/** The program's path; undefined when the machine lacks it. */
export const findProgram = (name: string): string | undefined =>
  directories.map((directory) => join(directory, name)).find((path) => existsSync(path))

/** @throws Error when the machine lacks it */
export function getProgram(name: string): string {
  const path = findProgram(name)
  if (!path) throw new Error(`This machine lacks ${name}.`)
  return path
}

/** A sentence for the report; undefined when nothing is missing. */
export function explainMissing(...names: string[]): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  return missing.length > 0 ? `this machine lacks ${missing.join(', ')}` : undefined
}

/** Directory of Debian's PostgreSQL programs, which are complete. */
export const getPostgresPrograms = (): string => dirname(getProgram('pg_controldata'))

const isRoot = userInfo().uid === 0
/** PostgreSQL, Patroni and PgBouncer refuse to run as root. */
const account = 'postgres'
const asAccount = isRoot ? ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--clear-groups'] : []

/** A directory that the programs below may use. */
export function createDirectory(name: string): string {
  const directory = mkdtempSync(`/tmp/portal-deploy-${name}-`)
  if (isRoot) chownSync(directory, readId('-u'), readId('-g'))
  return directory
}

const readId = (option: string) => Number(execFileSync('id', [option, account], { encoding: 'utf8' }))

/** Runs a program to its end as an account that is not root. */
export function runUnprivileged(command: string, args: string[]): string {
  const [program = '', ...rest] = [...asAccount, command, ...args]
  return execFileSync(program, rest, { encoding: 'utf8', cwd: '/tmp', stdio: ['ignore', 'pipe', 'pipe'] })
}

export interface RunningProgram {
  child: ChildProcess
  /** Everything printed so far. */
  output(): string
}

/** Starts a program that runs until it is stopped. */
export function startProgram(
  command: string,
  args: string[],
  { env = {}, isUnprivileged = true }: { env?: Record<string, string>; isUnprivileged?: boolean } = {},
): RunningProgram {
  const [program = '', ...rest] = [...(isUnprivileged ? asAccount : []), command, ...args]
  const child = spawn(program, rest, {
    cwd: '/tmp',
    env: { PATH: directories.join(delimiter), LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const collect = (chunk: Buffer) => {
    printed = (printed + chunk).slice(-100_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return { child, output: () => printed }
}

/** Polls until the condition holds; its errors count as false. @throws Error with `what` after the time limit */
export async function waitUntil(
  what: string,
  isTrue: () => Promise<boolean> | boolean,
  timeoutMs = 60_000,
): Promise<void> {
  const endsAt = performance.now() + timeoutMs
  while (!(await Promise.resolve(isTrue()).catch(() => false))) {
    if (performance.now() > endsAt) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

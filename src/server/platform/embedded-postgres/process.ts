// Runs PostgreSQL's programs: as their own account, away from the terminal, and ended by the system when we die.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import type { PostgresHome } from './home.ts'

/**
 * Starts a program of PostgreSQL.
 * @param output a file descriptor for what it says, or 'pipe'
 */
export async function runProgram(
  home: PostgresHome,
  program: string,
  options: string[],
  output: number | 'pipe',
): Promise<ChildProcess> {
  const [command, ...rest] = [...(await endingWithUs()), program, ...options] as [string, ...string[]]
  return spawn(command, rest, {
    ...home.account,
    cwd: '/',
    // None of our environment: it holds secrets, and PG… variables would change what runs.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    // Its own session: Ctrl-C in the terminal must reach us alone, so that we can stop things in order.
    detached: true,
    stdio: ['ignore', output, output, home.descriptor ?? 'ignore'],
  })
}

/** True when a process has this number, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

let prefix: Promise<string[]> | undefined

/** What to write before a command so that a kill -9 of this process ends it. Empty where the system cannot. */
function endingWithUs(): Promise<string[]> {
  const words = ['setpriv', '--pdeathsig', 'INT']
  prefix ??= new Promise((resolve) => {
    execFile('setpriv', [...words.slice(1), 'true'], (error) => resolve(error ? [] : words))
  })
  return prefix
}

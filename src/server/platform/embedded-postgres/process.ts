// Runs PostgreSQL's programs under their own account, detached from the terminal. The system ends them when we are killed.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { SystemAccount } from './system-user.ts'

interface ProgramHome {
  account: SystemAccount | undefined
  descriptor: number | undefined
}

/** @param output a file descriptor for stdout and stderr, or 'pipe' */
export async function spawnProgram(
  home: ProgramHome,
  program: string,
  options: string[],
  output: number | 'pipe',
): Promise<ChildProcess> {
  const [command, ...rest] = [...(await getDeathSignalCommand()), program, ...options] as [string, ...string[]]
  return spawn(command, rest, {
    ...home.account,
    cwd: '/',
    // Our environment is not passed on: it holds secrets, and PG… variables would change the program's behaviour.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    // Its own session, so that Ctrl-C in the terminal only reaches us and we can shut down in order.
    detached: true,
    stdio: ['ignore', output, output, home.descriptor ?? 'ignore'],
  })
}

/** Whether a process with this id exists, also under another account. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is PostgreSQL's. Without /proc (macOS) every process counts. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0')[0]?.includes('postgres') ?? false
}

let deathSignalCommand: Promise<string[]> | undefined

/** A command prefix that makes the system end the program when this process is killed. Empty where unsupported. */
function getDeathSignalCommand(): Promise<string[]> {
  const setpriv = ['setpriv', '--pdeathsig', 'INT']
  deathSignalCommand ??= new Promise((resolve) => {
    execFile('setpriv', [...setpriv.slice(1), 'true'], (error) => resolve(error ? [] : setpriv))
  })
  return deathSignalCommand
}

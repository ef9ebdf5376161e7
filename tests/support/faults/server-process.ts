// Runs the built server in its own process, so that tests can kill, freeze and stop it.
import { join } from 'node:path'
import { freePort } from '../simulators/free-ports.ts'
import { spawnServer, stopProcess, waitForReadyLine } from './child-processes.ts'

export interface ServerProcess {
  origin: string
  pid: number
  /** Everything printed so far. */
  output(): string
  /** kill -9, then waits for the exit. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** A copy of the built server without the web app, made by setup.ts. */
export const builtServer = join(import.meta.dirname, '../../../.cache/faults/dist/server')
const builtProgram = join(builtServer, 'main.js')
// Long enough for a busy machine and a database recovery.
const startTimeoutMs = 120_000

/**
 * @param program of another version; by default the one that was built
 * @throws Error with the program's output when it exits or takes too long to start
 */
export async function startServer(settings: Record<string, string>, program = builtProgram): Promise<ServerProcess> {
  const port = settings.PORT ?? String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawnServer(program, { PORT: port, PUBLIC_URL: origin, ...settings })
  const output = await waitForReadyLine(child, startTimeoutMs)
  return {
    origin,
    pid: child.pid ?? 0,
    output,
    kill: async () => void (await stopProcess(child, 'SIGKILL')),
    stop: () => stopProcess(child),
  }
}

/** Log lines of responses with status 500, which no injected fault should cause. */
export const findUnexpectedErrors = ({ output }: Pick<ServerProcess, 'output'>): string[] =>
  output()
    .split('\n')
    .filter((line) => line.includes('"code":"unexpected"'))

// The built server in a process of its own, to be killed, frozen and stopped.
import { join } from 'node:path'
import { freePort } from '../simulators/free-ports.ts'
import { ended, spawnServer, untilReady } from './child-processes.ts'

export interface ServerProcess {
  origin: string
  pid: number
  /** All that it has printed. */
  printed(): string
  /** kill -9, and the end of it. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code once it has ended. */
  stop(): Promise<number | null>
}

/** Of the API alone, as setup.ts puts it there. */
export const builtServer = join(import.meta.dirname, '../../../.cache/faults/server')
const program = join(builtServer, 'main.js')
// A machine that is busy with other tests, and a recovery.
const patienceMs = 120_000

/** @throws Error with all that it printed when it ends or hangs instead of being ready */
export async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const port = settings.PORT ?? String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = spawnServer(program, { PORT: port, PUBLIC_URL: origin, ...settings })
  const printed = await untilReady(child, patienceMs)
  return {
    origin,
    pid: child.pid ?? 0,
    printed,
    kill: async () => void (await ended(child, 'SIGKILL')),
    stop: () => ended(child),
  }
}

/** Lines of its log about answers of 500, which no fault outside of it should bring about. */
export const unexpectedFailures = ({ printed }: Pick<ServerProcess, 'printed'>): string[] =>
  printed()
    .split('\n')
    .filter((line) => line.includes('"code":"unexpected"'))

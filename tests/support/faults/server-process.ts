// The built server in a process of its own, to be killed, frozen and stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

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
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: port, PUBLIC_URL: origin, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const isReady = new Promise<'ready'>((resolve) => {
    const listen = (chunk: Buffer) => {
      printed += chunk
      if (/^Ready on /m.test(printed)) resolve('ready')
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const tooLong = new AbortController()
  const outcome = await Promise.race([
    isReady,
    exit.then((code) => `ended with ${code}`),
    pause(patienceMs, 'was not ready in time', { signal: tooLong.signal }).catch(() => ''),
  ])
  tooLong.abort()
  const end = (signal: NodeJS.Signals) => ended(child, exit, signal)
  if (outcome !== 'ready') {
    await end('SIGKILL')
    throw new Error(`The server ${outcome}. It printed:\n${printed}`)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    printed: () => printed,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

/** Lines of its log about answers of 500, which no fault outside of it should bring about. */
export const unexpectedFailures = ({ printed }: Pick<ServerProcess, 'printed'>): string[] =>
  printed()
    .split('\n')
    .filter((line) => line.includes('"code":"unexpected"'))

async function ended(child: ChildProcess, exit: Promise<number | null>, signal: NodeJS.Signals) {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  return exit
}

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

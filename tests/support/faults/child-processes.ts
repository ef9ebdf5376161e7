// Starts, waits for and stops our own programs in child processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until the program prints its line `Ready on …`.
 * @returns a function that returns everything printed so far
 * @throws Error with everything printed when the program exits or takes too long; it is killed then
 */
export async function waitForReadyLine(child: ChildProcess, timeoutMs: number): Promise<() => string> {
  let output = ''
  const isReady = new Promise<'ready'>((resolve) => {
    const collect = (chunk: Buffer) => {
      output += chunk
      if (/^Ready on /m.test(output)) resolve('ready')
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
  })
  const timer = new AbortController()
  const outcome = await Promise.race([
    isReady,
    once(child, 'exit').then(([code]) => `exited with ${code}`),
    sleep(timeoutMs, 'was not ready in time', { signal: timer.signal }).catch(() => ''),
  ])
  timer.abort()
  if (outcome !== 'ready') {
    await stopProcess(child, 'SIGKILL')
    throw new Error(`The program ${outcome}. It printed:\n${output}`)
  }
  return () => output
}

/** Sends the signal and waits for the exit code; null when a signal ended the process. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return child.exitCode
}

/** What has been compiled once is read at the next start, as by `npm start`. */
const compileCache = join(import.meta.dirname, '../../../.cache/node')

/** Starts the built server with these settings only, and providers that do not encrypt. */
export const spawnServer = (program: string, settings: Record<string, string>, nodeOptions: string[] = []) =>
  spawn(process.execPath, [...nodeOptions, program], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ALLOW_PLAINTEXT: '127.0.0.1,localhost',
      NODE_COMPILE_CACHE: compileCache,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

// Programs of ours in processes of their own: waited for, and ended.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits for the line by which our programs tell that they serve.
 * @returns all that the program has printed, now and later
 * @throws Error with all that it printed when it ends or hangs instead; it is killed then
 */
export async function untilReady(child: ChildProcess, patienceMs: number): Promise<() => string> {
  let printed = ''
  const isReady = new Promise<'ready'>((resolve) => {
    const listen = (chunk: Buffer) => {
      printed += chunk
      if (/^Ready on /m.test(printed)) resolve('ready')
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
  })
  const tooLong = new AbortController()
  const outcome = await Promise.race([
    isReady,
    once(child, 'exit').then(([code]) => `ended with ${code}`),
    pause(patienceMs, 'was not ready in time', { signal: tooLong.signal }).catch(() => ''),
  ])
  tooLong.abort()
  if (outcome !== 'ready') {
    await ended(child, 'SIGKILL')
    throw new Error(`The program ${outcome}. It printed:\n${printed}`)
  }
  return () => printed
}

/** Sends the signal and waits for the end; resolves with the exit code, or null when a signal ended it. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return child.exitCode
}

/** The built server, with these settings and no others. */
export const spawnServer = (program: string, settings: Record<string, string>, nodeOptions: string[] = []) =>
  spawn(process.execPath, [...nodeOptions, program], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

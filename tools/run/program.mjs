// The launcher's child processes.
import { fork } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../setup/failure.mjs'
import { inProject, root } from '../setup/project.mjs'

/** @typedef {{ ended: Promise<number>, ready: Promise<void>, stop: () => Promise<void> }} Program */

// Longer than any request or upload should take.
const stopTimeoutMs = 20_000

/**
 * The memory of uploads lies outside V8's heap. By default V8 collects the whole heap whenever 64 MB of it wait to be freed,
 * which took a third of an upload's processor time. So it counts as part of the heap, and the heap (MB) starts large. Of
 * short-lived objects 16 MB are kept for each half: the default of 64 stays in memory for ever. The server collects the heap
 * when it rests (docs/decisions/0012).
 */
export const serverNodeOptions = [
  '--enable-source-maps',
  '--expose-gc',
  '--max-semi-space-size=16',
  '--initial-heap-size=128',
  '--external-memory-accounted-in-global-limit',
]

/** By default glibc keeps eight times as many pools of freed memory as there are processors, and returns little of them. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }

/** @type {Set<import('node:child_process').ChildProcess>} */
const living = new Set()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/**
 * Starts a program.
 *   `ended` resolves with its exit code, or 128 and the number of the signal that ended it.
 *   `ready` resolves when it sends `{ ready: true }`; never for a program that does not.
 * @param {string} file from the project's root
 * @param {Record<string, string | undefined>} env its whole environment
 * @param {{ node?: string[], args?: string[] }} [options] of Node and of the program
 * @returns {Program}
 */
export function startProgram(file, env, { node = ['--enable-source-maps'], args = [] } = {}) {
  const child = fork(inProject(file), args, {
    cwd: root,
    // What has been compiled once is read at the next start.
    env: /** @type {NodeJS.ProcessEnv} */ ({ NODE_COMPILE_CACHE: inProject('.cache/node'), ...env }),
    execArgv: [...node, '--import', new URL('./end-with-parent.mjs', import.meta.url).href],
    // Its own session: Ctrl-C reaches the launcher alone, which stops the programs in order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  living.add(child)
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      living.delete(child)
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    child.on('message', (message) => {
      const { ready: isReady, error } = /** @type {{ ready?: true, error?: string }} */ (message)
      if (error) console.error(error)
      if (isReady) resolve()
    })
  })
  return {
    ended,
    ready,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await ended
      clearTimeout(timer)
    },
  }
}

// A program that keeps dying has a cause that a restart does not remove.
const maxRestarts = 5
const countedWithinMs = 10 * 60_000
const firstPauseMs = 500

/** @typedef {{ now: () => number, wait: (ms: number) => Promise<unknown> }} Clock */

/** @type {Clock} */
const systemClock = { now: () => performance.now(), wait: (ms) => pause(ms) }

/**
 * Runs a program and restarts it when it dies, after growing pauses and at most five times within ten minutes. One that ends
 * before it has been ready once, or ends in order, is not restarted.
 * @param {string} name for messages
 * @param {() => Program} startOne
 * @param {Clock} [clock]
 * @returns {Program} `ready` rejects with a Failure when the first start fails; `ended` resolves when there are no more
 *   restarts
 */
export function runWithRestarts(name, startOne, { now, wait } = systemClock) {
  let isStopping = false
  let current = startOne()
  const { ready, ended } = current

  const supervise = async () => {
    const isReady = await Promise.race([ready.then(() => true), ended.then(() => false)])
    if (!isReady) return ended
    /** @type {number[]} */
    let deaths = []
    for (;;) {
      const code = await current.ended
      if (isStopping || code === 0) return code
      deaths = [...deaths.filter((at) => now() - at < countedWithinMs), now()]
      if (deaths.length > maxRestarts) {
        console.error(`${name} died ${deaths.length} times within ten minutes; giving up. Its messages above say why.`)
        return code
      }
      const waitMs = firstPauseMs * 2 ** (deaths.length - 1)
      console.error(`${name} died (exit code ${code}); starting again in ${waitMs / 1000} s.`)
      await wait(waitMs)
      if (isStopping) return code
      current = startOne()
    }
  }

  const firstStart = Promise.race([
    ready,
    ended.then(() => Promise.reject(new Failure(`${name} could not be started.`))),
  ])
  // Not everybody waits for it.
  firstStart.catch(() => {})
  return {
    ended: supervise(),
    ready: firstStart,
    async stop() {
      isStopping = true
      await current.stop()
    },
  }
}

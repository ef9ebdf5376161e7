// The launcher's child processes.
import { fork } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../setup/failure.mjs'
import { inProject, root } from '../setup/project.mjs'

/** @typedef {{ ended: Promise<number>, ready: Promise<void>, stop: () => Promise<void> }} Program */

// Longer than any request or upload should take.
const stopTimeoutMs = 20_000

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
    env: /** @type {NodeJS.ProcessEnv} */ (env),
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

/**
 * Runs a program and restarts it whenever it ends by itself.
 * @param {string} name for messages
 * @param {() => Program} startOne
 * @returns {Program} `ready` rejects with a Failure when the first start fails
 */
export function runWithRestarts(name, startOne) {
  let isStopping = false
  let current = startOne()
  const { ready, ended } = current

  const watching = (async () => {
    await ready
    for (;;) {
      const code = await current.ended
      if (isStopping) return code
      console.error(`${name} ended; starting again.`)
      await pause(1000)
      if (isStopping) return code
      current = startOne()
    }
  })()

  return {
    ended: watching,
    ready: Promise.race([ready, ended.then(() => Promise.reject(new Failure(`${name} could not be started.`)))]),
    async stop() {
      isStopping = true
      await current.stop()
    },
  }
}

// When the launcher should stop everything.
import { readFileSync } from 'node:fs'

/**
 * Resolves when this process is asked to stop: Ctrl-C, `kill`, a closed terminal, or the end of the npm that runs it.
 * Being asked a second time ends it at once.
 * @returns {Promise<void>}
 */
export function askedToStop() {
  return new Promise((resolve) => {
    let isAsked = false
    const ask = () => {
      isAsked = true
      resolve()
    }
    const askOrInsist = () => (isAsked ? process.exit(130) : ask())
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, askOrInsist)
    // A test that forked the launcher is gone.
    process.on('disconnect', ask)
    whenNpmEnds(ask)
  })
}

/**
 * A killed npm leaves its script running, and with it everything that was started.
 * @param {() => void} act
 */
function whenNpmEnds(act) {
  if (!process.env.npm_lifecycle_event) return
  const first = lineage()
  const timer = setInterval(() => {
    if (lineage() === first) return
    clearInterval(timer)
    act()
  }, 1000)
  timer.unref()
}

/** The processes up to npm: our parent, and the parent's parent when a shell stands between. */
function lineage() {
  try {
    const isShell = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').includes('\0-c\0')
    const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? []
    return isShell ? `${process.ppid} ${parent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}

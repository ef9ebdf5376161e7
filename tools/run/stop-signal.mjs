// Tells when the launcher has to stop everything.
import { readFileSync } from 'node:fs'

/**
 * Resolves when this process should stop: Ctrl-C, `kill`, a closed terminal, or the end of the npm that runs it.
 * A second signal ends the process at once.
 * @returns {Promise<void>}
 */
export function stopRequested() {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      isStopping = true
      resolve()
    }
    const stopOrExit = () => (isStopping ? process.exit(130) : stop())
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stopOrExit)
    // The process that forked this one has ended.
    process.on('disconnect', stop)
    whenNpmEnds(stop)
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

/** The process ids up to npm: the parent's, and the grandparent's when the parent is a shell. */
function lineage() {
  try {
    const isShell = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').includes('\0-c\0')
    const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${process.ppid}/status`, 'utf8')) ?? []
    return isShell ? `${process.ppid} ${parent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}

// Before the start: locks the data directory, installs packages, builds what changed.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { targets } from '../build/targets.mjs'
import { isUpToDate } from '../build/up-to-date.mjs'
import { Failure } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { releaseLock, takeLock } from '../setup/lock.mjs'
import { inProject, root } from '../setup/project.mjs'

/**
 * Locks the data directory for this process.
 * @param {{ dataDir: string, url: string }} settings
 * @returns {() => void} releases the lock
 * @throws {Failure} when another process has the lock
 */
export function takeDataDir({ dataDir, url }) {
  const directory = relative(root, dataDir) || dataDir
  const lock = join(dataDir, 'running.json')
  const holder = lockDirectory(dataDir, lock, url)
  if (holder) {
    throw new Failure(
      `The portal is already running with the data in ${directory}: ${holder.note} (process ${holder.pid}). To run a second one, give it its own DATA_DIR and PORT.`,
    )
  }
  return () => releaseLock(lock)
}

/**
 * @param {string} dataDir
 * @param {string} lock
 * @param {string} url
 * @throws {Failure} when the directory belongs to another user
 */
function lockDirectory(dataDir, lock, url) {
  try {
    // It holds secrets and applicants' files.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return takeLock(lock, url, 0o600)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    throw new Failure(`${dataDir} belongs to another user: start as that one, or choose another DATA_DIR.`)
  }
}

/** Installs and builds what is missing, one process of the project at a time. */
export async function prepareCode() {
  const lock = inProject('.cache/preparing.json')
  for (let isFirst = true; takeLock(lock, ''); isFirst = false) {
    if (isFirst) console.log('Another start is installing or building; waiting for it …')
    await pause(250)
  }
  try {
    ensureInstalled()
    if (targets.every(isUpToDate)) return
    const { status } = spawnSync(process.execPath, [inProject('tools/build.mjs')], { cwd: root, stdio: 'inherit' })
    if (status !== 0) throw new Failure('The build failed.')
  } finally {
    releaseLock(lock)
  }
}

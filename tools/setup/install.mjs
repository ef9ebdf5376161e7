// Brings node_modules to what package-lock.json asks for, when it differs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { inProject, root } from './project.mjs'

/** @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} Entry */

/**
 * Runs `npm ci` unless everything is there already.
 * @throws {Failure} when npm fails; its own output stands above
 */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages (npm ci) …')
  const started = performance.now()
  // Without NODE_ENV=production: the build needs the development packages everywhere.
  const npm = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) throw new Failure('The packages could not be installed. Is there a network? Then try again.')
  console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

/** npm writes down what it installed once it is complete, in node_modules/.package-lock.json: compare with that. */
function isInstalled() {
  const installed = packagesOf(inProject('node_modules/.package-lock.json'))
  if (!installed) return false
  const wanted = packagesOf(inProject('package-lock.json')) ?? {}
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    // Optional packages of other platforms are left out.
    if (!found) return entry.optional === true || entry.devOptional === true
    return found.version === entry.version && existsSync(join(root, path))
  })
}

/**
 * @param {string} file
 * @returns {Record<string, Entry> | undefined}
 */
function packagesOf(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

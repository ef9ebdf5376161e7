// Installs packages when node_modules differs from package-lock.json.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { inProject, root } from './project.mjs'

/** @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} Entry */

/**
 * Runs `npm ci` unless everything is installed.
 * @throws {Failure} when npm fails; its output is printed above
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
  if (npm.status !== 0) throw new Failure('The packages could not be installed. Check the network and try again.')
  console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

/** Compares with node_modules/.package-lock.json, which npm writes when an installation is complete. */
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

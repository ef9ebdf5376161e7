// A lock file that names the process that holds it. A lock left by a killed process is ignored.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * @typedef {{ pid: number, born: string, note: string }} Holder
 *   `born` tells a process from a later one with the same id; `note` is for messages of other processes
 */

/**
 * Takes the lock until this process ends.
 * @param {string} file
 * @param {string} note for the message of another process that wants the lock
 * @param {number} [mode] of the file
 * @returns {Holder | undefined} the process that holds it, or undefined when this process took it
 */
export function takeLock(file, note, mode = 0o644) {
  mkdirSync(dirname(file), { recursive: true })
  const own = JSON.stringify({ pid: process.pid, born: birthOf(process.pid), note })
  for (;;) {
    try {
      writeFileSync(file, own, { flag: 'wx', mode })
      return undefined
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    const holder = livingHolder(file)
    if (holder) return holder
    discard(file)
  }
}

/**
 * Releases the lock if this process holds it.
 * @param {string} file
 */
export function releaseLock(file) {
  if (read(file)?.pid === process.pid) rmSync(file, { force: true })
}

/** @param {string} file */
function livingHolder(file) {
  const holder = read(file)
  return holder && birthOf(holder.pid) === holder.born ? holder : undefined
}

/**
 * Renames the file before removing it: another process may have taken the lock since the check, and gets it back.
 * @param {string} file
 * @throws Error when the lock belongs to another user
 */
function discard(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
    return
  }
  if (livingHolder(aside)) renameSync(aside, file)
  else rmSync(aside)
}

/**
 * @param {string} file
 * @returns {Holder | undefined}
 */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * The start time of the process as the system gives it; empty when there is no such process.
 * @param {number} pid
 */
function birthOf(pid) {
  try {
    if (process.platform === 'linux') return afterName(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/**
 * The 22nd number of /proc/…/stat. A name in brackets comes first and may hold anything, brackets too.
 * @param {string} stat
 */
function afterName(stat) {
  const [state, ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' ? '' : (numbers[18] ?? '')
}

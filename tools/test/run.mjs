// Runs the parts of the test suite one after the other and adds up their counts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Failure, runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { root } from '../setup/project.mjs'
import { partsForChanges } from './changed.mjs'
import { oneCheck } from './counts.mjs'
import { deploy, parts } from './parts.mjs'

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./counts.mjs').Counts} Counts */

// A part that hangs must not hang the whole run.
const timeoutMs = (process.env.FAULTS === 'long' ? 90 : 30) * 60_000

/** @type {import('node:child_process').ChildProcess | undefined} */
let runner
let isInterrupted = false
const stopRunner = () => runner?.kill('SIGTERM')

/**
 * The last line is `N passed, N failed`; the exit code is 1 when something failed.
 * @param {string[]} args names of parts, or `--changed[=<commit>]`; all parts when empty
 */
export const runTests = (args) =>
  runCommand(async () => {
    const selected = selectParts(args)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt)
    const total = installPackages() ? await runAll(selected) : oneCheck(undefined, 1)
    const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
    console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
    process.exit(total.failed === 0 ? 0 : 1)
  })

/** @param {string[]} args */
function selectParts(args) {
  const [, commit] = /^--changed(?:=(.+))?$/.exec(args[0] ?? '') ?? []
  if (args[0]?.startsWith('--changed')) return partsForChanges(commit ?? 'HEAD')
  return args.length === 0 ? parts : args.map(findPart)
}

/** @param {string} name */
function findPart(name) {
  const part = [...parts, deploy].find((part) => part.name === name)
  if (part) return part
  throw new Failure(`There is no part '${name}'. The parts are ${parts.map(({ name }) => name).join(', ')}.`)
}

function interrupt() {
  isInterrupted = true
  stopRunner()
}

function installPackages() {
  try {
    ensureInstalled()
    return true
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    return false
  }
}

/**
 * @param {Part[]} selected
 * @returns {Promise<Counts>}
 */
async function runAll(selected) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const lines = []
  for (const part of selected) {
    console.log(`\n=== ${part.name}`)
    const started = performance.now()
    const { passed, failed, skipped } = isInterrupted ? oneCheck(undefined, 1) : await runPart(part)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    lines.push(
      `${part.name.padEnd(9)} ${String(passed).padStart(5)} ok ${String(failed).padStart(4)} not ok ${seconds} s`,
    )
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  console.log(`\n${lines.join('\n')}`)
  return total
}

/**
 * @param {Part} part
 * @returns {Promise<Counts>}
 */
async function runPart({ name, command, report, count }) {
  // A report of an earlier run must not be counted again.
  if (report) rmSync(report, { force: true })
  runner = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const timer = setTimeout(() => {
    console.error(`${name} was stopped after ${timeoutMs / 60_000} minutes.`)
    stopRunner()
  }, timeoutMs)
  const [code] = await once(runner, 'exit')
  clearTimeout(timer)
  return count(report && existsSync(report) ? readFileSync(report, 'utf8') : undefined, code ?? 1)
}

// Runs the parts one after the other, whatever the one before came to, and adds their counts up.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Failure, runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { root } from '../setup/project.mjs'
import { oneCheck } from './counts.mjs'
import { parts } from './parts.mjs'

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./counts.mjs').Counts} Counts */

// A runner that hangs must not hang the whole run.
const patience = 30 * 60_000

/** @type {import('node:child_process').ChildProcess | undefined} */
let runner
let isInterrupted = false
const end = () => runner?.kill('SIGTERM')

/**
 * Ends with `N passed, N failed` on the last line, and with exit code 1 unless nothing failed.
 * @param {string[]} names of the parts to run; none means all
 */
export const runTests = (names) =>
  runCommand(async () => {
    const wanted = names.length === 0 ? parts : names.map(partNamed)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt)
    const total = isReady() ? await runAll(wanted) : oneCheck(undefined, 1)
    const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
    console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
    process.exit(total.failed === 0 ? 0 : 1)
  })

/** @param {string} name */
function partNamed(name) {
  const part = parts.find((part) => part.name === name)
  if (part) return part
  throw new Failure(`There is no part '${name}'. The parts are ${parts.map(({ name }) => name).join(', ')}.`)
}

function interrupt() {
  isInterrupted = true
  end()
}

function isReady() {
  try {
    ensureInstalled()
    return true
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    return false
  }
}

/**
 * @param {Part[]} wanted
 * @returns {Promise<Counts>}
 */
async function runAll(wanted) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const lines = []
  for (const part of wanted) {
    console.log(`\n=== ${part.name}`)
    const started = performance.now()
    const { passed, failed, skipped } = isInterrupted ? oneCheck(undefined, 1) : await run(part)
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
async function run({ name, command, report, count }) {
  // What an earlier run left must not be counted again.
  if (report) rmSync(report, { force: true })
  runner = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const timer = setTimeout(() => {
    console.error(`${name} was ended after ${patience / 60_000} minutes.`)
    end()
  }, patience)
  const [code] = await once(runner, 'exit')
  clearTimeout(timer)
  return count(report && existsSync(report) ? readFileSync(report, 'utf8') : undefined, code ?? 1)
}

// Runs the parts of the test suite stage by stage and adds up their counts.
import { Failure, runCommand } from '../setup/failure.mjs'
import { ensureInstalled } from '../setup/install.mjs'
import { partsForChanges } from './changed.mjs'
import { oneCheck } from './counts.mjs'
import { deploy, parts, stages } from './parts.mjs'
import { runStage, stopRunners } from './stage.mjs'

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./counts.mjs').Counts} Counts */

// A part that hangs must not hang the whole run.
const timeoutMs = (process.env.FAULTS === 'long' ? 90 : 30) * 60_000

let isInterrupted = false

/**
 * The last line is `N passed, N failed`; the exit code is 1 when something failed.
 * @param {string[]} args names of parts, or `--changed[=<commit>]`; all parts when empty
 */
export const runTests = (args) =>
  runCommand(async () => {
    const selected = selectStages(args)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt)
    const total = installPackages() ? await runAll(selected) : oneCheck(undefined, 1)
    const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
    console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
    process.exit(total.failed === 0 ? 0 : 1)
  })

/**
 * Parts that are named run one after the other.
 * @param {string[]} args
 * @returns {Part[][]}
 */
function selectStages(args) {
  const [, commit] = /^--changed(?:=(.+))?$/.exec(args[0] ?? '') ?? []
  if (args[0]?.startsWith('--changed')) return partsForChanges(commit ?? 'HEAD').map((part) => [part])
  return args.length === 0 ? stages : args.map((name) => [findPart(name)])
}

/** @param {string} name */
function findPart(name) {
  const part = [...parts, deploy].find((part) => part.name === name)
  if (part) return part
  throw new Failure(`There is no part '${name}'. The parts are ${parts.map(({ name }) => name).join(', ')}.`)
}

function interrupt() {
  isInterrupted = true
  stopRunners()
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
 * @param {Part[][]} selected
 * @returns {Promise<Counts>}
 */
async function runAll(selected) {
  const started = performance.now()
  const total = { passed: 0, failed: 0, skipped: 0 }
  const lines = []
  const failures = []
  for (const stage of selected) {
    const results = isInterrupted ? stage.map(skipPart) : await runStage(stage, timeoutMs)
    for (const { name, counts, seconds } of results) {
      const { passed, failed, skipped } = counts
      lines.push(formatFigures(name, counts, seconds))
      // Faults and journeys build the product themselves when they run alone.
      if (name === 'build' && failed === 0) process.env.PRODUCT_IS_BUILT = 'yes'
      total.passed += passed
      total.failed += failed
      total.skipped += skipped
      for (const failure of counts.failures ?? []) failures.push(`${name} failed: ${failure}`)
    }
  }
  lines.push(formatFigures('all', total, (performance.now() - started) / 1000))
  console.log(`\n${[...lines, ...failures].join('\n')}`)
  return total
}

/**
 * @param {string} name
 * @param {Counts} counts
 * @param {number} seconds
 */
const formatFigures = (name, { passed, failed, skipped }, seconds) =>
  [
    name.padEnd(9),
    `${String(passed).padStart(5)} ok`,
    `${String(failed).padStart(4)} not ok`,
    `${String(skipped).padStart(4)} skipped`,
    `${seconds.toFixed(1).padStart(7)} s`,
  ].join(' ')

/** @param {Part} part */
const skipPart = ({ name }) => ({ name, counts: oneCheck(undefined, 1), seconds: 0 })

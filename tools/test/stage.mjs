// Runs parts of the test suite at the same time. Their output does not mix: the first prints as it goes, the others
// when they have ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { inProject, root } from '../setup/project.mjs'

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {{ name: string, counts: import('./counts.mjs').Counts, seconds: number }} PartResult */

const logs = inProject('.cache/test')

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

export function stopRunners() {
  for (const runner of running) runner.kill('SIGTERM')
}

/**
 * @param {Part[]} parts
 * @param {number} timeoutMs for each part
 * @returns {Promise<PartResult[]>} in the order of the parts
 */
export async function runStage([first, ...others], timeoutMs) {
  if (!first) return []
  const inBackground = others.map((part) => runInBackground(part, timeoutMs))
  const results = [await runInForeground(first, timeoutMs)]
  for (const ending of inBackground) {
    const { output, ...result } = await ending
    process.stdout.write(output)
    results.push(result)
  }
  return results
}

/**
 * @param {Part} part
 * @param {number} timeoutMs
 */
function runInForeground(part, timeoutMs) {
  console.log(`\n=== ${part.name}`)
  return runPart(part, timeoutMs, 'inherit')
}

/**
 * @param {Part} part
 * @param {number} timeoutMs
 */
async function runInBackground(part, timeoutMs) {
  mkdirSync(logs, { recursive: true })
  // A file instead of a pipe, which processes that a part leaves behind would keep open.
  const file = `${logs}/${part.name}.log`
  const log = openSync(file, 'w')
  const result = await runPart(part, timeoutMs, log)
  closeSync(log)
  const output = `\n=== ${part.name}\n${readFileSync(file, 'utf8')}`
  rmSync(file)
  return { ...result, output }
}

/**
 * @param {Part} part
 * @param {number} timeoutMs
 * @param {'inherit' | number} output or the file that takes it
 * @returns {Promise<PartResult>}
 */
async function runPart({ name, command, report, count }, timeoutMs, output) {
  // A report of an earlier run must not be counted again.
  if (report) rmSync(report, { force: true })
  const started = performance.now()
  const runner = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', output, output] })
  running.add(runner)
  const timer = setTimeout(() => {
    console.error(`${name} was stopped after ${timeoutMs / 60_000} minutes.`)
    runner.kill('SIGTERM')
  }, timeoutMs)
  const [code] = await once(runner, 'exit')
  clearTimeout(timer)
  running.delete(runner)
  const written = report && existsSync(report) ? readFileSync(report, 'utf8') : undefined
  return { name, counts: count(written, code ?? 1), seconds: (performance.now() - started) / 1000 }
}

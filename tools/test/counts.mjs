// Counts tests from a runner's report. A runner that exits with an error or runs no tests counts as a failure, whatever
// its report says.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../setup/project.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Counts
 *   `failures` are the tests that failed, each with its file and the first line of its error
 */

/**
 * A check that has no tests counts as one.
 * @param {string | undefined} _report
 * @param {number} exitCode
 * @returns {Counts}
 */
export const oneCheck = (_report, exitCode) =>
  exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }

/**
 * Vitest's report.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countUnits(report, exitCode) {
  const parsed = parseReport(report)
  if (!parsed) return failedReport
  // A file that could not be loaded has no tests to count.
  const unloaded = parsed.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  )
  return countFailedRunner(exitCode, {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded.length,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
    failures: parsed.testResults.flatMap(describeFailedUnits),
  })
}

/**
 * Vitest's report of the tests that a change affects, which may be none.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countAffected(report, exitCode) {
  const isEmpty = report === undefined || parseReport(report)?.numTotalTests === 0
  return exitCode === 0 && isEmpty ? { passed: 0, failed: 0, skipped: 0 } : countUnits(report, exitCode)
}

/**
 * Vitest's report of tests that need programs of other packages, which all may be missing.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countInstalled(report, exitCode) {
  const { numTotalTests, numPendingTests } = parseReport(report) ?? {}
  const isAllSkipped = numTotalTests > 0 && numPendingTests === numTotalTests
  return exitCode === 0 && isAllSkipped
    ? { passed: 0, failed: 0, skipped: numPendingTests }
    : countUnits(report, exitCode)
}

/**
 * Playwright's report.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countJourneys(report, exitCode) {
  const parsed = parseReport(report)
  if (!parsed) return failedReport
  const { expected, unexpected, flaky, skipped } = parsed.stats
  const failures = (parsed.suites ?? []).flatMap(describeFailedJourneys)
  return countFailedRunner(exitCode, { passed: expected, failed: unexpected + flaky, skipped, failures })
}

/** @param {{ name?: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file */
function describeFailedUnits({ name = '', status, message, assertionResults }) {
  const path = relative(root, name)
  if (status === 'failed' && assertionResults.length === 0) return [describeFailure(path, 'not loaded', message)]
  return assertionResults
    .filter((result) => result.status === 'failed')
    .map(({ fullName, failureMessages }) => describeFailure(path, fullName, failureMessages[0]))
}

/**
 * @typedef {{ title: string, file: string, line: number, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} JourneySpec
 * @typedef {{ suites?: JourneySuite[], specs?: JourneySpec[] }} JourneySuite
 */

/**
 * @param {JourneySuite} suite
 * @returns {string[]}
 */
function describeFailedJourneys({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const [error] = tests.flatMap(({ results }) => results.flatMap((result) => result.error ?? []))
      return describeFailure(`${file}:${line}`, title, error?.message)
    })
  return [...own, ...suites.flatMap(describeFailedJourneys)]
}

/**
 * @param {string} place
 * @param {string} title
 * @param {string} [error]
 */
function describeFailure(place, title, error = '') {
  const [firstLine = ''] = stripVTControlCharacters(error).split('\n')
  return `${place} › ${title}${firstLine && `: ${firstLine.slice(0, 300)}`}`
}

/** @type {Counts} */
const failedReport = { passed: 0, failed: 1, skipped: 0 }

/**
 * @param {number} exitCode
 * @param {Counts} counts
 * @returns {Counts}
 */
function countFailedRunner(exitCode, counts) {
  const hasUncountedFailure = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)
  return hasUncountedFailure ? { ...counts, failed: 1 } : counts
}

/** @param {string | undefined} report */
function parseReport(report) {
  try {
    return JSON.parse(report ?? '')
  } catch {
    return undefined
  }
}

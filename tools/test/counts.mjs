// Counts tests from a runner's report. A runner that exits with an error or runs no tests counts as a failure, whatever
// its report says.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

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
 * Playwright's report.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countJourneys(report, exitCode) {
  const parsed = parseReport(report)
  if (!parsed) return failedReport
  const { expected, unexpected, flaky, skipped } = parsed.stats
  return countFailedRunner(exitCode, { passed: expected, failed: unexpected + flaky, skipped })
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

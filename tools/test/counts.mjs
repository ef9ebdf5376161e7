// Counts a runner's tests from its report. Whatever the report says, a runner that failed counts as a failure, and so
// does one that ran nothing.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A check without tests of its own.
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
  const found = parsed(report)
  if (!found) return broken
  // A file that could not even be loaded has no tests to count.
  const unloaded = found.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  )
  return honest(exitCode, {
    passed: found.numPassedTests,
    failed: found.numFailedTests + unloaded.length,
    skipped: found.numPendingTests + found.numTodoTests,
  })
}

/**
 * Playwright's report.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countJourneys(report, exitCode) {
  const found = parsed(report)
  if (!found) return broken
  const { expected, unexpected, flaky, skipped } = found.stats
  return honest(exitCode, { passed: expected, failed: unexpected + flaky, skipped })
}

/** @type {Counts} */
const broken = { passed: 0, failed: 1, skipped: 0 }

/**
 * @param {number} exitCode
 * @param {Counts} counts
 * @returns {Counts}
 */
function honest(exitCode, counts) {
  const failedUnseen = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)
  return failedUnseen ? { ...counts, failed: 1 } : counts
}

/** @param {string | undefined} report */
function parsed(report) {
  try {
    return JSON.parse(report ?? '')
  } catch {
    return undefined
  }
}

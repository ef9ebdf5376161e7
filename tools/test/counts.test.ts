import { expect, test } from 'vitest'
import { countJourneys, countUnits, oneCheck } from './counts.mjs'

const units = (passed: number, failed: number, files: { status: string; assertionResults: unknown[] }[] = []) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: files,
  })
const journeys = (stats: object) => JSON.stringify({ stats })

test('a check counts as one', () => {
  expect(oneCheck(undefined, 0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(oneCheck(undefined, 2)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('tests are counted from the reports', () => {
  expect(countUnits(units(40, 3), 1)).toEqual({ passed: 40, failed: 3, skipped: 3 })
  expect(countJourneys(journeys({ expected: 5, unexpected: 1, flaky: 1, skipped: 2 }), 1)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
  })
})

test('a test file that could not be loaded is a failure', () => {
  const file = { status: 'failed', assertionResults: [] }
  expect(countUnits(units(40, 0, [file, file]), 1).failed).toBe(2)
})

test.each([
  ['a runner that left no report', undefined, 0],
  ['a runner that was killed while writing its report', '{"numPassedTests": 4', 137],
  ['a runner that failed though no test did', units(40, 0), 1],
  ['a runner that ran nothing', units(0, 0), 0],
])('%s is a failure', (_, report, exitCode) => {
  expect(countUnits(report, exitCode).failed).toBe(1)
})

test('journeys that did not run are a failure', () => {
  expect(countJourneys(undefined, 1).failed).toBe(1)
  expect(countJourneys(journeys({ expected: 0, unexpected: 0, flaky: 0, skipped: 0 }), 0).failed).toBe(1)
})

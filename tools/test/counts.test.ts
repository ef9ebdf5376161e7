import { expect, test } from 'vitest'
import { inProject } from '../setup/project.mjs'
import { countAffected, countInstalled, countJourneys, countUnits, oneCheck } from './counts.mjs'

const createUnitReport = (passed: number, failed: number, files: object[] = []) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: files,
  })
const createJourneyReport = (stats: object) => JSON.stringify({ stats })

test('a check counts as one', () => {
  expect(oneCheck(undefined, 0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(oneCheck(undefined, 2)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('tests are counted from their reports', () => {
  expect(countUnits(createUnitReport(40, 3), 1)).toMatchObject({ passed: 40, failed: 3, skipped: 3 })
  expect(countJourneys(createJourneyReport({ expected: 5, unexpected: 1, flaky: 1, skipped: 2 }), 1)).toMatchObject({
    passed: 5,
    failed: 2,
    skipped: 2,
  })
})

test('what failed is named with its file and the first line of its error', () => {
  const name = inProject('src/server/made-up.test.ts')
  const passed = { status: 'passed', fullName: 'a sum is right', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'a sum is wrong',
    failureMessages: ['\u001B[31mexpected 3\u001B[39m\n at x'],
  }
  const files = [
    { name, status: 'failed', assertionResults: [passed, failed] },
    { name, status: 'failed', message: 'Unexpected token', assertionResults: [] },
  ]
  expect(countUnits(createUnitReport(1, 1, files), 1).failures).toEqual([
    'src/server/made-up.test.ts › a sum is wrong: expected 3',
    'src/server/made-up.test.ts › not loaded: Unexpected token',
  ])
  const spec = { file: 'made-up.spec.ts', line: 7 }
  const specs = [
    { ...spec, title: 'a page opens', ok: true, tests: [{ results: [{}] }] },
    { ...spec, title: 'a page closes', ok: false, tests: [{ results: [{ error: { message: 'Timed out\n12 |' } }] }] },
    { ...spec, title: 'a page stays', ok: false, tests: [] },
  ]
  const report = { stats: { expected: 1, unexpected: 2, flaky: 0, skipped: 0 }, suites: [{ suites: [{ specs }] }] }
  expect(countJourneys(JSON.stringify(report), 1).failures).toEqual([
    'made-up.spec.ts:7 › a page closes: Timed out',
    'made-up.spec.ts:7 › a page stays',
  ])
})

test('a test file that could not be loaded counts as a failure', () => {
  const file = { status: 'failed', assertionResults: [] }
  expect(countUnits(createUnitReport(40, 0, [file, file]), 1).failed).toBe(2)
})

test.each([
  ['a runner without a report', undefined, 0],
  ['a runner that was killed while writing its report', '{"numPassedTests": 4', 137],
  ['a runner that failed though no test did', createUnitReport(40, 0), 1],
  ['a runner that ran nothing', createUnitReport(0, 0), 0],
])('%s counts as a failure', (_, report, exitCode) => {
  expect(countUnits(report, exitCode).failed).toBe(1)
})

test('journeys that did not run count as a failure', () => {
  expect(countJourneys(undefined, 1).failed).toBe(1)
  expect(countJourneys(createJourneyReport({ expected: 0, unexpected: 0, flaky: 0, skipped: 0 }), 0).failed).toBe(1)
})

test('a change that affects no tests is no failure', () => {
  expect(countAffected(undefined, 0)).toEqual({ passed: 0, failed: 0, skipped: 0 })
  expect(countAffected('{"numTotalTests":0}', 0).failed).toBe(0)
  expect(countAffected(undefined, 1).failed).toBe(1)
  expect(countAffected(createUnitReport(40, 3), 1)).toMatchObject({ passed: 40, failed: 3, skipped: 3 })
})

test('programs that are not installed are no failure, unlike a runner that finds no test', () => {
  const report = (total: number, pending: number, passed: number) =>
    JSON.stringify({
      numTotalTests: total,
      numPendingTests: pending,
      numPassedTests: passed,
      numFailedTests: 0,
      numTodoTests: 0,
      testResults: [],
    })
  expect(countInstalled(report(2, 2, 0), 0)).toEqual({ passed: 0, failed: 0, skipped: 2 })
  expect(countInstalled(report(3, 1, 2), 0)).toMatchObject({ passed: 2, failed: 0, skipped: 1 })
  expect(countInstalled(report(0, 0, 0), 0)).toMatchObject({ failed: 1 })
  expect(countInstalled(report(2, 2, 0), 1)).toMatchObject({ failed: 1 })
  expect(countInstalled(undefined, 0)).toMatchObject({ failed: 1 })
})

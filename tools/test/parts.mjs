// The parts of the test suite, and which of them run at the same time.
import { inProject } from '../setup/project.mjs'
import { countInstalled, countJourneys, countUnits, oneCheck } from './counts.mjs'

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {{ name: string, command: string[], report?: string, count: (report: string | undefined, exitCode: number) => Counts }} Part
 *   `command` is a Node.js script with its arguments, `report` the file that it writes
 */

const unitReport = inProject('.cache/test/unit.json')
const faultReport = inProject('.cache/test/faults.json')
const deployReport = inProject('.cache/test/deploy.json')
const smokeReport = inProject('.cache/test/smoke.json')
const journeyReport = inProject('.cache/test/journeys.json')

/**
 * @param {string} report
 * @param {string[]} options
 */
const vitest = (report, ...options) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...options,
  '--reporter=json',
  `--outputFile.json=${report}`,
]

/**
 * Each further checker would check again what several files share, and the other parts of its stage need processors too.
 * @type {Part}
 */
export const types = {
  name: 'types',
  command: ['node_modules/typescript/bin/tsc', '--build', '--checkers', '1'],
  count: oneCheck,
}

/** @type {Part} */
export const lint = { name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'], count: oneCheck }

/** @type {Part} */
export const unit = {
  name: 'unit',
  command: vitest(unitReport, '--project=!faults', '--project=!smoke', '--reporter=dot'),
  report: unitReport,
  count: countUnits,
}

/** @type {Part} */
export const journeys = {
  name: 'journeys',
  command: ['node_modules/@playwright/test/cli.js', 'test'],
  report: journeyReport,
  count: countJourneys,
}

/**
 * `npm run test:deploy`, which is no part of `npm test`: it takes long and needs programs of other packages.
 * @type {Part}
 */
export const deploy = {
  name: 'deploy',
  command: vitest(deployReport, '--project=deploy', '--reporter=verbose'),
  report: deployReport,
  count: countUnits,
}

/** @type {Part} */
const knip = { name: 'knip', command: ['node_modules/knip/bin/knip.js', '--no-progress'], count: oneCheck }

/** @type {Part} */
const build = { name: 'build', command: ['tools/build.mjs'], count: oneCheck }

/** @type {Part} */
const bytes = { name: 'bytes', command: ['tools/bench/bytes.mjs'], count: oneCheck }

/** @type {Part} */
const browsers = { name: 'browsers', command: ['tools/browser-support.mjs'], count: oneCheck }

/** @type {Part} */
const faults = {
  name: 'faults',
  command: vitest(faultReport, '--project=faults', '--maxWorkers=1', '--reporter=default'),
  report: faultReport,
  count: countUnits,
}

/**
 * Firefox and WebKit, where they are installed.
 * @type {Part}
 */
const smoke = {
  name: 'smoke',
  command: vitest(smokeReport, '--project=smoke', '--reporter=verbose'),
  report: smokeReport,
  count: countInstalled,
}

/**
 * `npm test`: one stage after the other, the parts of a stage at the same time. The longest of the checks runs beside the
 * tests: alone it would leave a processor without work. The faults mostly wait for servers to start and for retries, the
 * other browsers for pages, and both leave the processors to the unit tests. Journeys come last: beside the others on two
 * cores they take from them what their time limits need.
 * @type {Part[][]}
 */
export const stages = [
  [lint, knip, build],
  [types, unit, faults, smoke],
  [journeys, bytes, browsers],
]

export const parts = stages.flat()

// What is run, in this order, and how each part's tests are counted.
import { inProject } from '../setup/project.mjs'
import { countJourneys, countUnits, oneCheck } from './counts.mjs'

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {{ name: string, command: string[], report?: string, count: (report: string | undefined, exitCode: number) => Counts }} Part
 *   `command` is a script for Node with its arguments; `report` the file that the runner leaves
 */

const units = inProject('.cache/test/unit.json')
const faults = inProject('.cache/test/faults.json')
const journeys = inProject('.cache/test/journeys.json')

/** @type {Part[]} */
export const parts = [
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '--build'], count: oneCheck },
  { name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'], count: oneCheck },
  { name: 'knip', command: ['node_modules/knip/bin/knip.js', '--no-progress'], count: oneCheck },
  {
    name: 'unit',
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=!faults',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${units}`,
    ],
    report: units,
    count: countUnits,
  },
  { name: 'build', command: ['tools/build.mjs'], count: oneCheck },
  { name: 'bytes', command: ['tools/bench/bytes.mjs'], count: oneCheck },
  { name: 'floor', command: ['tools/browser-support.mjs'], count: oneCheck },
  {
    name: 'faults',
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=faults',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${faults}`,
    ],
    report: faults,
    count: countUnits,
  },
  {
    name: 'journeys',
    command: ['node_modules/@playwright/test/cli.js', 'test'],
    report: journeys,
    count: countJourneys,
  },
]

// Selects what `npm test -- --changed` runs: types, lint, the unit tests that a change can affect, and changed journeys.
import { spawnSync } from 'node:child_process'
import { Failure } from '../setup/failure.mjs'
import { root } from '../setup/project.mjs'
import { countAffected } from './counts.mjs'
import { journeys, lint, types, unit } from './parts.mjs'

/**
 * @param {string} commit changes since then, committed or not
 * @returns {import('./parts.mjs').Part[]}
 */
export function partsForChanges(commit) {
  const specs = listChangedFiles(commit).filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file))
  return [
    types,
    lint,
    { ...unit, command: [...unit.command, `--changed=${commit}`, '--passWithNoTests'], count: countAffected },
    ...(specs.length > 0 ? [{ ...journeys, command: [...journeys.command, ...specs] }] : []),
  ]
}

/** @param {string} commit */
function listChangedFiles(commit) {
  return [
    ...runGit('diff', '--name-only', '--diff-filter=d', commit),
    ...runGit('ls-files', '--others', '--exclude-standard'),
  ]
}

/** @param {string[]} args */
function runGit(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Failure(`git ${args.join(' ')} failed: ${stderr.trim()}`)
  return stdout.split('\n').filter(Boolean)
}

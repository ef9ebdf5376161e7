import { writeFileSync } from 'node:fs'
import { Failure } from '../setup/failure.mjs'
import { inProject } from '../setup/project.mjs'
import { limitsPage, readLimitsPage, replaceLimitsTable } from './limits-table.ts'
import { findAllNumberedTests } from './numbered-tests.ts'
import { requirements } from './requirements.ts'
import { createSecurityPage, findProblems, securityPage } from './security-page.ts'

/** Writes docs/security.md, and the table of limits in docs/operations.md. @throws {Failure} naming what is missing */
export async function writeSecurityPage(): Promise<void> {
  const tests = findAllNumberedTests()
  writeFileSync(inProject(securityPage), createSecurityPage(requirements, tests))
  writeFileSync(inProject(limitsPage), replaceLimitsTable(readLimitsPage()))
  const problems = findProblems(requirements, tests)
  if (problems.length > 0) throw new Failure(problems.join('\n'))
}

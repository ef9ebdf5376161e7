// Keeps docs/security.md complete: every requirement of ASVS at levels 1 and 2 has a test, a document or a reason.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readLimitsPage, replaceLimitsTable } from '../tools/security/limits-table.ts'
import { findAllNumberedTests, findNumberedTests } from '../tools/security/numbered-tests.ts'
import { type Requirement, requirements } from '../tools/security/requirements.ts'
import { createSecurityPage, findProblems, securityPage } from '../tools/security/security-page.ts'

const tests = findAllNumberedTests()

test('docs/security.md is what npm run security-table writes', () => {
  expect(readFileSync(securityPage, 'utf8')).toBe(createSecurityPage(requirements, tests))
})

test('every requirement has a test, a document or a reason, and every number in a title is a requirement', () => {
  expect(findProblems(requirements, tests)).toEqual([])
})

test('all 70 requirements of level 1 and all 183 of level 2 are listed, in order', () => {
  const count = (level: number) => requirements.filter((row) => row.level === level).length
  expect([count(1), count(2)]).toEqual([70, 183])
  const ids = requirements.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
})

test('V2.1.3 V15.1.3 docs/operations.md lists the limits of every call as they are declared', () => {
  const page = readLimitsPage()
  expect(replaceLimitsTable(page), '`npm run security-table` writes it').toBe(page)
  expect(page).toContain('| `POST /upload/file` | 5.1 MB | 30 in 10 minutes * |  | 2 |')
})

const list: Requirement[] = [
  { id: 'V1.1.1', level: 1, summary: 'Proved', status: { kind: 'met' } },
  { id: 'V1.1.2', level: 2, summary: 'Waived', status: { kind: 'not applicable', reason: 'there is no such thing' } },
]
const createTests = (...ids: string[]) => [{ ids, title: 'a sentence', file: 'src/a.test.ts' }]

test('a list that its tests prove has no problem', () => {
  expect(findProblems(list, createTests('V1.1.1'))).toEqual([])
})

test.each<[string, Requirement[], string[], string]>([
  ['a met requirement without a test', list, [], 'V1.1.1 is met, but no title of a test has its number.'],
  ['an unknown number', list, ['V1.1.1', 'V1.9.9'], 'src/a.test.ts “a sentence” names V1.9.9, which is not listed.'],
  [
    'a test of a requirement that does not apply',
    list,
    ['V1.1.1', 'V1.1.2'],
    'V1.1.2 is not applicable, but the title of a test has its number.',
  ],
  [
    'a waiver without a reason',
    [{ ...list[1], status: { kind: 'not met', reason: ' ' } } as Requirement],
    [],
    'V1.1.2 is not met without a reason.',
  ],
  [
    'a document without the heading',
    [{ ...list[0], status: { kind: 'documented', where: 'docs/operations.md#nothing' } } as Requirement],
    [],
    'V1.1.1: docs/operations.md#nothing is missing.',
  ],
  ['a requirement that is listed twice', [...list, ...list.slice(1)], ['V1.1.1'], 'V1.1.2 is listed twice.'],
])('%s is a problem', (_what, rows, ids, problem) => {
  expect(findProblems(rows, ids.length > 0 ? createTests(...ids) : [])).toContain(problem)
})

test('numbers are found in every form of a title, and not in skipped tests', () => {
  const source = `
    test('V1.1.1 V1.1.2 two of %s', () => {})
    test.each([1])('V1.1.3 each', () => {})
    describe.each([1])(\`V1.1.4 a \${name} and | more\`, () => {})
    test.skip('V1.1.5 skipped', () => {})
    test('about V1.1.6', () => {})
    other('V1.1.7 no test', () => {})
  `
  expect(findNumberedTests('a.test.ts', source)).toEqual([
    { ids: ['V1.1.1', 'V1.1.2'], title: 'two of …', file: 'a.test.ts' },
    { ids: ['V1.1.3'], title: 'each', file: 'a.test.ts' },
    { ids: ['V1.1.4'], title: 'a … and | more', file: 'a.test.ts' },
  ])
})

// Fails on terms that this project does not use (CONTRIBUTING.md): the code says the same in the field's own words.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findForbiddenTerms } from '#tests/support/words.ts'
import { allowances } from '#tests/support/words-list.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|js|md)$/.test(file) && existsSync(file))
  // Migrations are history, and the list of terms contains them all.
  .filter((file) => !/\/migrations\/|^tests\/support\/words(-list)?\.ts$|^tests\/words\.test\.ts$/.test(file))

// Reads every file of the repository: a machine with other work takes its time.
test('sources and documents use the terms of the field', { timeout: 120_000 }, () => {
  expect(files.length).toBeGreaterThan(700)
  const findings = files.flatMap((file) => findForbiddenTerms(file, readFileSync(file, 'utf8')))
  expect(findings.map(({ file, line, term, instead }) => `${file}:${line} ${term}: write ${instead}`)).toEqual([])
})

const find = (source: string, file = 'src/server/example.ts') =>
  findForbiddenTerms(file, source).map(({ line, term }) => `${line} ${term}`)

test.each([
  ['an identifier', 'let n = 0\nconst openDoors = n', ['2 door']],
  ['a property', 'export const sizes = { mostBytes: 1 }', ['1 most']],
  ['a private field', 'class A { #ledger = 1 }', ['1 ledger']],
  ['a comment', 'let n = 0\n// Whoever calls this.\n', ['2 whoever']],
  ['a string', "const text = 'The letters were sent.'", ['1 letter']],
  ['a template', 'const text = `a mended line`', ['1 mend']],
  ['a name in JSX', '<Letter />', ['1 letter']],
  ['a function that is a participle', 'function savedDraft() {}', ['1 saved']],
  ['a constant function that is a participle', 'const paidRows = () => []', ['1 paid']],
] as const)('%s is found', (_, source, expected) => {
  expect(find(source, 'src/applicant/example.tsx')).toEqual(expected)
})

test('a file name and a document are found', () => {
  expect(find('', 'src/server/doors.ts')).toEqual(['1 door'])
  expect(find('# A title\n\nThe crowd came.\n', 'docs/example.md')).toEqual(['3 crowd'])
})

test('names of libraries, claims, look-ups and parts of other words are allowed', () => {
  const source = `
    import { keepAlive } from 'library'
    const isShown = agent.keeper + sealevel
    const lookUpNin = () => keepAlive
    const isPaid = () => true
    // Later, most of it means what it shows.
  `
  expect(find(source)).toEqual([])
})

test('an allowance is for its term and its files only', () => {
  expect(find('const complaint = 1', 'src/server/features/complaints/example.ts')).toEqual([])
  expect(find('const complaint = 1', 'src/server/features/nin/example.ts')).toEqual(['1 complaint'])
  expect(find('const letter = 1', 'src/server/features/complaints/example.ts')).toEqual(['1 letter'])
  expect(find("const entry = '[Content_Types].xml officeDocument'")).toEqual([])
})

test('every allowance has a reason and matches a file', () => {
  for (const { term, in: where, reason } of allowances) {
    expect(reason).toMatch(/\w+ \w+/)
    expect(
      files.some((file) => where.test(file)),
      term,
    ).toBe(true)
  }
})

test('a source that cannot be parsed is an error', () => {
  expect(() => find('const = 1')).toThrow('src/server/example.ts')
})

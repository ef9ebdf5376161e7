// docs/specification.md cannot rot: what it names exists, and it leaves out no fixed sentence of the product.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { notices } from '#shared/messages/web-messages.ts'

const page = readFileSync('docs/specification.md', 'utf8')

interface Row {
  section: string
  sentence: string
  code: string[]
  tests: { file: string; title: string }[]
}

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (section|---) /.test(line))
  .map(readRow)

function readRow(line: string): Row {
  const [, section = '', sentence = '', code = '', tests = '', ...rest] = line.split('|').map((cell) => cell.trim())
  expect(rest, `cells of ${line}`).toEqual([''])
  return {
    section,
    sentence,
    code: [...code.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    tests: [...tests.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title })),
  }
}

/** A title stands in its quotes, as what a test is called. */
const isTested = (file: string, title: string) =>
  [`'${title}', `, `"${title}", `, `\`${title}\`, `].some((named) =>
    readFileSync(file, 'utf8').replace(/\s+/g, ' ').includes(named),
  )

const isMissing = (file: string) => !existsSync(file)

test('every row says where in the code, and which test', () => {
  const bare = rows.filter(({ code, tests }) => code.length === 0 || tests.length === 0)
  expect(bare).toEqual([])
  expect(rows.length).toBeGreaterThan(200)
  for (const section of '123456789') expect(rows.map((row) => row.section)).toContain(section)
})

test('every file that is named exists', () => {
  const named = rows.flatMap(({ code, tests }) => [...code, ...tests.map(({ file }) => file)])
  expect([...new Set(named)].filter(isMissing)).toEqual([])
})

test('every test that is named stands in its file', () => {
  const wanted = rows.flatMap(({ tests }) => tests).filter(({ file }) => /\.(test|spec)\.tsx?$/.test(file))
  expect(wanted).toHaveLength(rows.flatMap(({ tests }) => tests).length)
  expect(wanted.filter(({ file, title }) => isMissing(file) || !isTested(file, title))).toEqual([])
})

test('no fixed sentence of the product is without a row', () => {
  const sentences = Object.values(notices)
    .flatMap((group) => Object.values(group))
    .map((words: string | ((message: string) => string)) => (typeof words === 'string' ? words : words('{message}')))
  const told = rows.map(({ sentence }) => sentence).join('\n')
  expect(sentences.filter((sentence) => !told.includes(sentence))).toEqual([])
  expect(sentences.length).toBeGreaterThan(40)
})

test('no row is called partial, and none is said twice', () => {
  expect(page).not.toMatch(/\bpartial\b|\btodo\b/i)
  const said = rows.map(({ section, sentence }) => `${section} ${sentence}`)
  expect(said.filter((one, i) => said.indexOf(one) !== i)).toEqual([])
})

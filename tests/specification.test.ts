// Keeps docs/specification.md correct: the files and tests that it names exist, and every fixed sentence has a row.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages/web-messages.ts'

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

/** The title appears in quotes, followed by the test's function. */
const isTested = (file: string, title: string) =>
  [`'${title}', `, `"${title}", `, `\`${title}\`, `].some((named) =>
    readFileSync(file, 'utf8').replace(/\s+/g, ' ').includes(named),
  )

const isMissing = (file: string) => !existsSync(file)

test('every row names code and a test', () => {
  const incomplete = rows.filter(({ code, tests }) => code.length === 0 || tests.length === 0)
  expect(incomplete).toEqual([])
  expect(rows.length).toBeGreaterThan(200)
  for (const section of '123456789') expect(rows.map((row) => row.section)).toContain(section)
})

test('every named file exists', () => {
  const named = rows.flatMap(({ code, tests }) => [...code, ...tests.map(({ file }) => file)])
  expect([...new Set(named)].filter(isMissing)).toEqual([])
})

test('every named test stands in its file', () => {
  const wanted = rows.flatMap(({ tests }) => tests).filter(({ file }) => /\.(test|spec)\.tsx?$/.test(file))
  expect(wanted).toHaveLength(rows.flatMap(({ tests }) => tests).length)
  expect(wanted.filter(({ file, title }) => isMissing(file) || !isTested(file, title))).toEqual([])
})

test('every fixed sentence of the product has a row', () => {
  const sentences = Object.values(messages)
    .flatMap((group) => Object.values(group))
    .map((text: string | ((message: string) => string)) => (typeof text === 'string' ? text : text('{message}')))
  const documented = rows.map(({ sentence }) => sentence).join('\n')
  expect(sentences.filter((sentence) => !documented.includes(sentence))).toEqual([])
  expect(sentences.length).toBeGreaterThan(40)
})

test('no row is partial, and none occurs twice', () => {
  expect(page).not.toMatch(/\bpartial\b|\btodo\b/i)
  const all = rows.map(({ section, sentence }) => `${section} ${sentence}`)
  expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([])
})

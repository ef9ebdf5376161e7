// Keeps docs/specification.md correct: the files and tests that it names exist, and every fixed sentence has a row.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages/web-messages.ts'
import { listMissingFiles, listWrongTests, readDocumentedRow } from './support/documented-rows.ts'

const page = readFileSync('docs/specification.md', 'utf8')

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (section|---) /.test(line))
  .map((line) => {
    const { cells, ...row } = readDocumentedRow(line, 2)
    const [section = '', sentence = ''] = cells
    return { ...row, cells, section, sentence }
  })

test('every row names code and a test', () => {
  const incomplete = rows.filter(({ code, tests }) => code.length === 0 || tests.length === 0)
  expect(incomplete).toEqual([])
  expect(rows.length).toBeGreaterThan(200)
  for (const section of '123456789') expect(rows.map((row) => row.section)).toContain(section)
})

test('every named file exists', () => {
  expect(listMissingFiles(rows)).toEqual([])
})

test('every named test is one', () => {
  expect(listWrongTests(rows)).toEqual([])
})

test('every fixed sentence of the product has a row', () => {
  const sentences = Object.values(messages)
    .flatMap((group) => Object.values(group))
    .map((text: string | ((message: string) => string)) => (typeof text === 'string' ? text : text('{message}')))
  const documented = rows.map(({ sentence }) => sentence).join('\n')
  expect(
    sentences.filter((sentence) => !documented.includes(sentence)),
    'docs/specification.md has no row with them',
  ).toEqual([])
  expect(sentences.length).toBeGreaterThan(40)
})

test('no row is partial, and none occurs twice', () => {
  expect(page).not.toMatch(/\bpartial\b|\btodo\b/i)
  const all = rows.map(({ section, sentence }) => `${section} ${sentence}`)
  expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([])
})

// Keeps docs/back-office.md correct: its pages are those of the app, and the files and tests that it names exist.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { staffPaths } from '#shared/staff/paths.ts'
import { listMissingFiles, listWrongTests, readDocumentedRow } from './support/documented-rows.ts'

const document = readFileSync('docs/back-office.md', 'utf8')
const [introduction = '', promises = ''] = document.split('## Sentence by sentence')

const listTableLines = (text: string) =>
  text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (path|sentence|---) /.test(line))

const rows = listTableLines(promises).map((line) => readDocumentedRow(line, 1))

test('every page of the app is in the table, under its title, and no other', () => {
  const routes = readFileSync('src/staff/app/staff-routes.tsx', 'utf8').replace(/\s+/g, ' ')
  const pages = [...routes.matchAll(/page\( ?(?:staffPaths\.(\w+)|`\$\{staffPaths\.(\w+)\}([^`]+)`), '([^']+)'/g)].map(
    ([, path = '', list = '', parameter = '', title]) =>
      `${staffPaths[(path || list) as keyof typeof staffPaths]}${parameter} ${title}`,
  )
  const documented = listTableLines(introduction).map((line) => {
    const [, path = '', title = ''] = line.split('|').map((cell) => cell.trim())
    return `${path.replaceAll('`', '')} ${title}`
  })
  expect(documented.sort()).toEqual(pages.sort())
  expect(pages.length).toBeGreaterThan(20)
})

test('every sentence names code and a test, and occurs once', () => {
  expect(rows.filter(({ code, tests }) => code.length === 0 || tests.length === 0)).toEqual([])
  const sentences = rows.map(({ cells }) => cells[0])
  expect(sentences.filter((one, at) => sentences.indexOf(one) !== at)).toEqual([])
  expect(rows.length).toBeGreaterThan(50)
})

test('every file that the document names exists', () => {
  expect(listMissingFiles(rows)).toEqual([])
})

test('every test that the document names is one', () => {
  expect(listWrongTests(rows)).toEqual([])
})

test('every journey of the staff proves a sentence', () => {
  const named = new Set(rows.flatMap(({ tests }) => tests))
  const journeys = globSync('tests/e2e/staff-*.spec.ts').map((file) => file.replaceAll('\\', '/'))
  expect(journeys.length).toBeGreaterThan(10)
  expect(journeys.filter((file) => !named.has(file))).toEqual([])
})

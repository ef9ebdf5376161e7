import { expect, test } from 'vitest'
import { sections } from '#shared/application/sections.ts'
import { createSectionTable, getCellFiles, type Table } from '#shared/forms/table.ts'
import { photoCaptions } from '#shared/slips/photo-captions.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { linkForStaff, listApplicationFiles } from './application-files.ts'

const id = '0190d5a8-1111-7222-8333-444455556666'
const answers = createCompleteAnswers(`/api/v1/files/${id}`)
const tables = linkForStaff(
  (['homeAddress', 'academicQualification', 'hobby'] as const).map((name) =>
    createSectionTable(name, sections[name], answers[name]),
  ),
)

test("the links of an application's files lead to where staff may open them", () => {
  const links = tables.flatMap(({ rows }) => rows.flat().flatMap(getCellFiles))
  expect(links.length).toBeGreaterThan(0)
  expect(new Set(links)).toEqual(new Set([`/api/v1/staff/files/${id}`]))
})

test('each file is listed with its entry and the answers of that entry, after the photos', () => {
  const files = listApplicationFiles(tables, { submitted: id, nin: null })
  expect(files[0]).toEqual({ url: `/api/v1/staff/files/${id}`, title: 'Uploaded photo', facts: [] })
  expect(listApplicationFiles([], { submitted: null, nin: id })).toEqual([
    { url: `/api/v1/staff/files/${id}`, title: photoCaptions.nin, facts: [] },
  ])
  const [, certificate] = files
  expect(certificate?.title).toMatch(/^Academic qualifications?: View File 1$/)
  expect(certificate?.facts.length).toBeGreaterThan(1)
  expect(certificate?.facts.every(([label, answer]) => label !== '' && answer !== '')).toBe(true)
  const without = createSectionTable('academicQualification', sections.academicQualification, [
    { ...answers.academicQualification[0], institution: '' },
  ])
  const labels = listApplicationFiles([without], { submitted: null, nin: null })[0]?.facts.map(([label]) => label)
  expect(labels).toEqual(['Certificate', 'Date awarded'])
})

test('a file is named with the number of its entry where a list has several', () => {
  const file = { text: '', files: [`/api/v1/staff/files/${id}`] }
  const grants: Table = {
    name: 'grant',
    title: 'Grants',
    layout: 'grid',
    headings: ['Proof'],
    rows: [[file]],
    none: '',
  }
  const list = (changes: Partial<Table>) =>
    listApplicationFiles([{ ...grants, ...changes }], { submitted: null, nin: null })
  const listTitles = (changes: Partial<Table>) => list(changes).map(({ title }) => title)
  expect(listTitles({ rows: [[file], [file]] })).toEqual(['Grants 1: View File 1', 'Grants 2: View File 1'])
  expect(listTitles({ rows: [[file]] })).toEqual(['Grants: View File 1'])
  const rows = [
    ['Place', 'Jos'],
    ['Proof', file],
  ]
  const facts = list({ layout: 'facts', rows })
  expect(facts).toMatchObject([{ title: 'Grants: View File 1', facts: [['Place', 'Jos']] }])
})

import { expect, test } from 'vitest'
import { sections } from '#shared/application/sections.ts'
import { createSectionTable, getCellFiles } from '#shared/forms/table.ts'
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
  expect(certificate?.title).toMatch(/^Academic qualifications?( 1)?: View File 1$/)
  expect(certificate?.facts.length).toBeGreaterThan(1)
  expect(certificate?.facts.every(([label, answer]) => label !== '' && answer !== '')).toBe(true)
})

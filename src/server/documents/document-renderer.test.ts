import { performance } from 'node:perf_hooks'
import { afterAll, expect, test } from 'vitest'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { createFullTables } from '#tests/support/fixtures/full-form.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import type { ApplicationSlipContent } from './application-slip.ts'
import { createDocumentRenderer } from './document-renderer.ts'

const renderer = createDocumentRenderer()
afterAll(() => renderer.close())

const applicant = buildUser()

/** The slip of the longest form. @param fill makes a text with so many characters */
const createFullSlip = (fill: (length: number) => string): ApplicationSlipContent => ({
  kind: 'application',
  withdrawnAt: null,
  origin: { institution: 'Example Institute', year: 2024, contact: { address: null, phone: null, hours: null } },
  applicant,
  applicationId: 'APP-2024-000001',
  submittedAt: '2024-10-20T09:00:00Z',
  exam: { examDate: null, examTime: null, examVenue: null },
  examKind: 'cbt',
  photos: { nin: 'missing', uploaded: 'none' },
  tables: createFullTables(applicant, fill),
  verification: { slipCode: '0123456789AB', publicUrl: 'https://jobs.example.org' },
  createdAt: new Date('2024-10-20T09:00:00Z'),
})

const sentence = 'Ọ̀rọ̀ pípẹ́ about ₦5,000 and other things. '
const fills: [string, (length: number) => string][] = [
  ['sentences', (length) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)],
  ['words without an end', (length) => 'W'.repeat(length)],
  ['diacritics without a vowel', (length) => 'a\u0323\u0301'.repeat(length).slice(0, length)],
  ['lines of one character', (length) => 'x\n'.repeat(Math.ceil(length / 2)).slice(0, length)],
]

test.each(fills)('the longest form of %s is rendered whole, and the event loop does not wait', async (_, fill) => {
  const content = createFullSlip(fill)
  await renderer.render(async () => createShortSlip())
  const before = performance.eventLoopUtilization()
  const start = performance.now()
  const bytes = await renderer.render(async () => content)
  const elapsed = performance.now() - start
  const { active } = performance.eventLoopUtilization(before)
  expect(active / elapsed).toBeLessThan(0.5)
  expect(bytes.length).toBeLessThan(3_000_000)
  // Only the beginning: reading all pages back would take longer than rendering them.
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(30)
  expect(pages).toBeLessThan(600)
})

const createShortSlip = (): ApplicationSlipContent => ({ ...createFullSlip(() => 'Text'), tables: [] })

test('a row that is higher than a page continues on the next one, with nothing lost', async () => {
  const parts = Array.from({ length: 200 }, (_, n) => `part${n}-`.padEnd(60, 'x'))
  const table = {
    name: 'long',
    title: 'Long',
    layout: 'grid' as const,
    headings: ['First', 'Second'],
    rows: [[parts.join(' '), 'short']],
    none: '',
  }
  const { pageTexts, text } = await readPdf(
    await renderer.render(async () => ({ ...createShortSlip(), tables: [table] })),
  )
  expect(pageTexts.length).toBeGreaterThan(1)
  for (const part of parts) expect(text).toContain(part)
  for (const pageText of pageTexts) {
    expect(pageText).toContain('Second')
    expect(pageText).toContain('Application ID APP-2024-000001')
  }
})

test('a row of a few lines stands whole on one page', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => [`begin${n}- ${sentence.repeat(8)} end${n}-`, 'short'])
  const headings = ['First', 'Second']
  const table = { name: 'rows', title: 'Rows', layout: 'grid' as const, headings, rows, none: '' }
  const content = { ...createShortSlip(), tables: [table] }
  const { pageTexts, overlaps } = await readPdf(await renderer.render(async () => content))
  expect(pageTexts.length).toBeGreaterThan(2)
  expect(overlaps).toEqual([])
  for (const n of rows.keys())
    expect(
      pageTexts.filter((pageText) => pageText.includes(`begin${n}-`) && pageText.includes(`end${n}-`)),
    ).toHaveLength(1)
})

test('an eleventh list appears on the slip by itself, and a slip without photos says so', async () => {
  const table = {
    name: 'patents',
    title: 'Patents pending',
    layout: 'grid' as const,
    headings: ['Title'],
    rows: [['A better clock']],
    none: '',
  }
  const { text } = await readPdf(await renderer.render(async () => ({ ...createShortSlip(), tables: [table] })))
  for (const fact of ['Patents pending', 'A better clock', 'Not available', 'None yet']) expect(text).toContain(fact)
})

test('a document that takes too long ends with its thread, and is refused as unavailable', async () => {
  const impatient = createDocumentRenderer({ timeoutMs: 1 })
  await expect(impatient.render(async () => createFullSlip(() => 'x'))).rejects.toMatchObject({
    code: 'unavailable',
  })
  await impatient.close()
})

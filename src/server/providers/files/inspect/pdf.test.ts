import { describe, expect, test } from 'vitest'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { checkPdf } from './pdf.ts'

const filler = '% filler between the cross-reference and the end\n'.repeat(60)

const before = '%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\n'

/** A PDF whose end points to the cross-reference. */
function createPdf({ xref, end }: { xref: string; end?: (offset: number) => string }): Buffer {
  return Buffer.from(before + xref + filler + (end ?? ((offset) => `startxref\n${offset}\n%%EOF\n`))(before.length))
}

const table = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1 /Root 1 0 R>>\n'
const stream = '7 0 obj\n<</Type/XRef /Size 1 /Root 1 0 R>>\nstream\nendstream\nendobj\n'

describe('complete', () => {
  test.each<[string, Buffer]>([
    ['with a table', createPdf({ xref: table })],
    ['with a stream', createPdf({ xref: stream })],
    ['with Windows line ends', createPdf({ xref: table, end: (offset) => `startxref\r\n${offset}\r\n%%EOF\r\n` })],
    ['with zeros after its end', Buffer.concat([createPdf({ xref: table }), Buffer.alloc(500)])],
    ['with empty lines in front, not counted', Buffer.concat([Buffer.from('\n\n'), createPdf({ xref: table })])],
    [
      'with empty lines in front, counted',
      Buffer.concat([
        Buffer.from('\n\n'),
        createPdf({ xref: table, end: (offset) => `startxref\n${offset + 2}\n%%EOF` }),
      ]),
    ],
    [
      'with an older end inside',
      Buffer.concat([createPdf({ xref: table }), Buffer.from(`${filler}startxref\n${before.length}\n%%EOF`)]),
    ],
  ])('%s', (_what, bytes) => {
    expect(checkPdf(bytes)).toBeNull()
  })
})

describe('damaged', () => {
  test.each<[string, Buffer]>([
    ['without an end', createPdf({ xref: table, end: () => '' })],
    ['with a pointer beyond the file', createPdf({ xref: table, end: () => 'startxref\n999999\n%%EOF' })],
    ['with a pointer to something else', createPdf({ xref: table, end: () => 'startxref\n3\n%%EOF' })],
    ['with a table without a trailer', createPdf({ xref: 'xref\n0 1\n' })],
    ['with an object that is not a cross-reference', createPdf({ xref: '7 0 obj\n<</Type/Font>>\nendobj\n' })],
    ['with its end mark too far from the end', Buffer.concat([createPdf({ xref: table }), Buffer.alloc(3000)])],
    ['without its beginning', createPdf({ xref: table }).subarray(5)],
    ['of an unknown version', Buffer.from('%PDF-9.9\nstartxref\n0\n%%EOF')],
  ])('%s', (_what, bytes) => {
    expect(checkPdf(bytes)).toBe('file_unreadable')
  })

  test('cut off in an incremental update', async () => {
    const added = Buffer.concat([await createPdfFile(), Buffer.from(`9 0 obj\n<<>>\n${filler}`)])
    expect(checkPdf(added)).toBe('file_unreadable')
  })
})

import { describe, expect, test } from 'vitest'
import { pdfFile } from '#tests/support/fixtures/documents.ts'
import { pdfRefusal } from './pdf.ts'

const filler = '% filler that keeps the listing away from the end\n'.repeat(60)

const before = '%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\n'

/** A PDF of hand-written parts whose end points to where the listing stands. */
function written({ listing, end }: { listing: string; end?: (offset: number) => string }): Buffer {
  return Buffer.from(before + listing + filler + (end ?? ((offset) => `startxref\n${offset}\n%%EOF\n`))(before.length))
}

const table = 'xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1 /Root 1 0 R>>\n'
const stream = '7 0 obj\n<</Type/XRef /Size 1 /Root 1 0 R>>\nstream\nendstream\nendobj\n'

describe('whole', () => {
  test.each<[string, Buffer]>([
    ['with a table', written({ listing: table })],
    ['with a stream', written({ listing: stream })],
    ['with line ends of Windows', written({ listing: table, end: (offset) => `startxref\r\n${offset}\r\n%%EOF\r\n` })],
    ['with some zeros behind its end', Buffer.concat([written({ listing: table }), Buffer.alloc(500)])],
    ['with blank lines in front, not counted', Buffer.concat([Buffer.from('\n\n'), written({ listing: table })])],
    [
      'with blank lines in front, counted',
      Buffer.concat([
        Buffer.from('\n\n'),
        written({ listing: table, end: (offset) => `startxref\n${offset + 2}\n%%EOF` }),
      ]),
    ],
    [
      'with an older end inside',
      Buffer.concat([written({ listing: table }), Buffer.from(`${filler}startxref\n${before.length}\n%%EOF`)]),
    ],
  ])('%s', (_what, bytes) => {
    expect(pdfRefusal(bytes)).toBeNull()
  })
})

describe('damaged', () => {
  test.each<[string, Buffer]>([
    ['without an end', written({ listing: table, end: () => '' })],
    ['with a pointer beyond the file', written({ listing: table, end: () => 'startxref\n999999\n%%EOF' })],
    ['with a pointer to something else', written({ listing: table, end: () => 'startxref\n3\n%%EOF' })],
    ['with a table without a trailer', written({ listing: 'xref\n0 1\n' })],
    ['with an object that is no listing', written({ listing: '7 0 obj\n<</Type/Font>>\nendobj\n' })],
    ['with its end far from the end', Buffer.concat([written({ listing: table }), Buffer.alloc(3000)])],
    ['without its beginning', written({ listing: table }).subarray(5)],
    ['of a version that never was', Buffer.from('%PDF-9.9\nstartxref\n0\n%%EOF')],
  ])('%s', (_what, bytes) => {
    expect(pdfRefusal(bytes)).toBe('file_unreadable')
  })

  test('in the middle of an addition to it', async () => {
    const added = Buffer.concat([await pdfFile(), Buffer.from(`9 0 obj\n<<>>\n${filler}`)])
    expect(pdfRefusal(added)).toBe('file_unreadable')
  })
})

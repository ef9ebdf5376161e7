import { expect, test } from 'vitest'
import { compoundFile, docFile } from '#tests/support/fixtures/compound-file.ts'
import { docRefusal } from './doc.ts'

const summary = { name: '\u0005SummaryInformation', kind: 'stream', content: Buffer.alloc(4096) } as const

test('a document of the older Word is taken', () => {
  expect(docRefusal(docFile())).toBeNull()
  expect(docRefusal(docFile(summary))).toBeNull()
})

test.each(['Macros', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'])('one with macros (%s) is refused', (name) => {
  expect(docRefusal(docFile({ name, kind: 'storage' }))).toBe('file_type_refused')
})

test.each(['Workbook', 'PowerPoint Document', 'EncryptedPackage'])(
  'another file in the same container (%s) is refused',
  (name) => {
    expect(docRefusal(compoundFile([{ name, kind: 'stream', content: Buffer.alloc(5000) }]))).toBe('file_type_refused')
  },
)

test('a folder of that name is no document', () => {
  expect(docRefusal(compoundFile([{ name: 'WordDocument', kind: 'storage' }]))).toBe('file_type_refused')
})

test('a document that does not begin as one is unreadable', () => {
  const content = Buffer.alloc(5000)
  expect(docRefusal(compoundFile([{ name: 'WordDocument', kind: 'stream', content }]))).toBe('file_unreadable')
})

test.each<[string, (bytes: Buffer) => void]>([
  ['a chain that runs in a circle', (bytes) => bytes.writeUInt32LE(2, 512 + 3 * 4)],
  ['a chain that leaves the file', (bytes) => bytes.writeUInt32LE(99, 512 + 3 * 4)],
  ['a chain that ends too early', (bytes) => bytes.writeUInt32LE(0xfffffffe, 512 + 3 * 4)],
  ['a directory outside the file', (bytes) => bytes.writeUInt32LE(5000, 48)],
  ['a table outside the file', (bytes) => bytes.writeUInt32LE(5000, 76)],
  ['a table of four billion sectors', (bytes) => bytes.writeUInt32LE(0xffffffff, 44)],
  [
    'further tables that run in a circle',
    (bytes) => {
      bytes.writeUInt32LE(1, 68)
      bytes.writeUInt32LE(0xffffffff, 72)
    },
  ],
  ['sectors of an impossible size', (bytes) => bytes.writeUInt16LE(31, 30)],
  ['another beginning', (bytes) => bytes.writeUInt8(0, 0)],
])('%s is unreadable', (_what, damage) => {
  const bytes = docFile()
  damage(bytes)
  expect(docRefusal(bytes)).toBe('file_unreadable')
})

test('a table that lists itself over and over is given up without delay', () => {
  const bytes = Buffer.concat([docFile(), Buffer.alloc(4 * 1024 * 1024)])
  const itself = 200
  bytes.writeUInt32LE(itself, 68)
  bytes.writeUInt32LE(6000, 72)
  bytes.writeUInt32LE(0xffffffff, 44)
  bytes.fill(0, 76, 512)
  bytes.writeUInt32LE(itself, (itself + 2) * 512 - 4)
  const before = process.cpuUsage()
  expect(docRefusal(bytes)).toBe('file_unreadable')
  // Processor time, so that a busy machine proves nothing: without an early end it takes minutes.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000)
})

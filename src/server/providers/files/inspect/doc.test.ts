import { expect, test } from 'vitest'
import { createCompoundFile, createDocFile, createWordStream } from '#tests/support/fixtures/formats/compound-file.ts'
import { checkDoc } from './doc.ts'

const summary = { name: '\u0005SummaryInformation', kind: 'stream', content: Buffer.alloc(4096) } as const

test('a Word 97 document is accepted', () => {
  expect(checkDoc(createDocFile())).toBeNull()
  expect(checkDoc(createCompoundFile([createWordStream()], 4096))).toBeNull()
  expect(checkDoc(createDocFile(summary))).toBeNull()
})

test.each(['Macros', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'])('a document with macros (%s) is rejected', (name) => {
  expect(checkDoc(createDocFile({ name, kind: 'storage' }))).toBe('file_type_refused')
})

test.each(['Workbook', 'PowerPoint Document', 'EncryptedPackage'])(
  'another file type in the same container (%s) is rejected',
  (name) => {
    expect(checkDoc(createCompoundFile([{ name, kind: 'stream', content: Buffer.alloc(5000) }]))).toBe(
      'file_type_refused',
    )
  },
)

test('a storage named WordDocument is not a document', () => {
  expect(checkDoc(createCompoundFile([{ name: 'WordDocument', kind: 'storage' }]))).toBe('file_type_refused')
})

test('a document without its magic number is unreadable', () => {
  const content = Buffer.alloc(5000)
  expect(checkDoc(createCompoundFile([{ name: 'WordDocument', kind: 'stream', content }]))).toBe('file_unreadable')
})

test.each<[string, (bytes: Buffer) => void]>([
  ['a chain with a loop', (bytes) => bytes.writeUInt32LE(2, 512 + 3 * 4)],
  ['a chain that leaves the file', (bytes) => bytes.writeUInt32LE(99, 512 + 3 * 4)],
  ['a chain that ends too early', (bytes) => bytes.writeUInt32LE(0xfffffffe, 512 + 3 * 4)],
  ['sectors of one byte', (bytes) => bytes.writeUInt16LE(0, 30)],
  ['sectors of two gigabytes', (bytes) => bytes.writeUInt16LE(31, 30)],
  ['a directory outside the file', (bytes) => bytes.writeUInt32LE(5000, 48)],
  ['a table outside the file', (bytes) => bytes.writeUInt32LE(5000, 76)],
  [
    'a second table outside the file',
    (bytes) => {
      bytes.writeUInt32LE(2, 44)
      bytes.writeUInt32LE(5000, 80)
    },
  ],
  ['a table of four billion sectors', (bytes) => bytes.writeUInt32LE(0xffffffff, 44)],
  [
    'more tables with a loop',
    (bytes) => {
      bytes.writeUInt32LE(1, 68)
      bytes.writeUInt32LE(4_096, 72)
      // The last number of that sector, which is the next one.
      bytes.writeUInt32LE(1, 1536 - 4)
    },
  ],
  [
    'more tables just behind the file',
    (bytes) => {
      bytes.writeUInt32LE(bytes.length / 512 - 1, 68)
      bytes.writeUInt32LE(1, 72)
    },
  ],
  ['a directory without a root', (bytes) => bytes.writeUInt8(2, 1024 + 66)],
  ['an invalid sector size', (bytes) => bytes.writeUInt16LE(31, 30)],
  ['another signature', (bytes) => bytes.writeUInt8(0, 0)],
])('%s is unreadable', (_what, damage) => {
  const bytes = createDocFile()
  damage(bytes)
  expect(checkDoc(bytes)).toBe('file_unreadable')
})

test.each([8, 100, 511])('a document of which %d bytes are left is unreadable', (length) => {
  expect(checkDoc(createDocFile().subarray(0, length))).toBe('file_unreadable')
})

test('a table that lists itself is rejected quickly', () => {
  const bytes = Buffer.concat([createDocFile(), Buffer.alloc(4 * 1024 * 1024)])
  const itself = 200
  bytes.writeUInt32LE(itself, 68)
  bytes.writeUInt32LE(6000, 72)
  bytes.writeUInt32LE(0xffffffff, 44)
  bytes.fill(0, 76, 512)
  bytes.writeUInt32LE(itself, (itself + 2) * 512 - 4)
  const before = process.cpuUsage()
  expect(checkDoc(bytes)).toBe('file_unreadable')
  // CPU time instead of wall time, because the machine may be busy. Without the check this takes minutes.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000)
})

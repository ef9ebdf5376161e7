import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createDocxFile, createPdfFile } from '#tests/support/fixtures/documents.ts'
import { createDocFile } from '#tests/support/fixtures/formats/compound-file.ts'
import { createZipFile } from '#tests/support/fixtures/formats/zip-file.ts'
import { inspectFile } from './inspect-file.ts'

const picture = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#0a5c36' } })
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['image/jpeg', () => picture().jpeg().toBuffer()],
  ['image/png', () => picture().png().toBuffer()],
  ['application/pdf', () => createPdfFile()],
  ['application/msword', () => createDocFile()],
  [docx, () => createDocxFile()],
])('V5.2.2 %s is detected by its content', async (type, make) => {
  expect(await inspectFile(await make())).toMatchObject({ kind: 'accepted', type })
})

test('of a PNG that moves the first picture is kept', async () => {
  const still = await picture().png().toBuffer()
  const name = Buffer.from('acTL\0\0\0\x01\0\0\0\0', 'latin1')
  const control = Buffer.alloc(4 + name.length + 4)
  control.writeUInt32BE(name.length - 4)
  name.copy(control, 4)
  control.writeUInt32BE(crc32(name), 4 + name.length)
  // After the signature and the size of the picture.
  const moving = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)])
  expect(await inspectFile(moving)).toMatchObject({ kind: 'accepted', type: 'image/png' })
})

test('a document is not changed', async () => {
  const bytes = await createPdfFile()
  expect(await inspectFile(bytes)).toMatchObject({ kind: 'accepted', type: 'application/pdf', bytes })
})

test('a PDF after empty lines is accepted', async () => {
  const bytes = Buffer.concat([Buffer.from('\r\n\n'), await createPdfFile()])
  expect(await inspectFile(bytes)).toMatchObject({ kind: 'accepted', type: 'application/pdf' })
})

describe('rejected', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['an empty file', 'file_empty', () => Buffer.alloc(0)],
    ['one byte more than 5 MiB', 'file_too_large', () => Buffer.alloc(5 * 1024 * 1024 + 1)],
    ['plain text', 'file_type_refused', () => Buffer.from('Dear sir, find my certificate below.')],
    ['white space', 'file_type_refused', () => Buffer.from(' \n '.repeat(100))],
    ['HTML', 'file_type_refused', () => Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
    ['SVG', 'file_type_refused', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a program', 'file_type_refused', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4000)])],
    ['GIF', 'file_type_refused', () => picture().gif().toBuffer()],
    ['WebP', 'file_type_refused', () => picture().webp().toBuffer()],
    ['TIFF', 'file_type_refused', () => picture().tiff().toBuffer()],
    ['a zip of other things', 'file_type_refused', () => createZipFile([{ name: 'readme.txt', content: 'hello' }])],
    ['rich text', 'file_type_refused', () => Buffer.from('{\\rtf1\\ansi hello}')],
  ])('V1.3.4 V5.2.1 V5.2.2 %s: %s', async (_what, code, make) => {
    expect(await inspectFile(await make())).toEqual({ kind: 'rejected', code })
  })

  test('an image with an appended document keeps only the image', async () => {
    const bytes = Buffer.concat([await picture().jpeg().toBuffer(), createDocxFile()])
    const result = await inspectFile(bytes)
    expect(result).toMatchObject({ kind: 'accepted', type: 'image/jpeg' })
    expect(result.kind === 'accepted' && result.bytes.includes('word/document.xml')).toBe(false)
  })
})

test.each<[string, () => Buffer | Promise<Buffer>]>([
  [
    'a JPEG',
    () =>
      sharp({ create: { width: 900, height: 900, channels: 3, background: 'red', noise: { type: 'gaussian' } } })
        .jpeg()
        .toBuffer(),
  ],
  [
    'a PNG',
    () =>
      sharp({ create: { width: 900, height: 900, channels: 3, background: 'red', noise: { type: 'gaussian' } } })
        .png()
        .toBuffer(),
  ],
  ['a PDF', () => createPdfFile()],
  ['a DOC', () => createDocFile()],
  ['a DOCX', () => createDocxFile()],
])('%s that is cut off anywhere is rejected', async (_what, make) => {
  const whole = await make()
  expect((await inspectFile(whole)).kind).toBe('accepted')
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 0.97]) {
    const result = await inspectFile(whole.subarray(0, Math.floor(whole.length * part)))
    expect(result, `after ${part * 100} %`).toMatchObject({ kind: 'rejected' })
  }
})

test('damaged files never make it throw', async () => {
  const files = [
    await createPdfFile(),
    createDocFile(),
    createDocxFile(),
    await picture().png().toBuffer(),
    await picture().jpeg().toBuffer(),
  ]
  let seed = 42
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 400; round += 1) {
    const bytes = Buffer.from(files[round % files.length] ?? [])
    for (let i = 0; i < 1 + random(20); i += 1) bytes[random(bytes.length)] = random(256)
    const result = await inspectFile(bytes)
    expect(['accepted', 'rejected']).toContain(result.kind)
  }
})

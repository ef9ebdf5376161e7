import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { createThreadedInspector, type ThreadedInspector } from './threaded-inspector.ts'

let inspector: ThreadedInspector
afterEach(() => inspector.close())

test('a document comes back unchanged, also when it shares its memory with others', async () => {
  inspector = createThreadedInspector()
  const pdf = await createPdfFile()
  const shared = Buffer.concat([Buffer.from('before'), pdf, Buffer.from('after')]).subarray(6, 6 + pdf.length)
  for (const bytes of [Buffer.from(pdf), shared])
    expect(await inspector.inspect(bytes)).toEqual({
      kind: 'accepted',
      type: 'application/pdf',
      bytes: pdf,
      sha256: createHash('sha256').update(pdf).digest(),
    })
})

test('an image is re-encoded in a thread', async () => {
  inspector = createThreadedInspector()
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const result = await inspector.inspect(photo, 'ada')
  expect(result).toMatchObject({ kind: 'accepted', type: 'image/jpeg' })
  expect(result.kind === 'accepted' && (await sharp(result.bytes).metadata()).width).toBe(60)
})

test('a file that takes too long is unreadable', async () => {
  inspector = createThreadedInspector({ timeoutMs: 1 })
  const large = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(await inspector.inspect(large)).toEqual({ kind: 'rejected', code: 'file_unreadable' })
})

// Images that say something else than they hold, or are expensive to decode.
import { crc32, deflateSync } from 'node:zlib'
import { createInterlacedPng, createScanFlood } from '../fixtures/hostile-files.ts'
import type { Craft, RandomNumber } from './craft.ts'

const kB = 1024

const pngChunk = (type: string, content: Buffer, sum?: number) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(sum ?? crc32(named))
  return Buffer.concat([length, named, check])
}

function createPng(
  width: number,
  height: number,
  chunks: Buffer[],
  [depth, color, interlace]: readonly number[] = [8, 2, 0],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth ?? 8, color ?? 2, 0, 0, interlace ?? 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const side = (random: RandomNumber) => [1, 0, 65_535, 0x7fffffff, 0xffffffff, 30_000, random(9_000)][random(7)] ?? 1

export const imageCrafts: Craft[] = [
  (random) => {
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(random(4_000_000))))
    return { what: 'a PNG of any size', bytes: createPng(side(random), side(random), [data]), extension: 'png' }
  },
  (random) => {
    const shape = [[1, 2, 4, 8, 16, 3][random(6)] ?? 8, random(8), random(3)]
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(60_000)))
    return { what: 'a PNG of any depth', bytes: createPng(random(300), random(300), [data], shape), extension: 'png' }
  },
  (random) => {
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(30_100)), random(2 ** 31))
    return { what: 'a PNG with a wrong sum', bytes: createPng(100, 100, [data]), extension: 'png' }
  },
  (random) => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(random(40) * kB * kB))])
    const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(random(20) * kB * kB))])
    const chunks = [
      pngChunk('zTXt', text),
      pngChunk('iCCP', profile),
      pngChunk('IDAT', deflateSync(Buffer.alloc(30_100))),
    ]
    return { what: 'a PNG with packed texts', bytes: createPng(100, 100, chunks), extension: 'png' }
  },
  (random) => {
    const chunks = Array.from({ length: random(20_000) }, () => pngChunk('tEXt', Buffer.from('a\0b')))
    return { what: 'a PNG of many chunks', bytes: createPng(10, 10, chunks), extension: 'png' }
  },
  (random) => {
    const size = { width: 1 + random(5_000), height: 1 + random(4_000) }
    return {
      what: 'an interlaced PNG',
      bytes: createInterlacedPng({ ...size, depth: random(2) ? 8 : 16 }),
      extension: 'png',
    }
  },
  (random) => {
    const shape = { width: 8 * (1 + random(400)), height: 8 * (1 + random(400)), scans: 1 + random(99) }
    return { what: 'a JPEG of many scans', bytes: createScanFlood(shape), extension: 'jpg' }
  },
  (random, { jpg }) => {
    const bytes = Buffer.from(jpg)
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
    bytes.writeUInt16BE(random(65_536), frame + 5)
    bytes.writeUInt16BE(random(65_536), frame + 7)
    return { what: 'a JPEG that says another size', bytes, extension: 'jpg' }
  },
  (random, { jpg }) => {
    const marker = Buffer.from([0xff, 0xe0 + random(16), 0xff, 0xff])
    const segments = Array.from({ length: random(40) }, () =>
      Buffer.concat([marker, Buffer.alloc(65_533, random(256))]),
    )
    return {
      what: 'a JPEG with much metadata',
      bytes: Buffer.concat([jpg.subarray(0, 2), ...segments, jpg.subarray(2)]),
      extension: 'jpg',
    }
  },
]

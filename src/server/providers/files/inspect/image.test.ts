import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createInterlacedPng, createScanFlood } from '#tests/support/fixtures/hostile-files.ts'
import { reencodeImage } from './image.ts'

const createPlain = (width: number, height: number, background = '#0a5c36') =>
  sharp({ create: { width, height, channels: 3, background } })

const createTransparent = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer()

/** A red image with a blue left edge, as a camera held sideways would store it. */
const createSideways = async () => {
  const edge = await createPlain(10, 40, 'blue').png().toBuffer()
  return createPlain(60, 40, 'red')
    .composite([{ input: edge, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

async function reencode(bytes: Buffer, type: 'image/jpeg' | 'image/png') {
  const result = await reencodeImage(bytes, type)
  if (result.kind !== 'accepted') throw new Error(`Rejected: ${result.code}`)
  return { bytes: result.bytes, facts: await sharp(result.bytes).metadata() }
}

test('V14.2.8 a photo is turned upright and loses its metadata', async () => {
  const photo = await createSideways()
  expect(photo.includes('canary-copyright')).toBe(true)

  const { bytes, facts } = await reencode(photo, 'image/jpeg')

  expect(facts).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
  expect(facts.orientation).toBeUndefined()
  expect(facts.exif).toBeUndefined()
  expect(bytes.includes('canary-copyright')).toBe(false)
  const [, , blueOnTop] = await sharp(bytes).extract({ left: 20, top: 2, width: 1, height: 1 }).raw().toBuffer()
  expect(blueOnTop).toBeGreaterThan(200)
})

test('a PNG stays a PNG with transparency, and loses its metadata', async () => {
  const given = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .withExif({ IFD0: { Copyright: 'canary-copyright' } })
    .png()
    .toBuffer()
  const { bytes, facts } = await reencode(given, 'image/png')
  expect(facts).toMatchObject({ format: 'png', hasAlpha: true, width: 8, height: 8 })
  expect(bytes.includes('canary-copyright')).toBe(false)
})

test.each([
  [3000, 1500, 2400, 1200],
  [1000, 4800, 500, 2400],
  [2400, 2400, 2400, 2400],
  [30, 20, 30, 20],
])('%i × %i pixels become %i × %i', async (width, height, expectedWidth, expectedHeight) => {
  const { facts } = await reencode(await createPlain(width, height).jpeg().toBuffer(), 'image/jpeg')
  expect(facts).toMatchObject({ width: expectedWidth, height: expectedHeight })
})

test('a CMYK scan is converted to sRGB', async () => {
  const given = await createPlain(20, 20).toColourspace('cmyk').jpeg().toBuffer()
  expect((await sharp(given).metadata()).space).toBe('cmyk')
  expect((await reencode(given, 'image/jpeg')).facts.space).toBe('srgb')
})

test.each<[string, 'image/jpeg' | 'image/png', () => Buffer | Promise<Buffer>]>([
  ['a progressive JPEG', 'image/jpeg', () => createPlain(4000, 3000).jpeg({ progressive: true }).toBuffer()],
  ['an interlaced PNG', 'image/png', () => createInterlacedPng({ width: 400, height: 300, depth: 16 })],
  ['a PNG of more than 16 million pixels', 'image/png', () => createPlain(4001, 4000).png().toBuffer()],
  ['a small JPEG in 99 scans', 'image/jpeg', () => createScanFlood({ width: 400, height: 300 })],
])('%s is accepted', async (_what, type, make) => {
  expect((await reencode(await make(), type)).facts.format).toBe(type.slice('image/'.length))
})

describe('rejected', () => {
  test('V5.2.6 more than 40 million pixels, even in a small file', async () => {
    const huge = await createPlain(8000, 5001).png().toBuffer()
    expect(huge.length).toBeLessThan(1_000_000)
    // In grey, which takes a third of the memory.
    const grey = await createPlain(8000, 5001).toColourspace('b-w').png().toBuffer()
    for (const bytes of [huge, grey])
      expect(await reencodeImage(bytes, 'image/png')).toEqual({ kind: 'rejected', code: 'file_too_large' })
  })

  test.each<[string, 'image/jpeg' | 'image/png', () => Buffer | Promise<Buffer>]>([
    ['40 million pixels with transparency', 'image/png', () => createTransparent(8000, 5000)],
    [
      '21 million pixels of 16 bits per channel',
      'image/png',
      () => createPlain(7000, 3000).toColourspace('rgb16').png().toBuffer(),
    ],
    [
      'an interlaced PNG of more than 16 million pixels',
      'image/png',
      () => createInterlacedPng({ width: 4001, height: 4000, depth: 8 }),
    ],
    ['a JPEG of 40 million pixels in 99 scans', 'image/jpeg', () => createScanFlood()],
  ])('V5.2.6 %s, without decoding it', async (_what, type, make) => {
    const bytes = await make()
    const before = process.cpuUsage()
    expect(await reencodeImage(bytes, type)).toEqual({ kind: 'rejected', code: 'file_too_large' })
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
  })

  test('another type than detected', async () => {
    const png = await createPlain(8, 8).png().toBuffer()
    expect(await reencodeImage(png, 'image/jpeg')).toEqual({ kind: 'rejected', code: 'file_type_refused' })
  })

  test.each(['jpeg', 'png'] as const)('a large %s that is cut off just before its end', async (format) => {
    const noise = sharp({
      create: {
        width: 5000,
        height: 600,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 9 },
      },
    })
    const whole = await noise[format]().toBuffer()
    const broken = whole.subarray(0, whole.length - 5000)
    expect(await reencodeImage(broken, `image/${format}`)).toEqual({ kind: 'rejected', code: 'file_unreadable' })
  })
})

test('a JPEG with a few bytes that belong to nothing is accepted, as every viewer opens it', async () => {
  const whole = await createPlain(60, 40).jpeg().toBuffer()
  const scan = whole.indexOf(Buffer.from([0xff, 0xda]))
  const odd = Buffer.concat([whole.subarray(0, scan), Buffer.from([0x12, 0x34, 0x56]), whole.subarray(scan)])
  expect(await reencodeImage(odd, 'image/jpeg')).toMatchObject({ kind: 'accepted' })
})

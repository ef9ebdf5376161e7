import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanImage } from './image.ts'

const plain = (width: number, height: number, background = '#0a5c36') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A red image with a blue left edge, as a camera held sideways would store it. */
const sideways = async () => {
  const edge = await plain(10, 40, 'blue').png().toBuffer()
  return plain(60, 40, 'red')
    .composite([{ input: edge, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

async function cleaned(bytes: Buffer, type: 'image/jpeg' | 'image/png') {
  const checked = await cleanImage(bytes, type)
  if (checked.kind !== 'accepted') throw new Error(`Refused: ${checked.code}`)
  return { bytes: checked.bytes, facts: await sharp(checked.bytes).metadata() }
}

test('a photo is turned upright and loses what the camera wrote into it', async () => {
  const photo = await sideways()
  expect(photo.includes('canary-copyright')).toBe(true)

  const { bytes, facts } = await cleaned(photo, 'image/jpeg')

  expect(facts).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
  expect(facts.orientation).toBeUndefined()
  expect(facts.exif).toBeUndefined()
  expect(bytes.includes('canary-copyright')).toBe(false)
  const [, , blueOnTop] = await sharp(bytes).extract({ left: 20, top: 2, width: 1, height: 1 }).raw().toBuffer()
  expect(blueOnTop).toBeGreaterThan(200)
})

test('a PNG stays a PNG, with its transparency and without its texts', async () => {
  const given = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .withExif({ IFD0: { Copyright: 'canary-copyright' } })
    .png()
    .toBuffer()
  const { bytes, facts } = await cleaned(given, 'image/png')
  expect(facts).toMatchObject({ format: 'png', hasAlpha: true, width: 8, height: 8 })
  expect(bytes.includes('canary-copyright')).toBe(false)
})

test.each([
  [3000, 1500, 2400, 1200],
  [1000, 4800, 500, 2400],
  [2400, 2400, 2400, 2400],
  [30, 20, 30, 20],
])('%i × %i pixels become %i × %i', async (width, height, expectedWidth, expectedHeight) => {
  const { facts } = await cleaned(await plain(width, height).jpeg().toBuffer(), 'image/jpeg')
  expect(facts).toMatchObject({ width: expectedWidth, height: expectedHeight })
})

test('a scan in printing colours becomes one that browsers show', async () => {
  const given = await plain(20, 20).toColourspace('cmyk').jpeg().toBuffer()
  expect((await sharp(given).metadata()).space).toBe('cmyk')
  expect((await cleaned(given, 'image/jpeg')).facts.space).toBe('srgb')
})

describe('refused', () => {
  test('more than 40 million pixels, though the file is small', async () => {
    const huge = await plain(8000, 5001).png().toBuffer()
    expect(huge.length).toBeLessThan(1_000_000)
    expect(await cleanImage(huge, 'image/png')).toEqual({ kind: 'refused', code: 'file_too_large' })
  })

  test('another type than was recognised', async () => {
    const png = await plain(8, 8).png().toBuffer()
    expect(await cleanImage(png, 'image/jpeg')).toEqual({ kind: 'refused', code: 'file_type_refused' })
  })

  test.each(['jpeg', 'png'] as const)('a %s that broke off just before its end, however large', async (format) => {
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
    expect(await cleanImage(broken, `image/${format}`)).toEqual({ kind: 'refused', code: 'file_unreadable' })
  })
})

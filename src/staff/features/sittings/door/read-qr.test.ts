import { toString as renderQrCode } from 'qrcode'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { readQr } from './read-qr.ts'

const address = 'https://recruitment.example.org/verify/0123456789AB'

/** What a camera sees of the code of a slip, which is printed at level Q. */
async function photograph(size: number, change: (code: Sharp) => Sharp) {
  const svg = await renderQrCode(address, { type: 'svg', errorCorrectionLevel: 'Q', margin: 4 })
  const code = await change(sharp(Buffer.from(svg), { density: 300 }).resize(size))
    .png()
    .toBuffer()
  const { data, info } = await sharp({ create: { width: 480, height: 640, channels: 3, background: '#b9b2a5' } })
    .composite([{ input: code }])
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}

test.each<[string, number, (code: Sharp) => Sharp]>([
  ['straight', 260, (code) => code],
  ['small', 150, (code) => code],
  ['turned', 260, (code) => code.rotate(35, { background: '#b9b2a5' })],
  ['upside down', 260, (code) => code.rotate(180)],
  ['out of focus', 260, (code) => code.blur(1.5)],
  ['on grey paper in a dim hall', 260, (code) => code.linear(0.35, 40)],
])('the code of a slip that is %s is read', async (_, size, change) => {
  expect(readQr(await photograph(size, change))).toBe(address)
})

test('a picture without a code has none', () => {
  const data = new Uint8ClampedArray(480 * 640 * 4).map((_, at) => (at * 2_654_435_761) % 251)
  expect(readQr({ width: 480, height: 640, data })).toBeNull()
})

import { toString as renderQrCode } from 'qrcode'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { createFrameReader, readQr } from './read-qr.ts'

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

describe('of what a video shows now', () => {
  /** A canvas that shows the code of a slip. */
  async function setUp() {
    const picture = await photograph(260, (code) => code)
    const canvas = { width: 0, height: 0 }
    const drawImage = vi.fn()
    const context = { canvas, drawImage, getImageData: () => picture }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as RenderingContext)
    const read = createFrameReader()
    const readVideo = (videoWidth: number, videoHeight: number) => read({ videoWidth, videoHeight } as HTMLVideoElement)
    return { canvas, drawImage, readVideo }
  }

  test.each([
    ['a large picture is made smaller', [960, 1280]],
    ['a small one keeps its size', [480, 640]],
  ] as const)('%s, and its code is read', async (_, [width, height]) => {
    const { canvas, drawImage, readVideo } = await setUp()
    expect(readVideo(width, height)).toBe(address)
    expect(canvas).toEqual({ width: 480, height: 640 })
    expect(drawImage).toHaveBeenCalledExactlyOnceWith(expect.anything(), 0, 0, 480, 640)
  })

  test('before the camera has a picture nothing is read', async () => {
    const { drawImage, readVideo } = await setUp()
    expect(readVideo(0, 640)).toBeNull()
    expect(readVideo(640, 0)).toBeNull()
    expect(drawImage).not.toHaveBeenCalled()
  })

  test('a browser without a canvas reads nothing', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    expect(createFrameReader()({ videoWidth: 480, videoHeight: 640 } as HTMLVideoElement)).toBeNull()
  })
})

import { afterEach, expect, test, vi } from 'vitest'
import { canShrink } from './can-shrink.ts'
import { shrinkImage } from './shrink-image.ts'

const MiB = 1024 * 1024
const file = (type: string, size: number) => new File([new Uint8Array(size)], 'Certificate.JPEG', { type })

const drawn = [0x12, 0x34, 0x56]
const stubContext = (context: object | null) =>
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never)

/** Makes the browser's canvas turn every picture into a JPEG of this size. */
function stubCanvas(size: number, sizes: { width: number; height: number }[] = []) {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4800, height: 2400, close: () => {} }))
  stubContext({ fillRect() {}, drawImage() {}, getImageData: () => ({ data: drawn }) })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    sizes.push({ width: this.width, height: this.height })
    done(new Blob([new Uint8Array(size)], { type: 'image/jpeg' }))
  })
  return sizes
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a large photo is sent with fewer pixels and bytes, still large enough for A4', async () => {
  const sizes = stubCanvas(700_000)
  const smaller = await shrinkImage(file('image/jpeg', 6 * MiB))
  expect([smaller.size, smaller.type, smaller.name]).toEqual([700_000, 'image/jpeg', 'Certificate.jpg'])
  expect(sizes).toEqual([{ width: 2400, height: 1200 }])
})

test('a photo that would not get smaller is sent as it is', async () => {
  stubCanvas(3 * MiB)
  const photo = file('image/jpeg', 2 * MiB)
  expect(await shrinkImage(photo)).toBe(photo)
})

test.each([
  ['application/pdf', 4 * MiB],
  ['image/png', 4 * MiB],
  ['image/jpeg', MiB / 2],
])('%s of %d bytes is sent as it is', async (type, size) => {
  stubCanvas(10)
  const sent = file(type, size)
  expect(await shrinkImage(sent)).toBe(sent)
})

test('a picture that the browser cannot read is sent as it is', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')))
  const broken = file('image/jpeg', 2 * MiB)
  expect(await shrinkImage(broken)).toBe(broken)
})

test('a browser that cannot decode images cannot shrink them', () => {
  vi.stubGlobal('createImageBitmap', undefined)
  expect(canShrink(file('image/jpeg', 6 * MiB))).toBe(false)
})

test.each([
  ['one byte less than a megabyte', MiB - 1, false],
  ['a megabyte', MiB, true],
  ['thirty megabytes', 30 * MiB, true],
  ['one byte more than thirty', 30 * MiB + 1, false],
])('a photo of %s is made smaller: %s', async (_what, size, isShrunk) => {
  const close = vi.fn()
  stubCanvas(10)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4800, height: 2400, close }))
  const photo = file('image/jpeg', 0)
  Object.defineProperty(photo, 'size', { value: size })
  const sent = await shrinkImage(photo)
  expect(sent === photo).toBe(!isShrunk)
  // The memory of the picture is given back.
  expect(close).toHaveBeenCalledTimes(isShrunk ? 1 : 0)
})

/** Of the three colours that were drawn. */
const readBack = (...data: number[]) => ({ fillRect() {}, drawImage() {}, getImageData: () => ({ data }) })

test.each([
  ['has no memory left to draw on', null],
  ['returns noise instead of red', readBack(0x13, 0x34, 0x56)],
  ['returns noise instead of green', readBack(0x12, 0x35, 0x56)],
  ['returns noise instead of blue', readBack(0x12, 0x34, 0x57)],
])('a browser that %s sends a certificate as it is, not a black picture', async (_what, context) => {
  stubCanvas(10)
  stubContext(context)
  const photo = file('image/jpeg', 2 * MiB)
  expect(await shrinkImage(photo)).toBe(photo)
})

test('a picture with few pixels keeps them, and one that cannot be drawn is sent as it is', async () => {
  const sizes = stubCanvas(10)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 300, height: 200, close: () => {} }))
  await shrinkImage(file('image/jpeg', 2 * MiB))
  expect(sizes).toEqual([{ width: 300, height: 200 }])
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
  const photo = file('image/jpeg', 2 * MiB)
  expect(await shrinkImage(photo)).toBe(photo)
})

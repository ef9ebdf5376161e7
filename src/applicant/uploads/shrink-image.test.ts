import { afterEach, expect, test, vi } from 'vitest'
import { canShrink } from './can-shrink.ts'
import { shrinkImage } from './shrink-image.ts'

const MiB = 1024 * 1024
const file = (type: string, size: number) => new File([new Uint8Array(size)], 'Certificate.JPEG', { type })

/** Makes the browser's canvas turn every picture into a JPEG of this size. */
function stubCanvas(size: number, sizes: { width: number; height: number }[] = []) {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4800, height: 2400, close: () => {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
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

import { afterEach, expect, test, vi } from 'vitest'
import { canBecomeSmaller } from './photo-size.ts'
import { smallerImage } from './smaller-image.ts'

const MiB = 1024 * 1024
const file = (type: string, size: number) => new File([new Uint8Array(size)], 'Certificate.JPEG', { type })

/** What the browser's canvas makes of any picture: a JPEG of this size. */
function canvas(size: number, seen: { width: number; height: number }[] = []) {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4800, height: 2400, close: () => {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    seen.push({ width: this.width, height: this.height })
    done(new Blob([new Uint8Array(size)], { type: 'image/jpeg' }))
  })
  return seen
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a large photo goes with fewer pixels and fewer bytes, still wide enough for A4', async () => {
  const drawn = canvas(700_000)
  const smaller = await smallerImage(file('image/jpeg', 6 * MiB))
  expect([smaller.size, smaller.type, smaller.name]).toEqual([700_000, 'image/jpeg', 'Certificate.jpg'])
  expect(drawn).toEqual([{ width: 2400, height: 1200 }])
})

test('a photo that would not become smaller goes as it is', async () => {
  canvas(3 * MiB)
  const photo = file('image/jpeg', 2 * MiB)
  expect(await smallerImage(photo)).toBe(photo)
})

test.each([
  ['application/pdf', 4 * MiB],
  ['image/png', 4 * MiB],
  ['image/jpeg', MiB / 2],
])('%s of %d bytes goes as it is', async (type, size) => {
  canvas(10)
  const sent = file(type, size)
  expect(await smallerImage(sent)).toBe(sent)
})

test('a picture that the browser cannot read goes as it is, for the server to judge', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')))
  const broken = file('image/jpeg', 2 * MiB)
  expect(await smallerImage(broken)).toBe(broken)
})

test('where pictures cannot be drawn, no size is promised', () => {
  vi.stubGlobal('createImageBitmap', undefined)
  expect(canBecomeSmaller(file('image/jpeg', 6 * MiB))).toBe(false)
})

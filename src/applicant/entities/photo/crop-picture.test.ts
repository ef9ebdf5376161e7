import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cropPicture, readPicture } from './crop-picture.ts'
import { initialView } from './crop-view.ts'

const MiB = 1024 * 1024
const picture = { width: 3_000, height: 4_000 } as ImageBitmap
const file = (name = 'me.png', type = 'image/png', size = 10) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })

const drawn = [0x12, 0x34, 0x56]
let readBack = drawn
let context: object | null = null
const drawImage = vi.fn()
const toBlob = vi.fn<(done: BlobCallback, type?: string) => void>()
beforeEach(() => {
  readBack = drawn
  context = {
    fillRect() {},
    drawImage,
    getImageData: () => ({ data: readBack }),
  }
  drawImage.mockReset()
  toBlob.mockReset().mockImplementation((done, type = '') => done(new Blob(['jpeg'], { type })))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((...given) => toBlob(...(given as [BlobCallback])))
})
afterEach(() => vi.unstubAllGlobals())

test('the part in the frame becomes a JPEG of at most 720 pixels, never with more than the picture has', async () => {
  const cut = await cropPicture(file(), picture, initialView)
  expect([cut.name, cut.type]).toEqual(['me.jpg', 'image/jpeg'])
  expect(drawImage.mock.calls).toEqual([[picture, 0, 0, 3_000, 4_000, 0, 0, 720, 960]])
  const small = { width: 300, height: 400 } as ImageBitmap
  await cropPicture(file('me'), small, initialView)
  expect(drawImage.mock.lastCall).toEqual([small, 0, 0, 300, 400, 0, 0, 300, 400])
})

test.each<[string, () => void]>([
  ['has no canvas', () => (context = null)],
  ...['red', 'green', 'blue'].map((colour, at): [string, () => void] => [
    `returns noise instead of the ${colour} that was drawn`,
    () => (readBack = drawn.with(at, 0)),
  ]),
  ['makes no JPEG', () => toBlob.mockImplementation((done) => done(null))],
  [
    'runs out of memory',
    () =>
      drawImage.mockImplementation(() => {
        throw new RangeError('Out of memory')
      }),
  ],
])('a browser that %s leaves the photo as it is', async (_what, prepare) => {
  prepare()
  const photo = file()
  expect(await cropPicture(photo, picture, initialView)).toBe(photo)
})

test.each([
  ['a photo', file(), true],
  ['a photo of thirty megabytes', file('me.jpg', 'image/jpeg', 30 * MiB), true],
  ['a larger one', file('me.jpg', 'image/jpeg', 30 * MiB + 1), false],
  ['a document', file('cv.pdf', 'application/pdf'), false],
])('%s is read for its frame: %s', async (_what, given, isRead) => {
  vi.stubGlobal('createImageBitmap', async () => picture)
  expect(await readPicture(given)).toBe(isRead ? picture : null)
})

test('a browser that cannot read the picture, or no picture at all, reads none', async () => {
  vi.stubGlobal('createImageBitmap', async () => {
    throw new DOMException('Not an image.', 'InvalidStateError')
  })
  expect(await readPicture(file())).toBeNull()
  vi.stubGlobal('createImageBitmap', undefined)
  expect(await readPicture(file())).toBeNull()
})

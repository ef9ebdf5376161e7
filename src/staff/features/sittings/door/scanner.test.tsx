// The camera, with the browser's reader of QR codes replaced: neither exists outside a browser.
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Scanner } from './scanner.tsx'

const track = { stop: vi.fn() }
const stream = { getTracks: () => [track] }
const getUserMedia = vi.fn<() => Promise<unknown>>()
let seen: string[] = []
let detect: () => Promise<{ rawValue: string }[]>

beforeEach(() => {
  detect = async () => seen.map((rawValue) => ({ rawValue }))
  vi.useFakeTimers()
  track.stop.mockClear()
  getUserMedia.mockReset().mockResolvedValue(stream)
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  Object.defineProperty(HTMLMediaElement, 'HAVE_CURRENT_DATA', { configurable: true, value: 2 })
  const prototype = HTMLVideoElement.prototype
  Object.defineProperty(prototype, 'srcObject', { configurable: true, writable: true, value: null })
  vi.spyOn(prototype, 'play').mockResolvedValue()
  vi.spyOn(prototype, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_CURRENT_DATA)
  class Detector {
    static getSupportedFormats = async () => ['qr_code']
    detect = () => detect()
  }
  vi.stubGlobal('BarcodeDetector', Detector)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
function show() {
  const onCode = vi.fn<(text: string) => void>()
  const { unmount } = render(<Scanner onCode={onCode} />)
  return { codes: () => onCode.mock.calls.map(([code]) => code), unmount }
}

test('a slip that stays before the camera is read once, another one at once, and the same one again after a while', async () => {
  seen = ['A']
  const { codes } = show()
  await pass(3_000)
  expect(codes()).toEqual(['A'])
  seen = ['B']
  await pass(500)
  expect(codes()).toEqual(['A', 'B'])
  await pass(4_500)
  expect(codes()).toEqual(['A', 'B', 'B'])
})

test('nothing is read before the camera has a picture', async () => {
  const hasPicture = vi.spyOn(HTMLVideoElement.prototype, 'readyState', 'get').mockReturnValue(0)
  seen = ['A']
  const { codes } = show()
  await pass(1_000)
  expect(codes()).toEqual([])
  hasPicture.mockReturnValue(HTMLMediaElement.HAVE_CURRENT_DATA)
  await pass(500)
  expect(codes()).toEqual(['A'])
})

test('closing the camera switches it off, and nothing is read any more', async () => {
  seen = ['A']
  const { codes, unmount } = show()
  await pass(500)
  expect(track.stop).not.toHaveBeenCalled()
  unmount()
  expect(track.stop).toHaveBeenCalledOnce()
  seen = ['B']
  await pass(1_000)
  expect(codes()).toEqual(['A'])
})

test('a slip that is still being read when the camera is closed is not reported, and one that cannot be read hinders none', async () => {
  const reading = Promise.withResolvers<{ rawValue: string }[]>()
  const answers = [Promise.reject(new Error('No.')), Promise.resolve([]), Promise.resolve([{ rawValue: 'A' }])]
  detect = () => answers.shift() ?? reading.promise
  const { codes, unmount } = show()
  await pass(1_000)
  expect(codes()).toEqual(['A'])
  unmount()
  reading.resolve([{ rawValue: 'B' }])
  await pass(1_000)
  expect(codes()).toEqual(['A'])
})

test.each([
  ['has no reader', undefined],
  ['has one that knows no QR codes', async () => ['ean_13']],
  ['has one that fails', () => Promise.reject(new Error('No.'))],
])(
  'where the browser %s, slips are read by ours, which is loaded again after a failure',
  async (_, getSupportedFormats) => {
    vi.stubGlobal('BarcodeDetector', getSupportedFormats && Object.assign(class {}, { getSupportedFormats }))
    vi.resetModules()
    const createFrameReader = vi
      .fn(() => () => 'A')
      .mockImplementationOnce(() => {
        throw new Error('It could not be loaded.')
      })
    vi.doMock('./read-qr.ts', () => ({ createFrameReader }))
    onTestFinished(() => vi.doUnmock('./read-qr.ts'))
    const { prepareScanner } = await import('./scanner.tsx')
    await expect(prepareScanner()).rejects.toThrow('It could not be loaded.')
    const read = await prepareScanner()
    expect(await read(document.createElement('video'))).toBe('A')
  },
)

test('a camera that opens after it was closed is switched off at once', async () => {
  const opened = Promise.withResolvers<unknown>()
  getUserMedia.mockReturnValue(opened.promise)
  const { unmount } = show()
  unmount()
  opened.resolve(stream)
  await pass(0)
  expect(track.stop).toHaveBeenCalledOnce()
})

test('a camera that is closed while its picture begins is not read', async () => {
  const playing = Promise.withResolvers<void>()
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockReturnValue(playing.promise)
  const readings = vi.spyOn(HTMLVideoElement.prototype, 'readyState', 'get')
  const { unmount } = show()
  await pass(0)
  unmount()
  playing.resolve()
  await pass(1_000)
  expect(readings).not.toHaveBeenCalled()
})

test.each([
  ['NotAllowedError', /^The browser may not use the camera\. Allow it/],
  ['NotFoundError', /^The camera cannot be opened\. Find applicants by number or name/],
])('a camera that fails with %s is said', async (name, message) => {
  getUserMedia.mockRejectedValue(Object.assign(new Error('No.'), { name }))
  show()
  await pass(0)
  expect(screen.getByRole('alert').textContent.replace('Warning: ', '')).toMatch(message)
})

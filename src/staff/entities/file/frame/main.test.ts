// The page in the frame of the file viewer: what it tells the viewer, and from whom it takes a file.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReferencePdf } from '#tests/support/fixtures/sample-files.ts'
import type { FrameMessage, FrameRequest } from './messages.ts'

const viewer = { postMessage: vi.fn<(message: FrameMessage, origin: string) => void>() }
const said = () => viewer.postMessage.mock.calls.map(([message]) => message)
const context = { translate: vi.fn(), rotate: vi.fn(), scale: vi.fn(), drawImage: vi.fn() }
const listeners: [string, EventListener][] = []
type Entry = { isIntersecting: boolean; target: Element }
let show: (entries: Entry[]) => void = () => {}
let isDamaged = false

beforeEach(async () => {
  isDamaged = false
  viewer.postMessage.mockClear()
  context.drawImage.mockClear()
  vi.stubGlobal('parent', viewer)
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 40
      naturalHeight = 20
      async decode() {
        if (isDamaged) throw new Error('Damaged.')
      }
    },
  )
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof show) {
        show = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as RenderingContext)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  const add = globalThis.addEventListener.bind(globalThis)
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((name: string, act: unknown) => {
    listeners.push([name, act as EventListener])
    add(name, act as EventListener)
  })
  vi.resetModules()
  await import('./main.ts')
})
afterEach(() => {
  for (const [name, act] of listeners.splice(0)) removeEventListener(name, act)
  vi.unstubAllGlobals()
})

/** @param source who sends it; the viewer when left out */
const send = (data: FrameRequest, source: unknown = viewer) =>
  dispatchEvent(Object.assign(new Event('message'), { source, data }))
const image: FrameRequest = { type: 'image/png', bytes: new ArrayBuffer(8) }
const pages = () => [...document.querySelectorAll<HTMLElement>('.page')]

test('it says when it is ready', () => {
  expect(viewer.postMessage.mock.calls).toEqual([[{ kind: 'ready' }, '*']])
})

test('an image is one page, drawn around its middle', async () => {
  send(image)
  await expect.poll(said).toContainEqual({ kind: 'displayed', pages: 1 })
  const [page] = pages()
  if (page) show([{ isIntersecting: true, target: page }])
  await expect.poll(() => context.drawImage.mock.calls).toEqual([[expect.anything(), -20, -10]])
  expect(context.rotate).toHaveBeenLastCalledWith(0)
})

test('a PDF document has its pages', async () => {
  const { buffer } = await createReferencePdf('reference.pdf')
  send({ type: 'application/pdf', bytes: new Uint8Array(buffer).buffer })
  await expect.poll(said).toContainEqual({ kind: 'displayed', pages: 1 })
  // Upright, as its page is.
  expect(pages().map(({ style }) => Number.parseFloat(style.height) > Number.parseFloat(style.width))).toEqual([true])
})

test.each<[string, FrameRequest]>([
  ['image', image],
  ['PDF document', { type: 'application/pdf', bytes: new TextEncoder().encode('no document').buffer as ArrayBuffer }],
])('a damaged %s is said', async (_, file) => {
  isDamaged = true
  send(file)
  await expect.poll(said).toContainEqual({ kind: 'failed' })
  expect(pages()).toEqual([])
})

test('a file that somebody else sends is not displayed', async () => {
  send(image, {})
  send(image)
  await expect.poll(said).toContainEqual({ kind: 'displayed', pages: 1 })
  expect(said().filter(({ kind }) => kind === 'displayed')).toHaveLength(1)
})

test('Escape is passed on once the browser has dealt with it, and no other key', () => {
  vi.useFakeTimers()
  dispatchEvent(new KeyboardEvent('keyup', { key: 'a' }))
  dispatchEvent(new KeyboardEvent('keyup', { key: 'Escape' }))
  expect(said()).toEqual([{ kind: 'ready' }])
  vi.runAllTimers()
  vi.useRealTimers()
  expect(said()).toEqual([{ kind: 'ready' }, { kind: 'closed' }])
})

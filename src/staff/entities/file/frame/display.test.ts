import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDisplay, type FilePage } from './display.ts'

type Entry = { isIntersecting: boolean; target: Element }
let show: (entries: Entry[]) => void = () => {}
let width = 1_016
beforeEach(() => {
  width = 1_016
  vi.stubGlobal('devicePixelRatio', 2)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: Entry[]) => void) {
        show = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.className === 'page' ? Number.parseFloat(this.style.width) : width
  })
})
afterEach(() => vi.unstubAllGlobals())

function display(...sizes: [number, number][]) {
  const draw = vi.fn<FilePage['draw']>(async () => {})
  createDisplay(
    document.body,
    sizes.map(([pageWidth, height]) => ({ width: pageWidth, height, draw })),
  )
  return draw
}
const pages = () => [...document.querySelectorAll<HTMLElement>('.page')]
const sizes = () => pages().map(({ style }) => [style.width, style.height])
const clickTool = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click()
const reach = (page: HTMLElement, isIntersecting = true) => show([{ isIntersecting, target: page }])

test('the number of pages is said, in one word for one', () => {
  display([500, 700])
  expect([
    document.querySelector('.count')?.textContent,
    document.querySelector('[role=region]')?.getAttribute('aria-label'),
  ]).toEqual(['1 page', 'File'])
  display([500, 700], [500, 700])
  expect([
    document.querySelector('.count')?.textContent,
    document.querySelector('[role=region]')?.getAttribute('aria-label'),
  ]).toEqual(['2 pages', '2 pages'])
})

test('a page fills the width; it is zoomed in steps to half and to four times, fitted again, and turned', () => {
  display([500, 700])
  expect(sizes()).toEqual([['1000px', '1400px']])
  for (let n = 0; n < 9; n++) clickTool('Zoom in')
  expect(sizes()).toEqual([['4000px', '5600px']])
  for (let n = 0; n < 9; n++) clickTool('Zoom out')
  expect(sizes()).toEqual([['500px', '700px']])
  clickTool('Fit the width')
  clickTool('Turn to the right')
  expect(sizes().flat().map(Number.parseFloat)).toEqual([1_000, expect.closeTo(714.286, 3)])
  clickTool('Turn to the right')
  expect(sizes()).toEqual([['1000px', '1400px']])
  for (let n = 0; n < 2; n++) clickTool('Turn to the right')
  expect(sizes()).toEqual([['1000px', '1400px']])
})

test('in a narrow window a page keeps 200 pixels, and another width lays the pages out anew', () => {
  width = 100
  display([500, 500])
  expect(sizes()).toEqual([['200px', '200px']])
  width = 616
  dispatchEvent(new Event('resize'))
  expect(sizes()).toEqual([['600px', '600px']])
})

test('a page is drawn once, when it comes near, in the pixels of the device', () => {
  const draw = display([500, 700], [500, 700])
  const [first] = pages() as [HTMLElement]
  reach(first, false)
  expect(draw).not.toHaveBeenCalled()
  reach(first)
  reach(first)
  const canvas = first.firstElementChild as HTMLCanvasElement
  expect(draw.mock.calls).toEqual([[canvas, { scale: 4, rotation: 0 }]])
  expect([canvas.width, canvas.height]).toEqual([2_000, 2_800])
  reach(document.body)
  expect(draw).toHaveBeenCalledOnce()
})

test('a turned page is drawn as it lies, and a large one with no more pixels than browsers draw', () => {
  const draw = display([500, 700])
  clickTool('Turn to the right')
  reach(pages()[0]!)
  const [canvas, view] = draw.mock.lastCall!
  expect(view.rotation).toBe(90)
  expect([canvas.width, canvas.height]).toEqual([2_000, Math.floor((500 * 2_000) / 700)])
  clickTool('Turn to the right')
  reach(pages()[0]!)
  const [overhead, overheadView] = draw.mock.lastCall!
  expect([overheadView.rotation, overhead.width, overhead.height]).toEqual([180, 2_000, 2_800])
  clickTool('Turn to the right')
  for (let n = 0; n < 5; n++) clickTool('Zoom in')
  reach(pages()[0]!)
  const [large] = draw.mock.lastCall!
  expect(large.width * large.height).toBeLessThanOrEqual(16_000_000)
  expect(large.width * large.height).toBeGreaterThan(15_900_000)
  const drawSquare = display([1_000, 1_000])
  for (let n = 0; n < 5; n++) clickTool('Zoom in')
  reach(pages()[0]!)
  expect(drawSquare.mock.lastCall?.[1]).toEqual({ scale: 4, rotation: 0 })
})

test('what was in sight stays in sight when it is zoomed', () => {
  const height = () => pages().reduce((sum, { style }) => sum + Number.parseFloat(style.height), 0)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(height)
  display([500, 500], [500, 500])
  const region = document.querySelector('.pages')!
  region.scrollTop = 1_000
  clickTool('Zoom in')
  expect(region.scrollTop).toBe(1_500)
})

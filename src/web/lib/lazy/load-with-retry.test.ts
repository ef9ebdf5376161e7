import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPatiently } from './load-with-retry.ts'

const reload = vi.fn()
const served = vi.fn<() => Promise<Response>>()
const shell = (entry: string) => async () => new Response(`<script type="module" src="/assets/${entry}"></script>`)
const noLine = async () => {
  throw new TypeError('Failed to fetch')
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', served)
  vi.spyOn(location, 'reload').mockImplementation(reload)
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'
})
afterEach(() => {
  document.head.innerHTML = ''
  reload.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What has become of a load; `waiting` until then. */
function follow(work: Promise<string>) {
  const course = { now: 'waiting' }
  work.then(
    (value) => {
      course.now = value
    },
    (error: Error) => {
      course.now = error.message
    },
  )
  return course
}

test('without a line it keeps trying, and goes on the moment the browser says that it is back', async () => {
  served.mockImplementation(noLine)
  const load = vi.fn(noLine as () => Promise<string>)
  const course = follow(loadPatiently(load))
  await pass(60_000)
  expect([course.now, load.mock.calls.length > 10, reload.mock.calls.length]).toEqual(['waiting', true, 0])
  load.mockResolvedValue('the code')
  dispatchEvent(new Event('online'))
  await pass(0)
  expect(course.now).toBe('the code')
})

test('a chunk of a build that the server has replaced reloads the page, once', async () => {
  served.mockImplementation(shell('index-new.js'))
  const course = follow(loadPatiently(noLine as () => Promise<string>))
  await pass(60_000)
  expect([course.now, reload.mock.calls.length]).toEqual(['waiting', 1])
})

test('what stands in the place of the server is not taken for a newer build', async () => {
  served.mockImplementation(async () => new Response('<h1>Buy airtime</h1>'))
  follow(loadPatiently(noLine as () => Promise<string>))
  await pass(60_000)
  expect(reload).not.toHaveBeenCalled()
})

test('code that fails although the server has it is an error after three tries, and never a circle of reloads', async () => {
  served.mockImplementation(shell('index-old.js'))
  const broken = vi.fn(async (): Promise<string> => {
    throw new Error('Broken code.')
  })
  const course = follow(loadPatiently(broken))
  await pass(60_000)
  expect([course.now, broken.mock.calls.length, reload.mock.calls.length]).toEqual(['Broken code.', 3, 0])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A visit of its own: the state of the line belongs to the page. `reaches` is what the server makes of each question. */
async function aVisit({ onLine = true, server = lives } = {}) {
  vi.resetModules()
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine)
  const asked = vi.fn<() => Promise<Response>>(server)
  vi.stubGlobal('fetch', asked)
  const { gotNoAnswer, gotThrough, doubt, onLineBack, isLineLost } = await import('./connection.ts')
  const back = vi.fn()
  onLineBack(back)
  return { gotNoAnswer, gotThrough, doubt, isLineLost, back, asked }
}
const lives = async () => new Response()
const silence = async () => {
  throw new TypeError('Failed to fetch')
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('one call that failed while the server lives is not the line: nobody is told, and nothing is repeated', async () => {
  const { gotNoAnswer, asked, isLineLost, back } = await aVisit()
  asked.mockImplementation(lives)
  gotNoAnswer()
  await pass(0)
  expect([isLineLost(), asked.mock.calls.length, back.mock.calls.length]).toEqual([false, 1, 0])
})

test('when the server does not say that it lives, the line is lost until it does', async () => {
  const { gotNoAnswer, asked, isLineLost, back } = await aVisit()
  asked.mockImplementation(silence)
  gotNoAnswer()
  await pass(0)
  expect([isLineLost(), back.mock.calls.length]).toEqual([true, 0])
  await pass(3_000)
  expect(asked).toHaveBeenCalledTimes(2)
  asked.mockImplementation(lives)
  await pass(6_000)
  expect([isLineLost(), back.mock.calls.length]).toEqual([false, 1])
})

test('any answer to any call brings it back at once', async () => {
  const { gotNoAnswer, gotThrough, asked, isLineLost, back } = await aVisit()
  asked.mockImplementation(silence)
  gotNoAnswer()
  await pass(0)
  gotThrough()
  expect([isLineLost(), back.mock.calls.length]).toEqual([false, 1])
  gotThrough()
  expect(back).toHaveBeenCalledOnce()
})

test('a server that neither answers nor refuses is lost after ten seconds', async () => {
  const { doubt, asked, isLineLost } = await aVisit()
  asked.mockImplementation(
    (_?: unknown, init?: RequestInit) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  doubt()
  await pass(9_000)
  expect(isLineLost()).toBe(false)
  await pass(1_000)
  expect(isLineLost()).toBe(true)
})

test('what the browser says of the line is looked into, be it offline or online', async () => {
  const { asked, isLineLost, back } = await aVisit()
  asked.mockImplementation(silence)
  dispatchEvent(new Event('offline'))
  await pass(0)
  expect(isLineLost()).toBe(true)
  dispatchEvent(new Event('online'))
  await pass(0)
  expect([isLineLost(), back.mock.calls.length]).toEqual([true, 0])
  asked.mockImplementation(lives)
  dispatchEvent(new Event('online'))
  await pass(0)
  expect([isLineLost(), back.mock.calls.length]).toEqual([false, 1])
})

test('a page that opens offline knows it from the start, and one that only seems to does not say so', async () => {
  const offline = await aVisit({ onLine: false, server: silence })
  await pass(0)
  expect(offline.isLineLost()).toBe(true)
  const seeming = await aVisit({ onLine: false, server: lives })
  await pass(0)
  expect(seeming.isLineLost()).toBe(false)
})

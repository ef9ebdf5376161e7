import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWithRetry } from './load-with-retry.ts'

const reload = vi.fn()
const fetchPage = vi.fn<() => Promise<Response>>()
const shell = (entry: string) => async () => new Response(`<script type="module" src="/assets/${entry}"></script>`)
const failToFetch = async () => {
  throw new TypeError('Failed to fetch')
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchPage)
  vi.spyOn(location, 'reload').mockImplementation(reload)
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'
})
afterEach(() => {
  document.head.innerHTML = ''
  reload.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The state of a load, to be read later. */
function follow(work: Promise<string>) {
  const progress = { current: 'waiting' }
  work.then(
    (value) => {
      progress.current = value
    },
    (error: Error) => {
      progress.current = error.message
    },
  )
  return progress
}

test('offline, loading keeps trying, and tries at once when the browser is online again', async () => {
  fetchPage.mockImplementation(failToFetch)
  const load = vi.fn(failToFetch as () => Promise<string>)
  const listeners = [vi.spyOn(globalThis, 'addEventListener'), vi.spyOn(globalThis, 'removeEventListener')]
  const progress = follow(loadWithRetry(load))
  await pass(60_000)
  expect([progress.current, load.mock.calls.length > 10, reload.mock.calls.length]).toEqual(['waiting', true, 0])
  load.mockResolvedValue('the code')
  dispatchEvent(new Event('online'))
  await pass(0)
  expect(progress.current).toBe('the code')
  const [added, removed] = listeners.map(({ mock }) => mock.calls.filter(([type]) => type === 'online').length)
  expect(removed).toBe(added)
})

test('when the server has a newer build, the page reloads once', async () => {
  fetchPage.mockImplementation(shell('index-new.js'))
  const progress = follow(loadWithRetry(failToFetch as () => Promise<string>))
  await pass(60_000)
  expect([progress.current, reload.mock.calls.length]).toEqual(['waiting', 1])
  // Not the page of this build, from a cache.
  expect(fetchPage).toHaveBeenCalledWith(location.pathname, { cache: 'no-store' })
})

test('a newer build below another path is found as well', async () => {
  document.head.innerHTML = '<script type="module" src="/staff/assets/index-old.js"></script>'
  fetchPage.mockImplementation(
    async () => new Response('<script type="module" src="/staff/assets/index-new.js"></script>'),
  )
  const progress = follow(loadWithRetry(failToFetch as () => Promise<string>))
  await pass(60_000)
  expect([progress.current, reload.mock.calls.length]).toEqual(['waiting', 1])
})

test('the page of another server is not taken for a newer build', async () => {
  fetchPage.mockImplementation(async () => new Response('<h1>Buy airtime</h1>'))
  const load = vi.fn(failToFetch as () => Promise<string>)
  const progress = follow(loadWithRetry(load))
  await pass(60_000)
  expect([progress.current, load.mock.calls.length > 10, reload.mock.calls.length]).toEqual(['waiting', true, 0])
  expect(fetchPage).toHaveBeenCalled()
})

test('a page that no build has started is not loaded again', async () => {
  document.head.innerHTML = ''
  fetchPage.mockImplementation(shell('index-new.js'))
  const progress = follow(loadWithRetry(failToFetch as () => Promise<string>))
  await pass(60_000)
  expect([progress.current, reload.mock.calls.length]).toEqual(['waiting', 0])
})

test('code that fails although the server has it is an error after three attempts, without a reload', async () => {
  fetchPage.mockImplementation(shell('index-old.js'))
  const broken = vi.fn(async (): Promise<string> => {
    throw new Error('Broken code.')
  })
  const progress = follow(loadWithRetry(broken))
  await pass(60_000)
  expect([progress.current, broken.mock.calls.length, reload.mock.calls.length]).toEqual(['Broken code.', 3, 0])
})

test('a style sheet that failed is requested again, and one that has loaded is not', async () => {
  const addStyle = (sheet: object | null) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
    Object.defineProperty(link, 'sheet', { value: sheet })
    document.head.append(link)
    return link
  }
  const failed = addStyle(null)
  const loaded = addStyle({})
  fetchPage.mockImplementation(failToFetch)
  follow(loadWithRetry(failToFetch as () => Promise<string>))
  await pass(0)
  expect([failed.isConnected, loaded.isConnected]).toEqual([false, true])
  expect(document.querySelectorAll('link[rel=stylesheet]')).toHaveLength(2)
  dispatchEvent(new Event('online'))
})

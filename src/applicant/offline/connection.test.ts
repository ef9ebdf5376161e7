import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A page of its own, because the connection's state belongs to the page. */
async function openPage({ onLine = true, server = answer } = {}) {
  vi.resetModules()
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine)
  const fetchHealth = vi.fn<typeof fetch>(server)
  vi.stubGlobal('fetch', fetchHealth)
  const connection = await import('./connection.ts')
  const onBack = vi.fn()
  connection.onReconnect(onBack)
  return { ...connection, fetchHealth, onBack }
}
const answer = async () => new Response()
const failToFetch = async () => {
  throw new TypeError('Failed to fetch')
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('failed calls while the server answers are not offline: the server is asked once, and nothing is repeated', async () => {
  const { reportNoAnswer, fetchHealth, isOffline, onBack } = await openPage()
  for (const _call of ['one', 'another']) reportNoAnswer()
  await pass(0)
  expect([isOffline(), fetchHealth.mock.calls.length, onBack.mock.calls.length]).toEqual([false, 1, 0])
  // A cache would answer for a server that is gone.
  expect(fetchHealth).toHaveBeenCalledWith('/healthz', expect.objectContaining({ cache: 'no-store' }))
})

test('when the health check fails too, the page is offline until a check succeeds', async () => {
  const { reportNoAnswer, fetchHealth, isOffline, onBack } = await openPage()
  fetchHealth.mockImplementation(failToFetch)
  reportNoAnswer()
  await pass(0)
  expect([isOffline(), onBack.mock.calls.length]).toEqual([true, 0])
  reportNoAnswer()
  expect([isOffline(), fetchHealth.mock.calls.length]).toEqual([true, 1])
  await pass(3_000)
  expect(fetchHealth).toHaveBeenCalledTimes(2)
  fetchHealth.mockImplementation(answer)
  await pass(6_000)
  expect([isOffline(), onBack.mock.calls.length]).toEqual([false, 1])
})

test('while the server stays away, the checks come ever more seldom, but one at least every half minute', async () => {
  const { reportNoAnswer, reportAnswer, fetchHealth } = await openPage({ server: failToFetch })
  reportNoAnswer()
  await pass(0)
  for (const [checks, delay] of [3_000, 6_000, 12_000, 24_000, 30_000, 30_000].entries()) {
    await pass(delay - 1)
    expect(fetchHealth).toHaveBeenCalledTimes(checks + 1)
    await pass(1)
    expect(fetchHealth).toHaveBeenCalledTimes(checks + 2)
  }
  // The next loss begins anew.
  reportAnswer()
  reportNoAnswer()
  await pass(3_000)
  expect(fetchHealth).toHaveBeenCalledTimes(9)
})

test('any answer to any call ends being offline at once', async () => {
  const { reportNoAnswer, reportAnswer, fetchHealth, isOffline, onBack } = await openPage()
  fetchHealth.mockImplementation(failToFetch)
  reportNoAnswer()
  await pass(0)
  reportAnswer()
  expect([isOffline(), onBack.mock.calls.length]).toEqual([false, 1])
  reportAnswer()
  expect(onBack).toHaveBeenCalledOnce()
})

test('a server that neither answers nor refuses counts as offline after ten seconds', async () => {
  const { checkConnection, fetchHealth, isOffline } = await openPage()
  fetchHealth.mockImplementation(
    (_?: unknown, init?: RequestInit) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  checkConnection()
  await pass(9_000)
  expect(isOffline()).toBe(false)
  await pass(1_000)
  expect(isOffline()).toBe(true)
})

test('a check that is too slow says nothing once a call was answered', async () => {
  const { checkConnection, reportAnswer, fetchHealth, isOffline } = await openPage()
  fetchHealth.mockImplementation(
    (_?: unknown, init?: RequestInit) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  checkConnection()
  await pass(9_000)
  reportAnswer()
  await pass(1_000)
  expect(isOffline()).toBe(false)
})

test("the browser's offline and online events start a check", async () => {
  const { fetchHealth, isOffline, onBack } = await openPage()
  fetchHealth.mockImplementation(failToFetch)
  dispatchEvent(new Event('offline'))
  await pass(0)
  expect(isOffline()).toBe(true)
  dispatchEvent(new Event('online'))
  await pass(0)
  expect([isOffline(), onBack.mock.calls.length]).toEqual([true, 0])
  fetchHealth.mockImplementation(answer)
  dispatchEvent(new Event('online'))
  await pass(0)
  expect([isOffline(), onBack.mock.calls.length]).toEqual([false, 1])
})

test('a page that opens without a connection is offline at once, unless the server answers all the same', async () => {
  const offline = await openPage({ onLine: false, server: failToFetch })
  await pass(0)
  expect(offline.isOffline()).toBe(true)
  const misreported = await openPage({ onLine: false, server: answer })
  await pass(0)
  expect(misreported.isOffline()).toBe(false)
})

test('a page that nobody sees asks for nothing until it is visible again', async () => {
  const { reportNoAnswer, checkConnection, fetchHealth, isOffline } = await openPage({ server: failToFetch })
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  reportNoAnswer()
  await pass(60_000)
  checkConnection()
  expect([isOffline(), fetchHealth.mock.calls.length]).toEqual([true, 1])
  fetchHealth.mockImplementation(answer)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  // Pages of other tests may ask as well.
  expect(isOffline()).toBe(false)
})

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { trackActivity } from '#kit/http/activity.ts'
import { installServiceWorker } from './register-service-worker.ts'

let calls: unknown[][]
/** Not a mock, which would take the rejection that a page would report as an error. */
const register = (...given: unknown[]) => {
  calls.push(given)
  return Promise.reject(new Error('The worker is not there.'))
}
const hasLoaded = (state: DocumentReadyState) => vi.spyOn(document, 'readyState', 'get').mockReturnValue(state)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  calls = []
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('the service worker is installed once the page has loaded and no call has run for three seconds', async () => {
  hasLoaded('interactive')
  installServiceWorker()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toEqual([])

  const call = Promise.withResolvers<void>()
  onTestFinished(() => call.resolve())
  void trackActivity(call.promise)
  dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toEqual([])
  call.resolve()
  await vi.advanceTimersByTimeAsync(2999)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual([['/service-worker.js', { updateViaCache: 'none' }]])
})

test('a page that has loaded before its code installs it without waiting for that', async () => {
  hasLoaded('complete')
  installServiceWorker()
  await vi.advanceTimersByTimeAsync(3000)
  expect(calls).toHaveLength(1)
})

test.each([
  ['in development', () => vi.stubEnv('PROD', false)],
  ['where the browser has none', () => Reflect.deleteProperty(navigator, 'serviceWorker')],
])('%s no service worker is installed', async (_, prepare) => {
  prepare()
  hasLoaded('complete')
  installServiceWorker()
  await vi.advanceTimersByTimeAsync(3000)
  expect(calls).toEqual([])
})

// The worker that opens the page of a door without a connection, with the browser's caches and its network replaced.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

interface FetchEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
const listeners: Record<string, (event: unknown) => void> = {}
const stored = new Map<string, string>()
const request = vi.fn<(request: Request) => Promise<Response>>()
const claim = vi.fn(async () => {})

beforeEach(async () => {
  stored.clear()
  request.mockReset().mockImplementation(async () => new Response('of the server'))
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((name: string, act: unknown) => {
    listeners[name] = act as (event: unknown) => void
  })
  vi.stubGlobal('clients', { claim })
  vi.stubGlobal('fetch', request)
  const match = async (key: string | Request, { ignoreVary }: CacheQueryOptions) => {
    const text = stored.get(new URL(typeof key === 'string' ? key : key.url, location.href).pathname)
    return text !== undefined && ignoreVary ? new Response(text) : undefined
  }
  vi.stubGlobal('caches', { open: async (name: string) => (name === 'staff-door' ? { match } : undefined) })
  vi.resetModules()
  await import('./worker.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the worker answers; null where it leaves the request to the browser. */
function load(path: string, { mode = 'no-cors', method = 'GET' } = {}): Promise<string> | null {
  let answer: Promise<Response> | null = null
  const event: FetchEvent = {
    request: { url: new URL(path, location.href).href, method, mode } as Request,
    respondWith(given) {
      answer = given
    },
  }
  listeners.fetch?.(event)
  return answer && (answer as Promise<Response>).then((response) => response.text())
}
const door = '/staff/sittings/7/door'
const openDoor = () => load(door, { mode: 'navigate' })
const storeShell = () => stored.set('/staff/', 'of the device')

test('it takes over the page that has registered it', async () => {
  const waitUntil = vi.fn<(work: Promise<void>) => void>()
  listeners.activate?.({ waitUntil })
  await waitUntil.mock.calls[0]?.[0]
  expect(claim).toHaveBeenCalledOnce()
})

test('a door opens with the page of the server, on a device that has stored it or not', async () => {
  expect(await openDoor()).toBe('of the server')
  storeShell()
  expect(await openDoor()).toBe('of the server')
})

test.each<[string, () => Promise<Response>]>([
  ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['answers with an error', async () => new Response('', { status: 500 })],
])('a door opens with the stored page when the server %s', async (_, answer) => {
  storeShell()
  request.mockImplementation(answer)
  expect(await openDoor()).toBe('of the device')
})

test('what the server refuses is said by the server', async () => {
  storeShell()
  request.mockImplementation(async () => new Response('refused', { status: 499 }))
  expect(await openDoor()).toBe('refused')
})

test('a server that is late has four seconds', async () => {
  vi.useFakeTimers()
  storeShell()
  request.mockReturnValue(new Promise(() => {}))
  const opened = vi.fn()
  const answer = openDoor()?.then(opened)
  await vi.advanceTimersByTimeAsync(3_999)
  expect(opened).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await answer
  expect(opened).toHaveBeenCalledExactlyOnceWith('of the device')
})

test('a device that has stored no page waits for a server that is late', async () => {
  vi.useFakeTimers()
  const late = Promise.withResolvers<Response>()
  request.mockReturnValue(late.promise)
  const answer = openDoor()
  await vi.advanceTimersByTimeAsync(60_000)
  late.resolve(new Response('of the server'))
  expect(await answer).toBe('of the server')
})

test('a stored file is read from the device, and every other one from the server', async () => {
  stored.set('/staff/assets/door-1a2b.js', 'of the device')
  expect(await load('/staff/assets/door-1a2b.js')).toBe('of the device')
  expect(request).not.toHaveBeenCalled()
  expect(await load('/staff/assets/other-3c4d.js')).toBe('of the server')
})

test.each<[string, string, Parameters<typeof load>[1]]>([
  ['another page of the staff', '/staff/sittings/7', { mode: 'navigate' }],
  ['a door elsewhere', '/applicants/7/door', { mode: 'navigate' }],
  ['a call', '/api/v1/staff/sittings/7/door', undefined],
  ['what a page loads from the address of a door', door, undefined],
  ['a mark that is sent', door, { mode: 'navigate', method: 'POST' }],
  ['a file of somebody else', 'https://elsewhere.example.org/staff/assets/door-1a2b.js', undefined],
])('%s is left to the browser', (_, path, options) => {
  storeShell()
  expect(load(path, options)).toBeNull()
})

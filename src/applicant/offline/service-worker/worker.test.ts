// The worker with the caches, the network and the events of a browser, which exist in none of the tests' environments.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: Record<string, unknown>) => void
const origin = 'https://portal.example'
const build = { version: '2', entry: '/assets/index-new.js', files: ['/assets/index-new.js', '/mark.svg'] }
const shell = '/spa.html'

let stored: Map<string, Map<string, Response>>
let listeners: Map<string, Listener>
const claim = vi.fn(async () => {})
const fetched = vi.fn<(request: Request | string, init?: RequestInit) => Promise<Response>>()
let isFull = false

/** As a browser says of what the own server has answered. */
const basic = (body: string, init: ResponseInit = {}, changes: object = {}) => {
  const response = new Response(body, init)
  const describe = (one: Response): Response =>
    Object.defineProperties(one, {
      type: { value: 'basic', configurable: true },
      ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, { value, configurable: true }])),
      clone: { value: () => describe(Response.prototype.clone.call(one)), configurable: true },
    })
  return describe(response)
}
const keyOf = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, origin).pathname
const openCache = (name: string) => {
  const entries = stored.get(name) ?? stored.set(name, new Map()).get(name)!
  return {
    match: async (request: Request | string) => entries.get(keyOf(request))?.clone(),
    async put(request: Request | string, response: Response) {
      if (isFull) throw new DOMException('Full.', 'QuotaExceededError')
      entries.set(keyOf(request), response)
    },
  }
}

beforeEach(async () => {
  stored = new Map()
  listeners = new Map()
  isFull = false
  claim.mockClear()
  fetched.mockReset().mockImplementation(async (request) => basic(`${keyOf(request)} ${build.entry}`))
  vi.stubGlobal('build', build)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('caches', {
    open: async (name: string) => openCache(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    async match(request: Request | string) {
      for (const name of stored.keys()) {
        const found = await openCache(name).match(request)
        if (found) return found
      }
      return undefined
    },
  })
  vi.stubGlobal('self', {
    location: { origin },
    clients: { claim },
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
  })
  vi.resetModules()
  await import('./worker.ts')
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function dispatch(name: 'install' | 'activate') {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(name)?.({
    waitUntil: (promise: Promise<unknown>) => {
      work = promise
    },
  })
  await work
}
/** What the worker answers, and what it does afterwards; undefined when it leaves the request to the browser. */
function request(path: string, mode = 'cors') {
  let answer: Promise<Response> | null = null
  const later: Promise<unknown>[] = []
  const event = {
    request: { url: origin + path, method: 'GET', mode },
    respondWith: (promise: Promise<Response>) => {
      answer = promise
    },
    waitUntil: (promise: Promise<unknown>) => void later.push(promise),
  }
  listeners.get('fetch')?.(event)
  const given = answer as Promise<Response> | null
  return given?.then(async (response) => {
    await Promise.all(later)
    return response.text()
  })
}
const navigate = (path: string) => request(path, 'navigate')
const listStored = () => [...stored].map(([name, entries]) => [name, [...entries.keys()]])

test('the shell and each file are stored once; the next try continues after those that are there', async () => {
  fetched.mockImplementation(async (path) => {
    if (path === '/mark.svg') throw new TypeError('Failed to fetch')
    return basic(build.entry)
  })
  await expect(dispatch('install')).rejects.toThrow('Failed to fetch')
  fetched.mockClear()
  fetched.mockImplementation(async () => basic(build.entry))
  await dispatch('install')
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/mark.svg'])
  expect(listStored()).toEqual([['app-2', [shell, '/assets/index-new.js', '/mark.svg']]])
})

test('a shell of another build is not stored', async () => {
  fetched.mockImplementation(async () => basic('/assets/index-old.js'))
  await expect(dispatch('install')).rejects.toThrow('The shell belongs to another build.')
  expect(listStored()).toEqual([['app-2', []]])
})

test.each([
  ['an error', () => basic(build.entry, { status: 500 })],
  ['a page to which the request was sent on', () => basic(build.entry, {}, { redirected: true })],
  ['another server', () => basic(build.entry, {}, { type: 'cors' })],
])('what %s answers is not stored', async (_what, answer) => {
  fetched.mockImplementation(async () => answer())
  await expect(dispatch('install')).rejects.toThrow('/spa.html could not be fetched.')
})

test('who saves data loads nothing but the shell: of the files only those are stored that the browser has', async () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
  fetched.mockImplementation(async (path, init) => {
    if (path !== shell) expect(init).toMatchObject({ cache: 'only-if-cached' })
    if (path === '/assets/index-new.js') throw new TypeError('Not in the cache')
    return basic(build.entry)
  })
  await dispatch('install')
  expect(listStored()).toEqual([['app-2', [shell, '/mark.svg']]])
})

test('what former versions have stored goes, and nothing else', async () => {
  for (const name of ['app-1', 'app-2', 'of-another-app']) openCache(name)
  await dispatch('activate')
  expect([...stored.keys()]).toEqual(['app-2', 'of-another-app'])
  expect(claim).toHaveBeenCalledOnce()
})

test('a file comes from the device, or from the server, and is then kept', async () => {
  expect(await request('/assets/part.js')).toContain('/assets/part.js')
  expect(await request('/assets/part.js')).toContain('/assets/part.js')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(listStored()).toEqual([['app-2', ['/assets/part.js']]])
})

test.each([
  ['that is an error', () => basic('', { status: 404 })],
  ['of another server', () => basic('', {}, { type: 'opaque' })],
])('a file %s is not kept', async (_what, answer) => {
  fetched.mockImplementation(async () => answer())
  await request('/assets/part.js')
  expect(listStored()).toEqual([])
})

test('a device that is full gets its files all the same', async () => {
  isFull = true
  expect(await request('/assets/part.js')).toContain('/assets/part.js')
})

test('a page is the server’s; the shell when it fails, is away or takes longer than four seconds', async () => {
  await openCache('app-2').put(shell, basic('the shell'))
  fetched.mockImplementation(async () => basic('a page', { status: 499 }))
  expect(await navigate('/app/dashboard')).toBe('a page')
  fetched.mockImplementation(async () => basic('an error', { status: 500 }))
  expect(await navigate('/app/dashboard')).toBe('the shell')
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await navigate('/app/dashboard')).toBe('the shell')
  vi.useFakeTimers()
  fetched.mockReturnValue(new Promise(() => {}))
  let opened: string | undefined
  void navigate('/app/dashboard')?.then((text) => {
    opened = text
  })
  await vi.advanceTimersByTimeAsync(3_999)
  expect(opened).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toBe('the shell')
})

test('without a shell a page is whatever the server says', async () => {
  fetched.mockImplementation(async () => basic('an error', { status: 500 }))
  expect(await navigate('/app/dashboard')).toBe('an error')
})

test('the payment page opens in the shell only while the server cannot be reached', async () => {
  await openCache('app-2').put(shell, basic('the shell'))
  fetched.mockImplementation(async () => basic('an error', { status: 500 }))
  expect(await navigate('/auth/payment')).toBe('an error')
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await navigate('/auth/payment')).toBe('the shell')
  stored.clear()
  await expect(navigate('/auth/payment')).rejects.toThrow('Failed to fetch')
})

test('calls are left to the browser', () => {
  expect([request('/api/v1/users/me'), navigate('/verify/7Q2M-4KXD')]).toEqual([undefined, undefined])
})

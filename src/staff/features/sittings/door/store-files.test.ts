// The files of a page that are kept on the device, with the browser's caches and its network replaced.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeDoorFiles } from './store-files.ts'

const entry = '/staff/assets/index-1.js'
const style = '/staff/assets/index-1.css'
const door = '/staff/assets/door-1.js'
const shell = '/staff/'
const stored = new Set<string>()
const register = vi.fn(async () => {})
const add = vi.fn(async (path: string) => void stored.add(path))
let answer: () => Partial<Response>

const page = (text: string, more: Partial<Response> = {}): Partial<Response> => ({
  ok: true,
  redirected: false,
  clone: () => ({ text: async () => text }) as Response,
  ...more,
})

beforeEach(() => {
  stored.clear()
  register.mockClear()
  add.mockClear()
  answer = () => page(`<script src="${entry}">`)
  vi.stubEnv('PROD', true)
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } })
  vi.stubGlobal('fetch', async () => answer())
  const cache = {
    match: async (path: string) => (stored.has(path) ? {} : undefined),
    add,
    put: async (path: string) => void stored.add(path),
    keys: async () => [...stored].map((path) => ({ url: new URL(path, location.href).href })),
    delete: async (path: string) => stored.delete(path),
  }
  vi.stubGlobal('caches', { open: async (name: string) => (name === 'staff-door' ? cache : undefined) })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    [door, entry, '/api/v1/staff/session'].map(
      (path) => ({ name: new URL(path, location.href).href }) as PerformanceEntry,
    ),
  )
  const script = Object.assign(document.createElement('script'), { type: 'module' })
  script.setAttribute('src', entry)
  const link = document.createElement('link')
  link.setAttribute('href', style)
  document.body.append(script, link)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('the page, its scripts and styles are stored, and nothing that it has asked the server', async () => {
  await storeDoorFiles()
  expect([...stored].sort()).toEqual([shell, door, style, entry].sort())
  expect(register).toHaveBeenCalledExactlyOnceWith('/staff/door-worker.js', {
    scope: '/staff/sittings/',
    updateViaCache: 'none',
  })
})

test('what is stored is not loaded again, and files of an older page go', async () => {
  for (const path of [entry, '/staff/assets/index-0.js']) stored.add(path)
  await storeDoorFiles()
  expect(add.mock.calls.flat().sort()).toEqual([door, style].sort())
  expect(stored.has('/staff/assets/index-0.js')).toBe(false)
  expect(stored.has(entry)).toBe(true)
})

test.each<[string, Partial<Response>]>([
  ['of another build', page('<script src="/staff/assets/index-2.js">')],
  ['that is an error', page(`<script src="${entry}">`, { ok: false })],
  ['of a redirection', page(`<script src="${entry}">`, { redirected: true })],
])('a page %s does not replace what is stored', async (_, given) => {
  answer = () => given
  stored.add('/staff/assets/index-0.js')
  await storeDoorFiles()
  expect([...stored]).toEqual(['/staff/assets/index-0.js'])
})

test.each<[string, () => void]>([
  ['a page of development', () => vi.stubEnv('PROD', false)],
  ['a browser without workers', () => Reflect.deleteProperty(navigator, 'serviceWorker')],
])('%s stores nothing', async (_, take) => {
  take()
  await storeDoorFiles()
  expect(register).not.toHaveBeenCalled()
  expect(stored.size).toBe(0)
})

test('a browser without caches stores nothing', async () => {
  vi.unstubAllGlobals()
  await storeDoorFiles()
  expect(register).not.toHaveBeenCalled()
})

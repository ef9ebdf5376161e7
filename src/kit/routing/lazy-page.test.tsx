// A page whose code cannot be loaded: what the error page is told.
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { createLazyPage } from './lazy-page.tsx'
import { loadOrReload } from './reload-once.ts'

// Tried once: how often and when is tested with it.
vi.mock(import('./load-with-retry.ts'), () => ({ loadWithRetry: <T,>(load: () => Promise<T>) => load() }))

const reload = vi.fn()
beforeEach(() => {
  vi.spyOn(location, 'reload').mockImplementation(reload)
  sessionStorage.setItem('reloaded', location.href)
})

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
afterEach(() => {
  cleanup()
  fetched.mockReset()
  reload.mockClear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const codeUrl = 'https://portal.example/assets/page-1.js'
const cause = new TypeError(`Failed to fetch dynamically imported module: ${codeUrl}`)

/** What was sent to find out the status. A retry that another file left running is none of it. */
const readStatusRequests = () => fetched.mock.calls.filter(([url]) => url === codeUrl)

async function readFailure(Page: ComponentType): Promise<unknown> {
  vi.stubGlobal('fetch', fetched)
  let told: unknown
  const ErrorPage = ({ error }: { error: unknown }) => {
    told = error
    return <h1>It failed</h1>
  }
  // Caught errors are reported on the console.
  const report = vi.mocked(console.error).mockImplementation(() => {})
  render(
    <ErrorBoundary page={ErrorPage}>
      <Page />
    </ErrorBoundary>,
  )
  await screen.findByText('It failed')
  report.mockClear()
  return told
}

test.each<[string, () => Promise<Response>, number | null]>([
  ['is not there', async () => new Response(null, { status: 404 }), 404],
  ['is refused', async () => new Response(null, { status: 503 }), 503],
  ['is there', async () => new Response(null, { status: 200 }), null],
  ['cannot be asked for', async () => Promise.reject(new TypeError('Failed to fetch')), null],
])('of code that %s the error page knows the status, or else what the browser said', async (_, answer, status) => {
  fetched.mockImplementation(answer)
  const onFailure = vi.fn()
  const told = await readFailure(createLazyPage(() => Promise.reject(cause), onFailure))
  expect(readStatusRequests()).toEqual([[codeUrl, { method: 'HEAD', cache: 'no-store' }]])
  expect(onFailure).toHaveBeenCalledOnce()
  if (status === null) return expect(told).toBe(cause)
  expect(told).toBeInstanceOf(ApiError)
  expect(told).toMatchObject({ status, message: cause.message })
})

test.each([new Error('The code is broken.'), 'a text'])(
  'a failure that names no file is told as it is',
  async (thrown) => {
    expect(await readFailure(createLazyPage(() => Promise.reject(thrown)))).toBe(thrown)
    expect(readStatusRequests()).toEqual([])
    expect(fetched).not.toHaveBeenCalledWith(undefined, expect.anything())
  },
)

test('code that was tried in advance, and failed, is not tried again before its page says so', async () => {
  const load = vi.fn(() => Promise.reject(new Error('The code is broken.')))
  const Page = createLazyPage(load)
  await expect(Page.preload()).rejects.toThrow('The code is broken.')
  expect(await readFailure(Page)).toMatchObject({ message: 'The code is broken.' })
  expect(load).toHaveBeenCalledOnce()
})

test('a failed import is kept by the document, so the page is loaded again once, and only then fails', async () => {
  sessionStorage.clear()
  const Page = createLazyPage(() => Promise.reject(new Error('Failed to fetch')))
  render(<Page />)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.getByText('Loading…')).toBeDefined()
  cleanup()
  expect(await readFailure(Page)).toMatchObject({ message: 'Failed to fetch' })
  expect(reload).toHaveBeenCalledOnce()
})

test('a page at another address is loaded again as well', async () => {
  sessionStorage.setItem('reloaded', `${location.href}another`)
  const Page = createLazyPage(() => Promise.reject(new Error('Failed to fetch')))
  render(<Page />)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('a page that was left before it failed is not loaded again', async () => {
  sessionStorage.clear()
  const code = Promise.withResolvers<never>()
  const Page = createLazyPage(() => code.promise)
  render(<Page />)
  cleanup()
  code.reject(new Error('Failed to fetch'))
  await expect(Page.preload()).rejects.toThrow()
  expect(reload).not.toHaveBeenCalled()
})

test('what the server refuses, and what storage cannot count, is not loaded again', async () => {
  sessionStorage.clear()
  fetched.mockImplementation(async () => new Response(null, { status: 502 }))
  await readFailure(createLazyPage(() => Promise.reject(cause)))
  cleanup()
  vi.stubGlobal('sessionStorage', undefined)
  await readFailure(createLazyPage(() => Promise.reject(new Error('Failed to fetch'))))
  vi.unstubAllGlobals()
  expect(reload).not.toHaveBeenCalled()
})

test('code of an action that cannot be loaded loads the page again once, and only then fails', async () => {
  sessionStorage.clear()
  const load = () => Promise.reject(new Error('Failed to fetch'))
  const loading = loadOrReload(load)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(await Promise.race([loading, Promise.resolve('waits')])).toBe('waits')
  await expect(loadOrReload(load)).rejects.toThrow('Failed to fetch')
})

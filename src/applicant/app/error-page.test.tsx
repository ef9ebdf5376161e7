import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/http/api-error.ts'
import { ErrorBoundary } from '#kit/routing/error-boundary.tsx'
import { ErrorPage } from './error-page.tsx'

// React reports caught errors on the console. Here they are expected.
afterEach(() => {
  vi.mocked(console.error).mockClear()
})

function renderFailing(error: unknown) {
  function Failing(): never {
    throw error
  }
  vi.mocked(console.error).mockImplementation(() => {})
  render(
    <ErrorBoundary page={ErrorPage}>
      <Failing />
    </ErrorBoundary>,
  )
}

test('a page that fails is replaced by the error page with its error message', () => {
  renderFailing(new Error('The page is broken.'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unexpected Application Error!')
  expect(screen.getByRole('alert').textContent).toBe('The page is broken.')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined()
  expect(screen.getByRole('status').textContent).toMatch(
    /Reload the page; if it fails again, come back in a few minutes\.$/,
  )
})

test('what fails with something else than an error is said as it is', () => {
  renderFailing('The page is broken.')
  expect(screen.getByRole('alert').textContent).toBe('The page is broken.')
})

test('of code that could not be loaded the error page names no address', () => {
  renderFailing(new TypeError('Failed to fetch dynamically imported module: https://jobs.example.org/assets/a-1.js'))
  expect(screen.getByRole('alert').textContent).toBe('Failed to fetch dynamically imported module.')
})

test('the error page shows the status before the message', () => {
  renderFailing(new ApiError(503, { message: 'The service is busy.' }))
  expect(screen.getByRole('alert').textContent).toBe('503 The service is busy.')
})

test('a page that fails because the portal was updated meanwhile says so', async () => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'
  vi.stubGlobal('fetch', async () => new Response('<script type="module" src="/assets/index-new.js"></script>'))
  renderFailing(new TypeError("Cannot read properties of undefined (reading 'map')"))
  expect(
    await screen.findByText(/The portal was updated after you opened this page. Reload it to go on.$/),
  ).toBeDefined()
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

test('going back leaves the error page', () => {
  let isBroken = true
  function Sometimes() {
    if (isBroken) throw new Error('Broken.')
    return <p>Whole again</p>
  }
  vi.mocked(console.error).mockImplementation(() => {})
  render(
    <ErrorBoundary page={ErrorPage}>
      <Sometimes />
    </ErrorBoundary>,
  )
  isBroken = false
  act(() => void dispatchEvent(new PopStateEvent('popstate')))
  expect(screen.getByText('Whole again')).toBeDefined()
})

import { act, render } from '@testing-library/react'
import { BrowserRouter, MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delays } from '#shared/policy/limits.ts'
import { useDelayedRedirect } from './use-delayed-redirect.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('who has nowhere to go stays, and nothing is added to the history; who has is led there after the delay', () => {
  const visited = new Map<string, string>()
  function Page({ to }: { to: string | null }) {
    const { key, pathname } = useLocation()
    visited.set(key, pathname)
    useDelayedRedirect(to)
    return null
  }
  const show = (to: string | null) => (
    <MemoryRouter initialEntries={['/here']}>
      <Page to={to} />
    </MemoryRouter>
  )
  const { rerender } = render(show(null))
  act(() => void vi.advanceTimersByTime(delays.redirect))
  expect([...visited.values()]).toEqual(['/here'])
  // Nor is somebody led there for whom there is no reason any more.
  rerender(show('/there'))
  rerender(show(null))
  act(() => void vi.advanceTimersByTime(delays.redirect))
  expect([...visited.values()]).toEqual(['/here'])
  rerender(show('/there'))
  act(() => void vi.advanceTimersByTime(delays.redirect - 1))
  expect([...visited.values()]).toEqual(['/here'])
  act(() => void vi.advanceTimersByTime(1))
  expect([...visited.values()]).toEqual(['/here', '/there'])
})

test('who follows a link is not led elsewhere while its page is being loaded', () => {
  const visited = new Set<string>()
  function Page() {
    visited.add(useLocation().pathname)
    useDelayedRedirect('/there')
    return null
  }
  render(<Page />, { wrapper: BrowserRouter })
  history.pushState(null, '', '/linked')
  act(() => void vi.advanceTimersByTime(delays.redirect))
  expect([window.location.pathname, visited.has('/there')]).toEqual(['/linked', false])
  history.replaceState(null, '', '/')
})

import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

const Page = ({ error }: { error: unknown }) => <p>{(error as Error).message}</p>

test('a page that failed is left by going back, and a boundary that is gone listens no more', () => {
  // React reports caught errors on the console.
  vi.mocked(console.error).mockImplementation(() => {})
  const add = vi.spyOn(globalThis, 'addEventListener')
  const remove = vi.spyOn(globalThis, 'removeEventListener')
  let isBroken = true
  function Sometimes() {
    if (isBroken) throw new Error('Broken.')
    return <p>Whole again</p>
  }
  const { unmount } = render(
    <ErrorBoundary page={Page}>
      <Sometimes />
    </ErrorBoundary>,
  )
  expect(screen.getByText('Broken.')).toBeDefined()
  isBroken = false
  act(() => void dispatchEvent(new PopStateEvent('popstate')))
  expect(screen.getByText('Whole again')).toBeDefined()
  const listen = add.mock.calls.find(([name]) => name === 'popstate')?.[1]
  expect(listen).toBeTypeOf('function')
  unmount()
  expect(remove).toHaveBeenCalledWith('popstate', listen)
  vi.mocked(console.error).mockClear()
})

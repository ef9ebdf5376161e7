import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPart, optionalPart, runWhenIdle } from './lazy-part.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a lazy part shows its fallback until it has loaded, and loads once', async () => {
  const code = Promise.withResolvers<typeof Hello>()
  const load = vi.fn(() => code.promise)
  const Lazy = lazyPart(load, <p>Coming</p>)
  Lazy.preload()
  await act(async () => {
    render(<Lazy name="Ada" />)
  })
  expect(document.body.textContent).toBe('Coming')
  code.resolve(Hello)
  await pass(0)
  expect(document.body.textContent).toBe('Hello Ada')
  expect(load).toHaveBeenCalledOnce()
})

test('a lazy part that has been loaded before renders at once', async () => {
  const load = vi.fn(async () => Hello)
  const Lazy = lazyPart(load, <p>Coming</p>)
  Lazy.preload()
  await pass(0)
  render(<Lazy name="Ada" />)
  expect(document.body.textContent).toBe('Hello Ada')
  expect(load).toHaveBeenCalledOnce()
})

test('offline, a lazy part keeps trying and never shows an error', async () => {
  let isOffline = true
  const Lazy = lazyPart(
    async () => {
      if (isOffline) throw new TypeError('Failed to fetch')
      return Hello
    },
    <p>Coming</p>,
  )
  await act(async () => {
    render(<Lazy name="Ada" />)
  })
  await pass(20_000)
  expect(screen.getByText('Coming')).toBeDefined()
  isOffline = false
  await pass(3_000)
  expect(screen.getByText('Hello Ada')).toBeDefined()
})

test('an optional part whose code cannot be loaded is left out, and the page beside it stays', async () => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'
  vi.stubGlobal('fetch', async () => new Response('<script type="module" src="/assets/index-old.js"></script>'))
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const Lazy = optionalPart(load)
  await act(async () => {
    render(
      <>
        <Lazy />
        <p>The page</p>
      </>,
    )
  })
  await pass(20_000)
  expect([document.body.textContent, load.mock.calls.length, reload.mock.calls.length]).toEqual(['The page', 3, 0])
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

test('what waits for an idle browser is cancelled with its component', () => {
  const callback = vi.fn()
  const cancel = runWhenIdle(callback)
  runWhenIdle(callback)
  cancel()
  vi.runAllTimers()
  expect(callback).toHaveBeenCalledTimes(1)
})

test('a browser that says when it is idle is asked, and told when nobody waits any more', () => {
  const cancelIdleCallback = vi.fn()
  vi.stubGlobal('requestIdleCallback', () => 7)
  vi.stubGlobal('cancelIdleCallback', cancelIdleCallback)
  const callback = vi.fn()
  const cancel = runWhenIdle(callback)
  vi.runAllTimers()
  expect(callback).not.toHaveBeenCalled()
  cancel()
  vi.unstubAllGlobals()
  expect(cancelIdleCallback).toHaveBeenCalledExactlyOnceWith(7)
})

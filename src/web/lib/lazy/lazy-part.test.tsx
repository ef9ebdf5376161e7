import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { laterPart } from './lazy-part.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a part that comes later is waited for, and loaded once', async () => {
  const load = vi.fn(async () => Hello)
  const Later = laterPart(load, <p>Coming</p>)
  Later.preload()
  await act(async () => {
    render(<Later name="Ada" />)
  })
  await pass(0)
  expect(screen.getByText('Hello Ada')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

test('without a line it keeps trying, and never gives way to an error', async () => {
  let isOffline = true
  const Later = laterPart(
    async () => {
      if (isOffline) throw new TypeError('Failed to fetch')
      return Hello
    },
    <p>Coming</p>,
  )
  await act(async () => {
    render(<Later name="Ada" />)
  })
  await pass(20_000)
  expect(screen.getByText('Coming')).toBeDefined()
  isOffline = false
  await pass(3_000)
  expect(screen.getByText('Hello Ada')).toBeDefined()
})

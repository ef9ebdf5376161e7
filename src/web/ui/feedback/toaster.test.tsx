import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  toast.clear()
  render(<Toaster stay={5000} />)
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const raise = (words: string) => act(() => toast.success(words))

test('a toast is announced and goes by itself after its time', () => {
  raise('Saved.')
  expect(screen.getByRole('region', { name: 'Messages' }).getAttribute('aria-live')).toBe('polite')
  pass(4999)
  expect(screen.queryByText('Saved.')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('a toast stays while it is pointed at', () => {
  raise('Saved.')
  const message = screen.getByText('Saved.')
  fireEvent.pointerEnter(message)
  pass(60_000)
  expect(screen.queryByText('Saved.')).not.toBeNull()
  fireEvent.pointerLeave(message)
  pass(5000)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('a toast can be dismissed', () => {
  raise('Saved.')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('the same words raised again show once, for their whole time', () => {
  raise('Saved.')
  pass(4000)
  raise('Saved.')
  pass(4000)
  expect(screen.getAllByText('Saved.')).toHaveLength(1)
})

test('a screen reader hears what kind of message it is', () => {
  act(() => toast.error('Not saved.'))
  expect(screen.getByText('Not saved.').textContent).toBe('Error: Not saved.')
})

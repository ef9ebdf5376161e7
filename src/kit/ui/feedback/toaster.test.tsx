import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  toast.clear()
  render(<Toaster duration={5000} />)
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const show = (message: string) => act(() => toast.success(message))

test('a toast is announced and disappears after its time', () => {
  show('Saved.')
  expect(screen.getByRole('region', { name: 'Messages' }).getAttribute('aria-live')).toBe('polite')
  pass(4999)
  expect(screen.queryByText('Saved.')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('a toast stays while it is hovered', () => {
  show('Saved.')
  const message = screen.getByText('Saved.')
  fireEvent.pointerEnter(message)
  pass(60_000)
  expect(screen.queryByText('Saved.')).not.toBeNull()
  fireEvent.pointerLeave(message)
  pass(5000)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('a toast can be dismissed', () => {
  show('Saved.')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('the same message shown again appears once, for its whole time', () => {
  show('Saved.')
  pass(4000)
  show('Saved.')
  pass(4000)
  expect(screen.getAllByText('Saved.')).toHaveLength(1)
})

test('screen readers hear the kind of a message', () => {
  act(() => toast.error('Not saved.'))
  expect(screen.getByText('Not saved.').textContent).toBe('Error: Not saved.')
})

import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carryToasts, toast, toastStore } from './toast.ts'
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
  const region = screen.getByRole('region', { name: 'Messages' })
  // Not when one goes.
  expect([region.getAttribute('aria-live'), region.getAttribute('aria-relevant')]).toEqual(['polite', 'additions'])
  pass(4999)
  expect(screen.queryByText('Saved.')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('a toast stays while it is hovered', () => {
  show('Saved.')
  // The browser tells each element that the pointer enters.
  const message = screen.getByText('Saved.').parentElement!
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
  expect(screen.getAllByText('Saved.')).toHaveLength(1)
  pass(4000)
  expect(screen.getAllByText('Saved.')).toHaveLength(1)
})

test('screen readers hear the kind of a message', () => {
  act(() => toast.error('Not saved.'))
  expect(screen.getByText('Not saved.').textContent).toBe('Error: Not saved.')
})

test('a toast stays while its button has the focus', () => {
  show('Saved.')
  fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }))
  pass(60_000)
  fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }))
  pass(4999)
  expect(screen.queryByText('Saved.')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('four toasts are visible at most, the newest ones', () => {
  for (const message of ['one', 'two', 'three', 'four', 'five']) show(message)
  expect(toastStore.get().map(({ message }) => message)).toEqual(['two', 'three', 'four', 'five'])
})

test('dismissing one leaves the others', () => {
  show('one')
  show('two')
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
  expect(toastStore.get().map(({ message }) => message)).toEqual(['two'])
})

test('what is carried to the next document is shown there, and not once more in the one after it', async () => {
  show('Signed out.')
  carryToasts()
  const openDocument = async () => {
    vi.resetModules()
    return import('./toast.ts')
  }
  const next = await openDocument()
  expect(next.toastStore.get().map(({ message }) => message)).toEqual(['Signed out.'])
  next.toast.success('Hello.')
  expect(new Set(next.toastStore.get().map(({ id }) => id)).size).toBe(2)
  expect((await openDocument()).toastStore.get()).toEqual([])
})

test('toasts work where the browser refuses its storage', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError')
  })
  vi.resetModules()
  const next = await import('./toast.ts')
  next.carryToasts()
  expect(next.toastStore.get()).toEqual([])
})

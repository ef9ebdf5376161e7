import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('subscribers are notified of each new value until they unsubscribe', () => {
  const store = createStore(1)
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  store.set(2)
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1])
  unsubscribe()
  store.set(3)
  expect([store.get(), listener.mock.calls.length]).toEqual([3, 1])
})

test('setting the same value again notifies nobody', () => {
  const value = { name: 'Ada' }
  const store = createStore(value)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set(value)
  expect(listener).not.toHaveBeenCalled()
})

test('a subscriber that subscribes another one during a notification causes no endless loop', () => {
  const store = createStore(1)
  const added = vi.fn()
  store.subscribe(() => store.subscribe(added))
  store.set(2)
  expect(added).not.toHaveBeenCalled()
  store.set(3)
  expect(added).toHaveBeenCalledOnce()
})

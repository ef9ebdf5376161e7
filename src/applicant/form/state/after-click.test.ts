import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runAfterClick, trackPointer } from './after-click.ts'

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  stop = trackPointer()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const point = (type: string) => void dispatchEvent(new Event(type))

test('without a pointer that is down nothing waits', () => {
  const action = vi.fn()
  runAfterClick(action)
  expect(action).toHaveBeenCalledOnce()
})

test('what happens during a click waits for its end, and is done once', () => {
  const action = vi.fn()
  point('pointerdown')
  runAfterClick(action)
  point('pointerup')
  point('click')
  expect(action).not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  vi.advanceTimersByTime(1_000)
  expect(action).toHaveBeenCalledOnce()
})

test.each(['pointerup', 'pointercancel'])('a pointer that ends with %s and no click is waited for 300 ms', (end) => {
  const action = vi.fn()
  point('pointerdown')
  runAfterClick(action)
  vi.advanceTimersByTime(1_000)
  point(end)
  vi.advanceTimersByTime(299)
  expect(action).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(action).toHaveBeenCalledOnce()
})

test('what waits when the form goes is done', () => {
  const action = vi.fn()
  point('pointerdown')
  runAfterClick(action)
  stop()
  expect(action).toHaveBeenCalledOnce()
  runAfterClick(action)
  expect(action).toHaveBeenCalledTimes(2)
})

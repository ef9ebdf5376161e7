import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitNudges, nudgeIntervalMs } from './limit-nudges.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function createPool() {
  const nudge = vi.fn<(count: number) => void>()
  const events = new EventEmitter()
  const pool = { nudge }
  limitNudges(pool, events)
  return { pool, nudge, events }
}

test('the first notification is passed on at once, and those that follow together', () => {
  const { pool, nudge } = createPool()
  pool.nudge(1)
  expect(nudge.mock.calls).toEqual([[1]])
  for (let n = 0; n < 500; n++) pool.nudge(4)
  expect(nudge).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(nudgeIntervalMs)
  expect(nudge.mock.calls).toEqual([[1], [2_000]])
})

test('after a quiet moment the next one is passed on at once again', () => {
  const { pool, nudge } = createPool()
  pool.nudge(1)
  vi.advanceTimersByTime(2 * nudgeIntervalMs)
  expect(nudge).toHaveBeenCalledTimes(1)
  pool.nudge(1)
  expect(nudge).toHaveBeenCalledTimes(2)
})

test('nothing is passed on once the runner shuts down', () => {
  const { pool, nudge, events } = createPool()
  pool.nudge(1)
  pool.nudge(1)
  events.emit('pool:gracefulShutdown')
  vi.advanceTimersByTime(10 * nudgeIntervalMs)
  pool.nudge(1)
  expect(nudge).toHaveBeenCalledTimes(1)
})

test('nor after a quiet moment', () => {
  const { pool, nudge, events } = createPool()
  events.emit('pool:release')
  pool.nudge(1)
  expect(nudge).not.toHaveBeenCalled()
})

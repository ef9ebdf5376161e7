import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCountedLog } from './counted-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what happens many times in a second is one line with its count, and the next second has a line of its own', () => {
  const lines: number[] = []
  const countOne = createCountedLog((count) => lines.push(count))
  for (let n = 0; n < 3_000; n++) countOne()
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1_000)
  countOne()
  vi.advanceTimersByTime(1_000)
  vi.advanceTimersByTime(5_000)
  expect(lines).toEqual([3_000, 1])
})

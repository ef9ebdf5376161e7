import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectWhenRested } from './collect-when-rested.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function start() {
  const collect = vi.fn()
  let busyShare = 0
  collectWhenRested({ collect, measureBusyShare: () => busyShare })
  return {
    collect,
    pass(seconds: number, share: number) {
      busyShare = share
      vi.advanceTimersByTime(seconds * 1_000)
    },
  }
}

test('the heap is collected once after the start, and not again while nothing is done', () => {
  const { collect, pass } = start()
  pass(9.999, 0.01)
  expect(collect).not.toHaveBeenCalled()
  pass(0.001, 0.01)
  expect(collect).toHaveBeenCalledOnce()
  pass(3_600, 0.01)
  expect(collect).toHaveBeenCalledOnce()
})

test('the heap is collected once after each time of work, never during it', () => {
  const { collect, pass } = start()
  pass(600, 0.3)
  expect(collect).not.toHaveBeenCalled()
  pass(5, 0)
  pass(5, 0.3)
  expect(collect).not.toHaveBeenCalled()
  pass(60, 0)
  expect(collect).toHaveBeenCalledTimes(1)
  pass(5, 0.4)
  pass(60, 0)
  expect(collect).toHaveBeenCalledTimes(2)
})

test('short work is followed by a collection once it has taken two seconds of the processor in all', () => {
  const { collect, pass } = start()
  pass(60, 0)
  expect(collect).toHaveBeenCalledTimes(1)
  pass(5, 0.2)
  // Health checks are no work.
  pass(3_600, 0.1)
  expect(collect).toHaveBeenCalledTimes(1)
  pass(5, 0.2)
  pass(60, 0)
  expect(collect).toHaveBeenCalledTimes(2)
})

test('how busy the server was is measured where nothing else says it', () => {
  const collect = vi.fn()
  collectWhenRested({ collect })
  vi.advanceTimersByTime(10_000)
  expect(collect).toHaveBeenCalledOnce()
})

test('without the option of Node nothing is collected', () => {
  collectWhenRested({ collect: undefined })
  expect(vi.getTimerCount()).toBe(globalThis.gc ? 1 : 0)
})

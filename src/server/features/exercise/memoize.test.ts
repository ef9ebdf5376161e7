import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

function memoizeCounter({ failsFirst = false } = {}) {
  let now = 0
  let loads = 0
  const read = memoize(
    async () => {
      loads += 1
      if (failsFirst && loads === 1) throw new Error('unavailable')
      return loads
    },
    1000,
    () => new Date(now),
  )
  return { read, advance: (ms: number) => (now += ms) }
}

test('a value is reused until it expires', async () => {
  const { read, advance } = memoizeCounter()
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  advance(999)
  expect(await read()).toBe(1)
  advance(1)
  expect(await read()).toBe(2)
})

test('a value does not outlive its time when the clock is set back', async () => {
  const { read, advance } = memoizeCounter()
  expect(await read()).toBe(1)
  advance(-3_600_000)
  expect(await read()).toBe(2)
})

test('an error is not cached', async () => {
  const { read } = memoizeCounter({ failsFirst: true })
  await expect(read()).rejects.toThrow('unavailable')
  expect(await read()).toBe(2)
})

import { expect, test } from 'vitest'
import { remembered } from './cached.ts'

function counted(failing = false) {
  let now = 0
  let made = 0
  const next = remembered(
    async () => {
      made += 1
      if (failing && made === 1) throw new Error('away')
      return made
    },
    1000,
    () => new Date(now),
  )
  return { next, pass: (ms: number) => (now += ms) }
}

test('what was made is handed out until its time is over', async () => {
  const { next, pass } = counted()
  expect(await Promise.all([next(), next()])).toEqual([1, 1])
  pass(999)
  expect(await next()).toBe(1)
  pass(1)
  expect(await next()).toBe(2)
})

test('a failure is not remembered', async () => {
  const { next } = counted(true)
  await expect(next()).rejects.toThrow('away')
  expect(await next()).toBe(2)
})

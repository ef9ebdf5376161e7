import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { lateness } from './lateness.ts'

test('a round of the event loop that takes too long is noticed while it lasts, and over with it', async () => {
  const isLate = lateness(30)
  await pause(60)
  const until = performance.now() + 120
  while (performance.now() < until) void 0
  expect(isLate()).toBe(true)
  await expect.poll(isLate).toBe(false)
})

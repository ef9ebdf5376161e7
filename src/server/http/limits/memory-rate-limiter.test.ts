import { expect, test } from 'vitest'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'

test('each key may be used up to the limit, until the window has passed', () => {
  let now = 0
  const { consume } = createMemoryRateLimiter({ count: 2, seconds: 60 }, () => now)
  consume('here')
  consume('here')
  now = 15_000
  expect(() => consume('here')).toThrow(
    expect.objectContaining({ code: 'too_many_requests', details: { retryAfter: 45 } }),
  )
  consume('there')
  now = 60_000
  consume('here')
  consume('here')
  now = 119_000
  expect(() => consume('here')).toThrow(expect.objectContaining({ details: { retryAfter: 1 } }))
})

test('a larger network has a larger allowance', () => {
  const { consume } = createMemoryRateLimiter({ count: 1, seconds: 60 })
  for (let used = 0; used < 4; used += 1) consume('2c0f:f5c0:12:89--/56', 4)
  expect(() => consume('2c0f:f5c0:12:89--/56', 4)).toThrow('Too many attempts.')
})

test('100,000 clients are counted; with one more counting starts again', () => {
  const { consume } = createMemoryRateLimiter({ count: 1, seconds: 60 }, () => 0)
  for (let n = 0; n < 99_999; n++) consume(`client ${n}`)
  expect(() => consume('client 0')).toThrow()
  consume('client 99999')
  consume('client 0')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../api/app-error.ts'
import { gate } from './concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Work that lasts until it is told to end. */
function longWork() {
  let end = () => {}
  const long = new Promise<string>((resolve) => {
    end = () => resolve('done')
  })
  return { work: () => long, end: () => end() }
}

const refusalOf = (attempt: Promise<unknown>) => attempt.then(() => null).catch((error: unknown) => error as AppError)

test('as many as there is room for work at once; the next wait and take their turns', async () => {
  const { pass, inside } = gate({ most: 1, queue: 5 })
  const { work, end } = longWork()
  const first = pass(work)
  const order: number[] = []
  const others = [1, 2, 3].map((n) => pass(async () => order.push(n)))
  expect(inside()).toBe(1)
  expect(order).toEqual([])

  end()
  expect(await first).toBe('done')
  await Promise.all(others)
  expect(order).toEqual([1, 2, 3])
  expect(inside()).toBe(0)
})

test('beyond the queue, the refusal comes at once and says when to come back', async () => {
  const { pass, refused } = gate({ most: 1, queue: 1 })
  const { work, end } = longWork()
  const served = [pass(work), pass(async () => 'waited')]
  const refusal = await refusalOf(pass(async () => 'never'))
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal?.status).toBe(503)
  expect(refusal?.more.retryAfter).toBeGreaterThanOrEqual(2)
  expect(refusal?.more.retryAfter).toBeLessThanOrEqual(8)
  expect(refused()).toBe(1)

  end()
  expect(await Promise.all(served)).toEqual(['done', 'waited'])
})

test('nobody joins a queue that does not move, and whoever stands in it is not held for ever', async () => {
  const { pass, isCrowded } = gate({ most: 1, queue: 5 })
  const { work, end } = longWork()
  const stuck = pass(work)
  const patient = refusalOf(pass(async () => 'never'))
  vi.advanceTimersByTime(200)
  expect(isCrowded()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(isCrowded()).toBe(true)
  expect((await refusalOf(pass(async () => 'never')))?.status).toBe(503)

  vi.advanceTimersByTime(2_000)
  expect((await patient)?.status).toBe(503)
  expect(isCrowded()).toBe(false)
  end()
  expect(await stuck).toBe('done')
  expect(await pass(async () => 'now')).toBe('now')
})

test('a crowd behind the door keeps the door closed', async () => {
  let isCrowded = true
  const { pass } = gate({ most: 3, next: { isCrowded: () => isCrowded } })
  expect((await refusalOf(pass(async () => 'early')))?.status).toBe(503)
  isCrowded = false
  expect(await pass(async () => 'now')).toBe('now')
})

test('work that fails leaves its place to the next', async () => {
  const { pass, inside } = gate({ most: 1, queue: 1 })
  const failing = pass(() => Promise.reject(new Error('no')))
  const next = pass(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(inside()).toBe(0)
})

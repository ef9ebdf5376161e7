import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../app-error.ts'
import { createConcurrencyLimiter, createKeyedLimiter } from './concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Work that runs until `finish` is called. */
function createPendingWork(result = 'done') {
  let finish = () => {}
  const pending = new Promise<string>((resolve) => {
    finish = () => resolve(result)
  })
  return { work: () => pending, finish: () => finish() }
}

const catchError = (attempt: Promise<unknown>) => attempt.then(() => null).catch((error: unknown) => error as AppError)

const runMicrotasks = () => new Promise((resolve) => setImmediate(resolve))

/** Fails at once, not by the test's timeout, when the limiter forgets its queue and the promise stays pending. */
async function settle<T>(promise: Promise<T>): Promise<T> {
  const isPending = Symbol('pending')
  const giveUp = async () => {
    for (let ticks = 0; ticks < 50; ticks++) await runMicrotasks()
    return isPending
  }
  const result = await Promise.race([promise, giveUp()])
  if (result === isPending) throw new Error('The work still waits.')
  return result as T
}

test('work up to the limit runs at once; the next waits and runs in order', async () => {
  const { run, active, queued } = createConcurrencyLimiter({ limit: 1, queueLimit: 5 })
  const { work, finish } = createPendingWork()
  const first = run(work)
  const order: number[] = []
  for (const n of [1, 2, 3]) void run(async () => order.push(n))
  expect([active(), queued()]).toEqual([1, 3])
  await runMicrotasks()
  expect(order).toEqual([])

  finish()
  expect(await settle(first)).toBe('done')
  await runMicrotasks()
  expect(order).toEqual([1, 2, 3])
  expect([active(), queued()]).toEqual([0, 0])
})

test('a call that arrives while a place is handed on does not get ahead of the queue', async () => {
  const { run, active } = createConcurrencyLimiter({ limit: 1, queueLimit: 5 })
  const { work, finish } = createPendingWork()
  const order: string[] = []
  const first = run(work).then(() => {
    void run(async () => order.push('late'))
  })
  void run(async () => order.push('queued'))
  finish()
  await settle(first)
  await runMicrotasks()
  expect(order).toEqual(['queued', 'late'])
  expect(active()).toBe(0)
})

test('work beyond the queue is rejected at once with the time to come back', async () => {
  const { run, rejected } = createConcurrencyLimiter({ limit: 1, queueLimit: 1 })
  const { work, finish } = createPendingWork()
  const accepted = [run(work), run(async () => 'waited')]
  const error = await catchError(run(async () => 'never'))
  expect(error).toBeInstanceOf(AppError)
  expect(error?.status).toBe(503)
  expect(error?.details.retryAfter).toBeGreaterThanOrEqual(2)
  expect(error?.details.retryAfter).toBeLessThanOrEqual(8)
  expect(rejected()).toBe(1)

  finish()
  await runMicrotasks()
  expect(await settle(Promise.all(accepted))).toEqual(['done', 'waited'])
})

test('a queue that does not move accepts no more work, and rejects what has waited too long', async () => {
  const { run, isOverloaded, queued } = createConcurrencyLimiter({
    limit: 1,
    queueLimit: 5,
    overloadedAfterMs: 300,
    maxWaitMs: 2_000,
  })
  const { work, finish } = createPendingWork()
  const stuck = run(work)
  const waiting = catchError(run(async () => 'never'))
  vi.advanceTimersByTime(200)
  expect(isOverloaded()).toBe(false)
  vi.advanceTimersByTime(200)
  expect(isOverloaded()).toBe(true)
  expect((await catchError(run(async () => 'never')))?.status).toBe(503)
  expect(queued()).toBe(1)

  vi.advanceTimersByTime(2_000)
  expect(queued()).toBe(0)
  expect((await waiting)?.status).toBe(503)
  expect(isOverloaded()).toBe(false)
  finish()
  expect(await settle(stuck)).toBe('done')
  expect(await settle(run(async () => 'now'))).toBe('now')
})

test('without a time limit work waits as long as it takes', async () => {
  const { run, isOverloaded } = createConcurrencyLimiter({ limit: 1, queueLimit: Number.POSITIVE_INFINITY })
  const { work, finish } = createPendingWork()
  const all = [run(work), run(async () => 'waited')]
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(3_600_000)
  expect(isOverloaded()).toBe(false)
  finish()
  await runMicrotasks()
  expect(await settle(Promise.all(all))).toEqual(['done', 'waited'])
})

test('work is rejected while the next limiter is overloaded', async () => {
  let isOverloaded = true
  const { run } = createConcurrencyLimiter({ limit: 3, next: { isOverloaded: () => isOverloaded } })
  expect((await catchError(run(async () => 'early')))?.status).toBe(503)
  isOverloaded = false
  expect(await settle(run(async () => 'now'))).toBe('now')
})

test('work that fails frees its place', async () => {
  const { run, active, queued } = createConcurrencyLimiter({ limit: 1, queueLimit: 1 })
  const failing = catchError(run(() => Promise.reject(new Error('no'))))
  const next = run(async () => 'next')
  expect((await failing)?.message).toBe('no')
  await runMicrotasks()
  expect([active(), queued()]).toEqual([0, 0])
  expect(await settle(next)).toBe('next')
})

test('never more than the limit runs, whatever fails', async () => {
  const { run, active } = createConcurrencyLimiter({ limit: 2, queueLimit: Number.POSITIVE_INFINITY })
  let running = 0
  let maxRunning = 0
  const order: number[] = []
  const results = await settle(
    Promise.allSettled(
      Array.from({ length: 9 }, (_, n) =>
        run(async () => {
          running += 1
          maxRunning = Math.max(maxRunning, running)
          order.push(n)
          await runMicrotasks()
          running -= 1
          if (n % 3 === 0) throw new Error(`${n} failed`)
        }),
      ),
    ),
  )
  expect(maxRunning).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(results.map(({ status }) => status === 'rejected')).toEqual(order.map((n) => n % 3 === 0))
  expect(active()).toBe(0)
})

test('waiting for a database that is away counts neither as overload nor as a long wait', async () => {
  let awayUntil = 0
  const options = { limit: 1, queueLimit: 5, overloadedAfterMs: 300, maxWaitMs: 2_000 }
  const { run, isOverloaded } = createConcurrencyLimiter({ ...options, countWaitingFrom: () => awayUntil })
  const { work, finish } = createPendingWork()
  const first = run(work)
  const second = catchError(run(async () => 'second'))
  for (let times = 0; times < 10; times++) {
    await vi.advanceTimersByTimeAsync(1_000)
    awayUntil = performance.now()
    expect(isOverloaded()).toBe(false)
  }
  const third = catchError(run(async () => 'third'))
  await vi.advanceTimersByTimeAsync(1_900)
  expect(isOverloaded()).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect([await settle(second), await settle(third)]).toEqual([
    expect.objectContaining({ code: 'unavailable' }),
    expect.objectContaining({ code: 'unavailable' }),
  ])
  finish()
  await settle(first)
})

describe('work with a weight', () => {
  const createMemory = (limit: number, limitPerKey: number) =>
    createConcurrencyLimiter({ limit, limitPerKey, retryAfterSeconds: { min: 5, max: 5 } })
  const rejection = (code: string) => expect.objectContaining({ code, details: { retryAfter: 5 } })

  test('runs while its total fits the limit', async () => {
    const { run, active } = createMemory(10, 10)
    const { work, finish } = createPendingWork()
    const first = run(work, { key: 'ada', weight: 6 })
    void run(createPendingWork().work, { key: 'bisi', weight: 4 })
    expect(active()).toBe(10)
    await expect(run(work, { key: 'cara', weight: 1 })).rejects.toEqual(rejection('unavailable'))
    finish()
    await settle(first)
    expect(await settle(run(async () => 'fits', { key: 'cara', weight: 6 }))).toBe('fits')
  })

  test('takes no more than the part of its key, however much is free', async () => {
    const { run } = createMemory(100, 10)
    const { work, finish } = createPendingWork()
    const first = run(work, { key: 'ada', weight: 6 })
    await expect(run(work, { key: 'ada', weight: 5 })).rejects.toEqual(rejection('too_many_requests'))
    void run(createPendingWork().work, { key: 'ada', weight: 4 })
    const second = run(work, { key: 'bisi', weight: 10 })
    finish()
    await settle(Promise.all([first, second]))
    expect(await settle(run(async () => 'fits', { key: 'bisi', weight: 10 }))).toBe('fits')
    expect(await settle(run(async () => 'fits', { key: 'ada', weight: 6 }))).toBe('fits')
  })

  test('that is light enough starts when the heavy one before it has given up waiting', async () => {
    const { run } = createConcurrencyLimiter({ limit: 10, queueLimit: 2, maxWaitMs: 2_000 })
    void run(createPendingWork().work, { weight: 6 })
    const heavy = catchError(run(async () => 'never', { weight: 6 }))
    await vi.advanceTimersByTimeAsync(1_000)
    const light = run(async () => 'fits', { weight: 4 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect([(await heavy)?.status, await settle(light)]).toEqual([503, 'fits'])
  })

  test('waits until enough is free', async () => {
    const { run, queued } = createConcurrencyLimiter({ limit: 10, queueLimit: 2 })
    const { work, finish } = createPendingWork()
    const first = run(work, { weight: 8 })
    const second = run(async () => 'second', { weight: 5 })
    const third = run(async () => 'third', { weight: 1 })
    expect(queued()).toBe(2)
    finish()
    await runMicrotasks()
    expect(await settle(Promise.all([first, second, third]))).toEqual(['done', 'second', 'third'])
  })
})

test('in a full queue the key that has most work waiting gives a place to one that has less', async () => {
  const { run, queued, rejected } = createConcurrencyLimiter({ limit: 1, limitPerKey: 9, queueLimit: 3 })
  const { work, finish } = createPendingWork()
  const first = run(work)
  const greedy = [1, 2, 3].map((n) => catchError(run(async () => n, { key: 'greedy' })))
  const modest = run(async () => 'modest', { key: 'modest' })
  expect(await settle(greedy[2] as Promise<AppError | null>)).toMatchObject({ status: 503 })
  // Two and one wait: one more of either would only change places.
  expect((await catchError(run(async () => 'more', { key: 'modest' })))?.status).toBe(503)
  expect((await catchError(run(async () => 'more', { key: 'greedy' })))?.status).toBe(503)
  expect([queued(), rejected()]).toEqual([3, 3])
  const other = run(async () => 'other', { key: 'other' })
  expect(await settle(greedy[1] as Promise<AppError | null>)).toMatchObject({ status: 503 })
  finish()
  expect(await settle(Promise.all([first, modest, other, greedy[0]]))).toEqual(['done', 'modest', 'other', null])
})

test('preferred work starts first, and takes the place of other work in a full queue', async () => {
  const { run } = createConcurrencyLimiter({ limit: 1, limitPerKey: 9, queueLimit: 2 })
  const { work, finish } = createPendingWork()
  void run(work)
  const order: string[] = []
  void run(async () => order.push('first'), { key: 'one' })
  const displaced = catchError(run(async () => order.push('second'), { key: 'two' }))
  void run(async () => order.push('preferred'), { key: 'three', isPreferred: true })
  expect((await settle(displaced))?.status).toBe(503)
  finish()
  await runMicrotasks()
  expect(order).toEqual(['preferred', 'first'])
})

test('in a full queue preferred work, too, gives its place to that of a key which has less', async () => {
  const { run, queued } = createConcurrencyLimiter({ limit: 1, limitPerKey: 9, queueLimit: 2 })
  const { work, finish } = createPendingWork()
  void run(work)
  const greedy = [1, 2].map((n) => catchError(run(async () => n, { key: 'greedy', isPreferred: true })))
  const modest = run(async () => 'modest', { key: 'modest', isPreferred: true })
  expect((await settle(greedy[1] as Promise<AppError | null>))?.status).toBe(503)
  expect((await catchError(run(async () => 'other', { key: 'other' })))?.status).toBe(503)
  expect(queued()).toBe(2)
  finish()
  expect(await settle(modest)).toBe('modest')
})

test('a person who asks again while own work still runs waits for it, and another does not', async () => {
  const run = createKeyedLimiter({ limit: 1, queueLimit: 5 })
  const [first, second] = [createPendingWork(), createPendingWork()]
  const started: string[] = []
  const start = (key: string, name: string, work: () => Promise<unknown> = async () => {}) =>
    run(key, () => {
      started.push(name)
      return work()
    })
  const ended = start('ada', 'first', first.work)
  void start('ada', 'second', second.work)
  first.finish()
  await settle(ended)
  const third = start('ada', 'third')
  await settle(start('gani', 'other'))
  expect(started).toEqual(['first', 'second', 'other'])
  second.finish()
  await settle(third)
  expect(started).toEqual(['first', 'second', 'other', 'third'])
})

import { afterEach, expect, test, vi } from 'vitest'
import type { UnrulyInput } from '#tests/support/fixtures/unruly.worker.ts'
import { createThreadPool, ThreadLimitError, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts'

const script = new URL('../../../tests/support/fixtures/unruly.worker.ts', import.meta.url)

let pool: ThreadPool<UnrulyInput, string>
afterEach(() => pool.close())

const createPool = (changed: Partial<ThreadPoolOptions> = {}) => {
  const waiting = { queueLimit: 1, queueLimitPerKey: 1, maxWaitMs: 60_000 }
  pool = createThreadPool({ script, threads: 1, ...waiting, timeoutMs: 30_000, heapMiB: 32, ...changed })
  return pool
}
const catchError = (attempt: Promise<unknown>) => attempt.then(() => null).catch((error: unknown) => error)

/** How many threads this process has started that have not ended. */
const countThreads = () => (process.report.getReport() as unknown as { workers: unknown[] }).workers.length

test('work that takes too long ends with its thread, and the next work gets a new one', async () => {
  const { run } = createPool({ timeoutMs: 1_000 })
  const before = countThreads()
  expect(await catchError(run('loop'))).toBeInstanceOf(ThreadLimitError)
  expect(countThreads()).toBe(before)
  expect(await run({ echo: 'next' })).toBe('next')
})

test('a thread keeps nothing of the work that it has done', async () => {
  const warn = vi.fn()
  process.on('warning', warn)
  const { run } = createPool()
  // Node warns of more than ten listeners of a kind.
  for (let n = 0; n < 12; n++) expect(await run({ echo: String(n) })).toBe(String(n))
  await new Promise(setImmediate)
  process.off('warning', warn)
  expect(warn).not.toHaveBeenCalled()
})

test('a thread that is not ready within a minute ends, and its work is rejected', async () => {
  const before = countThreads()
  const { run } = createPool({ script: new URL('data:text/javascript,setInterval(() => {}, 1_000)') })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const rejected = catchError(run({ echo: 'never' }))
    await expect.poll(countThreads).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await rejected).toMatchObject({ code: 'unavailable' })
  } finally {
    vi.useRealTimers()
  }
  expect(countThreads()).toBe(before)
})

test('a thread, which reads what strangers send, knows of our environment only where compiled code is kept', async () => {
  vi.stubEnv('SECRET_KEY', 'canary')
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? ''
  expect(JSON.parse(await createPool().run('environment'))).toEqual({ NODE_COMPILE_CACHE })
  await pool.close()
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  expect(await createPool().run('environment')).toBe('{}')
  vi.unstubAllEnvs()
})

test('work that takes too much memory ends, and the process lives', async () => {
  const { run } = createPool()
  expect(await catchError(run('fill memory'))).toBeInstanceOf(ThreadLimitError)
  expect(await run({ echo: 'next' })).toBe('next')
})

test('an error of the work is passed on, and the next work gets a new thread', async () => {
  const { run } = createPool()
  expect(await catchError(run('fail'))).toMatchObject({ name: 'RangeError', message: 'The work failed.' })
  expect(await run({ echo: 'next' })).toBe('next')
})

// Elsewhere a thread has no priority of its own.
test.runIf(process.platform === 'linux')('threads of the background come after those of requests', async () => {
  const ofRequests = Number(await createPool().run('priority'))
  await pool.close()
  const ofBackground = Number(await createPool({ isBackground: true }).run('priority'))
  // A process that is nice itself has threads that come late anyway.
  expect(ofBackground).toBe(Math.max(ofRequests, 10))
})

test('a thread without work ends, and the next work gets a new one', async () => {
  const { run } = createPool({ idleMs: 50 })
  const before = countThreads()
  const first = await run('thread')
  expect(await run('thread')).toBe(first)
  await vi.waitFor(async () => expect(await run('thread')).not.toBe(first), { timeout: 20_000, interval: 500 })
  await expect.poll(countThreads).toBe(before)
})

test('the thread that has rested for the shortest time gets the next work, so that the others can end', async () => {
  const { run } = createPool({ threads: 2 })
  expect(new Set(await Promise.all([run('thread'), run('thread')])).size).toBe(2)
  const last = await run('thread')
  expect(await run('thread')).toBe(last)
})

test('work beyond the queue is rejected with the time to come back', async () => {
  const { run } = createPool()
  const accepted = [run({ echo: 'first' }), run({ echo: 'second' })]
  expect(await catchError(run({ echo: 'third' }))).toMatchObject({
    code: 'unavailable',
    details: { retryAfter: expect.any(Number) },
  })
  expect(await Promise.all(accepted)).toEqual(['first', 'second'])
})

test('work of one key takes one thread, and leaves the other to other keys', async () => {
  const { run, limiter } = createPool({ threads: 2 })
  const own = ['a', 'b'].map((echo) => run({ echo }, { key: 'ada' }))
  expect([limiter.active(), limiter.queued()]).toEqual([1, 0])
  const other = run({ echo: 'c' }, { key: 'gani' })
  expect([limiter.active(), limiter.queued()]).toEqual([2, 0])
  expect(await Promise.all([...own, other])).toEqual(['a', 'b', 'c'])
})

test('closing ends the work that runs, and accepts no more', async () => {
  const { run, close } = createPool()
  expect(await run({ echo: 'first' })).toBe('first')
  const running = catchError(run('loop'))
  await close()
  expect(await running).toMatchObject({ code: 'unavailable' })
  expect(await catchError(run({ echo: 'late' }))).toMatchObject({ code: 'unavailable' })
})

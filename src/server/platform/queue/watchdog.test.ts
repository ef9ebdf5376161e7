import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Watchdog, watchRunner } from './watchdog.ts'
import { runners } from './worker.ts'

let runner: EventEmitter
let watchdog: Watchdog
let isStalled: boolean
beforeEach(() => {
  vi.useFakeTimers()
  runner = new EventEmitter()
  watchdog = watchRunner(runner as WorkerEvents, { concurrency: 2, jobTimeoutMs: 600_000 })
  isStalled = false
  void watchdog.stalled.then(() => {
    isStalled = true
  })
})
afterEach(() => {
  watchdog.stop()
  vi.useRealTimers()
})

const passSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const emitJob = (event: 'start' | 'success' | 'error', id: string) => runner.emit(`job:${event}`, { job: { id } })

async function poll(result: 'empty' | 'error', times: number) {
  for (let polls = 0; polls < times; polls++) {
    runner.emit(`worker:getJob:${result}`, {})
    await passSeconds(2)
  }
}

test('a runner that polls every two seconds is healthy', async () => {
  await poll('empty', 30)
  expect(isStalled).toBe(false)
})

test('a runner whose polls all fail is stalled after 30 seconds', async () => {
  await poll('error', 13)
  expect(isStalled).toBe(false)
  await poll('error', 5)
  expect(isStalled).toBe(true)
})

test('an idle runner that does not poll is stalled after 8 seconds', async () => {
  runner.emit('worker:getJob:empty', {})
  await passSeconds(7)
  expect(isStalled).toBe(false)
  await passSeconds(3)
  expect(isStalled).toBe(true)
})

test('a runner with a running job that could run another one is stalled after 60 seconds', async () => {
  emitJob('start', '1')
  await passSeconds(59)
  expect(isStalled).toBe(false)
  await passSeconds(3)
  expect(isStalled).toBe(true)
})

test('a runner that runs as many jobs as it can does not poll, and is stalled after the time that its jobs may take', async () => {
  emitJob('start', '1')
  emitJob('start', '2')
  await passSeconds(599)
  expect(isStalled).toBe(false)
  await passSeconds(3)
  expect(isStalled).toBe(true)
})

test.each([
  ['usual jobs', 6, 60],
  ['slow jobs', 1, 3600],
  ['long jobs', 1, 3600],
])('the runner of %s that runs %i of them is stalled after %i seconds', async (runnerName, count, seconds) => {
  watchdog.stop()
  const limits = runners.find(({ name }) => name === runnerName)
  watchdog = watchRunner(runner as WorkerEvents, limits!)
  void watchdog.stalled.then(() => {
    isStalled = true
  })
  for (let id = 1; id <= count; id++) emitJob('start', String(id))
  await passSeconds(seconds - 1)
  expect(isStalled).toBe(false)
  await passSeconds(3)
  expect(isStalled).toBe(true)
})

test('a time in which the event loop was blocked is no silence of the runner', async () => {
  await poll('empty', 1)
  for (let blocks = 0; blocks < 3; blocks++) {
    // The clock goes on, and no timer runs.
    vi.setSystemTime(Date.now() + 60_000)
    await passSeconds(1)
    runner.emit('worker:getJob:empty', {})
  }
  expect(isStalled).toBe(false)
  await passSeconds(10)
  expect(isStalled).toBe(true)
})

test.each(['success', 'error'] as const)('after its last job (%s) a runner counts as idle', async (end) => {
  emitJob('start', '1')
  await passSeconds(30)
  emitJob(end, '1')
  await passSeconds(7)
  expect(isStalled).toBe(false)
  await passSeconds(3)
  expect(isStalled).toBe(true)
})

test('a finished job counts as running for as long as marking it as done may take', async () => {
  emitJob('start', '1')
  emitJob('start', '2')
  expect(watchdog.getRunningJobs()).toEqual(['1', '2'])
  emitJob('success', '1')
  await passSeconds(7)
  expect(watchdog.getRunningJobs().sort()).toEqual(['1', '2'])
  await passSeconds(2)
  expect(watchdog.getRunningJobs()).toEqual(['2'])
})

test('a stopped watchdog reports nothing', async () => {
  watchdog.stop()
  await passSeconds(600)
  expect(isStalled).toBe(false)
})

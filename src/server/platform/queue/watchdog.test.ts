import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenTo, type Pulse } from './watchdog.ts'

let runner: EventEmitter
let pulse: Pulse
let isSilent: boolean
beforeEach(() => {
  vi.useFakeTimers()
  runner = new EventEmitter()
  pulse = listenTo(runner as WorkerEvents)
  isSilent = false
  void pulse.silent.then(() => {
    isSilent = true
  })
})
afterEach(() => {
  pulse.end()
  vi.useRealTimers()
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const jobs = (what: 'start' | 'success' | 'error', id: string) => runner.emit(`job:${what}`, { job: { id } })

async function asks(answer: 'empty' | 'error', times: number) {
  for (let asked = 0; asked < times; asked++) {
    runner.emit(`worker:getJob:${answer}`, {})
    await seconds(1)
  }
}

test('a runner that is told every second that there is no work lives', async () => {
  await asks('empty', 60)
  expect(isSilent).toBe(false)
})

test('a runner that gets nothing but errors is borne for as long as a database may be away, and no longer', async () => {
  await asks('error', 25)
  expect(isSilent).toBe(false)
  await asks('error', 10)
  expect(isSilent).toBe(true)
})

test('a runner without a job that asks for no work is silent after some seconds', async () => {
  runner.emit('worker:getJob:empty', {})
  await seconds(7)
  expect(isSilent).toBe(false)
  await seconds(3)
  expect(isSilent).toBe(true)
})

test('a runner with a job in hand may be busy with it for a minute, and no longer', async () => {
  jobs('start', '1')
  await seconds(59)
  expect(isSilent).toBe(false)
  await seconds(3)
  expect(isSilent).toBe(true)
})

test.each(['success', 'error'] as const)(
  'after its last job (%s) a runner has seconds again, not a minute',
  async (end) => {
    jobs('start', '1')
    await seconds(30)
    jobs(end, '1')
    await seconds(10)
    expect(isSilent).toBe(true)
  },
)

test('a job is in hand until it is done, and as long as writing that down may take', async () => {
  jobs('start', '1')
  jobs('start', '2')
  expect(pulse.inHand()).toEqual(['1', '2'])
  jobs('success', '1')
  await seconds(7)
  expect(pulse.inHand().sort()).toEqual(['1', '2'])
  await seconds(2)
  expect(pulse.inHand()).toEqual(['2'])
})

test('whoever listens no more is not told of silence', async () => {
  pulse.end()
  await seconds(600)
  expect(isSilent).toBe(false)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Program, runWithRestarts } from './program.mjs'

interface FakeProgram extends Program {
  markReady(): void
  end(code: number): void
}

let started: FakeProgram[]
let pauses: number[]
let nowMs: number
beforeEach(() => {
  started = []
  pauses = []
  nowMs = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

function defer<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

function startFake(): FakeProgram {
  const ready = defer<void>()
  const ended = defer<number>()
  const program = {
    ready: ready.promise,
    ended: ended.promise,
    markReady: ready.resolve,
    end: ended.resolve,
    stop: async () => ended.resolve(0),
  }
  started.push(program)
  return program
}

const clock = {
  now: () => nowMs,
  async wait(ms: number) {
    pauses.push(ms)
    nowMs += ms
  },
}

const run = () => runWithRestarts('The server', startFake, clock)

/** Lets the newest program die, and waits for its successor. */
async function die(code = 137) {
  const count = started.length
  started.at(-1)?.end(code)
  await expect.poll(() => started.length).toBe(count + 1)
}

const readPrinted = () => vi.mocked(console.error).mock.calls.map(([text]) => text)

test('a program that died is started again, after growing pauses', async () => {
  const program = run()
  started[0]?.markReady()
  await program.ready
  for (let deaths = 0; deaths < 5; deaths++) await die()
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000])
  expect(readPrinted()[0]).toBe('The server died (exit code 137); starting again in 0.5 s.')
  await program.stop()
})

test('the sixth death within ten minutes is the last, and its exit code remains', async () => {
  const program = run()
  started[0]?.markReady()
  for (let deaths = 0; deaths < 5; deaths++) await die()
  started.at(-1)?.end(134)
  expect(await program.ended).toBe(134)
  expect(started).toHaveLength(6)
  expect(readPrinted().at(-1)).toBe(
    'The server died 6 times within ten minutes; giving up. Its messages above say why.',
  )
})

test('deaths that are long ago no longer count', async () => {
  const program = run()
  started[0]?.markReady()
  for (let deaths = 0; deaths < 20; deaths++) {
    await die()
    nowMs += 3 * 60_000
  }
  expect(started).toHaveLength(21)
  expect(Math.max(...pauses)).toBe(4000)
  await program.stop()
})

test('a program that ends before it was ready once is not started again', async () => {
  const program = run()
  started[0]?.end(1)
  await expect(program.ready).rejects.toThrow('The server could not be started.')
  expect(await program.ended).toBe(1)
  expect(started).toHaveLength(1)
})

test('a program that ends in order is not started again', async () => {
  const program = run()
  started[0]?.markReady()
  await program.ready
  started[0]?.end(0)
  expect(await program.ended).toBe(0)
  expect(started).toHaveLength(1)
})

test('nothing is started after the stop, also when it comes during a pause', async () => {
  const pausing = defer<void>()
  const program = runWithRestarts('The server', startFake, { now: clock.now, wait: () => pausing.promise })
  started[0]?.markReady()
  await program.ready
  started[0]?.end(137)
  await expect.poll(readPrinted).toHaveLength(1)
  await program.stop()
  pausing.resolve()
  expect(await program.ended).toBe(137)
  expect(started).toHaveLength(1)
})

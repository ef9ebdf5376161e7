// Runs work in threads of its own, with a limit on its time and memory: untrusted input decides neither how long the event loop
// is held nor how large the heap grows.
import { type Transferable, Worker } from 'node:worker_threads'
import { AppError } from '../app-error.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter, createKeyedLimiter } from './concurrency-limiter.ts'
import type { ThreadData } from './serve-thread.ts'
import { getThreadEnvironment } from './thread-environment.ts'

export interface ThreadPoolOptions {
  /** Runs in each thread and calls `serveThread`. */
  script: URL
  threads: number
  /** How much work may wait for a thread. */
  queueLimit: number
  /** How much work of one key may wait for that key's other work. */
  queueLimitPerKey: number
  maxWaitMs: number
  /** Work that takes longer ends with its thread. */
  timeoutMs: number
  /** JavaScript heap of a thread, in MiB. Buffers and native memory come on top. */
  heapMiB: number
  /** A thread without work for this long ends. Starting one takes 0.3 to 0.6 s, keeping it 25 to 40 MB. */
  idleMs?: number
  /** Requests go first. */
  isBackground?: boolean
}

export interface ThreadPool<Input, Output> {
  limiter: ConcurrencyLimiter
  /**
   * Runs in a free thread. Work of one key runs one after the other.
   * @param transfer buffers of the input that the thread takes over; the caller cannot use them afterwards
   * @throws ThreadLimitError when the work hits a limit, AppError `unavailable` when too much work waits
   */
  run(input: Input, options?: { key?: string | undefined; transfer?: readonly Transferable[] }): Promise<Output>
  /** Ends all threads; work that runs is rejected. */
  close(): Promise<void>
}

/** The work took more time or memory than it may. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError'
}

/** Of short-lived objects. More takes that much memory from the process, and saves no time. */
const maxYoungMiB = 16

/** Loading the script on a busy machine. */
const startTimeoutMs = 60_000

const defaultIdleMs = 5 * 60_000

export function createThreadPool<Input, Output>(options: ThreadPoolOptions): ThreadPool<Input, Output> {
  const { threads, queueLimit, queueLimitPerKey, maxWaitMs, timeoutMs, idleMs = defaultIdleMs } = options
  const limiter = createConcurrencyLimiter({ limit: threads, queueLimit, maxWaitMs })
  const runForKey = createKeyedLimiter({ limit: 1, queueLimit: queueLimitPerKey, maxWaitMs })
  const all = new Set<Worker>()
  /** The last one has rested for the shortest time and gets the next work, so the first ones can end. */
  const idle: Worker[] = []
  const endings = new Map<Worker, NodeJS.Timeout>()
  let isClosed = false

  async function startThread(): Promise<Worker> {
    const worker = createWorker(options)
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      removeIdle(worker)
    })
    try {
      await waitForMessage(worker, startTimeoutMs)
      return worker
    } catch (cause) {
      await worker.terminate()
      throw new AppError('unavailable', { cause })
    }
  }

  function removeIdle(worker: Worker) {
    clearTimeout(endings.get(worker))
    endings.delete(worker)
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
  }

  function addIdle(worker: Worker) {
    worker.unref()
    idle.push(worker)
    const end = () => {
      removeIdle(worker)
      void worker.terminate()
    }
    endings.set(worker, setTimeout(end, idleMs).unref())
  }

  async function runInThread(input: Input, transfer: readonly Transferable[]): Promise<Output> {
    if (isClosed) throw new AppError('unavailable')
    const rested = idle.at(-1)
    if (rested) removeIdle(rested)
    const worker = rested ?? (await startThread())
    worker.ref()
    try {
      worker.postMessage(input, transfer)
      const output = (await waitForMessage(worker, timeoutMs)) as Output
      addIdle(worker)
      return output
    } catch (error) {
      // Native code cannot be interrupted. Until it ends, the thread keeps its place, so that the load stays bounded.
      await worker.terminate()
      throw error
    }
  }

  return {
    limiter,
    run(input, { key, transfer = [] } = {}) {
      const work = () => limiter.run(() => runInThread(input, transfer))
      return key === undefined ? work() : runForKey(key, work)
    },
    async close() {
      isClosed = true
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function createWorker({ script, heapMiB, isBackground = false }: ThreadPoolOptions): Worker {
  const worker = new Worker(script, {
    env: getThreadEnvironment(),
    execArgv: [],
    workerData: { isBackground } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: Math.min(heapMiB / 4, maxYoungMiB) },
  })
  // An error while the thread is idle only ends it. Otherwise `waitForMessage` reports it.
  worker.on('error', () => {})
  worker.unref()
  return worker
}

function waitForMessage(worker: Worker, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      act()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message))
    const onError = (error: Error) => settle(() => reject(toLimitError(error)))
    const onExit = () => settle(() => reject(new AppError('unavailable')))
    const timer = setTimeout(() => onError(new ThreadLimitError(`No reply within ${timeoutMs} ms.`)), timeoutMs)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}

const toLimitError = (error: Error) =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ThreadLimitError('Out of memory.', { cause: error })
    : error

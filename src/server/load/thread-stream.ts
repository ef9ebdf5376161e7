// A stream of bytes that a thread of its own produces: long work that neither holds the event loop nor grows the heap.
import { Worker } from 'node:worker_threads'
import type { StreamMessage } from './serve-stream.ts'
import { getThreadEnvironment } from './thread-environment.ts'

export interface ThreadStreamOptions<Progress> {
  /** Runs in the thread and calls `serveStream`. */
  script: URL
  /** JavaScript heap of the thread, in MiB. Buffers and native memory come on top. */
  heapMiB: number
  onProgress?: (progress: Progress) => void
  /** Ends the thread at once. */
  signal?: AbortSignal | undefined
}

/**
 * Starts a thread with this input, and yields its chunks as fast as they are taken. A chunk is gone once the next one is
 * asked for.
 * @returns the thread's result
 * @throws whatever the thread throws, and the signal's reason
 */
export async function* streamFromThread<Input, Progress, Result>(
  input: Input,
  { script, heapMiB, onProgress, signal }: ThreadStreamOptions<Progress>,
): AsyncGenerator<Uint8Array, Result> {
  signal?.throwIfAborted()
  const worker = new Worker(script, {
    workerData: input,
    env: getThreadEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: Math.ceil(heapMiB / 4) },
  })
  let answer = Promise.withResolvers<Exclude<StreamMessage, { kind: 'progress' }>>()
  const fail = (reason: unknown) => answer.reject(reason)
  const onAbort = () => fail(signal?.reason)
  worker.on('message', (message: StreamMessage) => {
    if (message.kind === 'progress') onProgress?.(message.progress as Progress)
    else answer.resolve(message)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('A thread ended before its stream.')))
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    for (;;) {
      worker.postMessage('next')
      const message = await answer.promise
      if (message.kind === 'end') return message.result as Result
      answer = Promise.withResolvers()
      // An error between two chunks is thrown with the next one, if that is asked for.
      answer.promise.catch(() => {})
      yield message.bytes
      // Frees it now: the garbage collector would wait until there are many megabytes of them.
      ;(message.bytes.buffer as ArrayBuffer).transfer(0)
      signal?.throwIfAborted()
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

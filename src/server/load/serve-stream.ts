// The other side of `streamFromThread`, in the thread.
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from './thread-priority.ts'

/** From the thread: a chunk of the stream, or how the work goes, or its result at the end. */
export type StreamMessage =
  | { kind: 'chunk'; bytes: Uint8Array }
  | { kind: 'progress'; progress: unknown }
  | { kind: 'end'; result: unknown }

/**
 * Sends what `produce` yields, a chunk whenever the other side asks for one. Each chunk is handed over with its memory.
 * An error of `produce` ends the thread.
 */
export function serveStream<Input, Progress, Result>(
  produce: (input: Input, report: (progress: Progress) => void) => AsyncGenerator<Uint8Array, Result>,
): void {
  if (!parentPort) throw new Error('This script runs in a worker thread.')
  const port = parentPort
  lowerThreadPriority()
  const post = (message: StreamMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const stream = produce(workerData as Input, (progress) => post({ kind: 'progress', progress }))
  port.on('message', async () => {
    const { done, value } = await stream.next()
    if (done) {
      post({ kind: 'end', result: value })
      port.close()
      return
    }
    // A part of a larger buffer is copied: others may use the rest.
    const isWhole = value.byteLength === value.buffer.byteLength
    const bytes = new Uint8Array(isWhole ? (value.buffer as ArrayBuffer) : value)
    post({ kind: 'chunk', bytes }, [bytes.buffer as ArrayBuffer])
  })
}

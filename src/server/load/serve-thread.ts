// The other side of `createThreadPool`, in the thread.
import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from './thread-priority.ts'

export interface ThreadData {
  isBackground: boolean
}

export interface ThreadReply<Output> {
  output: Output
  /** Buffers of the output that need not be copied. */
  transfer?: readonly Transferable[]
}

/** Answers each input. An error of `handle` ends the thread. */
export function serveThread<Input, Output>(handle: (input: Input) => Promise<ThreadReply<Output>>): void {
  if (!parentPort) throw new Error('This script runs in a worker thread.')
  const port = parentPort
  const { isBackground } = workerData as ThreadData
  if (isBackground) lowerThreadPriority()
  port.on('message', async (input: Input) => {
    const { output, transfer = [] } = await handle(input)
    port.postMessage(output, transfer)
  })
  // The pool waits for this before it counts time.
  port.postMessage('ready')
}

// Renders PDF documents in worker threads: laying out the longest form takes seconds, in which the event loop must not wait.
import { extname } from 'node:path'
// libvips must be loaded in the main thread first: on glibc it may not be unloaded together with a thread.
import 'sharp'
import { AppError } from '#server/app-error.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '#server/load/concurrency-limiter.ts'
import { createThreadPool, ThreadLimitError, type ThreadPoolOptions } from '#server/load/thread-pool.ts'
import type { DocumentContent } from './render-document.ts'

export interface DocumentRenderer {
  limiter: ConcurrencyLimiter
  /**
   * Loads and renders a document within the limit, so that waiting ones hold no photos in memory.
   * @throws AppError `unavailable` when too many documents wait or this one takes too long, and whatever `load` throws
   */
  render(load: () => Promise<DocumentContent>): Promise<Buffer>
  close(): Promise<void>
}

/** The built server has JavaScript in the same place. */
const script = new URL(`./render-document.worker${extname(import.meta.url)}`, import.meta.url)

const threads = 2
const waiting = { queueLimit: 64, maxWaitMs: 20_000 }
const defaults: ThreadPoolOptions = {
  script,
  threads,
  ...waiting,
  queueLimitPerKey: 0,
  timeoutMs: 20_000,
  heapMiB: 256,
}

export function createDocumentRenderer(changed: Partial<ThreadPoolOptions> = {}): DocumentRenderer {
  const pool = createThreadPool<DocumentContent, Uint8Array>({ ...defaults, ...changed })
  const limiter = createConcurrencyLimiter({ limit: threads, ...waiting })
  return {
    limiter,
    close: pool.close,
    render: (load) =>
      limiter.run(async () => {
        const content = await load()
        try {
          const { buffer, byteOffset, byteLength } = await pool.run(content)
          return Buffer.from(buffer, byteOffset, byteLength)
        } catch (error) {
          if (error instanceof ThreadLimitError) throw new AppError('unavailable', { cause: error })
          throw error
        }
      }),
  }
}

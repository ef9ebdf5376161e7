// Inspects files in worker threads: a hostile file costs its sender a refusal, and nobody else the event loop.
import { extname } from 'node:path'
// libvips must be loaded in the main thread first: on glibc it may not be unloaded together with a thread.
import 'sharp'
import type { ConcurrencyLimiter } from '#server/load/concurrency-limiter.ts'
import { createThreadPool, ThreadLimitError, type ThreadPoolOptions } from '#server/load/thread-pool.ts'
import type { FileInspector } from './file-inspector.ts'
import { type InspectionResult, reject } from './inspection-result.ts'
import { toOwnBuffer } from './own-buffer.ts'

export interface ThreadedInspector extends FileInspector {
  limiter: ConcurrencyLimiter
  close(): Promise<void>
}

/** The built server has JavaScript in the same place. */
const script = new URL(`./inspect-file.worker${extname(import.meta.url)}`, import.meta.url)

const defaults: ThreadPoolOptions = {
  script,
  // Decoding a large image takes up to 120 MB, and runs in the thread pool that file access and password hashing use.
  threads: 2,
  queueLimit: 32,
  queueLimitPerKey: 8,
  maxWaitMs: 20_000,
  timeoutMs: 5_000,
  heapMiB: 128,
}

export function createThreadedInspector(changed: Partial<ThreadPoolOptions> = {}): ThreadedInspector {
  const pool = createThreadPool<Uint8Array, InspectionResult>({ ...defaults, ...changed })
  return {
    limiter: pool.limiter,
    close: pool.close,
    async inspect(bytes, accountId) {
      const own = toOwnBuffer(bytes)
      try {
        const result = await pool.run(own, { key: accountId, transfer: [own.buffer] })
        return result.kind === 'accepted'
          ? { ...result, bytes: toBuffer(result.bytes), sha256: toBuffer(result.sha256) }
          : result
      } catch (error) {
        if (error instanceof ThreadLimitError) return reject('file_unreadable')
        throw error
      }
    },
  }
}

/** A Buffer arrives from a thread as a plain array. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

// Reads lists in a worker thread: a hostile file costs its sender a refusal, and nobody else the event loop.
import { extname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ConcurrencyLimiter } from '#server/load/concurrency-limiter.ts'
import { createThreadPool, ThreadLimitError, type ThreadPoolOptions } from '#server/load/thread-pool.ts'
import { toOwnBuffer } from '../inspect/own-buffer.ts'
import type { CsvRecord } from './parse-csv.ts'
import type { TableRequest, ThreadedTable } from './read-table.ts'
import { maxTableRecords, type TableReader } from './table-reader.ts'

export interface ThreadedTableReader extends TableReader {
  limiter: ConcurrencyLimiter
  close(): Promise<void>
}

/** The built server has JavaScript in the same place. */
const script = new URL(`./read-table.worker${extname(import.meta.url)}`, import.meta.url)

const defaults: ThreadPoolOptions = {
  script,
  threads: 1,
  queueLimit: 8,
  queueLimitPerKey: 2,
  maxWaitMs: 20_000,
  timeoutMs: 15_000,
  heapMiB: 256,
  // Lists are rare, and a long one leaves a large heap behind.
  idleMs: 30_000,
}

export function createThreadedTableReader(changed: Partial<ThreadPoolOptions> = {}): ThreadedTableReader {
  const pool = createThreadPool<TableRequest, ThreadedTable>({ ...defaults, ...changed })
  return {
    limiter: pool.limiter,
    close: pool.close,
    async read(bytes, staffId, maxRecords = maxTableRecords) {
      const own = toOwnBuffer(bytes)
      try {
        const result = await pool.run({ bytes: own, maxRecords }, { key: staffId, transfer: [own.buffer] })
        return result.kind === 'table' ? { kind: 'table', readBatches: () => readBatches(result.batches) } : result
      } catch (error) {
        if (error instanceof ThreadLimitError) return { kind: 'unreadable' }
        throw error
      }
    },
  }
}

async function* readBatches(batches: readonly Uint8Array[]): AsyncGenerator<CsvRecord[]> {
  const decoder = new TextDecoder()
  for (const batch of batches) {
    yield JSON.parse(decoder.decode(batch)) as CsvRecord[]
    await nextTurn()
  }
}

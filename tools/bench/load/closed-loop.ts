// Closed-loop load: each connection sends its next call when the previous one was answered.
import type { Call, Connection } from './connection.ts'
import { openConnection } from './connection.ts'

export interface Load {
  port: number
  connections: number
  /** The load ends after this time, or when there are no more calls. */
  ms: number
  /** The connection's next call; null when there are no more. */
  next(connection: number): Call | null
  expectedStatus: number
}

export interface LoadResult {
  calls: number
  seconds: number
  /** Latencies in ms, ascending. */
  times: number[]
}

/** @throws Error at the first response with another status than expected */
export async function runClosedLoop({ port, connections, ms, next, expectedStatus }: Load): Promise<LoadResult> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const times: number[] = []
  const started = performance.now()
  const until = started + ms

  async function loop(connection: Connection, index: number) {
    while (performance.now() < until) {
      const call = next(index)
      if (!call) return
      const sent = performance.now()
      const { status, body } = await connection.send(call)
      times.push(performance.now() - sent)
      if (status !== expectedStatus)
        throw new Error(`${call.method} ${call.path} answered ${status}: ${body.toString()}`)
    }
  }

  try {
    await Promise.all(open.map(loop))
  } finally {
    for (const connection of open) connection.close()
  }
  const seconds = (performance.now() - started) / 1000
  return { calls: times.length, seconds, times: times.sort((a, b) => a - b) }
}

export const percentile = (times: readonly number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

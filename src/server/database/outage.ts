// Waits while the database is away for a moment, so that a planned switchover delays requests instead of failing them.
// Nothing runs again whose effect may have been committed, unless its caller says that twice does no harm.
import { setTimeout as pause } from 'node:timers/promises'
import { isConnectionLost, isPoolTimeout, isReadOnly } from './errors.ts'

/** Between two attempts to connect. */
const reconnectDelayMs = 200
/** After an outage: what has waited for it is no overload. */
const drainMs = 5_000
/** Before each repetition. A connection that was cut needs one only; a primary that became read-only may need all. */
const repeatDelaysMs = [100, 1_000, 3_000]

export interface Outage {
  /** Whether to try once more after this error of connecting, which has certainly not done anything. */
  mayReconnect(error: unknown): boolean
  /** Repeats idempotent work when its connection was cut or could not write. */
  repeat<T>(work: () => Promise<T>): Promise<T>
  /**
   * The same for a transaction, which has certainly not happened when its commit was not sent.
   * @param attempt calls `beforeCommit` before it sends the commit
   */
  repeatTransaction<T>(attempt: (beforeCommit: () => void) => Promise<T>): Promise<T>
  /** Reports a connection that can write. */
  end(): void
  /**
   * Until when requests waited because of the database, in ms of `performance.now()`: now, during an outage and while those
   * that have waited for its end are served.
   */
  waitedUntil(): number
}

/**
 * @param maxWaitMs how long after the beginning of an outage work waits for its end; later it fails at once, until the
 *   database is back or has caused no error for as long
 * @param onEnd is told how many ms an outage lasted
 */
export function createOutage(maxWaitMs: number, onEnd?: (ms: number) => void): Outage {
  let since: number | undefined
  let lastErrorAt = Number.NEGATIVE_INFINITY
  let endedAt = Number.NEGATIVE_INFINITY

  function mayWait(error: unknown): boolean {
    const isKnown = since !== undefined
    if (!isConnectionLost(error) && !isReadOnly(error) && !(isKnown && isPoolTimeout(error))) return false
    const now = performance.now()
    if (since === undefined || now - lastErrorAt > maxWaitMs) since = now
    lastErrorAt = now
    return now - since < maxWaitMs
  }

  async function repeat<T>(work: () => Promise<T>, isCertain = () => true): Promise<T> {
    for (const delayMs of repeatDelaysMs) {
      try {
        return await work()
      } catch (error) {
        if (!mayWait(error) || !isCertain()) throw error
        await pause(delayMs)
      }
    }
    return work()
  }

  return {
    mayReconnect: mayWait,
    repeat: (work) => repeat(work),
    repeatTransaction(attempt) {
      let isCommitting = false
      const run = () =>
        attempt(() => {
          isCommitting = true
        })
      return repeat(run, () => !isCommitting)
    },
    end() {
      if (since === undefined) return
      endedAt = performance.now()
      onEnd?.(Math.round(endedAt - since))
      since = undefined
    },
    waitedUntil: () => Math.min(performance.now(), since === undefined ? endedAt + drainMs : since + maxWaitMs),
  }
}

/** The delay before the pool tries to connect again. */
export const waitToReconnect = (): Promise<void> => pause(reconnectDelayMs)

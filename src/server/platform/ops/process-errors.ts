// Errors that no code has handled. The log gets no messages: they may repeat a statement's parameters, and so personal data.
import type { Logger } from 'pino'
import { listStackFrames } from '#server/http/replies.ts'
import type { Metrics } from './metrics.ts'

interface ProcessErrorHandlers {
  log: Pick<Logger, 'error' | 'fatal'>
  metrics: Pick<Metrics, 'unhandledRejections'>
  describeError(error: unknown): object[]
  isUnavailable(error: unknown): boolean
  /** Shuts down in order and ends the process with this exit code. */
  stop(exitCode: number): Promise<void>
}

/** Longer than a graceful shutdown takes, which a broken process might never finish. */
const stopTimeoutMs = 15_000

export function handleProcessErrors({ log, metrics, describeError, isUnavailable, stop }: ProcessErrorHandlers): void {
  // Only the work that nobody waited for has failed: the rest of the process is sound and goes on.
  process.on('unhandledRejection', (error) => {
    metrics.unhandledRejections.inc()
    const errors = describeError(error)
    // A library's idle connection may break with the database; the next query opens another.
    if (isUnavailable(error)) log.error({ errors }, 'a database connection was lost')
    else log.error({ errors, stack: listStackFrames(error) }, 'unhandled rejection')
  })
  // Code was interrupted at any point: only a new process is sound again.
  process.on('uncaughtException', (error) => {
    log.fatal({ errors: describeError(error), stack: listStackFrames(error) }, 'uncaught exception, ending the server')
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    void stop(1)
  })
}

// The job that makes the file of an export. It streams from one snapshot of the database into the file store; a file is
// there once it is complete. An attempt that was interrupted leaves nothing, and the next one begins anew.

import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '#server/database/connection.ts'
import { describeError, isUnavailable } from '#server/database/errors.ts'
import { registerContent, renewContent } from '#server/database/unreferenced-contents.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue, type Jobs } from '#server/platform/queue/queue.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import type { ExportFailure } from '#shared/lists/exports/export-failures.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { type ExportContentDependencies, openContent } from './export-content.ts'
import { ExportStoppedError } from './export-stopped.ts'
import { describeFile } from './presenter.ts'
import { beginAttempt, type ExportRow, findGrants, findYear, saveFailed, saveProgress, saveReady } from './store.ts'

export interface ExportJobDependencies extends ExportContentDependencies {
  staffDatabase: Database
  files: FileStore
  clock: () => Date
}

/** Also those that ended with the server. */
const maxAttempts = 3
const heartbeatMs = 700
const lifetimeMs = 24 * 60 * 60_000
/** Shorter than what a content without a row is kept for. */
const timeoutMs = 50 * 60_000
/** Nobody opens larger ones, and the size of a file is stored in 31 bits. */
const maxBytes = 2_000_000_000

/** Repeated calls make one job. */
export const enqueueExport = (tx: Parameters<typeof enqueue>[0], exportId: string): Promise<void> =>
  enqueue(tx, 'make_export', { exportId }, { key: `export:${exportId}` })

export function makeExport(dependencies: ExportJobDependencies) {
  return async ({ exportId }: Jobs['make_export']): Promise<void> => {
    const { db } = dependencies.staffDatabase
    const attempt = await beginAttempt(db, exportId)
    if (!attempt) return
    if (attempt.attempts > maxAttempts) return fail(dependencies, attempt, 'interrupted')
    try {
      await attemptExport(dependencies, attempt)
    } catch (error) {
      if (error instanceof ExportStoppedError) {
        if (error.failure) await fail(dependencies, attempt, error.failure)
        return
      }
      if (attempt.attempts < maxAttempts) throw error
      dependencies.log.error({ exportId, errors: describeError(error) }, 'an export failed for good')
      await fail(dependencies, attempt, 'error')
    }
  }
}

async function fail(
  { staffDatabase: { db }, clock }: ExportJobDependencies,
  attempt: ExportRow,
  failure: ExportFailure,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await saveFailed(tx, attempt, failure, clock()))) return
    await audit(tx, { ...describeEvent('export_failed', attempt), detail: { failure } })
  })
}

const describeEvent = (action: AuditAction, { id, madeBy, exerciseId }: ExportRow) =>
  ({
    actor: 'system',
    action,
    by: { staffId: madeBy, sessionId: null },
    subject: { kind: 'export', id },
    exerciseId,
  }) as const

/** @throws ExportStoppedError when it must not be tried again */
async function attemptExport(dependencies: ExportJobDependencies, attempt: ExportRow): Promise<void> {
  const { staffDatabase, files } = dependencies
  const grants = await findGrants(staffDatabase.db, attempt.madeBy)
  const fileId = randomUUID()
  await registerContent(staffDatabase.pool, fileId, dependencies.clock())
  const heartbeat = startHeartbeat(dependencies, attempt, fileId)
  try {
    const finished = await storeContent(dependencies, { attempt, grants, fileId, heartbeat })
    await heartbeat.stop()
    await saveFile(dependencies, attempt, finished)
  } catch (error) {
    // If the connection was lost during the commit, the row may exist and need the content. The hourly job decides.
    if (!isUnavailable(error)) await files.remove(fileId).catch(() => {})
    // The reason why it was stopped, whatever failed because of it.
    throw heartbeat.signal.aborted ? heartbeat.signal.reason : error
  } finally {
    await heartbeat.stop()
  }
}

interface Storing {
  attempt: ExportRow
  grants: readonly RoleGrant[]
  fileId: string
  heartbeat: Heartbeat
}

async function storeContent(dependencies: ExportJobDependencies, { attempt, grants, fileId, heartbeat }: Storing) {
  const { files, staffDatabase } = dependencies
  const description = describeFile(attempt, await findYear(staffDatabase.db, attempt.exerciseId))
  const hash = createHash('sha256')
  let bytes = 0
  let rows = 0
  async function* measure(content: ReturnType<typeof openContent>) {
    for (;;) {
      const { done, value } = await content.next()
      if (done) {
        rows = value.rows
        return
      }
      bytes += value.length
      if (bytes > maxBytes) throw new ExportStoppedError('too_large')
      hash.update(value)
      yield value
    }
  }
  const content = openContent(dependencies, { attempt, grants, signal: heartbeat.signal, onProgress: heartbeat.report })
  try {
    await files.put(fileId, measure(content), description.type)
  } finally {
    await content.return({ rows: 0 })
  }
  const { done } = heartbeat.getProgress()
  return { ...description, fileId, bytes, rows, done, sha256: hash.digest() }
}

async function saveFile(
  { staffDatabase: { db }, clock }: ExportJobDependencies,
  attempt: ExportRow,
  finished: Awaited<ReturnType<typeof storeContent>>,
): Promise<void> {
  const now = clock()
  const kind = attempt.format === 'zip-pdf' ? 'pack' : 'export'
  await db.transaction(async (tx) => {
    const file = { ...finished, kind, finishedAt: now, expiresAt: new Date(now.getTime() + lifetimeMs) } as const
    if (!(await saveReady(tx, attempt, file))) throw new ExportStoppedError(null)
    const { rows, bytes, sha256 } = finished
    const detail = { rows, bytes, sha256: sha256.toString('hex') }
    await audit(tx, { ...describeEvent('export_ready', attempt), detail })
  })
}

interface Heartbeat {
  /** Aborted when the export was cancelled, another attempt has begun, or it takes too long. */
  signal: AbortSignal
  report(progress: { done: number; total: number }): void
  getProgress(): { done: number; total: number | null }
  stop(): Promise<void>
}

/** Saves the progress, keeps the content, and notices when the export is not wanted any more. */
function startHeartbeat(
  { staffDatabase: { db, pool }, clock }: ExportJobDependencies,
  attempt: ExportRow,
  fileId: string,
): Heartbeat {
  const controller = new AbortController()
  const startedAt = performance.now()
  let progress: { done: number; total: number | null } = { done: 0, total: null }
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let beating = Promise.resolve()
  async function beat() {
    if (!(await saveProgress(db, attempt, progress))) return controller.abort(new ExportStoppedError(null))
    if (performance.now() - startedAt > timeoutMs) return controller.abort(new ExportStoppedError('too_long'))
    await renewContent(pool, fileId, clock())
  }
  function schedule() {
    if (isStopped || controller.signal.aborted) return
    timer = setTimeout(() => {
      // An outage of the database ends the export by itself.
      beating = beat().catch(() => {})
      void beating.then(schedule)
    }, heartbeatMs)
  }
  schedule()
  return {
    signal: controller.signal,
    report: (given) => {
      progress = given
    },
    getProgress: () => progress,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await beating
    },
  }
}

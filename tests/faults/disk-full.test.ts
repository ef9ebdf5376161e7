// The disk of the uploads or of the database runs full. Needs root to mount small disks.
import { afterEach, expect, test } from 'vitest'
import { waitForEmails } from '#tests/support/faults/check/check-emails.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog, createUpload } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { fetchStatus, waitUntilReady } from '#tests/support/faults/health.ts'
import { prepareRequestBatch } from '#tests/support/faults/request-batch.ts'
import { findUnexpectedErrors } from '#tests/support/faults/server-process.ts'
import { explainNoDisk, MiB, mountSmallDisk, type SmallDisk } from '#tests/support/faults/small-disk.ts'
import { createReadyUsers } from '#tests/support/faults/users.ts'

let environment: FaultEnvironment | undefined
let mounted: SmallDisk[] = []

afterEach(async () => {
  await environment?.close()
  for (const disk of mounted) disk.unmount()
  mounted = []
})

function mountDisk(megabytes: number): SmallDisk | null {
  const disk = mountSmallDisk(megabytes)
  if (disk) mounted.push(disk)
  return disk
}

test(
  'uploads to a full disk get 503, leave nothing behind, and succeed when there is space again',
  async ({ skip }) => {
    const disk = mountDisk(64)
    if (!disk) return skip(explainNoDisk)
    environment = await startEnvironment({ files: disk.path })
    const server = await environment.start()
    const requestLog = createRequestLog()
    const figures = { 'times full': 0 }
    for (; figures['times full'] < counts.fullDisks; figures['times full']++) {
      const users = await createReadyUsers(environment, 6)
      disk.fill()
      const origin = server.origin
      await Promise.all(users.map((applicant) => requestLog.send(origin, applicant, createUpload(1.5 * MiB))))
      expect(await fetchStatus(origin, '/readyz')).toBe(200)
      expect(requestLog.listUnsettled()).toHaveLength(6)
      disk.clear()
      await requestLog.settle(origin)
    }
    await discardLeftovers(environment)
    printFigures('the disk of the uploads full', { ...figures, ...countOutcomes(requestLog) })
    expect(countOutcomes(requestLog)).toMatchObject({ refused: 0, unanswered: 0 })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
  },
  timeoutFor(counts.fullDisks, 30_000),
)

test(
  'with the database disk full the server answers 503, and afterwards everything acknowledged is there',
  async ({ skip }) => {
    const disk = mountDisk(256)
    if (!disk) return skip(explainNoDisk)
    environment = await startEnvironment({ postgres: disk.path })
    const server = await environment.start()
    const requestLog = createRequestLog()
    const figures = { 'times full': 0 }
    for (; figures['times full'] < counts.fullDisks; figures['times full']++) {
      // PostgreSQL keeps preallocated log segments, so one batch may still succeed.
      const batches = [
        await prepareRequestBatch(environment, requestLog, server.origin),
        await prepareRequestBatch(environment, requestLog, server.origin),
      ]
      disk.fill()
      await environment.pool.query('select pg_switch_wal()').catch(() => {})
      for (const batch of batches) await batch.send()
      disk.clear()
      await waitUntilReady(server.origin)
      await requestLog.settle(server.origin, 'generate')
    }
    await requestLog.settle(server.origin)
    await waitForEmails(environment)
    await discardLeftovers(environment)
    printFigures('the disk of the database full', { ...figures, ...countOutcomes(requestLog) })
    expect(countOutcomes(requestLog).deferred).toBeGreaterThan(0)
    expect(await check(environment, requestLog, server.origin)).toEqual([])
    expect(findUnexpectedErrors(server)).toEqual([])
  },
  timeoutFor(counts.fullDisks, 60_000),
)

// fsync fails: strace injects EIO into the system calls. Needs Linux and strace.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitForEmails } from '#tests/support/faults/check/check-emails.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog, createUpload } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { waitUntilReady } from '#tests/support/faults/health.ts'
import { prepareRequestBatch } from '#tests/support/faults/request-batch.ts'
import { createReadyUsers } from '#tests/support/faults/users.ts'

/** Until one has met a request. */
const maxSyncErrors = Math.max(5, counts.fsyncErrors)

let environment: FaultEnvironment
beforeEach(async () => {
  environment = await startEnvironment()
})
afterEach(() => environment.close())

/** The reason why strace cannot inject errors here; null when it can. */
function findObstacle(): string | null {
  try {
    execFileSync('strace', ['-qq', '-e', 'inject=fsync:error=EIO', 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'skipped: strace is missing or not permitted to trace'
  }
}

/**
 * Makes every fsync and fdatasync of these processes fail until `end` is called.
 * @param follow `-f`: also of their threads and of processes that they start
 */
async function injectSyncErrors(pids: readonly number[], follow: '-f' | '' = ''): Promise<{ end(): Promise<void> }> {
  const calls = 'fsync,fdatasync'
  const strace: ChildProcess = spawn(
    'strace',
    [
      ...(follow ? [follow] : []),
      ...['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`],
      ...pids.flatMap((pid) => ['-p', String(pid)]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(strace, 'exit')
  let output = ''
  strace.stderr?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const waitUntilAttached = async () => {
    while ((output.match(/attached/g) ?? []).length < pids.length) await sleep(20)
  }
  await Promise.race([waitUntilAttached(), ended])
  return {
    async end() {
      strace.kill('SIGINT')
      await ended
    },
  }
}

test(
  'an upload whose fsync fails gets 503 and leaves nothing behind',
  async ({ skip }) => {
    const why = findObstacle()
    if (why) return skip(why)
    const server = await environment.start()
    const requestLog = createRequestLog()
    const figures = { times: 0 }
    for (; figures.times < counts.fsyncErrors; figures.times++) {
      const users = await createReadyUsers(environment, 4)
      const failing = await injectSyncErrors([server.pid], '-f')
      await Promise.all(users.map((applicant) => requestLog.send(server.origin, applicant, createUpload())))
      await failing.end()
      expect(requestLog.listUnsettled()).toHaveLength(4)
      await requestLog.settle(server.origin)
    }
    await discardLeftovers(environment)
    printFigures('fsync error under the uploads', { ...figures, ...countOutcomes(requestLog) })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
  },
  timeoutFor(counts.fsyncErrors, 30_000),
)

test(
  'when fsync fails under PostgreSQL it stops and recovers, and nothing acknowledged is lost',
  async ({ skip }) => {
    const why = findObstacle()
    if (why) return skip(why)
    const server = await environment.start()
    const requestLog = createRequestLog()
    const figures = { times: 0 }
    // Connections that begin meanwhile are not traced, and one of them may write the log for all others.
    const isMissed = () => figures.times < maxSyncErrors && countOutcomes(requestLog).deferred === 0
    for (; figures.times < counts.fsyncErrors || isMissed(); figures.times++) {
      const batch = await prepareRequestBatch(environment, requestLog, server.origin)
      // The processes that recover can sync: requests wait for them, so the error must not last as long as the requests.
      const failing = await injectSyncErrors(environment.postgresPids())
      await batch.send()
      await failing.end()
      await waitUntilReady(server.origin)
      await requestLog.settle(server.origin, 'generate')
    }
    await requestLog.settle(server.origin)
    await waitForEmails(environment)
    await discardLeftovers(environment)
    printFigures('fsync error under PostgreSQL', { ...figures, ...countOutcomes(requestLog) })
    expect(countOutcomes(requestLog).deferred).toBeGreaterThan(0)
    expect(await check(environment, requestLog, server.origin)).toEqual([])
  },
  timeoutFor(maxSyncErrors, 60_000),
)

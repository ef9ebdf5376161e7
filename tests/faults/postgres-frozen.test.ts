// A database that freezes for longer than every timeout, and one that is restarted under load.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkEmails, waitForEmails } from '#tests/support/faults/check/check-emails.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { fetchStatus, waitUntilReady } from '#tests/support/faults/health.ts'
import { signalAll, waitForExit } from '#tests/support/faults/processes.ts'
import { prepareRequestBatch, waitForSomeAnswers } from '#tests/support/faults/request-batch.ts'
import { findUnexpectedErrors } from '#tests/support/faults/server-process.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterEach(() => signalAll(environment.postgresPids(), 'SIGCONT'))
afterAll(() => environment.close())

/** Query timeout 17 s, twice where a transaction is rolled back, and 2 s to spare. */
const maxAnswerMs = 36_000

test(
  'while the database is frozen the server answers 503 and survives, and nothing acknowledged is lost',
  async () => {
    const requestLog = createRequestLog()
    const server = await environment.start()
    const figures = { freezes: 0, 'in flight when frozen': 0, 'slowest answer in ms': 0 }
    let slowestThawMs = 0

    for (; figures.freezes < counts.freezes; figures.freezes++) {
      const batch = await prepareRequestBatch(environment, requestLog, server.origin)
      const sending = batch.send()
      await waitForSomeAnswers(requestLog)
      figures['in flight when frozen'] += requestLog.inFlight()
      const pids = environment.postgresPids()
      const frozenAt = performance.now()
      signalAll(pids, 'SIGSTOP')
      expect(await fetchStatus(server.origin, '/readyz')).toBe(503)
      expect(await fetchStatus(server.origin, '/healthz')).toBe(200)
      const answered = sending.then(() => Math.round(performance.now() - frozenAt))
      await sleep(counts.frozenMs)
      signalAll(pids, 'SIGCONT')
      figures['slowest answer in ms'] = Math.max(figures['slowest answer in ms'], await answered)
      slowestThawMs = Math.max(slowestThawMs, await waitUntilReady(server.origin))
      await requestLog.settle(server.origin, 'generate')
    }
    await requestLog.settle(server.origin)
    expect(figures['slowest answer in ms']).toBeLessThan(maxAnswerMs)
    await waitForEmails(environment)
    await discardLeftovers(environment)
    printFigures('the database frozen', {
      ...figures,
      ...countOutcomes(requestLog),
      'frozen for ms': counts.frozenMs,
      'slowest until ready again in ms': slowestThawMs,
    })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
    expect(checkEmails(environment, requestLog).problems).toEqual([])
    expect(findUnexpectedErrors(server)).toEqual([])
    await server.kill()
  },
  timeoutFor(counts.freezes, 90_000),
)

test(
  'the server survives a restart of the database under load',
  async () => {
    const requestLog = createRequestLog()
    const server = await environment.start()
    const figures = { restarts: 0, 'in flight': 0 }
    let slowestRecoveryMs = 0

    for (; figures.restarts < counts.restarts; figures.restarts++) {
      const batch = await prepareRequestBatch(environment, requestLog, server.origin)
      const sending = batch.send()
      await waitForSomeAnswers(requestLog)
      figures['in flight'] += requestLog.inFlight()
      // SIGINT is PostgreSQL's fast shutdown: it rolls transactions back and closes sessions. It is restarted at once.
      const postmaster = environment.postgresPids().slice(0, 1)
      signalAll(postmaster, 'SIGINT')
      // Otherwise requests that were answered before the shutdown began would be followed by retries in the middle of it.
      await Promise.all([sending, waitForExit(postmaster)])
      slowestRecoveryMs = Math.max(slowestRecoveryMs, await waitUntilReady(server.origin))
      await requestLog.settle(server.origin, 'generate')
    }
    await requestLog.settle(server.origin)
    // A retry that came while the request before it was being given up has waited for it, and is told to come once more.
    await requestLog.settle(server.origin)
    await waitForEmails(environment)
    await discardLeftovers(environment)
    printFigures('the database restarted', {
      ...figures,
      ...countOutcomes(requestLog),
      'slowest until ready again in ms': slowestRecoveryMs,
    })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
    expect(checkEmails(environment, requestLog).problems).toEqual([])
    expect(findUnexpectedErrors(server)).toEqual([])
  },
  timeoutFor(counts.restarts, 30_000),
)

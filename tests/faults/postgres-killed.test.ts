// kill -9 of all PostgreSQL processes while requests of every kind are in flight.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countPaymentsByActor,
  prepareBankPayments,
  resendNotifications,
  waitForCounting,
} from '#tests/support/faults/bank-payments.ts'
import { checkEmails, waitForEmails } from '#tests/support/faults/check/check-emails.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { waitUntilReady } from '#tests/support/faults/health.ts'
import { signalAll, waitForExit } from '#tests/support/faults/processes.ts'
import { prepareRequestBatch, waitForSomeAnswers } from '#tests/support/faults/request-batch.ts'
import { findUnexpectedErrors } from '#tests/support/faults/server-process.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

test(
  'nothing acknowledged is lost when PostgreSQL is killed at any moment, and the server recovers without help',
  async () => {
    const requestLog = createRequestLog()
    const server = await environment.start()
    const figures = { kills: 0, 'in flight when killed': 0 }
    let notifiedAgain = 0
    let slowestRecoveryMs = 0

    for (; figures.kills < counts.postgresKills; figures.kills++) {
      const bankPayments = await prepareBankPayments(environment, requestLog, server.origin)
      const batch = await prepareRequestBatch(environment, requestLog, server.origin)
      const sending = Promise.all([batch.send(), bankPayments.send()])
      await waitForSomeAnswers(requestLog)
      figures['in flight when killed'] += requestLog.inFlight()
      const pids = environment.postgresPids()
      signalAll(pids, 'SIGKILL')
      await Promise.all([sending, waitForExit(pids)])
      slowestRecoveryMs = Math.max(slowestRecoveryMs, await waitUntilReady(server.origin))
      await requestLog.settle(server.origin, 'generate')
      notifiedAgain += await resendNotifications(environment, requestLog)
    }
    await requestLog.settle(server.origin)
    const answers = countOutcomes(requestLog)
    const leftToSchedule = await waitForCounting(environment, requestLog)
    await waitForEmails(environment)
    const removedContents = await discardLeftovers(environment)
    const { problems, repeated } = checkEmails(environment, requestLog)
    printFigures('kill -9 of PostgreSQL', {
      ...figures,
      ...answers,
      'slowest until ready again, after the last answer, in ms': slowestRecoveryMs,
      'paid at the bank': requestLog.bankPayments.length,
      'notified again': notifiedAgain,
      'left to the scheduled checks': leftToSchedule,
      'found by Verify': (await countPaymentsByActor(environment)).applicant,
      'emails repeated under one Message-ID': repeated,
      'contents without a row removed': removedContents,
    })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
    expect(problems).toEqual([])
    expect(findUnexpectedErrors(server)).toEqual([])
    expect(figures['in flight when killed']).toBeGreaterThanOrEqual(figures.kills)
  },
  timeoutFor(counts.postgresKills, 30_000),
)

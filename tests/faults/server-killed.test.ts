// kill -9 of the server while submissions, uploads, drafts, RRR requests and payments are in flight.
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
import { prepareRequestBatch, waitForSomeAnswers } from '#tests/support/faults/request-batch.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

test(
  'nothing acknowledged is lost when the server is killed at any moment',
  async () => {
    const requestLog = createRequestLog()
    let server = await environment.start()
    const figures = { kills: 0, 'in flight when killed': 0 }
    let notifiedAgain = 0
    let slowestStartMs = 0

    for (; figures.kills < counts.serverKills; figures.kills++) {
      const bankPayments = await prepareBankPayments(environment, requestLog, server.origin)
      const batch = await prepareRequestBatch(environment, requestLog, server.origin)
      const sending = Promise.all([batch.send(), bankPayments.send()])
      await waitForSomeAnswers(requestLog)
      figures['in flight when killed'] += requestLog.inFlight()
      if (figures.kills % 20 === 19) process.stdout.write(`${figures.kills + 1} kills …\n`)
      await server.kill()
      await sending
      const killedAt = performance.now()
      server = await environment.start({ PORT: new URL(server.origin).port })
      slowestStartMs = Math.max(slowestStartMs, performance.now() - killedAt)
      // The killed server's lease on an RRR request lasts ten seconds: those requests are settled at the end, together.
      await requestLog.settle(server.origin, 'generate')
      notifiedAgain += await resendNotifications(environment, requestLog)
    }
    await requestLog.settle(server.origin)
    const answers = countOutcomes(requestLog)
    const leftToSchedule = await waitForCounting(environment, requestLog)
    await waitForEmails(environment)
    const removedContents = await discardLeftovers(environment)
    const { problems, repeated } = checkEmails(environment, requestLog)
    printFigures('kill -9 of the server', {
      ...figures,
      ...answers,
      'slowest start in ms': Math.round(slowestStartMs),
      'paid at the bank': requestLog.bankPayments.length,
      'notified again': notifiedAgain,
      'left to the scheduled checks': leftToSchedule,
      'found by Verify': (await countPaymentsByActor(environment)).applicant,
      'emails repeated under one Message-ID': repeated,
      'contents without a row removed': removedContents,
    })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
    expect(problems).toEqual([])
    expect(figures['in flight when killed']).toBeGreaterThanOrEqual(figures.kills)
  },
  timeoutFor(counts.serverKills, 20_000),
)

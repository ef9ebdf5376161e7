// SIGTERM under load: with a second server no client sees an error, and that server takes over running jobs.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBalancer } from '#tests/support/faults/balancer.ts'
import { checkEmails, waitForEmails } from '#tests/support/faults/check/check-emails.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog, createUpload, getUploadUrl } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { fetchStatus } from '#tests/support/faults/health.ts'
import { prepareRequestBatch } from '#tests/support/faults/request-batch.ts'
import { createReadyUsers } from '#tests/support/faults/users.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

test(
  'no client sees an error while one of two servers is stopped under load',
  async () => {
    const requestLog = createRequestLog()
    const [first, second] = [await environment.start(), await environment.start()]
    const figures = { stops: 0, 'in flight when stopped': 0, 'slowest stop in ms': 0 }
    let staying = second
    let leaving = first

    for (; figures.stops < counts.stops; figures.stops++) {
      const balancer = await startBalancer([leaving.origin, staying.origin])
      const batches = []
      for (let n = 0; n < 4; n++) batches.push(await prepareRequestBatch(environment, requestLog, balancer.origin))
      let isStopped = false
      const sending = (async () => {
        // Keeps sending until the stop has finished, then sends one more batch.
        for (const batch of batches) {
          await batch.send()
          if (!isStopped) await sleep(100)
        }
      })()
      while (requestLog.inFlight() < 5) await sleep(1)
      figures['in flight when stopped'] += requestLog.inFlight()
      const signalledAt = performance.now()
      const ended = leaving.stop()
      expect(await waitUntilNotReady(leaving.origin)).toBe(503)
      expect(await ended).toBe(0)
      isStopped = true
      figures['slowest stop in ms'] = Math.max(
        figures['slowest stop in ms'],
        Math.round(performance.now() - signalledAt),
      )
      await sending
      balancer.close()
      leaving = staying
      staying = await environment.start()
    }
    await waitForEmails(environment)
    await discardLeftovers(environment)
    const { problems, repeated } = checkEmails(environment, requestLog)
    printFigures('SIGTERM to one of two servers', {
      ...figures,
      ...countOutcomes(requestLog),
      'emails repeated': repeated,
    })
    expect(countOutcomes(requestLog)).toMatchObject({ refused: 0, deferred: 0, unanswered: 0 })
    expect(await check(environment, requestLog, staying.origin)).toEqual([])
    expect([...problems, ...(repeated > 0 ? [`${repeated} emails came twice`] : [])]).toEqual([])
    await Promise.all([leaving.stop(), staying.stop()])
  },
  timeoutFor(counts.stops, 40_000),
)

test('an email that the mail server does not accept in time is sent by the other server', async () => {
  const requestLog = createRequestLog()
  const first = await environment.start()
  const [applicant] = await createReadyUsers(environment, 1)
  const upload = await requestLog.send(first.origin, applicant!, createUpload(2_000))
  environment.mail.delayBy(60_000)
  const before = environment.mail.receivedCount()
  await requestLog.send(first.origin, applicant!, {
    kind: 'submit',
    answers: createCompleteAnswers(getUploadUrl(upload)),
  })
  await expect.poll(environment.mail.receivedCount, { timeout: 20_000 }).toBeGreaterThan(before)

  const second = await environment.start()
  const signalledAt = performance.now()
  environment.mail.delayBy(0)
  expect(await first.stop()).toBe(0)
  const stopMs = Math.round(performance.now() - signalledAt)
  await waitForEmails(environment)
  expect(checkEmails(environment, requestLog).problems).toEqual([])
  printFigures('SIGTERM while the mail server delays an email', { 'stopped after ms': stopMs })
  expect(stopMs).toBeLessThan(14_000)
  await discardLeftovers(environment)
  expect(await check(environment, requestLog, second.origin)).toEqual([])
}, 120_000)

/** The status that a load balancer sees once the server has begun to stop. */
async function waitUntilNotReady(origin: string): Promise<number | null> {
  let status = await fetchStatus(origin, '/readyz')
  while (status === 200) status = await fetchStatus(origin, '/readyz')
  return status
}

// While the mail server is down, applicants can submit; their emails are sent once it is back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkEmails, waitForEmails } from '#tests/support/faults/check/check-emails.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog } from '#tests/support/faults/check/request-log.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { prepareRequestBatch } from '#tests/support/faults/request-batch.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

test(
  'applicants submit while the mail server is down, and every email is sent once it is back',
  async () => {
    const requestLog = createRequestLog()
    const server = await environment.start()
    const figures = { outages: 0, 'failed attempts': 0 }
    for (; figures.outages < counts.outages; figures.outages++) {
      await environment.mail.stop()
      const batch = await prepareRequestBatch(environment, requestLog, server.origin)
      await batch.send()
      await expect.poll(countFailedAttempts, { timeout: 30_000 }).toBeGreaterThan(0)
      figures['failed attempts'] += await countFailedAttempts()
      await environment.mail.resume()
      await waitForEmails(environment)
    }
    const { problems, repeated } = checkEmails(environment, requestLog)
    printFigures('the mail server down', {
      ...figures,
      ...countOutcomes(requestLog),
      emails: environment.mail.mails.length,
      repeated,
    })
    expect(problems).toEqual([])
    expect(repeated).toBe(0)
    expect(countOutcomes(requestLog)).toMatchObject({ refused: 0, deferred: 0, unanswered: 0 })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
  },
  timeoutFor(counts.outages, 60_000),
)

async function countFailedAttempts(): Promise<number> {
  const { rows } = await environment.pool.query<{ tries: number }>(
    `select coalesce(sum(attempts), 0)::int as tries from graphile_worker.jobs
     where task_identifier = 'send_email' and last_error is not null`,
  )
  return rows[0]?.tries ?? 0
}

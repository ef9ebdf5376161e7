// Tests the checker itself: it must report problems when a safeguard is switched off.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareBankPayments, waitForCounting } from '#tests/support/faults/bank-payments.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { printFigures } from '#tests/support/faults/check/figures.ts'
import {
  createRequestLog,
  createUpload,
  getUploadUrl,
  type RequestLog,
} from '#tests/support/faults/check/request-log.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { waitUntilReady } from '#tests/support/faults/health.ts'
import { signalAll, waitForExit } from '#tests/support/faults/processes.ts'
import { prepareRequestBatch } from '#tests/support/faults/request-batch.ts'
import type { ServerProcess } from '#tests/support/faults/server-process.ts'
import { createReadyUsers } from '#tests/support/faults/users.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'

let environment: FaultEnvironment
let server: ServerProcess
let requestLog: RequestLog
beforeAll(async () => {
  environment = await startEnvironment()
  server = await environment.start()
  requestLog = createRequestLog()
})
afterAll(() => environment.close())

const reportProblems = async () => {
  const problems = await check(environment, requestLog, server.origin)
  printFigures('control', { problems: problems.length, first: problems[0] ?? 'none' })
  return problems.join('\n')
}

/** Sends the same application from several tabs at once. */
async function submitFromManyTabs() {
  const users = await createReadyUsers(environment, 6)
  const uploads = await Promise.all(
    users.map((applicant) => requestLog.send(server.origin, applicant, createUpload(2_000))),
  )
  await Promise.all(
    uploads.flatMap((upload) => {
      const answers = createCompleteAnswers(getUploadUrl(upload))
      return Array.from({ length: 8 }, () =>
        requestLog.send(server.origin, upload.applicant, { kind: 'submit', answers }),
      )
    }),
  )
  // On a busy machine some of them may have been asked to retry.
  await requestLog.settle(server.origin)
}

test('the checker reports nothing when nothing was lost', async () => {
  await submitFromManyTabs()
  await (await prepareRequestBatch(environment, requestLog, server.origin)).send()
  await (await prepareBankPayments(environment, requestLog, server.origin)).send()
  await waitForCounting(environment, requestLog)
  expect(await check(environment, requestLog, server.origin)).toEqual([])
}, 120_000)

// Each of the following adds problems of its own to those before.
test('without the unique constraint, tabs that submit at once create two applications, and the checker reports it', async () => {
  await environment.pool.query('drop index applications_account')
  await submitFromManyTabs()
  expect(await reportProblems()).toMatch(/two applications of|applications stored/)
}, 120_000)

test('the checker reports missing content, changed drafts and numbers, and leftover files', async () => {
  const files = join(environment.dataDir, 'files')
  const [subdirectory] = (await readdir(files)).filter((name) => name !== 'unfinished')
  await rm(join(files, subdirectory ?? ''), { recursive: true })
  await environment.pool.query('delete from files where id = (select max(id::text)::uuid from files)')
  await environment.pool.query(`update drafts set document = jsonb_set(document::jsonb, '{hobby}', '"Draughts"')
    where account_id = (select min(account_id::text)::uuid from drafts)`)
  await environment.pool.query(`update applications set number = 'APP-2024-999999'
    where number = (select min(number) from applications)`)
  const problems = await reportProblems()
  expect(problems).toMatch(/has a row and no content/)
  expect(problems).toMatch(/has content and no row/)
  expect(problems).toMatch(/revision 3 has other content/)
  expect(problems).toMatch(/stored APP-2024-999999/)
}, 120_000)

test('the checker reports payments that are not counted or counted twice, and second RRRs', async () => {
  // A scheduled check would count a payment again before the checker looks.
  await environment.pool.query(`delete from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'check_payment')`)
  const [, uncounted, , countedTwice, , withSecondRrr] = requestLog.bankPayments.map(({ rrr }) => rrr)
  await environment.pool.query(`update payments set status = 'open', paid_at = null, paid_kobo = 0 where rrr = $1`, [
    uncounted,
  ])
  await environment.pool.query(
    `insert into payment_events (payment_id, rrr, kind) select id, rrr, 'paid' from payments where rrr = $1`,
    [countedTwice],
  )
  await environment.pool.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status)
     select account_id, order_id || '-2', '999999999999', fee_kobo, charge_kobo, 'superseded' from payments where rrr = $1`,
    [withSecondRrr],
  )
  const problems = await reportProblems()
  expect(problems).toContain(`${uncounted} is open with 0 here, the provider has 12500 of 12500`)
  expect(problems).toContain(`${countedTwice}: recorded steps are issued, paid, paid, not issued, paid`)
  expect(problems).toMatch(/has a second RRR/)
}, 120_000)

test('with synchronous_commit off, a killed PostgreSQL loses acknowledged data, and the checker reports it', async () => {
  await environment.pool.query(`alter system set wal_writer_delay = '10s'`)
  await environment.pool.query('alter database portal set synchronous_commit = off')
  await environment.pool.query('select pg_reload_conf()')
  await server.kill()
  server = await environment.start()
  requestLog = createRequestLog()
  const batch = await prepareRequestBatch(environment, requestLog, server.origin)
  await batch.send()
  const pids = environment.postgresPids()
  signalAll(pids, 'SIGKILL')
  await waitForExit(pids)
  await waitUntilReady(server.origin)
  expect(await reportProblems()).toMatch(/acknowledged/)
}, 120_000)

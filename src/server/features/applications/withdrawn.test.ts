// What the applicant reads of an application that was withdrawn, and what the database refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { formatDate } from '#shared/format/dates.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createDataExportSteps } from '#tests/support/api/data-exports.ts'
import { createWithdrawing, reasonOfReinstatement, reasonOfWithdrawal } from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'

const restrictViolation = '23001'
const checkViolation = '23514'

let api: TestApi
let registry: TestStaff
let one: ApplicationToReview
let withdrawing: ReturnType<typeof createWithdrawing>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  one = await createApplicationToReview(api)
  withdrawing = createWithdrawing(api, registry, one)
})

const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
const published = { type: 'Document', reason: 'A file that you sent cannot be read.' }
/** As a publication does. */
const reject = () =>
  query(`update applications set decision = 'rejected', rejection_reasons = $2 where id = $1`, [
    one.id,
    JSON.stringify([published]),
  ])

test('only while it is withdrawn do replies differ, for its applicant alone', async () => {
  const other = createWithdrawing(api, registry, await createApplicationToReview(api))
  const [before, otherBefore] = [await withdrawing.readOwnText(), await other.readOwnText()]
  const { at } = (await withdrawing.withdraw()).body.data.withdrawal
  const [my, snapshot, summary, draft] = (await withdrawing.readOwnText()).map((text) => JSON.parse(text).data)
  const [myBefore, snapshotBefore, summaryBefore] = before.map((text) => JSON.parse(text).data)
  expect(my).toEqual({ ...myBefore, withdrawnAt: at })
  expect(snapshot).toEqual({ ...snapshotBefore, withdrawnAt: at })
  expect(summary).toEqual({ ...summaryBefore, application: { ...summaryBefore.application, withdrawnAt: at } })
  expect(draft.document).toBeNull()
  expect(await other.readOwnText()).toEqual(otherBefore)
  await withdrawing.reinstate()
  expect(await withdrawing.readOwnText()).toEqual(before)
})

test('an outcome that was published ends, also when it is reinstated, and the record keeps it', async () => {
  await reject()
  expect(await withdrawing.readOwn()).toMatchObject({ rejectionReasons: [published] })
  const { body } = await withdrawing.withdraw()
  expect(body.data.published).toBeNull()
  const own = await api.call('GET', '/applications/my', { token: one.token })
  expect(contracts.myApplication.reply.parse(own.body).data).toMatchObject({ isVerified: false, rejectionReasons: [] })
  await withdrawing.reinstate()
  expect((await withdrawing.readSummary()).application).toMatchObject({ decision: 'pending', rejectionReasons: [] })
  const { rows } = await query(
    'select event, decision, rejection_reasons from application_withdrawals where application_id = $1 order by id',
    [one.id],
  )
  expect(rows).toEqual([
    { event: 'withdrawn', decision: 'rejected', rejection_reasons: [published] },
    { event: 'reinstated', decision: 'pending', rejection_reasons: [] },
  ])
})

test('the exam is not announced any more on the dashboard', async () => {
  await query(
    `update accounts set exam_date = '2099-12-07', exam_time = '9:00 am', exam_venue = 'Hall B' where id = $1`,
    [one.accountId],
  )
  expect((await withdrawing.readSummary()).exam).not.toBeNull()
  await withdrawing.withdraw()
  expect((await withdrawing.readSummary()).exam).toBeNull()
})

test('its form is neither saved nor sent again', async () => {
  await withdrawing.withdraw()
  const own = { token: one.token }
  const body = { document: { hobby: 'Chess' }, revision: 0 }
  expect((await api.call('PUT', '/applications/draft', { ...own, body })).body.code).toBe('already_submitted')
})

test('its code says that it was withdrawn, and the slip can still be read', async () => {
  await query(`update accounts set exam_date = '2099-12-07' where id = $1`, [one.accountId])
  const { slipCode } = await withdrawing.readOwn()
  const verify = async () => (await api.call('GET', `/slips/${slipCode}`)).body
  const readSlip = async () => {
    const slip = await api.fetch('/api/v1/slips/application.pdf', { headers: { authorization: `Bearer ${one.token}` } })
    return (await readPdf(new Uint8Array(await slip.arrayBuffer()))).text
  }
  const before = await verify()
  expect(before.data).not.toHaveProperty('withdrawnAt')
  expect(await readSlip()).toContain('Exam date')
  const { at } = (await withdrawing.withdraw()).body.data.withdrawal
  const after = await verify()
  expect(contracts.verifySlip.reply.parse(after)).toEqual(after)
  expect(after.data).toEqual({ ...before.data, withdrawnAt: at })
  const text = await readSlip()
  expect(text).toContain(`Withdrawn on ${formatDate(at)}`)
  expect(text).not.toContain('Exam date')
  await withdrawing.reinstate()
  expect(await verify()).toEqual(before)
  expect(await readSlip()).not.toContain('Withdrawn')
})

test('the copy of the own data has the withdrawal and its reason', async () => {
  await withdrawing.withdraw()
  await withdrawing.reinstate()
  const archive = await (await createDataExportSteps(api)).downloadArchive({ ...one, id: one.accountId })
  const readJson = (name: string) => JSON.parse(archive.get(`${name}.json`)?.toString() ?? 'null')
  expect(readJson('withdrawals')).toMatchObject([
    { event: 'withdrawn', reason: reasonOfWithdrawal },
    { event: 'reinstated', reason: reasonOfReinstatement },
  ])
  expect(JSON.stringify(readJson('record-of-events'))).toContain('application_withdrawn')
})

describe('the database lets the server', () => {
  const run = (text: string) => api.serverDatabase.pool.query(text, [one.id])

  test('withdraw nothing without a record of it, and reinstate nothing', async () => {
    const refused = { code: restrictViolation }
    await expect(run('update applications set withdrawn_at = now() where id = $1')).rejects.toMatchObject(refused)
    await withdrawing.withdraw()
    for (const change of ['withdrawn_at = null', `withdrawn_at = now() - interval '1 day'`])
      await expect(run(`update applications set ${change} where id = $1`)).rejects.toMatchObject(refused)
    await withdrawing.reinstate()
    const withdrawByReinstatement =
      run(`update applications set withdrawn_at = record.at from application_withdrawals record
      where record.application_id = applications.id and record.event = 'reinstated' and applications.id = $1`)
    await expect(withdrawByReinstatement).rejects.toMatchObject(refused)
  })

  test('publish nothing about it, and open it for no correction', async () => {
    await withdrawing.withdraw()
    for (const change of [`decision = 'verified'`, `returned_until = now(), return_reason = 'x'`])
      await expect(run(`update applications set ${change} where id = $1`)).rejects.toMatchObject({
        code: expect.toBeOneOf([restrictViolation, checkViolation]),
      })
  })

  test('change and remove no record', async () => {
    await withdrawing.withdraw()
    for (const change of [
      `update application_withdrawals set reason = 'Changed, later on.'`,
      'delete from application_withdrawals',
    ])
      await expect(run(`${change} where application_id = $1`)).rejects.toMatchObject({ code: '42501' })
  })
})

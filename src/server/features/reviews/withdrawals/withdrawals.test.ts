import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import {
  createReturning,
  createWithdrawing,
  reasonOfReinstatement,
  reasonOfWithdrawal,
} from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
let registry: TestStaff
let helpdesk: TestStaff
let reviewer: TestStaff
let second: TestStaff
let chair: TestStaff
let one: ApplicationToReview
let withdrawing: ReturnType<typeof createWithdrawing>
let returning: ReturnType<typeof createReturning>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'], { name: 'The Registry' })
  helpdesk = await createStaff(api, ['helpdesk'], { name: 'The Helpdesk' })
  reviewer = await createStaff(api, ['reviewer'])
  second = await createStaff(api, ['reviewer'])
  chair = await createStaff(api, ['chair'])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  one = await createApplicationToReview(api)
  withdrawing = createWithdrawing(api, registry, one)
  returning = createReturning(api, registry, one)
})

const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
const review = (by: TestStaff, verdict: string, version: number) =>
  by.call('POST', `${withdrawing.path}/reviews`, {
    body: { verdict, reasons: [{ code: 'document_unreadable' }], version },
  })
const reviewByTwo = async (verdict: string) => {
  await review(reviewer, verdict, 1)
  return review(second, verdict, 2)
}
const listEmails = async () =>
  (await listWaitingJobs(api, 'send_email')).flatMap(({ email, accountId, data }) =>
    accountId === one.accountId && /Withdrawn|Reinstated/.test(email) ? [[email, data]] : [],
  )
const listEvents = async (action: string) =>
  (
    await query(
      `select detail, reason, staff_id as "staffId", subject_id as number from audit_log where account_id = $1 and action = $2`,
      [one.accountId, action],
    )
  ).rows

test.each<[string, () => TestStaff]>([
  ['the registry', () => registry],
  ['the helpdesk', () => helpdesk],
])(
  '%s withdraws an application, the applicant is told by email, and it is recorded without the reason',
  async (_, getBy) => {
    const by = getBy()
    expect((await withoutAuditLog(api, () => withdrawing.withdraw(by))).status).toBe(500)
    const { status, body } = await withdrawing.withdraw(by)
    expect(status).toBe(201)
    expect(staffContracts.withdrawApplication.reply.parse(body)).toEqual(body)
    expect(body.data).toMatchObject({
      status: { stage: 'withdrawn', assignedTo: null },
      withdrawal: { reason: reasonOfWithdrawal, person: { id: by.id }, at: expect.any(String) },
    })
    const { at } = body.data.withdrawal
    expect(await listEmails()).toEqual([['applicationWithdrawn', { applicationNumber: one.number, withdrawnAt: at }]])
    expect(await listEvents('application_withdrawn')).toEqual([
      { staffId: by.id, number: one.number, reason: null, detail: { from: 'submitted' } },
    ])
    const details = await withdrawing.read()
    expect(details).toMatchObject({
      withdrawals: [{ event: 'withdrawn', reason: reasonOfWithdrawal }],
      may: { review: false, decide: false, return: false, withdraw: false, reinstate: true },
    })
  },
)

test('it is withdrawn once; a second time is refused, and sends no second email', async () => {
  const replies = await Promise.all([withdrawing.withdraw(), withdrawing.withdraw(helpdesk)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  const again = await withdrawing.withdraw(helpdesk)
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'already_withdrawn',
    'This application is withdrawn already.',
  ])
  expect(await listEmails()).toHaveLength(1)
})

test.each(['', 'too short', '         a         ', 7, 'x'.repeat(501)])(
  'how the applicant asked is needed: %j is refused',
  async (reason) => {
    const { status, body } = await withdrawing.withdraw(helpdesk, reason)
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ['reason']])
    expect((await withdrawing.read()).withdrawal).toBeNull()
  },
)

test('nobody else withdraws, and only the registry reinstates', async () => {
  for (const by of [reviewer, chair, await createStaff(api, ['exam', 'bursar', 'admin'])])
    expect((await withdrawing.withdraw(by)).body.code).toBe('not_permitted')
  await withdrawing.withdraw()
  for (const by of [helpdesk, reviewer, chair])
    expect((await withdrawing.reinstate({}, by)).body.code).toBe('not_permitted')
})

test('an application of another exercise, and of a recusal, is unknown', async () => {
  const { rows } = await query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     values ('Institute', 'INS', 'Staff', 2091, 0, 0, '[]', 'V') returning id`,
  )
  for (const role of ['registry', 'helpdesk'] as const)
    expect((await withdrawing.withdraw(await createStaff(api, [{ role, exerciseId: rows[0].id }]))).status).toBe(404)
  const recused = await createStaff(api, ['registry'])
  await recused.call('POST', `${withdrawing.path}/recusals`, { body: { reason: 'My sister has applied here.' } })
  expect((await withdrawing.withdraw(recused)).status).toBe(404)
  expect(
    (
      await registry.call('POST', '/staff/applications/APP-1999-000001/withdraw', {
        body: { reason: reasonOfWithdrawal },
      })
    ).status,
  ).toBe(404)
})

test('in an archived exercise nothing is withdrawn or reinstated', async () => {
  await query(
    'update exercises set archived_at = now() where id = (select exercise_id from applications where id = $1)',
    [one.id],
  )
  const { body } = await withdrawing.withdraw()
  const reinstated = await withdrawing.reinstate()
  await query(
    'update exercises set archived_at = null where id = (select exercise_id from applications where id = $1)',
    [one.id],
  )
  expect([body.code, reinstated.body.code]).toEqual(['exercise_archived', 'exercise_archived'])
})

test('while the applicant is on hold it is neither withdrawn nor reinstated', async () => {
  const hold = (action: string) =>
    registry.call('POST', `/staff/applicants/${one.userId}/${action}`, {
      body: { reason: 'Two accounts of one person.' },
    })
  expect((await hold('hold')).status).toBe(201)
  expect((await withdrawing.withdraw()).body.code).toBe('on_hold')
  expect((await withdrawing.read()).may.withdraw).toBe(false)
  await hold('release')
  expect((await withdrawing.withdraw()).status).toBe(201)
  await hold('hold')
  expect((await withdrawing.reinstate()).body.code).toBe('on_hold')
})

test('of a withdrawal and a review at the same time, the withdrawal holds', async () => {
  const [withdrawn, reviewed] = await Promise.all([withdrawing.withdraw(helpdesk), review(reviewer, 'shortlist', 1)])
  expect(withdrawn.status).toBe(201)
  expect([201, 409]).toContain(reviewed.status)
  expect((await withdrawing.read()).status).toMatchObject({ stage: 'withdrawn', reviews: 0 })
  expect((await withdrawing.readSummary()).application).toHaveProperty('withdrawnAt')
})

describe('reinstated', () => {
  test('it is in review again in a new round, the applicant gets an email, and it is recorded without the reason', async () => {
    await reviewByTwo('reject')
    await withdrawing.withdraw()
    expect((await withoutAuditLog(api, () => withdrawing.reinstate())).status).toBe(500)
    const { status, body } = await withdrawing.reinstate()
    expect([status, body.data.status, body.data.decided, body.data.withdrawal]).toMatchObject([
      200,
      { stage: 'screening', round: 2, reviews: 0 },
      null,
      null,
    ])
    expect(staffContracts.reinstateApplication.reply.parse(body)).toEqual(body)
    expect((await listEmails()).at(-1)).toEqual(['applicationReinstated', { applicationNumber: one.number }])
    expect(await listEvents('application_reinstated')).toEqual([
      { staffId: registry.id, number: one.number, reason: null, detail: {} },
    ])
    expect((await withdrawing.read()).withdrawals).toMatchObject([
      { event: 'reinstated', reason: reasonOfReinstatement, person: { name: 'The Registry' } },
      { event: 'withdrawn', reason: reasonOfWithdrawal },
    ])
    expect((await review(reviewer, 'shortlist', body.data.status.version)).status).toBe(201)
  })

  test('it needs a reason, the newest version, and a withdrawal', async () => {
    expect((await withdrawing.reinstate()).body.code).toBe('not_withdrawn')
    await withdrawing.withdraw()
    expect((await withdrawing.reinstate({ reason: 'Mistake' })).status).toBe(400)
    expect((await withdrawing.reinstate({ version: 1 })).body).toMatchObject({
      code: 'changed_meanwhile',
      data: { status: { stage: 'withdrawn' } },
    })
    expect((await withdrawing.reinstate()).status).toBe(200)
    expect((await withdrawing.reinstate()).body.code).toBe('not_withdrawn')
  })

  test('it can be withdrawn again', async () => {
    await withdrawing.withdraw()
    await withdrawing.reinstate()
    expect((await withdrawing.withdraw(helpdesk)).status).toBe(201)
    const { withdrawals } = await withdrawing.read()
    expect(withdrawals.map(({ event }: { event: string }) => event)).toEqual(['withdrawn', 'reinstated', 'withdrawn'])
    expect((await listEmails()).map(([email]) => email)).toEqual([
      'applicationWithdrawn',
      'applicationReinstated',
      'applicationWithdrawn',
    ])
  })
})

test('a returned application that is withdrawn cannot be sent again, also not once it is reinstated', async () => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  await withdrawing.withdraw(helpdesk)
  expect((await returning.send(corrected)).body.code).toBe('already_submitted')
  expect((await returning.readDraft()).document).toBeNull()
  expect(await withdrawing.readOwn()).not.toHaveProperty('correction')
  await withdrawing.reinstate()
  expect((await returning.send(corrected)).body.code).toBe('already_submitted')
})

test('of a withdrawal and a correction that is sent at the same time, the withdrawal holds', async () => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const lock = `update accounts set photo_file_id = photo_file_id where user_id = '${one.userId}'`
  const send = async () => {
    await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
    return returning.send(corrected)
  }
  const [withdrawn, sent] = await raceAtLock(api.database.url, lock, [() => withdrawing.withdraw(helpdesk), send])
  expect([withdrawn?.status, sent?.status]).toEqual([201, 409])
  expect((await withdrawing.read()).status.stage).toBe('withdrawn')
  const own = await api.call('GET', '/applications/my', { token: one.token })
  expect(contracts.myApplication.reply.parse(own.body).data).toHaveProperty('withdrawnAt')
})

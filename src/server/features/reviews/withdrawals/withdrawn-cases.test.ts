// What becomes of a case that is withdrawn: in the queue, in lists, and for colleagues.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createReturning, createWithdrawing, reasonOfWithdrawal } from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'

let api: TestApi
let registry: TestStaff
let helpdesk: TestStaff
let reviewer: TestStaff
let second: TestStaff
let chair: TestStaff
let one: ApplicationToReview
let withdrawing: ReturnType<typeof createWithdrawing>
let returning: ReturnType<typeof createReturning>
const schoolOfQueue = 'Withdrawn'
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'])
  helpdesk = await createStaff(api, ['helpdesk'], { name: 'The Helpdesk' })
  reviewer = await createStaff(api, ['reviewer'])
  second = await createStaff(api, ['reviewer'])
  chair = await createStaff(api, ['chair'])
})
afterAll(() => api.close())
const take = async (facts = {}) => {
  one = await createApplicationToReview(api, facts)
  withdrawing = createWithdrawing(api, registry, one)
  returning = createReturning(api, registry, one)
}
beforeEach(async () => {
  await api.forgetRateLimits()
  await take()
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
const decide = (body: object) => chair.call('POST', `${withdrawing.path}/decision`, { body })

describe('a withdrawn application', () => {
  test('takes no review, decision, return or assignment, each with a plain reason', async () => {
    await review(reviewer, 'shortlist', 1)
    const { version } = (await withdrawing.withdraw()).body.data.status
    expect((await review(second, 'shortlist', version)).body).toMatchObject({
      code: 'application_withdrawn',
      message: 'This application is withdrawn. Nothing is recorded about it unless the registry reinstates it.',
    })
    expect((await decide({ outcome: 'held', version })).body.code).toBe('application_withdrawn')
    expect((await returning.return()).body.code).toBe('application_withdrawn')
    expect((await returning.takeBack()).body.code).toBe('application_withdrawn')
    const selection = (
      await registry.call('POST', '/staff/selections', { body: { of: 'applications', filter: { number: one.number } } })
    ).body.data.id
    const body = { selection, to: [reviewer.id, second.id], how: 'even' }
    const assigned = await registry.call('POST', '/staff/assignments', { body })
    expect(assigned.body.data).toMatchObject({ assigned: 0, skipped: 1 })
  })

  test('leaves the queue and the work of the reviewer whom it was assigned to', async () => {
    await take({ school: schoolOfQueue })
    const own = await createStaff(api, [{ role: 'reviewer', school: schoolOfQueue }])
    const findNext = async () => (await own.call('GET', '/staff/review/next')).body.data.number
    await query(
      `insert into application_statuses (application_id, stage, version, assigned_to) values ($1, 'screening', 1, $2)`,
      [one.id, own.id],
    )
    expect(await findNext()).toBe(one.number)
    const listOwn = async () => (await own.call('GET', '/staff/applications?assigned=me')).body.data.rows
    expect(await listOwn()).toHaveLength(1)
    await withdrawing.withdraw(helpdesk)
    expect(await findNext()).toBeNull()
    expect(await listOwn()).toEqual([])
    await withdrawing.reinstate()
    expect(await findNext()).toBe(one.number)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['two reviews to shortlist', () => reviewByTwo('shortlist')],
    ['two reviews to reject', () => reviewByTwo('reject')],
    ['two reviews to hold', () => reviewByTwo('hold')],
    ['two reviews to return', () => reviewByTwo('return')],
    ['a decision of the chair alone', () => decide({ outcome: 'held', version: 1 })],
  ])('had %s, which counts no more', async (_, work) => {
    await work()
    const { body } = await withdrawing.withdraw()
    expect(body.data).toMatchObject({ status: { stage: 'withdrawn', round: 2, reviews: 0 }, decided: null })
  })

  test('is found by its stage, in the list, in a selection and in a file', async () => {
    await withdrawing.withdraw()
    const filter = `stage=withdrawn&number=${one.number}`
    const { body } = await registry.call('GET', `/staff/applications?${filter}`)
    expect(body.data.rows).toMatchObject([{ number: one.number, stage: 'withdrawn', decided: null, assigned: null }])
    const selection = { of: 'applications', filter: { stage: 'withdrawn', number: one.number } }
    expect((await registry.call('POST', '/staff/selections', { body: selection })).body.data.count).toBe(1)
    const { rows } = await query('select review_stage, stage from applicant_index where account_id = $1', [
      one.accountId,
    ])
    expect(rows).toEqual([{ review_stage: 'withdrawn', stage: 'submitted' }])
  })

  test("is said on the applicant's page, with how the applicant asked", async () => {
    const read = async () => (await helpdesk.call('GET', `/staff/applicants/${one.userId}`)).body.data
    expect((await read()).withdrawal).toBeNull()
    await withdrawing.withdraw(helpdesk)
    const after = await read()
    expect(after).toMatchObject({
      withdrawal: { reason: reasonOfWithdrawal, madeBy: 'The Helpdesk' },
      seesNow: { nextStep: { kind: 'withdrawn', label: 'Contact us' } },
    })
    expect(after.timeline).toContainEqual(
      expect.objectContaining({ action: 'application_withdrawn', person: 'The Helpdesk' }),
    )
  })
})

test('the helpdesk learns of a withdrawal, and nothing of the reviews', async () => {
  const read = () => withdrawing.read(helpdesk)
  const before = await read()
  await reviewByTwo('shortlist')
  expect(await read()).toEqual(before)
  const { body } = await withdrawing.withdraw(helpdesk)
  expect(body.data).toMatchObject({
    status: { stage: 'withdrawn', version: 1, round: 1, reviews: 0 },
    reviews: [],
    decided: null,
  })
  const { body: list } = await helpdesk.call('GET', `/staff/applications?number=${one.number}`)
  expect(list.data.rows).toMatchObject([{ stage: 'withdrawn', reviews: 0, decided: null }])
})

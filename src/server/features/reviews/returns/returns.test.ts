import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { addBatch, createPublishing, createPublishingStaff } from '#tests/support/api/publications.ts'
import { createReturning, reasonOfReturn } from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
let registry: TestStaff
let reviewer: TestStaff
let second: TestStaff
let chair: TestStaff
let one: ApplicationToReview
let returning: ReturnType<typeof createReturning>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'], { name: 'The Registry' })
  reviewer = await createStaff(api, ['reviewer'])
  second = await createStaff(api, ['reviewer'])
  chair = await createStaff(api, ['chair'])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  one = await createApplicationToReview(api)
  returning = createReturning(api, registry, one)
})

const review = (by: TestStaff, verdict: string, version: number) =>
  by.call('POST', `${returning.path}/reviews`, {
    body: { verdict, reasons: [{ code: 'document_unreadable' }], version },
  })
const reviewByTwo = async (verdict: string) => {
  await review(reviewer, verdict, 1)
  await review(second, verdict, 2)
}
const listEmails = async () =>
  (await listWaitingJobs(api, 'send_email')).filter(
    ({ email, accountId }) => email === 'applicationReturned' && accountId === one.accountId,
  )
const listEvents = async (action: string) =>
  (
    await api.database.pool.query(
      'select detail, reason, staff_id as "staffId" from audit_log where account_id = $1 and action = $2',
      [one.accountId, action],
    )
  ).rows

test('the registry returns an application, the applicant is told by email, and it is recorded', async () => {
  const until = returning.inHours(48)
  expect((await withoutAuditLog(api, () => returning.return({ until }))).status).toBe(500)
  const { status, body } = await returning.return({ until })
  expect([status, body.data.status.stage, body.data.correction]).toEqual([
    201,
    'returned',
    { reason: reasonOfReturn, until },
  ])
  expect(await listEmails()).toEqual([
    expect.objectContaining({ data: { applicationNumber: one.number, reason: reasonOfReturn, until } }),
  ])
  const { returns, may } = await returning.read()
  const person = { id: registry.id, name: 'The Registry' }
  expect(returns).toEqual([{ submission: 1, reason: reasonOfReturn, until, person, at: expect.any(String) }])
  expect(may).toMatchObject({ return: true, takeBack: true })
  expect(await listEvents('application_returned')).toEqual([
    { staffId: registry.id, reason: null, detail: { columns: ['returned_until', 'return_reason'], until } },
  ])
})

test.each([
  ['in the past', -1, 'Choose a moment in the future.'],
  ['too far ahead', 61 * 24, 'Choose a day within 60 days.'],
])('a date %s is refused at its field', async (_, hours, message) => {
  const { status, body } = await returning.return({ until: returning.inHours(hours) })
  expect([status, body.errors]).toEqual([400, [{ path: 'until', message }]])
})

test('a correction is due after this very moment, and at most to the moment 60 days later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect((await returning.return({ until: returning.inHours(0) })).status).toBe(400)
  expect((await returning.return({ until: returning.inHours(60 * 24) })).status).toBe(201)
})

test.each([
  ['reason', { reason: ' ' }],
  ['until', { until: 'tomorrow' }],
])('without a %s nothing is returned', async (path, more) => {
  const { status, body } = await returning.return(more)
  expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]])
  expect((await returning.read()).status.stage).toBe('submitted')
})

test('a date in another time zone is the same moment', async () => {
  const until = returning.inHours(48)
  const inNigeria = new Date(Date.parse(until) + 60 * 60_000).toISOString().replace('Z', '+01:00')
  const { body } = await returning.return({ until: inNigeria })
  expect(body.data.correction.until).toBe(until)
})

test('of two returns at one version, one counts; the other gets the newest', async () => {
  const given = { reason: 'Send the missing page.', until: returning.inHours(24), version: 1 }
  const replies = await Promise.all([
    registry.call('POST', `${returning.path}/return`, { body: given }),
    registry.call('POST', `${returning.path}/return`, { body: given }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'changed_meanwhile',
    data: { status: { version: 2, stage: 'returned' } },
  })
  expect(await listEmails()).toHaveLength(1)
})

test('reviewers, the chair and the helpdesk cannot return an application', async () => {
  for (const by of [reviewer, chair, await createStaff(api, ['helpdesk'])])
    expect((await returning.return({}, by)).body.code).toBe('not_permitted')
})

test('an application of another exercise, and of a recusal, is unknown', async () => {
  const body = { reason: reasonOfReturn, until: returning.inHours(1), version: 1 }
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     values ('Institute', 'INS', 'Staff', 2091, 0, 0, '[]', 'V') returning id`,
  )
  const elsewhere = await createStaff(api, [{ role: 'registry', exerciseId: rows[0].id }])
  expect((await elsewhere.call('POST', `${returning.path}/return`, { body })).status).toBe(404)
  await registry.call('POST', `${returning.path}/recusals`, { body: { reason: 'My sister has applied here.' } })
  expect((await registry.call('POST', `${returning.path}/return`, { body })).status).toBe(404)
  const { id } = (
    await api.database.pool.query('select id from recusals where staff_id = $1 and ended_at is null', [registry.id])
  ).rows[0]
  await chair.call('DELETE', `${returning.path}/recusals/${id}`)
})

test.each(['return', 'hold', 'reject'])('after two reviews that %s it can be returned', async (verdict) => {
  await reviewByTwo(verdict)
  const { body } = await returning.return()
  expect(body.data).toMatchObject({ status: { stage: 'returned', round: 2, reviews: 0 }, decided: null })
})

test('a shortlisted application cannot be returned', async () => {
  await reviewByTwo('shortlist')
  const { status, body } = await returning.return()
  expect([status, body.code]).toEqual([409, 'not_returnable'])
  expect((await returning.read()).may.return).toBe(false)
})

test('nor can one whose shortlisting is published, whatever was decided since', async () => {
  await reviewByTwo('hold')
  const publish = `update applications set decision = 'verified' where id = '${one.id}'`
  const [answer] = await raceAtLock(api.database.url, publish, [() => returning.return()])
  expect(answer?.body.code).toBe('not_returnable')
  expect((await returning.return()).body.code).toBe('not_returnable')
  expect((await returning.read()).may.return).toBe(false)
})

test('nothing is returned while its outcome is being published, and a rejection that waits is skipped once it is', async () => {
  const publishing = createPublishing(api, await createPublishingStaff(api))
  const { school, added, ids } = await addBatch(api, 2)
  await publishing.decide(ids, 'rejected')
  const proposed = await publishing.makeProposed('rejection', school)
  await publishing.approve(proposed)
  const giveBack = async (number = '') => {
    const path = `/staff/applications/${number}`
    const { version } = (await registry.call('GET', path)).body.data.status
    const body = { reason: reasonOfReturn, until: returning.inHours(1), version }
    return registry.call('POST', `${path}/return`, { body })
  }
  expect((await giveBack(added[0]?.number)).status).toBe(201)
  await api.database.pool.query(`update publications set state = 'publishing' where id = $1`, [proposed.id])
  expect((await giveBack(added[1]?.number)).body.code).toBe('being_published')
  await api.services.publications.publish({ publicationId: proposed.id })
  expect(await publishing.readDecisions(ids)).toEqual(['pending', 'rejected'])
  expect((await giveBack(added[1]?.number)).status).toBe(201)
})

test('while it is with the applicant it takes no review and no decision, and the queue does not offer it', async () => {
  const school = 'Returned'
  one = await createApplicationToReview(api, { school })
  returning = createReturning(api, registry, one)
  const own = await createStaff(api, [{ role: 'reviewer', school }])
  const findNext = async () => (await own.call('GET', '/staff/review/next')).body.data.number
  expect(await findNext()).toBe(one.number)
  await returning.return()
  expect(await findNext()).toBeNull()
  expect((await review(own, 'shortlist', 2)).body.code).toBe('with_applicant')
  const body = { outcome: 'held', version: 2 }
  expect((await chair.call('POST', `${returning.path}/decision`, { body })).body.code).toBe('with_applicant')
  expect((await returning.read(chair)).may).toMatchObject({ review: false, decide: false, takeBack: false })

  await api.database.pool.query(
    `with passed as (update application_statuses set changed_at = changed_at where application_id = $1)
     update applications set returned_until = now() - interval '1 hour' where id = $1`,
    [one.id],
  )
  expect(await findNext()).toBe(one.number)
  expect((await returning.read()).correction).toBeNull()
  expect((await returning.read(own)).may.review).toBe(true)
  expect((await returning.read(chair)).may.decide).toBe(true)
  expect((await review(own, 'hold', 2)).body.data.status.stage).toBe('screening')
})

test('the date and the reason can be changed while it was not sent again', async () => {
  await returning.return()
  const until = returning.inHours(72)
  const { body } = await returning.return({ reason: 'Also sign page 2.', until })
  expect(body.data.correction).toEqual({ reason: 'Also sign page 2.', until })
  expect((await listEmails()).map(({ data }) => data.until)).toEqual([expect.any(String), until])
  expect((await returning.read()).returns.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Also sign page 2.',
    reasonOfReturn,
  ])
})

test('a changed date keeps what the applicant has corrected so far', async () => {
  await returning.return()
  const { document, revision } = await returning.readDraft()
  await returning.saveDraft({ ...document, hobby: 'Corrected' }, revision)
  await returning.return()
  expect((await returning.readDraft()).document.hobby).toBe('Corrected')
})

test('what is returned is what was sent, also when a draft was saved in the moment of the submission', async () => {
  const { id, token } = await createReadyApplicant(api)
  const body = createCompleteAnswers(`/api/v1/files/${await insertFileRow(api, id, 'application/pdf')}`)
  const draft = { document: { ...body, hobby: 'Not yet finished' }, revision: 0 }
  const [sent] = await raceAtLock(api.database.url, `select from accounts where id = '${id}' for update`, [
    () => api.call('POST', '/applications/', { token, body }),
    () => api.call('PUT', '/applications/draft', { token, body: draft }),
  ])
  const another = createReturning(api, registry, { number: sent?.body.data.applicationId, token })
  expect((await another.return()).status).toBe(201)
  expect((await another.readDraft()).document.hobby).toBe(body.hobby)
})

test('a return that is taken back leaves the application in review as it was sent', async () => {
  await returning.return()
  const another = createReturning(api, registry, await createApplicationToReview(api))
  await another.return()
  const corrected = await returning.correct('Corrected')
  expect((await withoutAuditLog(api, () => returning.takeBack())).status).toBe(500)
  const { status, body } = await returning.takeBack()
  expect([status, body.data.status.stage, body.data.correction]).toEqual([200, 'screening', null])
  expect((await another.read()).correction).toMatchObject({ reason: reasonOfReturn })
  expect((await returning.send(corrected)).body.code).toBe('already_submitted')
  expect((await listEmails()).map(({ data }) => data.until)).toEqual([expect.any(String), null])
  expect(await listEvents('application_return_ended')).toEqual([
    { staffId: registry.id, reason: null, detail: { columns: ['returned_until', 'return_reason'] } },
  ])
  expect((await returning.takeBack()).body.code).toBe('not_returned')
  expect((await review(reviewer, 'hold', body.data.status.version)).status).toBe(201)
})

test('a return whose date has passed is not taken back', async () => {
  await returning.return()
  await api.database.pool.query(`update applications set returned_until = now() - interval '1 hour' where id = $1`, [
    one.id,
  ])
  expect((await returning.takeBack()).body.code).toBe('not_returned')
  expect(await returning.read()).toMatchObject({ status: { stage: 'returned' }, may: { takeBack: false } })
})

test("the applicant's page says that the next step is to correct it", async () => {
  const readNextStep = async () =>
    (await registry.call('GET', `/staff/applicants/${one.userId}`)).body.data.seesNow.nextStep
  expect(await readNextStep()).toMatchObject({ kind: 'wait' })
  await returning.return()
  expect(await readNextStep()).toEqual({ kind: 'correct', label: 'Correct and send again' })
  // Nothing is sent again in an archived exercise.
  const archive = (at: string) =>
    api.database.pool.query(
      `update exercises set archived_at = ${at} where id = (select exercise_id from applications where id = $1)`,
      [one.id],
    )
  await archive('now()')
  const archived = await readNextStep()
  await archive('null')
  expect(archived).toMatchObject({ kind: 'wait' })
})

test('the list finds it by its stage', async () => {
  await returning.return()
  const { body } = await registry.call('GET', `/staff/applications?stage=returned&q=${one.number}`)
  expect(body.data.rows).toMatchObject([{ number: one.number, stage: 'returned' }])
})

test('the helpdesk sees that it is with the applicant, and nothing of the reviews', async () => {
  await returning.return()
  const seen = await returning.read(await createStaff(api, ['helpdesk']))
  expect(seen).toMatchObject({
    status: { stage: 'screening', version: 1 },
    correction: { reason: reasonOfReturn },
    returns: [],
    versions: [],
  })
})

test('in an archived exercise nothing is returned', async () => {
  const { rows } = await api.database.pool.query(
    'update exercises set archived_at = now() where archived_at is null and id = (select exercise_id from applications where id = $1) returning id',
    [one.id],
  )
  const { body } = await returning.return()
  await api.database.pool.query('update exercises set archived_at = null where id = $1', [rows[0].id])
  expect(body.code).toBe('exercise_archived')
})

// What the applicant does with an application that the registry has returned.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createReturning, reasonOfReturn } from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { beginSubmission } from '#tests/support/api/submissions.ts'
import { insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
let registry: TestStaff
let reviewer: TestStaff
let second: TestStaff
let one: ApplicationToReview
let returning: ReturnType<typeof createReturning>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'])
  reviewer = await createStaff(api, ['reviewer'])
  second = await createStaff(api, ['reviewer'])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  one = await createApplicationToReview(api)
  returning = createReturning(api, registry, one)
})

const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
const listVersions = async () =>
  (await query('select * from application_versions where application_id = $1 order by submission', [one.id])).rows
const readOwnText = async () => {
  const answers = await Promise.all(
    ['/applications/my', '/applications/my?include=snapshot', '/applications/my/summary', '/applications/draft'].map(
      (path) => fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${one.token}` } }),
    ),
  )
  return Promise.all(answers.map((answer) => answer.text()))
}
/** As if the date had passed. */
const letPass = () =>
  query(`update applications set returned_until = now() - interval '1 second' where id = $1`, [one.id])
const reject = async () => {
  for (const [version, by] of [reviewer, second].entries())
    await by.call('POST', `${returning.path}/reviews`, {
      body: { verdict: 'reject', reasons: [{ code: 'document_unreadable' }], version: version + 1 },
    })
}

test('while it is not returned, and once the date has passed, every reply reads as before', async () => {
  const before = await readOwnText()
  await reject()
  expect(await readOwnText()).toEqual(before)
  await returning.return()
  expect(await readOwnText()).not.toEqual(before)
  await letPass()
  expect(await readOwnText()).toEqual(before)
  await returning.return()
  await returning.takeBack()
  expect(await readOwnText()).toEqual(before)
})

test('a returned application says why and until when, and the form opens with all that was sent', async () => {
  const { shown: _, ...sent } = await returning.readOwn('?include=snapshot')
  const { body } = await returning.return()
  const { correction } = body.data
  expect(correction.reason).toBe(reasonOfReturn)
  expect(await returning.readOwn()).toEqual({ ...sent, correction })
  const summary = await api.call('GET', '/applications/my/summary', { token: one.token })
  expect(contracts.applicationSummary.reply.parse(summary.body).data.application?.correction).toEqual(correction)
  const { document, revision } = await returning.readDraft()
  expect(sent).toMatchObject(document)
  expect(revision).toBeGreaterThan(100_000)
})

test('the corrected form can be saved and is sent under the same number; the old one is kept', async () => {
  const before = await returning.readOwn('?include=snapshot')
  await returning.return()
  const { document, revision } = await returning.readDraft()
  const corrected = { ...document, hobby: 'Corrected' }
  expect((await returning.saveDraft(corrected, revision)).body.data.revision).toBe(revision + 1)
  expect((await returning.saveDraft({ ...document, hobby: 'In another tab' }, revision)).body).toMatchObject({
    code: 'draft_outdated',
    data: { document: { hobby: 'Corrected' } },
  })

  // Of somebody else.
  const { accountId } = await createApplicationToReview(api)
  await query(`insert into drafts (account_id, document, revision, saved_at) values ($1, '{}', 1, now())`, [accountId])
  const { status, body } = await returning.send(corrected)
  expect([status, body.data.applicationId]).toEqual([201, one.number])
  expect((await query('select from drafts where account_id = $1', [accountId])).rowCount).toBe(1)
  const after = await returning.readOwn('?include=snapshot')
  expect(after).toMatchObject({ hobby: 'Corrected', applicationId: one.number })
  expect(after).not.toHaveProperty('correction')
  expect(after.slipCode).not.toBe(before.slipCode)
  expect(Date.parse(after.submittedAt)).toBeGreaterThan(Date.parse(before.submittedAt))
  expect((await returning.readDraft()).document).toBeNull()
  expect(await listVersions()).toMatchObject([
    { submission: 1, slip_code: before.slipCode, rendered_tables: before.shown, decision: 'pending' },
  ])

  const seen = await returning.read(reviewer)
  expect(seen).toMatchObject({ submission: 2, status: { stage: 'screening', reviews: 0 }, correction: null })
  expect(seen.versions).toMatchObject([
    { submission: 1, submittedAt: before.submittedAt, renderedTables: before.shown },
  ])
  expect(JSON.stringify(seen.renderedTables)).toContain('Corrected')
})

test('earlier reviews do not count any more, and the reviewer stays the same', async () => {
  await query(
    `insert into application_statuses (application_id, stage, version, assigned_to) values ($1, 'screening', 1, $2)`,
    [one.id, reviewer.id],
  )
  await reject()
  await returning.return()
  await query('update application_statuses set is_split = true where application_id = $1', [one.id])
  await returning.send(await returning.correct('Corrected'))
  const { status, decided } = await returning.read()
  expect([status, decided]).toMatchObject([
    { stage: 'screening', round: 2, reviews: 0, split: false, assignedTo: { id: reviewer.id } },
    null,
  ])
  const body = { verdict: 'shortlist', version: status.version }
  expect((await reviewer.call('POST', `${returning.path}/reviews`, { body })).status).toBe(201)
})

test('sent again, it is offered to reviewers, also when nobody is assigned', async () => {
  const school = 'Sent again'
  one = await createApplicationToReview(api, { school })
  returning = createReturning(api, registry, one)
  const own = await createStaff(api, [{ role: 'reviewer', school }])
  await returning.return()
  await returning.send(await returning.correct('Corrected'))
  expect((await own.call('GET', '/staff/review/next')).body.data.number).toBe(one.number)
})

test('repeated after a lost reply it gives the same number and no further version', async () => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const replies = await Promise.all([1, 2, 3].map(() => returning.send(corrected)))
  replies.push(await returning.send(corrected))
  expect(replies.map(({ status, body }) => [status, body.data.applicationId])).toEqual(Array(4).fill([201, one.number]))
  expect(await listVersions()).toHaveLength(1)
  const other = await returning.send({ ...corrected, hobby: 'Another' })
  expect([other.status, other.body.code, other.body.data]).toEqual([
    409,
    'already_submitted',
    { applicationId: one.number },
  ])
})

test('the same answers can be sent again, for example with another photo', async () => {
  const photo = await insertFileRow(api, one.accountId, 'image/jpeg')
  await returning.return()
  await query('update accounts set photo_file_id = $2 where id = $1', [one.accountId, photo])
  const { document } = await returning.readDraft()
  expect((await returning.send(document)).status).toBe(201)
  expect(await listVersions()).toMatchObject([{ submission: 1, photo_file_id: null }])
  expect((await returning.readOwn()).passport).toBe(`/api/v1/files/${photo}`)
})

test('of two different corrections at one moment one is sent', async () => {
  await returning.return()
  const bodies = await Promise.all(['One', 'Two'].map((hobby) => returning.correct(hobby)))
  const replies = await Promise.all(bodies.map(returning.send))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await listVersions()).toHaveLength(1)
  expect((await returning.readOwn()).hobby).toBe(replies[0]?.status === 201 ? 'One' : 'Two')
})

test('sent at the moment in which the registry takes it back, one of the two counts', async () => {
  for (let round = 0; round < 5; round += 1) {
    one = await createApplicationToReview(api)
    returning = createReturning(api, registry, one)
    await returning.return()
    const corrected = await returning.correct('Corrected')
    const [sent, taken] = await Promise.all([returning.send(corrected), returning.takeBack()])
    expect([sent.status, taken.status]).toEqual(sent.status === 201 ? [201, 409] : [409, 200])
    expect(await listVersions()).toHaveLength(sent.status === 201 ? 1 : 0)
  }
})

test('whose body arrives after the registry has taken it back, it is refused', async () => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const receiveBody = await beginSubmission(api, one.token)
  expect((await returning.takeBack()).status).toBe(200)
  await expect(receiveBody(corrected)).rejects.toMatchObject({ code: 'already_submitted' })
  expect(await listVersions()).toEqual([])
})

test('whose body arrives after the registry has set a date that has passed meanwhile, it is refused', async () => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const receiveBody = await beginSubmission(api, one.token)
  await letPass()
  await expect(receiveBody(corrected)).rejects.toMatchObject({ code: 'already_submitted' })
  expect(await listVersions()).toEqual([])
})

test('whose body arrives after a correction of the account, it is asked for once more', async () => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const receiveBody = await beginSubmission(api, one.token)
  await query('update accounts set version = version + 1 where id = $1', [one.accountId])
  const form = await returning.readDraft()
  await expect(receiveBody(corrected)).rejects.toMatchObject({ code: 'unavailable' })
  expect([form.document, await returning.readDraft()]).toEqual([expect.any(Object), form])
  expect((await returning.send(corrected)).status).toBe(201)
})

test.each([
  ['has corrected the account', `accounts set version = version + 1 where id`, () => one.accountId, 'unavailable'],
  [
    'has gone on with it',
    `application_statuses set stage = 'screening' where application_id`,
    () => one.id,
    'already_submitted',
  ],
])('sent while a transaction of the staff that %s commits, it is refused', async (_what, change, getId, code) => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const receiveBody = await beginSubmission(api, one.token)
  const send = () => receiveBody(corrected).catch((error: unknown) => error)
  expect(await raceAtLock(api.database.url, `update ${change} = '${getId()}'`, [send])).toMatchObject([{ code }])
  expect(await listVersions()).toEqual([])
})

describe('the date', () => {
  const submitAt = async (moment: Date, hobby: string) =>
    (await beginSubmission(api, one.token, moment))(await returning.correct(hobby))

  test('is decided by the clock of the server, to the millisecond', async () => {
    const { body } = await returning.return()
    const until = new Date(body.data.correction.until)
    await expect(submitAt(new Date(until.getTime() + 1), 'Late')).rejects.toMatchObject({ code: 'already_submitted' })
    await expect(submitAt(until, 'In time')).resolves.toEqual({ number: one.number, submittedAt: until })
  })

  test('once passed nothing can be saved or sent, and the same answers still give the number', async () => {
    await returning.return()
    const { document, revision } = await returning.readDraft()
    await letPass()
    expect((await returning.saveDraft(document, revision)).body).toMatchObject({
      code: 'already_submitted',
      data: { applicationId: one.number },
    })
    expect((await returning.send({ ...document, hobby: 'Late' })).body.code).toBe('already_submitted')
    expect((await returning.send(document)).status).toBe(201)
    expect(await listVersions()).toEqual([])
  })

  test('counts alone: the deadline of the exercise does not stop a correction', async () => {
    await returning.return()
    const corrected = await returning.correct('Corrected')
    const { rows } = await query(`update exercises set deadline = now() - interval '1 day' returning id`)
    const { status } = await returning.send(corrected)
    await query('update exercises set deadline = null where id = any($1)', [rows.map(({ id }) => id)])
    expect(status).toBe(201)
  })

  test('does not matter once reviewers have gone on with what was sent', async () => {
    await returning.return()
    const corrected = await returning.correct('Corrected')
    await query(`update application_statuses set stage = 'screening' where application_id = $1`, [one.id])
    expect((await returning.send(corrected)).body.code).toBe('already_submitted')
  })
})

test('in an archived exercise nothing is sent again', async () => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const { rows } = await query(
    'update exercises set archived_at = now() where id = (select exercise_id from applications where id = $1) returning id',
    [one.id],
  )
  const { status } = await returning.send(corrected)
  const read = async (path: string) => (await api.call('GET', path, { token: one.token })).body.data
  const isAsked = async () => [
    'correction' in (await read('/applications/my')),
    'correction' in (await read('/applications/my/summary')).application,
  ]
  const whileArchived = await isAsked()
  await query('update exercises set archived_at = null where id = $1', [rows[0].id])
  expect([status, await listVersions()]).toEqual([409, []])
  // Nobody is asked to send it.
  expect(whileArchived).toEqual([false, false])
  expect(await isAsked()).toEqual([true, true])
})

test('once it is published as shortlisted nothing is sent again', async () => {
  await returning.return()
  const corrected = await returning.correct('Corrected')
  await query(`update applications set decision = 'verified' where id = $1`, [one.id])
  expect([(await returning.send(corrected)).status, await listVersions()]).toEqual([409, []])
})

test('a published rejection ends when the application is sent again, and not before', async () => {
  await reject()
  await query(
    `update applications set decision = 'rejected', rejection_reasons = '[{"type": "Document", "reason": "Unreadable."}]' where id = $1`,
    [one.id],
  )
  await returning.return()
  expect(await returning.readSummary()).toMatchObject({
    decision: 'rejected',
    rejectionReasons: [{ type: 'Document', reason: 'Unreadable.' }],
    correction: { reason: reasonOfReturn },
  })
  await returning.send(await returning.correct('Corrected'))
  expect(await returning.readSummary()).toMatchObject({ decision: 'pending', rejectionReasons: [] })
  expect(await listVersions()).toMatchObject([{ decision: 'rejected', rejection_reasons: [{ type: 'Document' }] }])
  const { rows } = await query(
    'select stage, published, review_stage, decided from applicant_index where number = $1',
    [one.number],
  )
  expect(rows).toEqual([{ stage: 'submitted', published: null, review_stage: 'screening', decided: null }])
})

test('the applicant gets an email about the correction, and only new referees are told', async () => {
  const listEmails = async () =>
    (await listWaitingJobs(api, 'send_email')).filter(({ accountId }) => accountId === one.accountId)
  await returning.return()
  const earlier = (await listEmails()).length
  const corrected = await returning.correct('Corrected')
  // As if the form had not asked for the address of a referee before.
  await query(`update applications set answers = (answers::jsonb #- '{referees,2,email}')::json where number = $1`, [
    one.number,
  ])
  const [first, other] = corrected.referees
  const referee = { ...first, name: 'Prof. New Example', email: `new.${one.userId}@example.org` }
  await returning.send({ ...corrected, referees: [{ ...first, email: first.email.toUpperCase() }, other, referee] })
  const emails = (await listEmails()).slice(earlier)
  expect(emails).toMatchObject([
    { email: 'applicationSubmitted', data: { applicationNumber: one.number, isCorrected: true } },
    { email: 'refereeNamed', to: referee.email, data: { refereeName: 'Prof. New Example' } },
  ])
  expect(emails).toHaveLength(2)

  await returning.return()
  await returning.send({ ...(await returning.readDraft()).document, referees: corrected.referees })
  await returning.return()
  const { document } = await returning.readDraft()
  const before = (await listEmails()).length
  await returning.send({ ...document, referees: [other, referee, first] })
  expect((await listEmails()).slice(before)).toMatchObject([{ email: 'applicationSubmitted' }])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rejectionReasons } from '#shared/decisions/rejection-reasons.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let reviewer: TestStaff
let second: TestStaff
let chair: TestStaff
let one: ApplicationToReview
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  await createPeople()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  one = await createApplicationToReview(api)
})

async function createPeople() {
  reviewer = await createStaff(api, ['reviewer'], { name: 'First Reviewer' })
  second = await createStaff(api, ['reviewer'], { name: 'Second Reviewer' })
  chair = await createStaff(api, ['chair'], { name: 'The Chair' })
}

const path = (more = '') => `/staff/applications/${one.number}${more}`
const reject = { verdict: 'reject', reasons: [{ code: 'certificate_too_low' }] }
const review = (by: TestStaff, body: object, version = 1) =>
  by.call('POST', path('/reviews'), { body: { version, ...body } })
const decide = (by: TestStaff, body: object, version: number) =>
  by.call('POST', path('/decision'), { body: { version, ...body } })
const read = async (by: TestStaff) => (await by.call('GET', path())).body.data
const readOwn = async () => {
  const reply = await fetch(`${api.url}/api/v1/applications/my`, { headers: { authorization: `Bearer ${one.token}` } })
  return reply.text()
}

test('two reviews that agree reject, with the reasons that both gave; the applicant sees nothing of it', async () => {
  const before = await readOwn()
  const given = [
    { code: 'certificate_too_low' },
    { code: 'document_differs', about: 'experience', entry: 2, note: 'Page 3.' },
    { code: 'experience_too_short', note: 'Two years are missing.' },
  ]
  const first = await review(reviewer, { ...reject, reasons: [{ code: 'referee_unreachable' }, ...given] })
  expect([first.status, first.body.data.status]).toMatchObject([
    201,
    { stage: 'screening', version: 2, reviews: 1, reviewsNeeded: 2, split: false },
  ])
  expect(first.body.data.decided).toBeNull()
  const others = [{ code: 'membership_missing' }, given[0], given[1], { code: 'experience_too_short' }]
  const { status, body } = await review(second, { ...reject, reasons: others }, 2)
  expect([status, body.data.status.stage]).toEqual([201, 'rejected'])
  const { decided } = body.data
  expect(decided).toMatchObject({
    outcome: 'rejected',
    decidedBy: { name: 'Second Reviewer' },
    secondedBy: { name: 'First Reviewer' },
  })
  expect(decided.reasons).toMatchObject([
    { code: 'certificate_too_low', type: 'Qualification', reason: rejectionReasons.certificate_too_low.sentence },
    {
      code: 'document_differs',
      reason: `${rejectionReasons.document_differs.sentence} Page 3.`,
      about: 'experience',
      entry: 2,
    },
    { code: 'experience_too_short', reason: rejectionReasons.experience_too_short.sentence, note: null },
  ])
  expect(decided.reasons).toHaveLength(3)
  expect(body.data.published).toBeNull()
  expect(await readOwn()).toBe(before)
})

test('two rejections without a reason in common go to the chair, who decides on the reasons', async () => {
  const different = { verdict: 'reject', reasons: [{ code: 'document_differs', note: 'Page 3.' }] }
  await review(reviewer, different)
  const reasons = [{ code: 'document_differs', note: 'The third page.' }, { code: 'referee_unreachable' }]
  const { body } = await review(second, { verdict: 'reject', reasons }, 2)
  expect(body.data).toMatchObject({ status: { stage: 'held', split: true }, decided: null })
  const undecided = await decide(chair, { outcome: 'rejected' }, 3)
  expect(undecided.body.errors).toEqual([{ path: 'reasons', message: 'Choose at least one reason.' }])
  const twice = [{ code: 'referee_unreachable' }, { code: 'referee_unreachable' }]
  const decided = await decide(chair, { outcome: 'rejected', reasons: twice }, 3)
  expect(decided.body.data.decided).toMatchObject({ outcome: 'rejected', decidedBy: { name: 'The Chair' } })
  expect(decided.body.data.decided.reasons).toMatchObject([{ code: 'referee_unreachable' }])
})

test('a chair who has reviewed takes the reasons of the other review', async () => {
  await review(chair, reject)
  await review(reviewer, { verdict: 'reject', reasons: [{ code: 'referee_unreachable' }] }, 2)
  const { status, body } = await decide(chair, { outcome: 'rejected' }, 3)
  expect([status, body.data.decided.reasons]).toMatchObject([201, [{ code: 'referee_unreachable' }]])
})

test('two reviews that agree shortlist', async () => {
  await review(reviewer, { verdict: 'shortlist' })
  const { body } = await review(second, { verdict: 'shortlist' }, 2)
  expect([body.data.status.stage, body.data.decided.outcome]).toEqual(['shortlisted', 'shortlisted'])
  expect((await read(chair)).may).toMatchObject({ review: false, decide: true })
  expect((await review(chair, reject, 3)).body.code).toBe('not_reviewable')
})

test('of two reviewers at one version, one is recorded; the other gets the newest', async () => {
  const answers = await Promise.all([review(reviewer, reject), review(second, { verdict: 'shortlist' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)?.body
  expect(refused).toMatchObject({
    code: 'changed_meanwhile',
    data: { number: one.number, status: { version: 2, stage: 'screening', reviews: 1 }, reviews: [{ verdict: null }] },
  })
  expect((await read(chair)).reviews).toHaveLength(1)

  // Also later on, when the application has a status.
  const others = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  const later = await raceAtLock(
    api.database.url,
    'lock table reviews in share mode',
    others.map((by) => () => review(by, reject, 2)),
  )
  expect(later.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('many reviewers at one version leave one review', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => createStaff(api, ['reviewer'])))
  const answers = await Promise.all(people.map((person) => review(person, reject)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await read(chair)).status).toMatchObject({ version: 2, reviews: 1 })
})

test('one person alone never rejects: not by a second review, and not as the chair', async () => {
  const chairOnly = await decide(chair, { outcome: 'rejected', reasons: [{ code: 'incomplete', note: 'No file.' }] }, 1)
  expect([chairOnly.status, chairOnly.body.code]).toEqual([403, 'second_person_required'])
  await review(chair, reject)
  for (const answer of [await review(chair, reject, 2), await decide(chair, { outcome: 'rejected' }, 2)])
    expect([answer.status, answer.body.code]).toEqual([403, 'second_person_required'])
  expect((await decide(chair, { outcome: 'shortlisted' }, 2)).body.code).toBe('second_person_required')
  expect((await read(chair)).decided).toBeNull()
})

test('the chair decides with a review that agrees, and takes its reasons when none are given', async () => {
  expect((await withoutAuditLog(api, () => review(reviewer, reject))).status).toBe(500)
  expect((await review(reviewer, reject)).status).toBe(201)
  const against = await decide(chair, { outcome: 'shortlisted' }, 2)
  expect(against.body.code).toBe('second_person_required')
  const agree = () => decide(chair, { outcome: 'reject', note: 'As discussed.' }, 2)
  expect((await withoutAuditLog(api, agree)).status).toBe(500)
  const { status, body } = await agree()
  expect([status, body.data.status]).toMatchObject([201, { stage: 'rejected', version: 3 }])
  expect(body.data.decided).toMatchObject({
    decidedBy: { name: 'The Chair' },
    secondedBy: { name: 'First Reviewer' },
    reasons: [{ code: 'certificate_too_low' }],
  })
  expect((await read(chair)).notes).toMatchObject([{ text: 'As discussed.', person: { name: 'The Chair' } }])
  const { rows } = await api.database.pool.query(
    `select staff_id as by, subject_id as number, (select year from exercises where id = exercise_id) as year, detail
      from audit_log where account_id = $1 and subject_kind = 'application'
      and action in ('application_reviewed', 'application_decided') order by id`,
    [one.accountId],
  )
  const reasons = ['certificate_too_low']
  const event = { number: one.number, year: 2024 }
  expect(rows).toEqual([
    { ...event, by: reviewer.id, detail: { verdict: 'reject', reasons, round: 1, stage: 'screening' } },
    { ...event, by: chair.id, detail: { outcome: 'rejected', reasons } },
  ])
})

test('a review or decision whose answer was lost is tried again, and recorded once', async () => {
  const body = { ...reject, note: 'See page 2.' }
  for (const _ of ['lost', 'again'])
    expect(await review(reviewer, body)).toMatchObject({ status: 201, body: { data: { status: { version: 2 } } } })
  const others = [{ note: 'See page 3.' }, { reasons: [{ code: 'membership_missing' }] }]
  for (const other of others)
    expect((await review(reviewer, { ...body, ...other })).body.code).toBe('changed_meanwhile')
  expect((await review(second, body)).body.code).toBe('changed_meanwhile')

  const given = { outcome: 'reject', reasons: reject.reasons, note: 'As discussed.' }
  for (const _ of ['lost', 'again'])
    expect(await decide(chair, given, 2)).toMatchObject({ status: 201, body: { data: { status: { version: 3 } } } })
  for (const other of [...others, { outcome: 'held' }])
    expect((await decide(chair, { ...given, ...other }, 2)).body.code).toBe('changed_meanwhile')
  const { reviews, notes } = await read(chair)
  expect([reviews.length, notes.length]).toEqual([1, 1])
})

test('where an exercise asks for one review, one shortlists; a rejection still needs two', async () => {
  const setRules = (rules: object) => api.database.pool.query('update exercises set review_rules = $1', [rules])
  await setRules({ shortlistReviews: 1 })
  const first = await review(reviewer, { verdict: 'shortlist' })
  expect(first.body.data).toMatchObject({ status: { stage: 'shortlisted' }, decided: { secondedBy: null } })
  one = await createApplicationToReview(api)
  expect((await review(reviewer, reject)).body.data).toMatchObject({ status: { stage: 'screening' }, decided: null })
  await setRules({})
})

test('two reviews that differ go to the chair, whom nobody else can forestall', async () => {
  await review(reviewer, reject)
  const { body } = await review(second, { verdict: 'shortlist' }, 2)
  expect(body.data).toMatchObject({ status: { stage: 'held', split: true }, decided: null })
  const third = await createStaff(api, ['reviewer'])
  expect((await review(third, reject, 3)).body.code).toBe('not_reviewable')
  // Who cannot review it any more reads what was said.
  const verdicts = (await read(third)).reviews.map(({ verdict }: { verdict: string | null }) => verdict)
  expect(verdicts).toEqual(['reject', 'shortlist'])
  const list = await chair.call('GET', `/staff/applications?split=yes&number=${one.number}`)
  expect(list.body.data.rows).toMatchObject([{ number: one.number, stage: 'held', split: true, reviews: 2 }])
  expect((await decide(chair, { outcome: 'shortlisted' }, 3)).body.data.status).toMatchObject({
    stage: 'shortlisted',
    split: false,
  })
})

test('a review by the chair of a split case agrees with one of both, whose reasons alone it shares', async () => {
  const reachable = { code: 'referee_unreachable' }
  await review(reviewer, { verdict: 'hold', reasons: [reachable] })
  await review(second, reject, 2)
  const { status, body } = await review(chair, { ...reject, reasons: [...reject.reasons, reachable] }, 3)
  expect([status, body.data.status]).toMatchObject([201, { stage: 'rejected', split: false }])
  expect(body.data.decided).toMatchObject({ secondedBy: { name: 'Second Reviewer' }, reasons: reject.reasons })

  // So does a decision of the chair.
  one = await createApplicationToReview(api)
  await review(reviewer, { verdict: 'hold', reasons: [reachable] })
  await review(second, reject, 2)
  expect((await decide(chair, { outcome: 'rejected' }, 3)).body.data.decided).toMatchObject({
    secondedBy: { name: 'Second Reviewer' },
    reasons: reject.reasons,
  })
})

test('a decision is undone by another one, which supersedes it', async () => {
  await review(reviewer, { verdict: 'shortlist' })
  await review(second, { verdict: 'shortlist' }, 2)
  const held = await decide(chair, { outcome: 'held' }, 3)
  expect(held.body.data).toMatchObject({ status: { stage: 'held', version: 4 }, decided: { outcome: 'held' } })
  // Who has reviewed it before may review it anew.
  expect((await read(second)).may).toMatchObject({ review: true })
  const anew = await review(second, reject, 4)
  expect(anew.body.data).toMatchObject({ status: { stage: 'screening', round: 2, reviews: 1 }, decided: null })
  // Reviews of the earlier round second nothing.
  expect((await decide(chair, { outcome: 'shortlisted' }, 5)).body.code).toBe('second_person_required')
  await review(reviewer, reject, 5)
  const { decided, reviews, decisions, history } = await read(chair)
  expect([decided.outcome, reviews.length]).toEqual(['rejected', 4])
  expect(decisions.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['rejected', 'held', 'shortlisted'])
  expect(history.map(({ action, person }: Record<string, string>) => [action, person])).toEqual([
    ['application_decided', 'First Reviewer'],
    ['application_reviewed', 'First Reviewer'],
    ['application_reviewed', 'Second Reviewer'],
    ['application_decided', 'The Chair'],
    ['application_decided', 'Second Reviewer'],
    ['application_reviewed', 'Second Reviewer'],
    ['application_reviewed', 'First Reviewer'],
  ])
  const { rows } = await api.database.pool.query(
    `select outcome, supersedes is not null as supersedes from decisions where application_id = $1 order by at`,
    [one.id],
  )
  expect(rows).toEqual([
    { outcome: 'shortlisted', supersedes: false },
    { outcome: 'held', supersedes: true },
    { outcome: 'rejected', supersedes: true },
  ])
})

test('the first verdict stays hidden from a second reviewer until the own one is recorded', async () => {
  await review(reviewer, { ...reject, note: 'Not for a second look.' })
  const hidden = await read(second)
  expect(hidden.reviews).toMatchObject([{ verdict: null, reasons: [], note: '', person: { name: 'First Reviewer' } }])
  expect((await read(reviewer)).reviews).toMatchObject([{ verdict: 'reject', note: 'Not for a second look.' }])
  for (const reader of [chair, await createStaff(api, ['auditor'])])
    expect((await read(reader)).reviews).toMatchObject([{ verdict: 'reject' }])
  const after = await review(second, { verdict: 'hold' }, 2)
  expect(after.body.data.reviews.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['reject', 'hold'])
  // One of a former round opens none of the next.
  await api.database.pool.query(
    `update application_statuses set round = 2, review_count = 0, stage = 'screening', is_split = false where application_id = $1`,
    [one.id],
  )
  await review(reviewer, { verdict: 'hold' }, after.body.data.status.version)
  expect((await read(second)).reviews.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
    'reject',
    'hold',
    null,
  ])
})

test.each([
  ['a rejection without a reason', { verdict: 'reject', reasons: [] }, 'reasons'],
  ['a reason that needs a note', { verdict: 'reject', reasons: [{ code: 'other' }] }, 'reasons.0.note'],
  ['an unknown reason', { verdict: 'reject', reasons: [{ code: 'too_tall' }] }, 'reasons.0.code'],
  ['a return that does not say what to correct', { verdict: 'return' }, 'reasons'],
  ['an unknown verdict', { verdict: 'maybe' }, 'verdict'],
])('%s is refused', async (_, body, field) => {
  const answer = await review(reviewer, body)
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, field])
})

test('a review without the version that was seen is refused', async () => {
  const answer = await reviewer.call('POST', path('/reviews'), { body: reject })
  expect([answer.status, answer.body.errors[0].message]).toEqual([400, 'Send the version that you saw.'])
})

test('two that agree to return it leave it for correction, and the next review begins anew', async () => {
  await review(reviewer, { verdict: 'return', note: 'The scan is upside down.' })
  const { body } = await review(second, { verdict: 'return', reasons: [{ code: 'document_unreadable' }] }, 2)
  expect(body.data).toMatchObject({ status: { stage: 'returned' }, decided: null })
  expect((await review(reviewer, { verdict: 'shortlist' }, 3)).body.data.status).toMatchObject({
    stage: 'screening',
    round: 2,
  })
  // What was said in an earlier round is no secret any more.
  const { reviews } = await read(await createStaff(api, ['reviewer']))
  expect(reviews.map(({ verdict }: { verdict: string | null }) => verdict)).toEqual(['return', 'return', null])
})

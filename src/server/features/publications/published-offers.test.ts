// What applicants learn of their final outcome: nothing before its publication; then an offer, and one email.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createOfferSteps } from '#tests/support/api/offers.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import type { ApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
let steps: Awaited<ReturnType<typeof createOfferSteps>>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  steps = await createOfferSteps(api)
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

async function addOne(vacancies = 1): Promise<ApplicationToReview> {
  const [one] = await steps.addShortlisted(1, vacancies)
  if (!one) throw new Error('No application was added.')
  return one
}

const listOffers = async ({ id }: ApplicationToReview) =>
  (
    await api.database.pool.query('select state from offers where application_id = $1 order by offered_at', [id])
  ).rows.map(({ state }) => state)

/** To a post that nobody has asked for yet. */
const moveTo = ({ accountId }: ApplicationToReview, post: Record<string, string>) =>
  api.database.pool.query(
    `with account as (select * from jsonb_populate_record(null::accounts,
      (select to_jsonb(accounts) from accounts where id = $1) || $2::jsonb)),
    post as (insert into posts (exercise_id, school, department, role) select exercise_id, school, department, role from account
      returning school, department, role)
    update accounts set school = post.school, department = post.department, role = post.role from post where id = $1`,
    [accountId, post],
  )

/** The emails that wait for the applicant, as if they were sent. */
async function takeEmails({ accountId }: ApplicationToReview) {
  const waiting = await listWaitingJobs(api, 'send_email')
  await api.database.pool.query(`delete from graphile_worker._private_jobs where key like 'publication:%'`)
  return waiting.filter((job) => job.accountId === accountId && job.email === 'offerPublished')
}

/** All that the applicant can get, without the minute in which it was made. */
async function readEverything({ token }: ApplicationToReview): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const texts = await Promise.all(
    ['/users/me', '/applications/my', '/applications/my/summary'].map(async (path) =>
      JSON.stringify((await api.call('GET', path, { token })).body),
    ),
  )
  const slip = await api.fetch('/api/v1/slips/application.pdf', { headers })
  const { text } = await readPdf(new Uint8Array(await slip.arrayBuffer()))
  return [...texts, text].join('\n').replace(/\d+:\d\d [ap]m/g, '…')
}

test('an outcome is nowhere before its publication; then there is an offer, and one email', async () => {
  const one = await addOne()
  const before = await readEverything(one)
  const until = steps.getUntil()
  await steps.select(one, until)
  const proposed = await steps.propose([one.number])
  expect(await readEverything(one)).toBe(before)
  expect([await listOffers(one), await takeEmails(one)]).toEqual([[], []])
  const { id, byPost } = proposed.body.data
  expect(byPost).toMatchObject([{ outcome: 'selected', count: 1 }])
  const maker = steps.people.maker
  const { rows } = (await maker.call('GET', `/staff/publications/${id}/items`)).body.data
  expect(rows).toMatchObject([{ number: one.number, publishes: { finalOutcome: 'selected', role: 'Lecturer II' } }])
  const email = await maker.call('GET', `/staff/publications/${id}/items/${one.number}/email`)
  expect(email.body.data.subject).toBe(`You are offered an appointment: application ${one.number}`)
  expect(email.body.data.text).toContain('Answer until')
  await maker.call('POST', `/staff/publications/${id}/return`, { body: { reason: 'To be made anew.' } })

  await steps.publish(one)
  expect(await listOffers(one)).toEqual(['offered'])
  const summary = await api.call('GET', '/applications/my/summary', { token: one.token })
  expect(summary.body.data.application.finalOutcome).toEqual({
    outcome: 'selected',
    offer: { state: 'offered', until },
  })
  const applicant = await maker.call('GET', `/staff/applicants/${one.userId}`)
  expect(applicant.body.data.seesNow).toMatchObject({
    nextStep: { kind: 'answer', label: 'Answer the offer' },
    cards: [{ status: 'Completed', done: true }, { status: 'Verified', done: true }, {}],
  })
  expect(await takeEmails(one)).toMatchObject([
    { data: { finalOutcome: 'selected', until: until.replace(/\.\d+/, ''), replaces: 'none' } },
  ])
})

test('an offer is in the list of those who read offers, and in the appointment list that they export', async () => {
  const one = await addOne()
  await steps.select(one)
  const { maker } = steps.people
  const list = async (by = maker) =>
    (await by.call('GET', `/staff/offers?exercise=2024&q=${one.number}&offer=offered`)).body.data.rows
  expect(await list()).toEqual([])
  await steps.publish(one)
  await takeEmails(one)
  expect(await list()).toMatchObject([{ number: one.number, role: 'Lecturer II', offer: 'offered', settledAt: null }])
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  const elsewhere = await createStaff(api, [{ role: 'registry', exerciseId: rows[0].id }])
  expect(await list(elsewhere)).toEqual([])
  const columns = ['number', 'surname', 'dateOfBirth', 'gender', 'lga', 'role', 'email', 'phone', 'settled']
  const body = { of: 'offers', filter: { offer: 'offered' }, columns, format: 'csv', reason: 'For the appointments' }
  expect((await maker.call('POST', '/staff/exports', { body })).status).toBe(201)
})

test('reserves and those who were not selected get their email, and no offer', async () => {
  const [reserve, other] = await steps.addShortlisted(2)
  if (!reserve || !other) throw new Error('No applications were added.')
  await steps.settle(reserve, { outcome: 'reserve', rank: 1 })
  await steps.settle(other, { outcome: 'unsuccessful' })
  await steps.publish(reserve, other)
  expect([await listOffers(reserve), await listOffers(other)]).toEqual([[], []])
  expect((await api.call('GET', '/offers/my', reserve)).body.data).toMatchObject({ outcome: 'reserve', offer: null })
  const applicant = await steps.people.maker.call('GET', `/staff/applicants/${reserve.userId}`)
  expect(applicant.body.data.seesNow.nextStep).toEqual({ kind: 'outcome', label: 'Print your slips' })
  const waiting = (await listWaitingJobs(api, 'send_email')).filter(({ email }) => email === 'offerPublished')
  expect(waiting.map(({ data }) => (data as { finalOutcome: string }).finalOutcome).toSorted()).toEqual([
    'reserve',
    'unsuccessful',
  ])
})

test('what one person alone has recorded is not published', async () => {
  const one = await addOne()
  const body = { outcome: 'selected', until: steps.getUntil(), version: 0 }
  await steps.people.approver.call('POST', `/staff/applications/${one.number}/outcome`, { body })
  expect((await steps.propose([one.number])).body.data.excluded).toEqual([{ exclusionReason: 'undecided', count: 1 }])
})

test.each([
  ['school', 'Elsewhere'],
  ['department', 'Physics'],
  ['role', 'Lecturer I'],
])('an outcome for a post of another %s than the applicant has now is not published', async (column, value) => {
  const one = await addOne()
  await steps.select(one)
  await moveTo(one, { [column]: value })
  expect((await steps.propose([one.number])).body.data.excluded).toEqual([{ exclusionReason: 'undecided', count: 1 }])
})

test('a correction withdraws the offer, and says that it replaces what was published', async () => {
  const one = await addOne()
  await steps.select(one)
  await steps.publish(one)
  await takeEmails(one)
  await steps.settle(one, { outcome: 'unsuccessful' })
  expect(await listOffers(one)).toEqual(['offered'])
  await steps.publish(one)
  expect(await listOffers(one)).toEqual(['withdrawn'])
  expect(await takeEmails(one)).toMatchObject([{ data: { finalOutcome: 'unsuccessful', replaces: 'selected' } }])
  // The applicant sees what holds now, and nothing of the former offer.
  const { data } = (await api.call('GET', '/offers/my', { token: one.token })).body
  expect(data).toMatchObject({ outcome: 'unsuccessful', offer: null })
})

/** A new date is approved for an offer of which the applicant knows. */
async function approveLaterDate(one: ApplicationToReview): Promise<string> {
  await steps.offer(one)
  await steps.select(one, steps.getUntil(20))
  const proposed = await steps.propose([one.number])
  expect((await steps.publishing.approve(proposed.body.data)).status).toBe(200)
  return proposed.body.data.id
}

const answer = ({ token }: ApplicationToReview, given: string) =>
  api.call('POST', '/offers/my', { token, body: { answer: given } })

test('an offer that is accepted before its new date is published stays accepted, and no email is written', async () => {
  const one = await addOne()
  const publicationId = await approveLaterDate(one)
  expect((await answer(one, 'accept')).status).toBe(200)
  await api.services.publications.publish({ publicationId })
  await api.services.publications.sendEmails({ publicationId })
  expect([await listOffers(one), await takeEmails(one)]).toEqual([['accepted'], []])
  expect((await steps.publishing.read(publicationId)).skipped).toEqual([
    { exclusionReason: 'already_published', count: 1 },
  ])
  await steps.settle(one, { outcome: 'unsuccessful' })
  await steps.publish(one)
  expect(await listOffers(one)).toEqual(['withdrawn'])
})

test('an offer that is accepted while its new date is published stays accepted', async () => {
  const one = await addOne()
  const publicationId = await approveLaterDate(one)
  const acceptance = `update offers set state = 'accepted', settled_at = now() where application_id = '${one.id}'`
  await raceAtLock(api.database.url, acceptance, [() => api.services.publications.publish({ publicationId })])
  expect(await listOffers(one)).toEqual(['accepted'])
  const { body } = await api.call('GET', '/offers/my', { token: one.token })
  expect(body.data.offer.state).toBe('accepted')
})

test('an offer that nobody has accepted is made anew with its new date, whatever others of the post have accepted', async () => {
  const [one, colleague] = await steps.addShortlisted(2, 2)
  if (!one || !colleague) throw new Error('No applications were added.')
  await steps.offer(colleague)
  expect((await answer(colleague, 'accept')).status).toBe(200)
  const publicationId = await approveLaterDate(one)
  await api.services.publications.publish({ publicationId })
  expect(await listOffers(one)).toEqual(['withdrawn', 'offered'])
  const { body } = await steps.people.maker.call('GET', `/staff/applications/${one.number}/outcome`)
  expect(body.data.offer.state).toBe('offered')
})

test('an accepted offer of another post is withdrawn for the new one', async () => {
  const one = await addOne()
  await steps.offer(one)
  expect((await answer(one, 'accept')).status).toBe(200)
  await moveTo(one, { role: 'Dean' })
  await api.database.pool.query(`update posts set vacancies = 1 where role = 'Dean'`)
  await steps.select(one)
  await steps.publish(one)
  const { rows } = await api.database.pool.query(
    'select state, role from offers where application_id = $1 order by offered_at',
    [one.id],
  )
  expect(rows).toEqual([
    { state: 'withdrawn', role: expect.stringMatching('Lecturer') },
    { state: 'offered', role: 'Dean' },
  ])
})

test('an outcome that says something else than the published one is published', async () => {
  const [until, later] = [steps.getUntil(), steps.getUntil(20)]
  const isProposed = async (one: ApplicationToReview) => (await steps.propose([one.number])).status === 200

  const longer = await addOne()
  await steps.select(longer, until)
  await steps.publish(longer)
  await steps.select(longer, later)
  expect(await isProposed(longer), 'more time to answer').toBe(true)

  const reserve = await addOne()
  await steps.settle(reserve, { outcome: 'reserve', rank: 1 })
  await steps.publish(reserve)
  await steps.settle(reserve, { outcome: 'unsuccessful' })
  expect(await isProposed(reserve), 'no reserve any more').toBe(true)

  const moved = await addOne()
  await steps.settle(moved, { outcome: 'unsuccessful' })
  await steps.publish(moved)
  await moveTo(moved, { role: 'Lecturer I' })
  await steps.settle(moved, { outcome: 'unsuccessful' })
  expect(await isProposed(moved), 'another post').toBe(true)

  const declined = await addOne()
  await steps.select(declined, until)
  await steps.publish(declined)
  await api.database.pool.query(`update offers set state = 'declined', settled_at = now() where application_id = $1`, [
    declined.id,
  ])
  await steps.select(declined, until)
  expect(await isProposed(declined), 'another offer').toBe(true)
})

test('the same outcome is not published twice', async () => {
  const one = await addOne()
  const until = steps.getUntil()
  await steps.select(one, until)
  await steps.publish(one)
  await steps.select(one, until)
  const [declined, reserve] = [await addOne(), await addOne()]
  await steps.select(declined)
  await steps.publish(declined)
  const decline = `update offers set state = 'declined', settled_at = now() where application_id = $1`
  await api.database.pool.query(decline, [declined.id])
  await steps.settle(reserve, { outcome: 'reserve', rank: 1 })
  await steps.publish(reserve)
  await steps.settle(reserve, { outcome: 'reserve', rank: 1 })
  for (const { number } of [one, declined, reserve])
    expect((await steps.propose([number])).body.data.excluded).toEqual([
      { exclusionReason: 'already_published', count: 1 },
    ])
})

test('nothing is published in an exercise that was archived after the approval', async () => {
  const one = await addOne()
  await steps.select(one)
  const { data } = (await steps.propose([one.number])).body
  await steps.publishing.approve(data)
  const archive = (at: Date | null) => api.database.pool.query('update exercises set archived_at = $1', [at])
  await archive(new Date())
  await api.services.publications.publish({ publicationId: data.id })
  await archive(null)
  expect((await steps.publishing.read(data.id)).state).toBe('approved')
  expect(await listOffers(one)).toEqual([])
})

test('an offer whose time to answer is over is not published', async () => {
  const one = await addOne()
  await steps.select(one)
  // As if the proposal had waited: the record itself is never changed.
  await api.database.pool.query(`alter table final_outcomes disable trigger final_outcomes_append_only`)
  await api.database.pool.query(
    `update final_outcomes set until = now() - interval '1 hour' where application_id = $1`,
    [one.id],
  )
  await api.database.pool.query(`alter table final_outcomes enable trigger final_outcomes_append_only`)
  expect((await steps.propose([one.number])).body.data.excluded).toEqual([
    { exclusionReason: 'answer_time_over', count: 1 },
  ])
})

test('an offer is left out of a publication whose moment comes after the time to answer', async () => {
  const one = await addOne()
  await steps.select(one, steps.getUntil(2))
  const { maker } = steps.people
  const body = {
    kind: 'offer',
    title: 'Final outcomes',
    selection: await steps.publishing.select({ numbers: [one.number] }),
    publishAt: steps.getUntil(3),
  }
  const excluded = [{ exclusionReason: 'answer_time_over', count: 1 }]
  expect((await maker.call('POST', '/staff/publications', { body })).body.data).toEqual({ excluded })
  const inTime = { ...body, publishAt: steps.getUntil(1) }
  const made = (await maker.call('POST', '/staff/publications', { body: inTime })).body.data
  const later = { publishAt: body.publishAt, version: made.version }
  const changed = await maker.call('PATCH', `/staff/publications/${made.id}`, { body: later })
  expect(changed.body.data.differences.rows).toMatchObject([
    { number: one.number, exclusionReason: 'answer_time_over' },
  ])
  expect((await steps.publishing.propose(made.id, changed.body.data.version)).body.data).toEqual({ excluded })
})

test('an outcome that changes between approval and publication is skipped', async () => {
  const one = await addOne()
  await steps.select(one)
  const proposed = (await steps.propose([one.number])).body.data
  expect((await steps.publishing.approve(proposed)).status).toBe(200)
  await steps.settle(one, { outcome: 'unsuccessful' })
  await api.services.publications.publish({ publicationId: proposed.id })
  expect((await steps.publishing.read(proposed.id)).skipped).toEqual([{ exclusionReason: 'superseded', count: 1 }])
  expect(await listOffers(one)).toEqual([])
})

test('an application that is withdrawn while its outcome is published gets no offer', async () => {
  const one = await addOne()
  await steps.select(one)
  const proposed = (await steps.propose([one.number])).body.data
  expect((await steps.publishing.approve(proposed)).status).toBe(200)
  const withdrawal = `update applications set withdrawn_at = now(), decision = 'pending' where id = '${one.id}'`
  const publish = () => api.services.publications.publish({ publicationId: proposed.id })
  await raceAtLock(api.database.url, withdrawal, [publish])
  expect(await listOffers(one)).toEqual([])
  expect((await steps.publishing.read(proposed.id)).skipped).toEqual([{ exclusionReason: 'withdrawn', count: 1 }])
})

test('a withdrawn application loses its offer', async () => {
  const one = await addOne()
  await steps.offer(one)
  const body = { reason: 'The applicant wrote an email.' }
  expect((await steps.people.maker.call('POST', `/staff/applications/${one.number}/withdraw`, { body })).status).toBe(
    201,
  )
  expect(await listOffers(one)).toEqual(['withdrawn'])
  const { rows } = await api.database.pool.query(
    `select settled_at = withdrawn_at as "isAtOnce" from offers join applications on applications.id = application_id
    where application_id = $1`,
    [one.id],
  )
  expect(rows).toEqual([{ isAtOnce: true }])
})

test('who is rejected after all loses the offer, and gives back the vacancy and the rank on the reserve list', async () => {
  const [one, reserve, next] = (await steps.addShortlisted(3, 1)) as [
    ApplicationToReview,
    ApplicationToReview,
    ApplicationToReview,
  ]
  await steps.offer(one)
  expect((await answer(one, 'accept')).status).toBe(200)
  await steps.settle(reserve, { outcome: 'reserve', rank: 1 })
  for (const rejected of [one, reserve]) await steps.reject(rejected)
  expect(await listOffers(one)).toEqual(['withdrawn'])
  expect((await api.call('GET', '/offers/my', one)).body.data).toEqual({ outcome: null, post: null, offer: null })
  await steps.settle(next, { outcome: 'reserve', rank: 1 })
  await steps.select(next)
})

test('nobody of a selection who has an offer is recorded as unsuccessful with the others', async () => {
  const [one, other] = (await steps.addShortlisted(2)) as [ApplicationToReview, ApplicationToReview]
  await steps.offer(one)
  const selection = await steps.publishing.select({ numbers: [one.number, other.number] })
  const recordAll = (body: object) =>
    steps.people.maker.call('POST', '/staff/outcomes', { body: { selection, ...body } })
  expect((await recordAll({ outcome: 'unsuccessful' })).body.data).toEqual({
    done: 1,
    leftOut: [{ number: one.number, why: 'has_offer' }],
  })
  const later = await recordAll({ outcome: 'selected', until: steps.getUntil(20) })
  expect(later.body.data).toEqual({ done: 1, leftOut: [{ number: other.number, why: 'no_vacancy' }] })
  const decline = `update offers set state = 'declined', settled_at = now() where application_id = $1`
  await api.database.pool.query(decline, [one.id])
  expect((await recordAll({ outcome: 'unsuccessful' })).body.data).toEqual({ done: 2, leftOut: [] })
})

test('an offer that was declined stays so, whatever is published or withdrawn later', async () => {
  const one = await addOne()
  await steps.offer(one)
  const decline = `update offers set state = 'declined', settled_at = now() where application_id = $1`
  await api.database.pool.query(decline, [one.id])
  await steps.settle(one, { outcome: 'unsuccessful' })
  await steps.publish(one)
  expect(await listOffers(one)).toEqual(['declined'])
  const body = { reason: 'The applicant wrote an email.' }
  expect((await steps.people.maker.call('POST', `/staff/applications/${one.number}/withdraw`, { body })).status).toBe(
    201,
  )
  expect(await listOffers(one)).toEqual(['declined'])
})

test('a publication shows the outcome that it has once its turn comes, and no later one', async () => {
  const one = await addOne()
  await steps.select(one)
  const { id } = (await steps.propose([one.number])).body.data
  await steps.settle(one, { outcome: 'unsuccessful' })
  const { pool } = api.database
  await pool.query(`update publications set state = 'publishing', approved_by = $2 where id = $1`, [
    id,
    steps.people.approver.id,
  ])
  const show = (outcome: string) =>
    api.serverDatabase.pool.query(
      `update final_outcome_statuses set published_id = ${outcome} where application_id = $1`,
      [one.id],
    )
  const setItem = (values: string) =>
    pool.query(`update publication_items set ${values} where publication_id = $1`, [id])
  const ofItem = '(select source_id from publication_items where application_id = $1)'
  await expect(show(ofItem), 'waits').rejects.toMatchObject({ code: '23001' })
  await setItem(`state = 'done', source_table = 'decisions'`)
  await expect(show(ofItem), 'a decision').rejects.toMatchObject({ code: '23001' })
  await setItem(`source_table = 'final_outcomes'`)
  await expect(show('outcome_id'), 'later').rejects.toMatchObject({ code: '23001' })
  await show(ofItem)
})

test('a publication that is over shows no outcome again', async () => {
  const one = await addOne()
  await steps.select(one)
  await steps.publish(one)
  await api.database.pool.query('delete from offers where application_id = $1', [one.id])
  await api.database.pool.query('update final_outcome_statuses set published_id = null where application_id = $1', [
    one.id,
  ])
  const showAgain = 'update final_outcome_statuses set published_id = outcome_id where application_id = $1'
  await expect(api.serverDatabase.pool.query(showAgain, [one.id])).rejects.toMatchObject({ code: '23001' })
})

test('the server cannot show an outcome or make an offer without a publication', async () => {
  const one = await addOne()
  await steps.select(one)
  const run = (text: string) => api.serverDatabase.pool.query(text, [one.id])
  await expect(
    run('update final_outcome_statuses set published_id = outcome_id where application_id = $1'),
  ).rejects.toMatchObject({ code: '23001' })
  await expect(
    run(`insert into offers (application_id, post_id, outcome_id, until)
      select application_id, post_id, id, until from final_outcomes where application_id = $1`),
  ).rejects.toMatchObject({ code: '23001' })
  const other = await addOne()
  await steps.select(other)
  await steps.publish(other)
  await api.database.pool.query('delete from offers where application_id = $1', [other.id])
  const ofOther = run(`insert into offers (application_id, post_id, outcome_id, until)
    select $1, post_id, id, until from final_outcomes where application_id = '${other.id}'`)
  await expect(ofOther).rejects.toMatchObject({ code: '23001' })
})

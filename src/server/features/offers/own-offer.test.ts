// The own offer of an applicant: accepted, declined or lapsed, each once and in time.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createOfferSteps } from '#tests/support/api/offers.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { recuseFrom } from '#tests/support/api/staff-objects.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import type { ApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

const dayMs = 86_400_000

let api: TestApi
let steps: Awaited<ReturnType<typeof createOfferSteps>>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  steps = await createOfferSteps(api)
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

async function addOne(): Promise<ApplicationToReview> {
  const [one] = await steps.addShortlisted(1)
  if (!one) throw new Error('No application was added.')
  return one
}

async function offerOne(until = steps.getUntil()): Promise<ApplicationToReview> {
  const one = await addOne()
  await steps.offer(one, until)
  return one
}

const read = async ({ token }: ApplicationToReview) => (await api.call('GET', '/offers/my', { token })).body.data
const answer = ({ token }: ApplicationToReview, given: string) =>
  api.call('POST', '/offers/my', { token, body: { answer: given } })
const getLetter = ({ token }: ApplicationToReview) =>
  api.fetch('/api/v1/slips/offer.pdf', { headers: { authorization: `Bearer ${token}` } })

test('the applicant reads the offer once it is published, and nothing before', async () => {
  const one = await addOne()
  const nothing = { outcome: null, post: null, offer: null }
  expect(await read(one)).toEqual(nothing)
  await steps.select(one)
  expect(await read(one)).toEqual(nothing)
  expect([(await getLetter(one)).status, (await answer(one, 'accept')).body.code]).toEqual([404, 'no_offer'])
  await steps.publish(one)
  expect(await read(one)).toMatchObject({
    outcome: 'selected',
    post: { role: 'Lecturer II', department: null },
    offer: { state: 'offered', settledAt: null },
  })
})

test.each([
  ['accept', 'accepted', 'decline'],
  ['decline', 'declined', 'accept'],
])('to %s can be repeated; the other answer is refused in words', async (given, state, other) => {
  const one = await offerOne()
  expect((await withoutAuditLog(api, () => answer(one, given))).status).toBe(500)
  expect((await read(one)).offer.state, 'where it cannot be recorded').toBe('offered')
  expect((await answer(one, given)).body.data.offer).toMatchObject({ state, settledAt: expect.any(String) })
  expect((await answer(one, given)).status).toBe(200)
  const { status, body } = await answer(one, other)
  expect([status, body.code]).toEqual([409, 'offer_settled'])
  expect(body.message).toBe(`You have ${state} this offer already. To change that, write to us.`)
  const { rows } = await api.database.pool.query(
    `select action, subject_id, (select year from exercises where id = exercise_id) as year from audit_log
      where account_id = $1 and action like 'offer_%'`,
    [one.accountId],
  )
  expect(rows).toEqual([{ action: `offer_${state}`, subject_id: one.number, year: 2024 }])
})

test('in an archived exercise an offer is answered by nobody, and the refusal says why', async () => {
  const [one, other, late] = [await offerOne(), await offerOne(), await offerOne()]
  await answer(other, 'accept')
  // Its time to answer was over before.
  const { rows: ended } = await api.database.pool.query<{ until: Date }>(
    `update offers set until = now() - interval '1 day' where application_id = $1 returning until`,
    [late.id],
  )
  const setArchived = (at: string) =>
    api.database.pool.query(
      `update exercises set archived_at = ${at} where id = (select exercise_id from applications where id = $1)`,
      [one.id],
    )
  const listStates = async (query = '') => {
    const { body } = await steps.people.maker.call('GET', `/staff/offers?exercise=2024${query}`)
    return Object.fromEntries(
      body.data.rows
        .filter(({ number }: { number: string }) => number === one.number || number === other.number)
        .map(({ number, offer }: { number: string; offer: string }) => [number, offer]),
    )
  }
  // As the staff see what the applicant is told to do next.
  const readNextStep = async () =>
    (await steps.people.maker.call('GET', `/staff/applicants/${one.userId}`)).body.data.seesNow.nextStep.kind
  expect(await listStates('&offer=lapsed')).toEqual({})
  const nextSteps = [await readNextStep()]
  await setArchived('now()')
  nextSteps.push(await readNextStep())
  const filtered = [await listStates('&offer=lapsed'), await listStates('&offer=offered')]
  const archived = await read(one)
  const archivedLate = await read(late)
  const letters = [(await getLetter(one)).status, (await getLetter(other)).status]
  const next = (await api.call('GET', '/applications/my/summary', { token: one.token })).body.data
  const rows = await listStates()
  const refused = [await answer(one, 'accept'), await answer(one, 'decline')]
  const details = (await steps.people.maker.call('GET', `/staff/applications/${one.number}/outcome`)).body.data
  // Nothing of it is stored by the job, either.
  await api.services.offers.lapse()
  const { rows: stored } = await api.database.pool.query('select state from offers where application_id = $1', [
    late.id,
  ])
  const repeated = await answer(other, 'accept')
  await setArchived('null')
  await api.database.pool.query(`update offers set state = 'lapsed', settled_at = now() where application_id = $1`, [
    late.id,
  ])
  // The time to answer ended with the exercise.
  expect(archived.offer.state).toBe('lapsed')
  expect(Date.parse(archived.offer.until)).toBeLessThanOrEqual(Date.now())
  expect(archivedLate.offer).toMatchObject({ state: 'lapsed', until: ended[0]?.until.toISOString() })
  expect(stored).toEqual([{ state: 'offered' }])
  expect(details.offer).toMatchObject({ state: 'lapsed', until: archived.offer.until, settledAt: null })
  expect(letters).toEqual([404, 200])
  expect(nextSteps).toEqual(['answer', 'outcome'])
  expect(next.application.finalOutcome.offer).toEqual({ state: 'lapsed', until: archived.offer.until })
  expect(rows).toEqual({ [one.number]: 'lapsed', [other.number]: 'accepted' })
  expect(filtered).toEqual([{ [one.number]: 'lapsed' }, {}])
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([409, 'offer_archived'])
    expect(body.message).toMatch('This recruitment is closed, so its offers cannot be answered any more.')
  }
  expect(repeated.status).toBe(200)
  expect((await answer(one, 'accept')).body.data.offer.state).toBe('accepted')
})

test('there is a letter of an offer that is open or accepted, and of no other', async () => {
  const [accepted, declined] = [await offerOne(), await offerOne()]
  expect([(await getLetter(accepted)).status, (await getLetter(declined)).status]).toEqual([200, 200])
  await answer(accepted, 'accept')
  await answer(declined, 'decline')
  expect([(await getLetter(accepted)).status, (await getLetter(declined)).status]).toEqual([200, 404])
  // Who is selected anew has another offer, for the staff as well.
  await steps.select(declined)
  await steps.publish(declined)
  const { body } = await steps.people.maker.call('GET', `/staff/applications/${declined.number}/outcome`)
  expect([(await getLetter(declined)).status, body.data.offer.state]).toEqual([200, 'offered'])
})

test('an answer to an offer that another one has replaced is refused, and answers neither', async () => {
  const one = await offerOne()
  const { offeredAt } = (await read(one)).offer
  const answerSeen = (seen: string) =>
    api.call('POST', '/offers/my', { token: one.token, body: { answer: 'decline', offeredAt: seen } })
  await steps.select(one, steps.getUntil(7))
  await steps.publish(one)
  const { status, body } = await answerSeen(offeredAt)
  expect([status, body.code]).toEqual([409, 'offer_settled'])
  expect(body.message).toBe('This offer has been replaced by another one. Read that one before you answer.')
  const { offer } = await read(one)
  expect(offer.state).toBe('offered')
  for (const _ of ['once', 'again'])
    expect((await answerSeen(offer.offeredAt)).body.data.offer).toMatchObject({ state: 'declined' })
})

test('of two answers at once, one counts', async () => {
  const one = await offerOne()
  const lock = `select from offers where application_id = '${one.id}' for update`
  const answers = await raceAtLock(
    api.database.url,
    lock,
    ['accept', 'decline'].map((given) => () => answer(one, given)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('an offer that is withdrawn in the same moment is not accepted, and the refusal says so', async () => {
  const one = await offerOne()
  const withdraw = `update offers set state = 'withdrawn', settled_at = now() where application_id = '${one.id}'`
  const [refused] = await raceAtLock(api.database.url, withdraw, [() => answer(one, 'accept')])
  expect([refused?.status, refused?.body.message]).toEqual([409, 'This offer has been withdrawn.'])
})

test('an offer that ended names the first of the reserve list, who can then be selected', async () => {
  const [one, second, first, unconfirmed] = await steps.addShortlisted(4)
  if (!one || !first || !second || !unconfirmed) throw new Error('No applications were added.')
  const { maker } = steps.people
  await steps.select(one)
  await steps.settle(second, { outcome: 'reserve', rank: 3 })
  await steps.settle(first, { outcome: 'reserve', rank: 2 })
  const body = { outcome: 'reserve', rank: 1, version: 0 }
  expect((await maker.call('POST', `/staff/applications/${unconfirmed.number}/outcome`, { body })).status).toBe(201)
  await steps.publish(one, first, second)
  // Of the reserve list of another post.
  await steps.settle(await addOne(), { outcome: 'reserve', rank: 1 })
  const readNext = async () => (await maker.call('GET', `/staff/applications/${one.number}/outcome`)).body.data.next
  expect(await readNext()).toBeNull()
  const addVacancies = (count: number) =>
    api.database.pool.query(
      'update posts set vacancies = vacancies + $2 where id = (select post_id from offers where application_id = $1)',
      [one.id, count],
    )
  // A place that is free beside an offer that stands is not what this one frees.
  await addVacancies(1)
  expect(await readNext()).toBeNull()
  await addVacancies(-1)
  await answer(one, 'decline')
  expect(await readNext()).toMatchObject({ number: first.number, rank: 2 })
  const auditor = await createStaff(api, ['auditor'])
  const readOnly = await auditor.call('GET', `/staff/applications/${one.number}/outcome`)
  expect(readOnly.body.data).toMatchObject({ offer: { state: 'declined' }, next: null })
  const relative = await createStaff(api, ['registry'])
  await recuseFrom(api, relative.id, first.id, maker.id)
  const seen = await relative.call('GET', `/staff/applications/${one.number}/outcome`)
  expect(seen.body.data.next).toMatchObject({ number: second.number, rank: 3 })
  const setDecision = (decision: string) =>
    api.database.pool.query('update applications set decision = $2 where id = $1', [first.id, decision])
  await setDecision('pending')
  expect(await readNext()).toMatchObject({ number: second.number, rank: 3 })
  await setDecision('verified')
  const hold = `/staff/applicants/${first.userId}/hold`
  await maker.call('POST', hold, { body: { reason: 'A question is still open.' } })
  expect(await readNext()).toMatchObject({ number: second.number, rank: 3 })
  await api.database.pool.query(
    'update account_holds set ended_at = now(), ended_by = made_by, end_reason = reason where account_id = $1',
    [first.accountId],
  )
  expect(await readNext()).toMatchObject({ number: first.number, rank: 2 })
  const parts = ['role', 'school', 'department']
  const { pool } = api.database
  const [post] = (await pool.query(`select ${parts.join()} from accounts where id = $1`, [first.accountId])).rows
  for (const part of parts) {
    const change = (value: string) =>
      pool.query(`update accounts set ${part} = $2 where id = $1`, [first.accountId, value])
    await change('Another one')
    expect(await readNext(), part).toMatchObject({ number: second.number, rank: 3 })
    await change(post[part])
  }
  await steps.select(first)
  await steps.publish(first)
  expect((await read(first)).offer.state).toBe('offered')
  // The vacancy is taken again.
  expect(await readNext()).toBeNull()
  await answer(first, 'decline')
  expect(await readNext()).toMatchObject({ number: second.number, rank: 3 })
  // However an offer ended, its vacancy is free, for the server and for the database.
  const endAs = (state: string) =>
    api.database.pool.query('update offers set state = $2 where application_id = $1 returning post_id', [
      first.id,
      state,
    ])
  for (const state of ['lapsed', 'withdrawn']) {
    await endAs(state)
    expect(await readNext(), state).toMatchObject({ number: second.number, rank: 3 })
  }
  await steps.select(second)
  for (const state of ['declined', 'lapsed', 'withdrawn']) {
    const { rows } = await endAs(state)
    await api.database.pool.query('select require_vacancy($1)', [rows[0].post_id])
  }
  // After the last of the list there is nobody.
  await steps.publish(second)
  await answer(second, 'decline')
  expect(await readNext()).toBeNull()
})

test('who has withdrawn reads no outcome any more', async () => {
  const one = await offerOne()
  expect((await read(one)).outcome).toBe('selected')
  const fresh = await createStaff(api, ['registry'], { isFresh: true })
  const reason = 'The applicant wrote an email.'
  const withdrawn = await fresh.call('POST', `/staff/applications/${one.number}/withdraw`, { body: { reason } })
  expect(withdrawn.status).toBe(201)
  expect(await read(one)).toMatchObject({ outcome: null, post: null })
})

test('an applicant on hold does not answer', async () => {
  const one = await offerOne()
  const reason = 'A question is still open.'
  await steps.people.maker.call('POST', `/staff/applicants/${one.userId}/hold`, { body: { reason } })
  expect((await answer(one, 'accept')).body.code).toBe('offer_on_hold')
  // Nor while somebody is being put on hold.
  const other = await offerOne()
  const { pool, url } = api.database
  const [held, answered] = await raceAtLock(url, 'lock table audit_log in share mode', [
    () => steps.people.maker.call('POST', `/staff/applicants/${other.userId}/hold`, { body: { reason } }),
    async () => {
      await expect.poll(() => countLockWaits(pool)).toBe(1)
      return answer(other, 'accept')
    },
  ])
  expect([held?.status, answered?.body.code]).toEqual([201, 'offer_on_hold'])
})

test('the letter is a tagged PDF whose code says whose offer it is, and only whether it was withdrawn', async () => {
  const one = await offerOne()
  const letter = await getLetter(one)
  expect(letter.status).toBe(200)
  const bytes = new Uint8Array(await letter.arrayBuffer())
  expect(Buffer.from(bytes).toString('latin1')).toContain('/MarkInfo')
  const { text } = await readPdf(bytes)
  expect(text).toContain(one.number)
  expect(text).toContain('Lecturer II')
  const { rows } = await api.database.pool.query('select slip_code from offers where application_id = $1', [one.id])
  const verify = async () => (await api.call('GET', `/slips/${rows[0].slip_code}`)).body.data
  const genuine = await verify()
  expect(genuine).toMatchObject({ kind: 'offer', number: one.number, role: 'Lecturer II' })
  expect(text).toContain('Choose Accept or Decline')
  await answer(one, 'accept')
  expect(await verify()).toEqual(genuine)
  const accepted = await readPdf(new Uint8Array(await (await getLetter(one)).arrayBuffer()))
  expect(accepted.text).toContain('Accepted on')
  expect(accepted.text).not.toMatch(/Answer until|How to answer|Choose Accept or Decline/)
  await steps.settle(one, { outcome: 'unsuccessful' })
  await steps.publish(one)
  expect(await verify()).toMatchObject({ kind: 'offer', withdrawnAt: expect.any(String) })
  expect(await read(one)).toMatchObject({ outcome: 'unsuccessful', offer: null })
  expect((await getLetter(one)).status).toBe(404)
})

test('after the date an answer is refused in words, and a job marks the offer as lapsed', async () => {
  const [one, accepted, later, other] = [
    await offerOne(steps.getUntil(1)),
    await offerOne(steps.getUntil(1)),
    await offerOne(steps.getUntil(3)),
    await offerOne(steps.getUntil(1)),
  ]
  await answer(accepted, 'accept')
  const now = api.clock.now()
  // The session would end before.
  await api.database.pool.query(`update sessions set last_seen_at = $2, expires_at = $2 where account_id = $1`, [
    one.accountId,
    new Date(now.getTime() + 3 * dayMs),
  ])
  api.clock.advance(2 * dayMs)
  const { status, body } = await answer(one, 'accept')
  expect([status, body.message]).toEqual([
    409,
    expect.stringMatching(/^The time to answer ended on \d+ \w+ \d{4}, .*m\.$/),
  ])
  expect((await read(one)).offer.state).toBe('lapsed')
  expect((await getLetter(one)).status).toBe(404)
  const listStates = async () => {
    const { rows } = await api.database.pool.query(
      'select state from offers where application_id = any($1) order by offered_at',
      [[one.id, accepted.id, later.id, other.id]],
    )
    return rows.map(({ state }) => state)
  }
  expect(await listStates()).toEqual(['offered', 'accepted', 'offered', 'offered'])
  // What somebody is about to change is left to the next time.
  const { pool } = api.database
  const changing = await pool.connect()
  await changing.query('begin')
  await changing.query('select from offers where application_id = any($1) for update', [[one.id, other.id]])
  await api.services.offers.lapse(1)
  expect(await listStates()).toEqual(['offered', 'accepted', 'offered', 'offered'])
  await changing.query('rollback')
  changing.release()
  // One after the other.
  await api.services.offers.lapse(1)
  expect(await listStates()).toEqual(['lapsed', 'accepted', 'offered', 'lapsed'])
  const lapsed = await api.database.pool.query(
    `select account_id, subject_id, (select year from exercises where id = exercise_id) as year
      from audit_log where action = 'offer_lapsed' order by subject_id`,
  )
  expect(lapsed.rows).toEqual(
    [one, other].map(({ accountId, number }) => ({ account_id: accountId, subject_id: number, year: 2024 })),
  )
})

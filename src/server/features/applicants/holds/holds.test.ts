import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { addBatch, createPublishing, createPublishingStaff } from '#tests/support/api/publications.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let registry: TestStaff
let chair: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'], { name: 'The Registry' })
  chair = await createStaff(api, ['chair'], { name: 'The Chair' })
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const reason = 'Two applicants have sent the same certificate.'
const hold = (userId: string, by = registry) =>
  by.call('POST', `/staff/applicants/${userId}/hold`, { body: { reason } })
const release = (userId: string, by = registry, reason = 'The certificates differ after all.') =>
  by.call('POST', `/staff/applicants/${userId}/release`, { body: { reason } })
const read = async (userId: string, by = registry) => (await by.call('GET', `/staff/applicants/${userId}`)).body.data
const readCase = async ({ number }: ApplicationToReview, by: TestStaff) =>
  (await by.call('GET', `/staff/applications/${number}`)).body.data
const listEvents = async (accountId: string) =>
  (await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, accountId)).orderBy(desc(auditLog.id)))
    .map(({ action, staffId, reason, detail }) => ({ action, staffId, reason, detail }))
    .filter(({ action }) => action.startsWith('applicant_h'))

test('an applicant is put on hold with a reason, found by the flag, and released with another', async () => {
  await hold((await createApplicant(api)).userId)
  const { userId, id } = await createApplicant(api)
  const held = await hold(userId)
  expect([held.status, held.body.message]).toEqual([201, 'The applicant is on hold.'])
  expect(await read(userId)).toMatchObject({
    flags: ['on_hold'],
    holds: [{ reason, madeBy: 'The Registry', ended: null }],
  })
  const { body } = await registry.call('GET', `/staff/applicants?flags=on_hold&userId=${userId}`)
  expect(body.data.rows).toMatchObject([{ userId, flags: ['on_hold'] }])
  expect((await hold(userId, chair)).body.code).toBe('already_on_hold')

  expect((await release(userId, chair)).status).toBe(200)
  expect(await read(userId)).toMatchObject({
    flags: [],
    holds: [{ reason, ended: { reason: 'The certificates differ after all.', by: 'The Chair' } }],
  })
  expect((await release(userId)).body.code).toBe('not_on_hold')
  expect(await listEvents(id)).toEqual([
    { action: 'applicant_hold_ended', staffId: chair.id, reason: 'The certificates differ after all.', detail: {} },
    { action: 'applicant_held', staffId: registry.id, reason, detail: {} },
  ])
  expect((await hold(userId)).status).toBe(201)
  expect((await read(userId)).holds).toHaveLength(2)
})

test('a hold needs a reason and the permission; an applicant out of scope is unknown', async () => {
  const { userId } = await createApplicant(api)
  const withoutReason = await registry.call('POST', `/staff/applicants/${userId}/hold`, { body: { reason: 'Because' } })
  expect(withoutReason.body.errors).toMatchObject([{ path: 'reason' }])
  for (const role of ['helpdesk', 'reviewer', 'auditor'] as const)
    expect((await hold(userId, await createStaff(api, [role]))).body.code).toBe('not_permitted')
  expect((await hold('RE24-99999')).status).toBe(404)
  const { rows } = await api.database.pool.query<{ id: number }>(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  const elsewhere = await createStaff(api, [{ role: 'registry', exerciseId: rows[0]?.id ?? 0 }])
  expect((await hold(userId, elsewhere)).status).toBe(404)
  expect((await read(userId)).flags).toEqual([])
})

test('what the applicant sees and does stays as it was', async () => {
  const one = await createApplicationToReview(api)
  const readOwn = async () => [
    await api.call('GET', '/users/me', { token: one.token }).then(({ body }) => body.data),
    await api.call('GET', '/applications/my/summary', { token: one.token }).then(({ body }) => body.data),
  ]
  const before = await readOwn()
  await hold(one.userId)
  expect(await readOwn()).toEqual(before)
  expect(JSON.stringify(before)).not.toMatch(/hold/i)
})

test('a case on hold takes no review and no decision, and the queue passes over it, until the hold ends', async () => {
  const school = 'School of Holds'
  const one = await createApplicationToReview(api)
  await api.database.pool.query('update accounts set school = $1 where id = $2', [school, one.accountId])
  const reviewer = await createStaff(api, [{ role: 'reviewer', school }])
  const next = async () => (await reviewer.call('GET', '/staff/review/next')).body.data
  const review = (version: number) =>
    reviewer.call('POST', `/staff/applications/${one.number}/reviews`, {
      body: { verdict: 'shortlist', reasons: [], version },
    })
  expect(await next()).toMatchObject({ number: one.number, progress: { total: 1 } })
  await hold(one.userId)

  expect(await next()).toMatchObject({ number: null, progress: { total: 0 } })
  const seen = await readCase(one, reviewer)
  expect(seen).toMatchObject({
    status: { stage: 'submitted', version: 1 },
    hold: { reason, madeBy: 'The Registry' },
    may: { review: false, decide: false },
  })
  const refused = await review(1)
  expect([refused.status, refused.body.code]).toEqual([409, 'on_hold'])
  const decision = { outcome: 'held', reasons: [], version: 1 }
  const decided = await chair.call('POST', `/staff/applications/${one.number}/decision`, { body: decision })
  expect(decided.body.code).toBe('on_hold')
  const { body } = await chair.call('GET', `/staff/applications?onHold=yes&school=${encodeURIComponent(school)}`)
  expect(body.data.rows).toMatchObject([{ number: one.number, onHold: true }])

  await release(one.userId)
  expect(await readCase(one, reviewer)).toMatchObject({ hold: null, may: { review: true } })
  expect((await review(1)).status).toBe(201)
  expect((await chair.call('GET', `/staff/applications?onHold=yes&number=${one.number}`)).body.data.rows).toEqual([])
})

test('a hold waits for a review that is being recorded', async () => {
  const one = await createApplicationToReview(api)
  const lock = `select from accounts where id = '${one.accountId}' for share`
  expect(await raceAtLock(api.database.url, lock, [() => hold(one.userId)])).toMatchObject([{ status: 201 }])
})

test('a review that begins while somebody is being put on hold waits for the hold', async () => {
  const one = await createApplicationToReview(api)
  const reviewer = await createStaff(api, ['reviewer'])
  const review = async () => {
    await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
    const body = { verdict: 'shortlist', reasons: [], version: 1 }
    return reviewer.call('POST', `/staff/applications/${one.number}/reviews`, { body })
  }
  const lock = 'lock table account_holds in share mode'
  const [held, reviewed] = await raceAtLock(api.database.url, lock, [() => hold(one.userId), review])
  expect([held?.status, reviewed?.body.code]).toEqual([201, 'on_hold'])
})

test('a publication leaves out who is on hold until the hold ends, also when the hold came after the approval', async () => {
  const people = await createPublishingStaff(api)
  const publishing = createPublishing(api, people)
  const { school, added, ids } = await addBatch(api, 4)
  const userIdOf = (index: number) => added[index]?.number.replace('APP-2024', 'RE24') ?? ''
  await publishing.decide(ids, 'shortlisted')
  await hold(userIdOf(0))
  await hold(userIdOf(3))
  expect((await release(userIdOf(3))).status).toBe(200)
  const made = (await publishing.make('shortlist', school)).body.data
  expect(made.counts).toMatchObject({ items: 3, excluded: 1 })
  const proposed = (await publishing.propose(made.id, made.version)).body.data

  await hold(userIdOf(1))
  const refused = await publishing.approve(proposed)
  expect([refused.status, refused.body.code]).toEqual([409, 'publication_changed'])
  expect(refused.body.data.differences.rows).toMatchObject([
    { number: added[1]?.number, now: null, exclusionReason: 'on_hold' },
  ])
  const { digest } = refused.body.data
  expect((await publishing.approve({ ...proposed, digest })).body.data.counts).toMatchObject({ items: 2 })

  await hold(userIdOf(2))
  await api.services.publications.publish({ publicationId: proposed.id })
  expect(await publishing.readDecisions(ids)).toEqual(['pending', 'pending', 'pending', 'verified'])
  expect(await publishing.read(proposed.id)).toMatchObject({ state: 'published', counts: { done: 1, skipped: 1 } })
})

test('nobody is put on hold while the outcome is being published, but for those whom it leaves out', async () => {
  const publishing = createPublishing(api, await createPublishingStaff(api))
  const { school, added, ids } = await addBatch(api, 2)
  await publishing.decide(ids.slice(0, 1), 'shortlisted')
  const proposed = await publishing.makeProposed('shortlist', school)
  await publishing.approve(proposed)
  const [userId = '', excluded = ''] = added.map(({ number }) => number.replace('APP-2024', 'RE24'))
  // One that begins keeps its row locked, and is not waited for.
  const client = await api.database.pool.connect()
  await client.query('begin')
  await client.query('select from publications where id = $1 for update', [proposed.id])
  expect((await hold(userId)).body.code).toBe('being_published')
  await client.query('rollback')
  client.release()
  await api.database.pool.query(`update publications set state = 'publishing' where id = $1`, [proposed.id])
  expect((await hold(userId)).body.code).toBe('being_published')
  expect((await hold(excluded)).status).toBe(201)
  await api.services.publications.publish({ publicationId: proposed.id })
  expect((await hold(userId)).status).toBe(201)
  expect(await publishing.readDecisions(ids)).toEqual(['verified', 'pending'])
})

test('a publication that begins while somebody is being put on hold waits for the hold', async () => {
  const publishing = createPublishing(api, await createPublishingStaff(api))
  const { school, added, ids } = await addBatch(api, 1)
  await publishing.decide(ids, 'shortlisted')
  const proposed = await publishing.makeProposed('shortlist', school)
  await publishing.approve(proposed)
  const userId = added[0]?.number.replace('APP-2024', 'RE24') ?? ''
  const publish = async () => {
    await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
    await api.services.publications.publish({ publicationId: proposed.id })
  }
  const lock = 'lock table account_holds in share mode'
  const [held] = await raceAtLock<unknown>(api.database.url, lock, [() => hold(userId), publish])
  expect(held).toMatchObject({ status: 201 })
  expect(await publishing.readDecisions(ids)).toEqual(['pending'])
  expect(await publishing.read(proposed.id)).toMatchObject({ state: 'published', counts: { done: 0, skipped: 1 } })
})

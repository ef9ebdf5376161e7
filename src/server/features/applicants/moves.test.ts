// An account moves to another post or fee while nothing contradicts it.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createPaidApplicant,
  createReadyApplicant,
  insertFileRow,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())

const reason = 'The list named the wrong post.'
const post = { school: 'Management', department: 'Accountancy', role: 'Lecturer I' }
const move = ({ userId }: TestApplicant, body: object, person = registry) =>
  person.call('PATCH', `/staff/applicants/${userId}/post`, { body: { reason, version: 1, ...body } })
const read = async ({ userId }: TestApplicant) => (await registry.call('GET', `/staff/applicants/${userId}`)).body.data
const listEvents = async ({ id }: TestApplicant) =>
  api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
const decide = (proposal: string, person: TestStaff) =>
  person.call('POST', `/staff/corrections/${proposal}`, { body: { decision: 'approve' } })

test('an unpaid account moves to another post and fee at once: the applicant sees it and is told, the record keeps it', async () => {
  const applicant = await createApplicant(api)
  expect(await move(applicant, { post, fee: 9_000, charge: 0 })).toMatchObject({
    status: 200,
    body: { data: { version: 2 } },
  })
  const me = await api.call('GET', '/users/me', { token: applicant.token })
  expect(me.body.data).toMatchObject({
    faculty: 'Management',
    department: 'Accountancy',
    role: 'Lecturer I',
    amount: 9_000,
    charge: 0,
  })
  const columns = ['chargeKobo', 'department', 'feeKobo', 'role', 'school']
  expect(await read(applicant)).toMatchObject({ corrections: [{ state: 'applied', reason, columns }] })
  await expect
    .poll(() => api.mailbox.messages(applicant.email).map(({ text }) => text.replace(/\s+/g, ' ')))
    .toEqual([expect.stringContaining('School, Department, Post, Application fee, Charge')])
  expect(await listEvents(applicant)).toContainEqual(
    expect.objectContaining({ action: 'applicant_moved', staffId: registry.id, reason }),
  )
  const { body } = await registry.call('GET', `/staff/applicants?userId=${applicant.userId}`)
  expect(body.data.rows).toMatchObject([{ school: 'Management', role: 'Lecturer I' }])
})

test('an account moves out of a department', async () => {
  const applicant = await createApplicant(api)
  const general = { school: 'General Studies', department: null, role: 'Lecturer II Mathematics' }
  expect((await move(applicant, { post: general })).status).toBe(200)
  expect((await read(applicant)).facts).toMatchObject(general)
})

test('no account moves to a post that only another exercise has', async () => {
  const role = 'Accounts Officer'
  await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
    select institution, short_name, title, 2031, fee_kobo, charge_kobo, $1, vendor_name from exercises limit 1`,
    [JSON.stringify([{ ...post, roles: [role] }])],
  )
  const { status, body } = await move(await createApplicant(api), { post: { ...post, role } })
  expect([status, body.errors]).toEqual([400, [{ path: 'post', message: 'This exercise has no such post.' }]])
})

test.each([
  ['school', { ...post, school: 'Technology' }],
  ['department', { ...post, department: 'Computer Science' }],
])('no account moves to a post of another %s', async (_, other) => {
  const { status, body } = await move(await createApplicant(api), { post: other })
  expect([status, body.errors]).toEqual([400, [{ path: 'post', message: 'This exercise has no such post.' }]])
})

test('no account moves to a post that is removed in the same moment', async () => {
  const { pool, url } = api.database
  const shortLived = { school: 'Short-lived', department: null, role: 'Lecturer I' }
  const { rows } = await pool.query(
    'insert into posts (exercise_id, school, role) select id, $1, $2 from exercises where is_current returning id',
    [shortLived.school, shortLived.role],
  )
  const applicant = await createApplicant(api)
  const removal = `delete from posts where id = '${rows[0].id}'`
  const [answer] = await raceAtLock(url, removal, [() => move(applicant, { post: shortLived })])
  expect(answer?.body.errors).toEqual([{ path: 'post', message: 'This exercise has no such post.' }])
})

test('the fee stays while an RRR over it can be paid, and once it is paid; each is said', async () => {
  const applicant = await createApplicant(api)
  const request = { token: applicant.token, body: { amount: 12_500 } }
  expect((await api.call('POST', '/payments/remita-generate', request)).status).toBe(200)
  const waiting = await move(applicant, { fee: 9_000 })
  expect([waiting.status, waiting.body.code]).toEqual([409, 'rrr_open'])
  expect(waiting.body.message).toContain('an RRR over the present amount')
  expect((await move(applicant, { post, charge: 500, fee: 12_000 })).status).toBe(200)
  // Also while Remita is being asked for an RRR.
  await api.database.pool.query(`update payments set status = 'requested', rrr = null where account_id = $1`, [
    applicant.id,
  ])
  expect((await move(applicant, { fee: 9_000, version: 2 })).body.code).toBe('rrr_open')
  const paid = await createPaidApplicant(api)
  expect((await move(paid, { charge: 0 })).body.code).toBe('fee_paid')
  expect((await read(paid)).facts).toMatchObject({ fee: 12_000, charge: 500 })
})

test.each([
  ['school', { school: 'General Studies', department: 'Computer Science', role: 'Lecturer II' }],
  ['department', { school: 'Technology', department: null, role: 'Lecturer II' }],
  ['role', { school: 'Technology', department: 'Computer Science', role: 'Lecturer I' }],
])('once the fee is paid, another %s alone needs a second person, too', async (_, other) => {
  await api.database.pool.query(
    `insert into posts (exercise_id, school, department, role)
     select id, $1, $2, $3 from exercises order by year limit 1 on conflict do nothing`,
    [other.school, other.department, other.role],
  )
  expect((await move(await createPaidApplicant(api), { post: other })).status).toBe(201)
})

test('once the fee is paid, another registry officer must approve another post', async () => {
  const applicant = await createPaidApplicant(api)
  const proposed = await move(applicant, { post })
  expect(proposed.status).toBe(201)
  const { proposal } = proposed.body.data
  expect((await read(applicant)).facts.role).toBe('Lecturer II')
  expect(await listEvents(applicant)).toContainEqual(
    expect.objectContaining({
      action: 'correction_proposed',
      staffId: registry.id,
      reason,
      detail: { columns: ['school', 'department', 'role'], proposal },
    }),
  )
  expect((await decide(proposal, registry)).body.code).toBe('second_person_required')
  const helpdesk = await createStaff(api, ['helpdesk'], { isFresh: true })
  expect((await decide(proposal, helpdesk)).status).toBe(404)
  expect((await decide(proposal, await createStaff(api, ['registry']))).body.code).toBe('fresh_sign_in_required')
  const second = await createStaff(api, ['registry'], { isFresh: true })
  expect((await decide(proposal, second)).body.data).toEqual({ state: 'applied' })
  expect((await read(applicant)).facts).toMatchObject(post)
})

test('the post of a submitted application stays, also when the move was proposed before', async () => {
  const applicant = await createReadyApplicant(api)
  const { proposal } = (await move(applicant, { post })).body.data
  const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, applicant.id)))
  expect((await api.call('POST', '/applications/', { token: applicant.token, body: answers })).status).toBe(201)
  const second = await createStaff(api, ['registry'], { isFresh: true })
  expect((await decide(proposal, second)).body.code).toBe('post_submitted')
  const refused = await move(applicant, { post })
  expect([refused.status, refused.body.code]).toEqual([409, 'post_submitted'])
  expect(refused.body.message).toContain('submitted for this post')
  expect((await read(applicant)).facts.role).toBe('Lecturer II')
})

const setClosing = (at: Date | null) =>
  api.database.pool.query(`update posts set closes_at = $1 where school = $2 and role = $3`, [
    at,
    post.school,
    post.role,
  ])
const anHourAgo = () => new Date(Date.now() - 3_600_000)

test('no account moves to a post that has closed, also when the move was proposed before; its fee can still change', async () => {
  const [applicant, paid] = [await createApplicant(api), await createPaidApplicant(api)]
  const { proposal } = (await move(paid, { post })).body.data
  await setClosing(anHourAgo())
  try {
    const refused = await move(applicant, { post, fee: 9_000 })
    expect([refused.status, refused.body.code]).toEqual([409, 'post_closed'])
    expect(refused.body.message).toBe('This post has closed: nobody can apply for it any more.')
    expect((await decide(proposal, await createStaff(api, ['registry'], { isFresh: true }))).body.code).toBe(
      'post_closed',
    )
    const { posts } = (await registry.call('GET', '/staff/exercises/2024/posts')).body.data
    expect(posts).toContainEqual({ ...post, closed: true })
    expect((await move(applicant, { fee: 9_000 })).status).toBe(200)
  } finally {
    await setClosing(null)
  }
  expect((await move(applicant, { post, version: 2 })).status).toBe(200)
})

test('a post closes with its exercise, unless it closes later', async () => {
  const applicant = await createApplicant(api)
  const setDeadline = (at: Date | null) => api.database.pool.query('update exercises set deadline = $1', [at])
  await setDeadline(anHourAgo())
  try {
    expect((await move(applicant, { post })).body.code).toBe('post_closed')
    await setClosing(new Date(Date.now() + 3_600_000))
    expect((await move(applicant, { post })).status).toBe(200)
  } finally {
    await setDeadline(null)
    await setClosing(null)
  }
})

test('in an archived exercise no account is corrected, moved, held or given a password; what waits is declined', async () => {
  const [applicant, paid] = [await createApplicant(api), await createPaidApplicant(api)]
  // That another one is archived stops nothing.
  await api.database.pool.query(
    `insert into exercises select (jsonb_populate_record(null::exercises, to_jsonb(exercises)
      || '{"id": 2035, "year": 2035, "is_current": false, "archived_at": "2026-01-01T00:00:00Z"}')).* from exercises where year = 2024`,
  )
  const { proposal } = (await move(paid, { post })).body.data
  expect(proposal).toEqual(expect.any(String))
  const second = await createStaff(api, ['registry'], { isFresh: true })
  const path = `/staff/applicants/${applicant.userId}`
  await second.call('POST', `/staff/applicants/${paid.userId}/hold`, { body: { reason } })
  await api.database.pool.query('update exercises set archived_at = now()')
  try {
    const answers = [
      await move(applicant, { fee: 9_000 }),
      await registry.call('PATCH', path, { body: { phone: '08099999999', reason, version: 1 } }),
      await registry.call('POST', `${path}/hold`, { body: { reason } }),
      await registry.call('POST', `/staff/applicants/${paid.userId}/release`, { body: { reason } }),
      await registry.call('POST', `${path}/password-slip`, { body: {} }),
      await decide(proposal, second),
    ]
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([
        409,
        'exercise_archived',
        'This exercise is archived: it can only be read.',
      ])
    const declined = await second.call('POST', `/staff/corrections/${proposal}`, { body: { decision: 'decline' } })
    expect(declined.body.data).toEqual({ state: 'declined' })
    expect(await listEvents(paid)).toContainEqual(
      expect.objectContaining({ action: 'correction_declined', staffId: second.id, detail: { proposal } }),
    )
    expect((await read(applicant)).facts).toMatchObject({ fee: 12_000 })
  } finally {
    await api.database.pool.query('update exercises set archived_at = null')
  }
})

test.each([
  ['a post that the exercise has not', { post: { ...post, role: 'Professor' } }, 400],
  ['nothing', {}, 400],
  ['part of a kobo', { fee: 12_000.001 }, 400],
  ['no reason', { fee: 1, reason: '' }, 400],
  ['another version', { fee: 1, version: 9 }, 409],
])('a move of %s is refused', async (_, body, status) => {
  expect((await move(await createApplicant(api), body)).status).toBe(status)
})

test('V8.2.1 the registry alone moves accounts, and enters a code', async () => {
  const applicant = await createApplicant(api)
  const helpdesk = await createStaff(api, ['helpdesk'], { isFresh: true })
  expect((await move(applicant, { fee: 1 }, helpdesk)).body.code).toBe('not_permitted')
  const stale = await createStaff(api, ['registry'])
  expect((await move(applicant, { fee: 1 }, stale)).body.code).toBe('fresh_sign_in_required')
})

// The registry words reasons, prepared replies and categories; what was recorded keeps its words.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import type { ExerciseText } from '#shared/staff/exercise-texts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createPublishing, createPublishingStaff, type PublishingStaff } from '#tests/support/api/publications.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createSubmittableApplication } from '#tests/support/api/submissions.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let registry: TestStaff
let reviewers: [TestStaff, TestStaff]
let people: PublishingStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'], { name: 'Bisi Ajayi' })
  reviewers = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  people = await createPublishingStaff(api)
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const path = '/staff/exercises/2024/texts'
const code = 'certificate_too_low'
const readTexts = async (person = registry, of = path): Promise<ExerciseText[]> =>
  (await person.call('GET', of)).body.data.texts
const find = async (kind: string, of: string) => (await readTexts()).find((one) => one.kind === kind && one.code === of)
const change = (body: object, person = registry) => person.call('PUT', path, { body: { isOffered: true, ...body } })
const word = async (text: string) => {
  const { version = 0 } = (await find('reason', code)) ?? {}
  return change({ kind: 'reason', code, title: 'Certificate', text, version })
}

async function submit() {
  const { applicant, answers } = await createSubmittableApplication(api)
  const { body } = await api.call('POST', '/applications/', { token: applicant.token, body: answers })
  return { applicant, number: body.data.applicationId as string }
}
const reject = (number: string, by: TestStaff, version: number) =>
  by.call('POST', `/staff/applications/${number}/reviews`, {
    body: { verdict: 'reject', reasons: [{ code, note: 'See page 3.' }], version },
  })

test('a new sentence is what reviewers choose and applicants read; a published decision keeps its words', async () => {
  expect((await word('Your certificate is too low for this post.')).status).toBe(200)
  const one = await submit()
  const { body } = await reviewers[0].call('GET', `/staff/applications/${one.number}`)
  expect(body.data.reasons).toContainEqual({
    code,
    type: 'Certificate',
    sentence: 'Your certificate is too low for this post.',
  })
  expect((await reject(one.number, reviewers[0], 1)).status).toBe(201)
  expect((await reject(one.number, reviewers[1], 2)).body.data.status.stage).toBe('rejected')
  const publishing = createPublishing(api, people)
  const selection = await publishing.select({ numbers: [one.number] })
  const made = await people.maker.call('POST', '/staff/publications', {
    body: { kind: 'rejection', title: 'Rejections', selection },
  })
  const { id, version } = made.body.data
  expect((await publishing.approve((await publishing.propose(id, version)).body.data)).status).toBe(200)
  await api.services.publications.publish({ publicationId: id })

  expect((await word('The post asks for a higher certificate.')).body.data.version).toBe(2)
  const own = await api.call('GET', '/applications/my', { token: one.applicant.token })
  expect(own.body.data.rejectionReasons).toEqual([
    { type: 'Certificate', reason: 'Your certificate is too low for this post. See page 3.' },
  ])
  const other = await submit()
  const later = await reject(other.number, reviewers[0], 1)
  expect(later.body.data.reviews[0].reasons).toMatchObject([
    { reason: 'The post asks for a higher certificate. See page 3.' },
  ])
}, 60_000)

test('another year has the prepared replies in the order of the one before', async () => {
  const listReplies = async (of: string) =>
    (await readTexts(admin, of)).filter(({ kind }) => kind === 'reply').map(({ title }) => title)
  const admin = await createStaff(api, ['admin'])
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const reply = { kind: 'reply', title: `Reply ${n}`, text: 'Please call us.', version: 0 }
    expect((await change(reply)).status).toBe(200)
  }
  const before = await listReplies(path)
  expect(before.slice(-6)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Reply ${n}`))
  await admin.call('POST', '/staff/exercises', { body: { year: 2065, from: 2024 } })
  expect(await listReplies('/staff/exercises/2065/texts')).toEqual(before)
})

test('every version is kept with its author, recorded, and given to the next exercise', async () => {
  const before = await find('category', 'nin')
  expect(before).toEqual({ kind: 'category', code: 'nin', version: 0, title: 'NIN', text: '', isOffered: true })
  const saved = await change({ kind: 'category', code: 'nin', title: 'Identity', version: 0 })
  expect(saved.body.data).toEqual({ ...before, title: 'Identity', version: 1 })
  expect((await change({ kind: 'category', code: 'nin', title: 'Identity', version: 1 })).body.data.version).toBe(1)
  const stale = await change({ kind: 'category', code: 'nin', title: 'NIMC', version: 0 })
  expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', data: { title: 'Identity' } } })
  const ahead = await change({ kind: 'category', code: 'nin', title: 'NIMC', version: 2 })
  expect(ahead.body.code).toBe('changed_meanwhile')
  const listVersions = async () =>
    (await registry.call('GET', `${path}/history`)).body.data.versions.filter((one: ExerciseText) => one.code === 'nin')
  expect(await listVersions()).toMatchObject([{ version: 1, title: 'Identity', madeBy: 'Bisi Ajayi' }])
  await change({ kind: 'category', code: 'nin', title: 'Identity check', version: 1 })
  const versions = await listVersions()
  expect(versions).toMatchObject([
    { version: 2, title: 'Identity check' },
    { version: 1, title: 'Identity' },
  ])
  const { version = 0 } = (await find('reason', code)) ?? {}
  const later = { kind: 'reason', code, title: 'Certificate', text: 'Another certificate is asked for.', version }
  expect((await change(later, await createStaff(api, ['registry']))).status).toBe(200)
  const history = (await registry.call('GET', `${path}/history`)).body.data.versions
  expect(history.slice(0, 2)).toMatchObject([{ code }, { code: 'nin', version: 2 }])
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.action, 'text_changed'))
  expect(events).toContainEqual(
    expect.objectContaining({
      staffId: registry.id,
      detail: { year: 2024, kind: 'category', code: 'nin', version: 1 },
    }),
  )
  await expect(api.database.pool.query(`update exercise_texts set title = 'X'`)).rejects.toThrow('append-only')
  const admin = await createStaff(api, ['admin'])
  await admin.call('POST', '/staff/exercises', { body: { year: 2061, from: 2024 } })
  const readNext = async (year: number) =>
    (await readTexts(admin, `/staff/exercises/${year}/texts`)).find((one) => one.code === 'nin')
  expect(await readNext(2061)).toMatchObject({ title: 'Identity check', version: 1 })
  // Another exercise gets those of the one that it begins from, not those of a third.
  const ofNext = { kind: 'category', code: 'nin', title: 'Identity number', isOffered: true, version: 1 }
  expect((await admin.call('PUT', '/staff/exercises/2061/texts', { body: ofNext })).body.data.version).toBe(2)
  await admin.call('POST', '/staff/exercises', { body: { year: 2062, from: 2024 } })
  expect(await readNext(2062)).toMatchObject({ title: 'Identity check', version: 1 })
  // The command begins another year from the current exercise.
  await api.services.exercise.setExercise({ year: 2063 })
  expect(await readNext(2063)).toMatchObject({ title: 'Identity check', version: 1 })
  const copied = (await admin.call('GET', '/staff/exercises/2063/texts/history')).body.data.versions
  expect(copied.find((one: ExerciseText) => one.code === 'nin')).toMatchObject({ madeBy: 'Bisi Ajayi' })
  expect(await listVersions()).toEqual(versions)
  await api.database.pool.query(
    `insert into exercise_texts (id, exercise_id, kind, code, version, title, made_by)
     select 1000000 + n, id, 'category', 'nin', 1 + n, n, $1 from exercises, generate_series(1, 500) as n where year = 2062
     order by n desc`,
    [registry.id],
  )
  expect(await readNext(2062)).toMatchObject({ title: '500', version: 501 })
  const { body } = await admin.call('GET', '/staff/exercises/2062/texts/history')
  const titles = body.data.versions.map(({ title }: ExerciseText) => title)
  expect(titles, 'the newest 500').toEqual(Array.from({ length: 500 }, (_, index) => String(500 - index)))
})

test('a reply is added; a reason that is no longer offered is chosen by nobody', async () => {
  const reply = { kind: 'reply', title: 'Opening hours', text: 'We are open from 9 to 4.', version: 0 }
  const added = (await change(reply)).body.data
  expect((await readTexts()).filter(({ kind }) => kind === 'reply').at(-1)).toEqual(added)
  const unoffered = { kind: 'reason', code: 'referee_declined', title: 'Referee', text: 'No.', isOffered: false }
  await change({ ...unoffered, version: 0 })
  const { number } = await submit()
  const { body } = await reviewers[0].call('GET', `/staff/applications/${number}`)
  const codes = body.data.reasons.map((one: { code: string }) => one.code)
  expect(codes).toContain('referee_unreachable')
  for (const code of ['referee_declined', added.code]) expect(codes).not.toContain(code)
  const refused = await reviewers[0].call('POST', `/staff/applications/${number}/reviews`, {
    body: { verdict: 'reject', reasons: [{ code: 'referee_declined' }], version: 1 },
  })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'reasons' }] } })
})

test('texts of an archived exercise stay as they are', async () => {
  const { pool } = api.database
  await pool.query('update exercises set archived_at = now() where year = 2024')
  const { body } = await change({ kind: 'category', code: 'login', title: 'Signing in', version: 0 })
  await pool.query('update exercises set archived_at = null where year = 2024')
  expect(body.code).toBe('exercise_archived')
})

test.each([
  ['a code that there is not', { kind: 'reason', code: 'other_reason', title: 'X', text: 'Y', version: 0 }],
  ['a reason without a code', { kind: 'reason', title: 'X', text: 'Y', version: 0 }],
  ['an empty sentence', { kind: 'reason', code: 'other', title: 'X', text: ' ', version: 0 }],
  ['an empty name', { kind: 'category', code: 'login', title: '', version: 0 }],
])('%s is refused', async (_, body) => {
  expect((await change(body)).status).toBe(400)
})

test('V8.2.1 the registry and administrators word texts, others of the exercise read them', async () => {
  const helpdesk = await createStaff(api, ['helpdesk'])
  expect((await readTexts(helpdesk)).length).toBeGreaterThan(20)
  const body = { kind: 'category', code: 'login', title: 'Signing in', version: 0 }
  expect((await change(body, helpdesk)).body.code).toBe('not_permitted')
  expect((await helpdesk.call('GET', `${path}/history`)).body.code).toBe('not_permitted')
  expect((await change(body, await createStaff(api, ['admin']))).status).toBe(200)
})

test('of two who word the same text at once, one is told of the version of the other', async () => {
  const { version } = (await find('reason', code)) ?? { version: 0 }
  const wordAs = (text: string) => change({ kind: 'reason', code, title: 'Certificate', text, version })
  const answers = await raceAtLock(api.database.url, 'lock table exercise_texts in share mode', [
    () => wordAs('Your certificate is of the wrong kind.'),
    () => wordAs('Your certificate is of another subject.'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.code).toBe('changed_meanwhile')
  expect((await find('reason', code))?.version).toBe(version + 1)
})

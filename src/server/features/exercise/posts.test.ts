import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exerciseChanges, exercisePosts, exercises } from '#server/database/schema/exercises.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { posts as firstPosts } from '#shared/reference-data/posts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createApplicant, createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { addApplications, selectApplicant } from '#tests/support/fixtures/many-applications.ts'
import { createExerciseService } from './service.ts'

let api: TestApi
let admin: TestStaff
let second: TestStaff
let year = 2051
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(async () => {
  year += 1
  admin = await createStaff(api, ['admin'])
  second = await createStaff(api, ['admin'])
})

const mathematics = { school: 'General Studies', department: null, role: 'Lecturer II Mathematics' }
const computing = { school: 'Technology', department: 'Computer Science', role: 'Lecturer II' }
const department = { school: computing.school, department: computing.department }
const empty = { vacancies: null, requirements: {}, closesAt: null }

const prepare = (from = 2024) => admin.call('POST', '/staff/exercises', { body: { year, from } })
const read = async (of = year) => (await admin.call('GET', `/staff/exercises/${of}`)).body.data
const change = async (settings: object, of = year) =>
  admin.call('PUT', `/staff/exercises/${of}`, { body: { ...settings, version: (await read(of)).version } })
const preview = (settings: object, of = year) =>
  admin.call('POST', `/staff/exercises/${of}/preview`, { body: settings })
/** Changes this year's exercise with the approval of another administrator. */
async function changeCurrent(settings: object) {
  const { body } = await change(settings, 2024)
  const decision = { body: { decision: 'approve' } }
  expect((await second.call('POST', `/staff/exercise-changes/${body.data.proposal}`, decision)).status).toBe(200)
}
const findPost = (
  details: { posts: { role: string; school: string; department: string | null }[] },
  post = computing,
) => details.posts.find((one) => one.role === post.role && one.department === post.department)
const findExerciseId = async (of = year) => {
  const [row] = await api.database.db.select().from(exercises).where(eq(exercises.year, of))
  return row?.id ?? 0
}
const readPublicExercise = async () => {
  api.clock.advance(6_000)
  return (await api.call('GET', '/exercise')).body
}

test('vacancies, requirements and closing times are kept with the posts, and the public exercise stays byte-equal', async () => {
  await createApplicant(api)
  const before = JSON.stringify(await readPublicExercise())
  expect(JSON.parse(before).data.posts).toEqual(firstPosts)
  const details = [
    { ...computing, vacancies: 3, requirements: { minCertificate: 'msc', minYears: 4 }, closesAt: null },
    { ...mathematics, vacancies: 0, requirements: {}, closesAt: '2031-05-01T12:00:00+01:00' },
  ]
  await changeCurrent({ postDetails: details })
  const after = await read(2024)
  expect(findPost(after)).toEqual({ ...details[0], accounts: expect.any(Number) })
  expect(after.posts.filter(({ vacancies }: { vacancies: number | null }) => vacancies !== null)).toHaveLength(2)
  expect(after.posts.at(-2)).toMatchObject({ ...mathematics, closesAt: '2031-05-01T11:00:00.000Z' })
  expect(JSON.stringify(await readPublicExercise())).toBe(before)
  const [recorded] = await api.database.db.select().from(exerciseChanges).where(eq(exerciseChanges.madeBy, admin.id))
  expect(recorded).toMatchObject({
    approvedBy: second.id,
    before: {
      postDetails: [
        { ...computing, ...empty },
        { ...mathematics, ...empty },
      ],
    },
    after: { postDetails: [{ vacancies: 3 }, { vacancies: 0 }] },
  })
  expect((await change({ postDetails: details }, 2024)).body.data).toEqual({ version: after.version })
})

test('a preview says in numbers what changed posts do', async () => {
  await prepare()
  await change({ postDetails: [{ ...computing, ...empty }] })
  const exerciseId = await findExerciseId()
  const { id } = await createReadyApplicant(api, { exerciseId, ...computing })
  await api.database.pool.query('insert into drafts (account_id, document, revision) values ($1, $2, 1)', [id, {}])
  const { body } = await preview({
    posts: [{ ...department, roles: ['Lecturer II', 'Professor'] }],
    postDetails: [
      {
        ...computing,
        vacancies: 2,
        requirements: { minCertificate: 'phd', minYears: 10 },
        closesAt: '2031-01-01T00:00:00Z',
      },
      { ...computing, ...empty, role: 'Professor', vacancies: 1 },
    ],
  })
  const { effects } = body.data
  const name = 'Lecturer II, Computer Science, Technology'
  expect(effects).toEqual(
    expect.arrayContaining([
      {
        kind: 'vacancies_changed',
        count: null,
        text: `${name}: vacancies change from not stated to 2.`,
        refused: false,
      },
      {
        kind: 'requirements_changed',
        count: 0,
        text: `${name}: it asks for lowest certificate PhD, years of experience 10; nobody has applied yet.`,
        refused: false,
      },
      {
        kind: 'post_closes_earlier',
        count: 1,
        text: `${name}: closes on 1 January 2031, 1:00 am: 1 draft shut out unless submitted by then.`,
        refused: false,
      },
      expect.objectContaining({ kind: 'post_added', text: 'Professor, Computer Science, Technology: added.' }),
      expect.objectContaining({ kind: 'post_removed', count: 0 }),
    ]),
  )
  expect(findPost(await read())).toMatchObject(empty)
  // Corrects what was sent already.
  await api.database.pool.query(
    `insert into applications (exercise_id, account_id, number, answers, rendered_tables, answers_digest)
      values ($1, $2, 'APP-CORRECTED', '{}', '[]', '')`,
    [exerciseId, id],
  )
  const again = await preview({ postDetails: [{ ...computing, ...empty, closesAt: '2031-01-01T00:00:00Z' }] })
  expect(again.body.data.effects).toEqual([
    { kind: 'post_closes_earlier', count: 0, text: `${name}: closes on 1 January 2031, 1:00 am.`, refused: false },
  ])
})

test('an account that holds a post keeps it from being removed, by staff, by the command and in the database', async () => {
  await prepare()
  const exerciseId = await findExerciseId()
  await createApplicant(api, { exerciseId, ...computing })
  await createApplicant(api, { exerciseId, ...computing })
  const others = firstPosts.filter(({ department }) => department !== 'Computer Science')
  const text = 'Lecturer II, Computer Science, Technology: removed, but 2 accounts hold it.'
  expect((await preview({ posts: others })).body.data.effects).toContainEqual({
    kind: 'post_removed',
    count: 2,
    text,
    refused: true,
  })
  expect(await change({ posts: others })).toMatchObject({
    status: 409,
    body: { code: 'settings_refused', message: text },
  })
  const command = createExerciseService(api.database)
  await expect(command.setExercise({ year, posts: others })).rejects.toThrow(text)
  const removal = api.database.db.delete(exercisePosts).where(eq(exercisePosts.exerciseId, exerciseId))
  await expect(removal).rejects.toMatchObject({ cause: { message: 'accounts that hold the post Lecturer II: 2' } })
  expect((await read()).posts).toHaveLength(28)
})

test('posts are added, put in another order and removed while nobody holds them; those that stay keep their details', async () => {
  await prepare()
  await change({ postDetails: [{ ...computing, ...empty, vacancies: 7 }] })
  const wanted = [
    { school: 'Arts', department: 'Ẹ̀kọ́ Ìtàn'.normalize('NFC'), roles: ['Reader', 'Lecturer I'] },
    { school: 'Technology', department: 'Computer Science', roles: ['Professor', 'Lecturer II'] },
  ]
  // With accents as characters of their own, as no list of applicants has them.
  const typed = JSON.parse(JSON.stringify(wanted).normalize('NFD'))
  expect((await change({ posts: typed })).status).toBe(200)
  const { settings, posts: listed } = await read()
  expect(settings.posts).toEqual(wanted)
  expect(listed.map(({ role, vacancies }: { role: string; vacancies: number }) => [role, vacancies])).toEqual([
    ['Reader', null],
    ['Lecturer I', null],
    ['Professor', null],
    ['Lecturer II', 7],
  ])
})

test('what other programs write to the list of names or to the posts shows in both', async () => {
  await prepare()
  const exerciseId = await findExerciseId()
  const { pool } = api.database
  const listed = JSON.stringify([{ school: 'Arts', department: null, roles: ['Reader'] }])
  await pool.query('update exercises set posts = $1 where id = $2', [listed, exerciseId])
  expect((await read()).posts).toEqual([{ school: 'Arts', department: null, role: 'Reader', ...empty, accounts: 0 }])
  await pool.query("insert into posts (exercise_id, school, role, position) values ($1, 'Arts', 'Dean', 1)", [
    exerciseId,
  ])
  expect((await read()).settings.posts).toEqual([{ school: 'Arts', department: null, roles: ['Dean', 'Reader'] }])
  await pool.query("delete from posts where exercise_id = $1 and role = 'Reader'", [exerciseId])
  expect((await read()).settings.posts).toEqual([{ school: 'Arts', department: null, roles: ['Dean'] }])
})

test('a post of another school with the same department and name keeps its details', async () => {
  await prepare()
  const [arts, sciences] = ['Arts', 'Sciences'].map((school) => ({ school, department: 'General' })) as [object, object]
  const roles = ['Reader']
  expect((await change({ posts: [...firstPosts, { ...arts, roles }, { ...sciences, roles }] })).status).toBe(200)
  expect((await change({ postDetails: [{ ...arts, ...empty, role: 'Reader', vacancies: 3 }] })).status).toBe(200)
  const { posts } = await read()
  expect(posts.filter(({ role }: { role: string }) => role === 'Reader')).toMatchObject([
    { ...arts, vacancies: 3 },
    { ...sciences, vacancies: null },
  ])
})

test("next year's exercise asks the same of its applicants; when a post closes is decided anew", async () => {
  await prepare()
  const details = {
    ...computing,
    vacancies: 5,
    requirements: { minPublications: 3 },
    closesAt: '2031-01-01T00:00:00.000Z',
  }
  await change({ postDetails: [details] })
  year += 1
  await prepare(year - 1)
  expect(findPost(await read())).toEqual({ ...details, closesAt: null, accounts: 0 })
  expect((await read()).settings.posts).toEqual(firstPosts)
})

test('a post that closes apart from the exercise shuts out its own applicants only', async () => {
  const submit = async (role: string) => {
    const applicant = await createReadyApplicant(api, { ...computing, role })
    const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, applicant.id)))
    return { applicant, send: () => api.call('POST', '/applications/', { token: applicant.token, body: answers }) }
  }
  const closed = await submit('Lecturer III')
  const open = await submit('Lecturer I')
  const closesAt = new Date(api.clock.now().getTime() - 60_000).toISOString()
  const later = new Date(api.clock.now().getTime() + 60_000).toISOString()
  const ofSameName = { ...computing, department: 'Electrical Engineering' }
  const postDetails = [
    { ...computing, ...empty, role: 'Lecturer III', closesAt },
    { ...ofSameName, ...empty, role: 'Lecturer III', closesAt: later },
  ]
  await changeCurrent({ postDetails })
  // The same post of another school, and of another exercise, closes at other times.
  await api.database.pool.query(
    `insert into posts (exercise_id, school, department, role, closes_at) values
      ((select id from exercises where year = 2024), 'Elsewhere', $2, 'Lecturer III', $4),
      ((select max(id) from exercises), $1, $2, 'Lecturer III', $4),
      ((select id from exercises where year = 2024), 'Elsewhere', $2, 'Lecturer I', $3)
      on conflict on constraint posts_once do update set closes_at = excluded.closes_at`,
    [computing.school, computing.department, closesAt, later],
  )
  const { body } = await api.call('GET', '/users/me', { token: closed.applicant.token })
  expect(body.data.exercise.deadline).toBe(closesAt)
  expect(await closed.send()).toMatchObject({ status: 403, body: { code: 'exercise_closed' } })
  expect((await open.send()).status).toBe(201)
})

test('the case of an application says what its post asks for and what the answers fall short of', async () => {
  const applicant = await createReadyApplicant(api, { ...computing, role: 'Senior Lecturer' })
  const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, applicant.id)))
  const { body } = await api.call('POST', '/applications/', { token: applicant.token, body: answers })
  const chair = await createStaff(api, ['chair'])
  const readSuggestion = async () =>
    (await chair.call('GET', `/staff/applications/${body.data.applicationId}`)).body.data.requirements.suggestion
  expect(await readSuggestion()).toBe('none')
  // Posts like it, which ask for nothing.
  await prepare()
  const { rows } = await api.database.pool.query(
    `insert into posts (exercise_id, school, department, role) select id, other.* from exercises,
      (values ('Arts', 'Computer Science', 'Senior Lecturer'), ('Technology', 'Physics', 'Senior Lecturer'),
        ('Technology', 'Computer Science', 'Dean')) as other where year = 2024 returning id`,
  )
  const asked = { ...computing, ...empty, role: 'Senior Lecturer', requirements: { minPublications: 60 } }
  await changeCurrent({ postDetails: [asked] })
  expect(await readSuggestion()).toBe('falls_short')
  await api.database.pool.query('delete from posts where id = any($1)', [rows.map(({ id }) => id)])
})

test('details of a post that there is not, two of one post, and wrong details are refused with their place', async () => {
  await prepare()
  const ask = async (postDetails: unknown) => (await preview({ postDetails })).body.errors
  expect(await ask([{ ...computing, ...empty, role: 'Dean' }])).toEqual([
    { path: 'postDetails.0', message: 'There is no post Dean, Computer Science, Technology in this exercise.' },
  ])
  expect(
    await ask([
      { ...computing, ...empty },
      { ...computing, ...empty },
    ]),
  ).toMatchObject([{ path: 'postDetails', message: 'must name each post once' }])
  expect(await ask([{ ...computing, ...empty, vacancies: -1, requirements: { minYears: 1.5 } }])).toMatchObject([
    { path: 'postDetails.0.vacancies', message: 'must not be negative' },
    { path: 'postDetails.0.requirements.minYears' },
  ])
  const double = [{ ...department, roles: ['Reader', 'Reader'] }]
  expect((await preview({ posts: double })).body.errors).toMatchObject([{ path: 'posts' }])
})

test('the posts of an exercise are listed for filters to those whose role counts in it', async () => {
  await prepare()
  const added = { school: 'Health Sciences', department: null, roles: ['Chief Nursing Tutor'] }
  expect((await change({ posts: [added, ...firstPosts] })).status).toBe(200)
  const helpdesk = await createStaff(api, ['helpdesk'])
  const { data } = (await helpdesk.call('GET', `/staff/exercises/${year}/posts`)).body
  expect(data.posts[0]).toEqual({
    school: 'Health Sciences',
    department: null,
    role: 'Chief Nursing Tutor',
    closed: false,
  })
  expect(data.posts).toHaveLength(29)
  const [of2024] = await api.database.db.select().from(exercises).where(eq(exercises.year, 2024))
  const elsewhere = await createStaff(api, [{ role: 'reviewer', exerciseId: of2024?.id ?? 0 }])
  expect((await elsewhere.call('GET', `/staff/exercises/${year}/posts`)).status).toBe(404)
  expect((await elsewhere.call('GET', '/staff/exercises/2024/posts')).status).toBe(200)
  expect((await helpdesk.call('GET', '/staff/exercises/2099/posts')).status).toBe(404)
})

test('a post keeps the vacancies that are taken by those who are selected', async () => {
  await prepare()
  await change({ postDetails: [{ ...computing, ...empty, vacancies: 2 }] })
  const exerciseId = await findExerciseId()
  const [one] = await addApplications(api, { count: 1, prefix: `VAC${year}`, exerciseId })
  await selectApplicant(api, one?.applicationId, { exerciseId, post: computing, by: admin.id })
  const changeTo = async (vacancies: number | null) => {
    const { body } = await change({ postDetails: [{ ...computing, ...empty, vacancies }] })
    return second.call('POST', `/staff/exercise-changes/${body.data.proposal}`, { body: { decision: 'approve' } })
  }
  for (const vacancies of [0, null]) {
    const refused = await changeTo(vacancies)
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'postDetails'])
    expect(refused.body.errors[0].message).toContain('needs more vacancies')
  }
  expect((await changeTo(1)).status).toBe(200)
})

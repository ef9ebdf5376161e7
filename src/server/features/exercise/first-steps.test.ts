// The checklist of Home ticks itself from what is in the database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { addBatch, createPublishing } from '#tests/support/api/publications.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
let admin: TestStaff
beforeAll(async () => {
  api = await startApi({ hasExercise: false })
  admin = await createStaff(api, ['admin'])
})
afterAll(() => api.close())

const readSteps = async (by = admin, query = ''): Promise<HomeCounts['firstSteps']> =>
  (await by.call('GET', `/staff/counts${query}`)).body.data.firstSteps
const readDone = async (by = admin) => (await readSteps(by))?.done

test('from an empty server to a publication each step is ticked when it is done, and then the list is gone', async () => {
  expect(await readSteps()).toEqual({ administrators: 1, officers: 0, reviewers: 0, done: [] })
  const first = { institution: 'Hillside Polytechnic', shortName: 'HP', title: 'Recruitment', fee: 10_000, charge: 0 }
  expect((await admin.call('POST', '/staff/exercises', { body: { year: 2027, ...first } })).status).toBe(201)
  expect(await readDone()).toEqual(['exercise'])

  const post = { school: 'School 1', department: null, roles: ['Lecturer I'] }
  const change = await admin.call('PUT', '/staff/exercises/2027', { body: { posts: [post], version: 1 } })
  expect(change.status).toBe(200)
  expect(await readDone()).toEqual(['exercise', 'posts'])

  const { rows: exercises } = await api.database.pool.query('select id from exercises')
  await createStaff(api, [{ role: 'admin', exerciseId: exercises[0].id }])
  const maker = await createStaff(api, ['registry', 'admin'], { isFresh: true })
  const approver = await createStaff(api, ['chair', 'registry'], { isFresh: true })
  const [one, other] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  await createStaff(api, ['reviewer'], { status: 'suspended' })
  expect(await readSteps()).toEqual({
    administrators: 3,
    officers: 2,
    reviewers: 2,
    done: ['people', 'exercise', 'posts'],
  })

  const { school, ids } = await addBatch(api, 2)
  expect(await readDone()).toEqual(['people', 'exercise', 'posts', 'list'])
  // What has been reviewed without an assignment.
  await api.database.pool.query(
    "insert into application_statuses (application_id, stage, version, review_count) values ($1, 'screening', 2, 1)",
    [ids[0]],
  )
  expect(await readDone(maker)).toEqual(['people', 'exercise', 'posts', 'list'])
  const publishing = createPublishing(api, { maker, approver, panel: [one.id, other.id] })
  const selection = await publishing.select({ school })
  const assigned = await maker.call('POST', '/staff/assignments', { body: { selection, to: [one.id] } })
  expect(assigned.status).toBe(200)
  expect(await readDone(maker)).toEqual(['people', 'exercise', 'posts', 'list', 'reviews'])
  expect(await readDone()).toEqual(['people', 'exercise', 'posts', 'list'])
  const { rows: before } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2026, 0, 0, '[]', 'Vendor') returning id`,
  )
  const registryBefore = await createStaff(api, ['admin', { role: 'registry', exerciseId: before[0].id }])
  expect(await readDone(registryBefore)).toEqual(['people', 'exercise', 'posts', 'list'])
  await publishing.decide(ids, 'shortlisted')
  await publishing.publish('shortlist', school)
  expect(await readSteps()).toBeNull()
}, 60_000)

test('another year begins where it is; who reads no settings of it has no list', async () => {
  expect((await admin.call('POST', '/staff/exercises', { body: { year: 2028, from: 2027 } })).status).toBe(201)
  expect((await readSteps(admin, '?exercise=2028'))?.done).toEqual(['people', 'exercise', 'posts'])
  const { rows } = await api.database.pool.query('select id from exercises where year = 2027')
  const elsewhere = await createStaff(api, [{ role: 'admin', exerciseId: rows[0].id }])
  expect(await readSteps(elsewhere, '?exercise=2028')).toBeNull()
  // Who administers the year before alone is none of this one.
  expect((await readSteps(admin, '?exercise=2028'))?.administrators).toBe(3)
  await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2029, 0, 0, '[]', 'Vendor')`,
  )
  expect((await readSteps(admin, '?exercise=2029'))?.done).toEqual(['people', 'exercise'])
  expect(await readSteps(await createStaff(api, ['reviewer']), '?exercise=2028')).toBeNull()
  // Cases of the year before are no reviews of this one.
  await api.database.pool.query('update application_statuses set assigned_to = $1', [admin.id])
  const both = await createStaff(api, ['registry', 'admin'])
  expect((await readSteps(both, '?exercise=2028'))?.done).toEqual(['people', 'exercise', 'posts'])
})

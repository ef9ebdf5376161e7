// Search from everywhere finds what the person may see, and nothing else.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Found } from '#shared/api/staff/search.ts'
import { staffRoleNames } from '#shared/roles/permissions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { recuseFrom } from '#tests/support/api/staff-objects.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'

let api: TestApi
let applicant: ApplicationToReview
let rrr: string
let complaint: string
let otherExercise: number
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', settings: { STAFF_DAILY_PERSONS: '100' } })
  const facts = { surname: 'Oyelaran', firstName: 'Sade', email: 'sade@example.org', phone: '08031234567' }
  applicant = await createApplicationToReview(api, { ...facts, school: 'Technology' })
  const { pool } = api.database
  rrr = (await pool.query('select rrr from payments where account_id = $1', [applicant.accountId])).rows[0].rrr
  const sent = { userId: applicant.userId, complain: 'I cannot print my slip.', fullname: null, email: null }
  complaint = (await api.call('POST', '/contact/create', { body: sent })).body.data.number
  const added = await pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  otherExercise = added.rows[0].id
  await addAccounts(1, 'RE31-', 'Oyelaran')
})
afterAll(() => api.close())
beforeEach(() => api.forgetRateLimits())

/** Accounts of the other exercise, whose first names are in the reverse order. */
const addAccounts = (count: number, prefix: string, surname: string) =>
  api.database.pool.query(
    `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, email, phone,
      date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
    select $1, $3 || lpad(n::text, 5, '0'), '', '', $4, 'Amaka' || chr(122 - n), 'a@example.org', '08011112222', '1985-06-15', 'f', 'ogun',
      'Ijebu Ode', 'Technology', 'Lecturer II', 0, 0 from generate_series(1, $2::int) as n`,
    [otherExercise, count, prefix, surname],
  )

const search = (person: TestStaff, q: string, more: Record<string, string> = {}) =>
  person.call('GET', `/staff/search?${new URLSearchParams({ q, ...more })}`)

async function find(person: TestStaff, q: string, more: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await search(person, q, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.found.map(({ kind, key }: Found) => `${kind} ${key}`)
}

const spread = (text: string) => text.toLowerCase().replace(/-/g, ' ')

test('numbers, names, email addresses and phone numbers are found, numbers also in lower case and with spaces', async () => {
  const registry = await createStaff(api, ['registry'])
  const { userId, number } = applicant
  for (const q of [userId, spread(userId), ` ${userId.toLowerCase()} `])
    expect(await find(registry, q), q).toEqual([`applicant ${userId}`])
  // What the user IDs of a year begin with.
  expect(await find(registry, userId.slice(0, 5))).toContainEqual(
    expect.stringContaining(`applicant ${userId.slice(0, 5)}`),
  )
  for (const q of [number, spread(number), number.replaceAll('-', '')])
    expect(await find(registry, q), q).toEqual([`application ${number}`])
  for (const q of [rrr, `${rrr.slice(0, 4)} ${rrr.slice(4, 8)} ${rrr.slice(8)}`])
    expect(await find(registry, q), q).toEqual([`rrr ${rrr}`])
  for (const q of [complaint, spread(complaint), complaint.replaceAll('-', '')])
    expect(await find(registry, q), q).toEqual([`complaint ${complaint}`])
  for (const q of ['sade@example', '0803 123', 'sade oye'])
    expect(await find(registry, q), q).toEqual([`applicant ${userId}`])
  for (const q of ['C-2099-00001', 'nobody at all', '999999999999']) expect(await find(registry, q), q).toEqual([])
  expect((await search(registry, ' o ')).status).toBe(400)
})

const kinds: Record<string, string[]> = {
  registry: ['applicant', 'application', 'rrr', 'complaint'],
  reviewer: ['applicant', 'application'],
  chair: ['applicant', 'application'],
  exam: ['applicant', 'application'],
  bursar: ['applicant', 'applicant', 'rrr'],
  helpdesk: ['applicant', 'application', 'rrr', 'complaint'],
  admin: [],
  dpo: ['applicant', 'application', 'rrr'],
  auditor: ['applicant', 'application', 'rrr'],
}

test.each(staffRoleNames)('V8.2.3 the role %s finds only what it may see, whatever is looked for', async (role) => {
  const person = await createStaff(api, [role])
  const found = []
  for (const q of [applicant.userId, applicant.number, rrr, complaint])
    for (const result of await find(person, q)) found.push(result.split(' ')[0])
  expect((await search(person, applicant.userId)).body.data.more).toBe(false)
  expect(found).toEqual(kinds[role])
})

test('what the roles do not open is found, and says so', async () => {
  const opens = async (role: 'bursar' | 'registry') =>
    (await search(await createStaff(api, [role]), applicant.userId)).body.data.found.map((one: Found) => one.opens)
  expect(await opens('bursar')).toEqual([false])
  expect(await opens('registry')).toEqual([true])
  // Nor what a role opens in another exercise.
  const elsewhere = await createStaff(api, ['bursar', { role: 'registry', exerciseId: otherExercise }])
  for (const q of [applicant.userId, applicant.number])
    expect((await search(elsewhere, q)).body.data.found).toMatchObject([{ kind: 'applicant', opens: false }])
})

test('an application, an RRR and a complaint are found with whose they are and their year, and open', async () => {
  const registry = await createStaff(api, ['registry'])
  const person = { name: 'Oyelaran Sade Bola', post: 'Lecturer II' }
  for (const one of [
    { kind: 'application', key: applicant.number, ...person },
    { kind: 'rrr', key: rrr, ...person },
    { kind: 'complaint', key: complaint, name: applicant.userId, post: null },
  ])
    expect((await search(registry, one.key)).body.data).toEqual({
      found: [{ ...one, year: 2024, opens: true }],
      more: false,
    })
})

test('V8.2.2 a reviewer of another school, a role of another exercise and somebody recused find nothing', async () => {
  const recused = await createStaff(api, ['registry'])
  await recuseFrom(api, recused.id, applicant.id, recused.id)
  const people = [
    await createStaff(api, [{ role: 'reviewer', school: 'Management' }]),
    await createStaff(api, [{ role: 'registry', exerciseId: otherExercise }]),
    recused,
  ]
  for (const person of people)
    for (const q of [applicant.userId, applicant.number, rrr, complaint, 'sade@example', '0803123', 'sade'])
      expect(await find(person, q), q).toEqual([])
})

test('somebody of another exercise is found with its year, after those of the chosen one', async () => {
  const registry = await createStaff(api, ['registry'])
  const { found } = (await search(registry, 'oyelaran', { exercise: '2024' })).body.data
  expect(found.map(({ key, year }: Found) => [key, year])).toEqual([
    [applicant.userId, 2024],
    ['RE31-00001', 2031],
  ])
  const other = await find(registry, 'oyelaran', { exercise: '2031' })
  expect(other).toEqual(['applicant RE31-00001', `applicant ${applicant.userId}`])
  const body = { userId: 'RE31-00001', complain: 'I cannot log in.', fullname: null, email: null }
  const { number } = (await api.call('POST', '/contact/create', { body })).body.data
  expect((await search(registry, number)).body.data.found).toMatchObject([{ key: number, year: 2031 }])
})

test('at most eight are shown, by name, and whether there are more', async () => {
  await addAccounts(9, 'RE31-1', 'Manyfold')
  const registry = await createStaff(api, ['registry'])
  const { found, more } = (await search(registry, 'manyfold')).body.data
  expect(found.map(({ key }: Found) => key)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((n) => `RE31-10000${n}`))
  expect(more).toBe(true)
  await addAccounts(8, 'RE31-2', 'Eightfold')
  const all = (await search(registry, 'eightfold')).body.data
  expect([all.found.length, all.more]).toEqual([8, false])
})

test('a search leaves the trace of the list that it reads, and ends at the same daily number of persons', async () => {
  const registry = await createStaff(api, ['registry'])
  const admin = await createStaff(api, ['admin'])
  for (const q of [applicant.userId, 'nobody at all', applicant.number, complaint]) {
    await find(admin, q)
    await find(registry, q)
  }
  const readCounted = async (by = registry) =>
    (
      await api.database.pool.query(
        'select list, pages, rows, filters from staff_readings where staff_id = $1 order by list',
        [by.id],
      )
    ).rows
  await expect
    .poll(() => readCounted())
    .toEqual([
      { list: 'applicants', pages: 2, rows: 1, filters: ['q'] },
      { list: 'applications', pages: 1, rows: 1, filters: ['q'] },
      { list: 'complaints', pages: 1, rows: 1, filters: ['q'] },
    ])
  expect(await readCounted(admin)).toEqual([])
  // Each of what is found is of the list that the person reads.
  await createApplicationToReview(api, { school: 'Management' })
  const both = await createStaff(api, ['bursar', { role: 'reviewer', school: 'Technology' }])
  expect((await find(both, 'APP-2024')).map((one) => one.split(' ')[0]).toSorted()).toEqual([
    'applicant',
    'application',
  ])
  await expect
    .poll(() => readCounted(both))
    .toMatchObject([
      { list: 'applicants', rows: 1 },
      { list: 'applications', rows: 1 },
    ])
  const reader = await createStaff(api, ['registry'])
  await api.database.pool.query(
    `insert into staff_readings (staff_id, list, hour, pages, rows, filters)
     values ($1, 'applicants', date_trunc('hour', $2::timestamptz), 1, 1000, '{}')`,
    [reader.id, api.clock.now()],
  )
  expect((await search(reader, applicant.userId)).body.code).toBe('too_many_persons')
})

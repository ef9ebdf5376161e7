import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())

const headings = 'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role'
const createList = (email: string) =>
  `${headings}\nBello,Amina,,${email},08031234567,1985-06-15,f,Kaduna,Zaria,Technology,Computer Science,Lecturer II`

function upload(list: string, name: string, exercise: number) {
  const form = new FormData()
  form.append('file', new Blob([list]), name)
  return registry.call('POST', `/staff/imports?kind=accounts&exercise=${exercise}`, { body: form })
}

test('accounts are issued for the exercise that is named, never for an archived one', async () => {
  const year = 2034
  const { rows: exercises } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     select institution, short_name, title, $1, fee_kobo, charge_kobo, posts, vendor_name from exercises order by id limit 1
     returning id`,
    [year],
  )
  // A user ID that was given by hand has no serial number.
  const { id: given } = await createUnusedAccount(api, { exerciseId: exercises[0].id })
  await api.database.pool.query(`update accounts set user_id = 'RE34-GUEST' where id = $1`, [given])
  // The serial numbers of a list that was taken back are used up in its exercise alone.
  await api.database.pool.query(
    `insert into imports (kind, sha256, exercise_id, state, made_by, options)
     select 'accounts', '', id, 'discarded', $1, '{"highestSerial": 70}' from exercises where year = 2024`,
    [registry.id],
  )
  const email = 'next-year@example.org'
  // Who applied in an earlier exercise gets an account in this one, too.
  await createUnusedAccount(api, { email })
  const checked = await upload(createList(email), 'next.csv', year)
  expect(checked.body.data).toMatchObject({ exercise: year, good: 1 })
  const { id } = checked.body.data
  await registry.call('POST', `/staff/imports/${id}/apply`, { body: { count: 1 } })
  const readState = async () => (await registry.call('GET', `/staff/imports/${id}`)).body.data.state
  await expect.poll(readState, { timeout: 30_000, interval: 100 }).toBe('applied')
  const { rows } = await api.database.pool.query(
    'select year, user_id from accounts join exercises on exercises.id = exercise_id where email = $1 and year = $2',
    [email, year],
  )
  expect(rows).toEqual([{ year, user_id: 'RE34-00001' }])
  const listNames = async (query: string) =>
    (await registry.call('GET', `/staff/imports${query}`)).body.data.rows.map(({ name }: { name: string }) => name)
  expect(await listNames(`?exercise=${year}`)).toEqual(['next.csv'])
  expect(await listNames('?exercise=2024')).not.toContain('next.csv')
  expect(await listNames('')).toContain('next.csv')
  api.clock.advance(1_000)
  await upload(createList('later@example.org'), 'later.csv', year)
  expect(await listNames(`?exercise=${year}`), 'newest first').toEqual(['later.csv', 'next.csv'])

  const waiting = (await upload(createList('waiting@example.org'), 'waiting.csv', year)).body.data
  const begun = (await upload(createList('begun@example.org'), 'begun.csv', year)).body.data
  const readBegun = async () => (await registry.call('GET', `/staff/imports/${begun.id}`)).body.data
  await raceAtLock(api.database.url, `update exercises set archived_at = now() where year = ${year}`, [
    async () => {
      expect((await registry.call('POST', `/staff/imports/${begun.id}/apply`, { body: { count: 1 } })).status).toBe(200)
      await expect.poll(async () => (await readBegun()).state, { timeout: 30_000, interval: 100 }).toBe('applied')
    },
  ])
  const errors = [{ line: 2, column: '', reason: 'the exercise has been archived meanwhile' }]
  expect(await readBegun(), 'what has not been issued yet').toMatchObject({ applied: 0, failed: 1, errors })
  for (const refused of [
    await registry.call('POST', `/staff/imports/${waiting.id}/apply`, { body: { count: 1 } }),
    await registry.call('DELETE', `/staff/imports/${id}`),
  ])
    expect([refused.status, refused.body.code]).toEqual([409, 'exercise_archived'])
  expect((await registry.call('DELETE', `/staff/imports/${waiting.id}`)).status).toBe(200)
  const late = await upload(createList('late@example.org'), 'late.csv', year)
  expect([late.status, late.body.code]).toEqual([409, 'exercise_archived'])
  expect((await upload(createList(email), 'list.csv', 2099)).status).toBe(404)
})

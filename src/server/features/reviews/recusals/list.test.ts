import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'

let api: TestApi
let registry: TestStaff
let reviewer: TestStaff
let first: ApplicationToReview
let second: ApplicationToReview
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'], { isFresh: true, name: 'Zainab Lawal' })
  reviewer = await createStaff(api, ['reviewer'], { name: 'Tunde Alade' })
  first = await createApplicationToReview(api, { school: 'Technology' })
  second = await createApplicationToReview(api, { school: 'Management' })
  await recuse(reviewer, first, 'The applicant is my cousin.')
  api.clock.advance(60_000)
  await recuse(reviewer, second, 'We wrote a book together.')
})
afterAll(() => api.close())

const recuse = (person: TestStaff, { number }: ApplicationToReview, reason: string) =>
  person.call('POST', `/staff/applications/${number}/recusals`, { body: { reason } })
const list = async (query = '', person = registry) => {
  const { status, body } = await person.call('GET', `/staff/recusals?${query}`)
  return { status, rows: body.data?.rows ?? [], numbers: (body.data?.rows ?? []).map(({ number }: Row) => number) }
}
interface Row {
  id: string
  number: string
}

test('the registry sees who is recused from what and why, the newest first', async () => {
  const { rows } = await list()
  expect(rows).toMatchObject([
    { number: second.number, reason: 'We wrote a book together.', state: 'active', endedAt: null },
    {
      number: first.number,
      school: 'Technology',
      person: { id: reviewer.id, name: 'Tunde Alade' },
      madeBy: { id: reviewer.id },
      reason: 'The applicant is my cousin.',
    },
  ])
})

test('it is filtered by person, application, school and day, and searched by name or number', async () => {
  const today = api.clock.now().toISOString().slice(0, 10)
  expect((await list(`person=${reviewer.id}`)).numbers).toEqual([second.number, first.number])
  expect((await list(`person=${registry.id}`)).numbers).toEqual([])
  expect((await list(`number=${first.number}`)).numbers).toEqual([first.number])
  expect((await list('school=Management')).numbers).toEqual([second.number])
  expect((await list(`madeFrom=${today}&sort=made`)).numbers).toEqual([first.number, second.number])
  expect((await list('q=alade')).numbers).toHaveLength(2)
  expect((await list(`q=${first.number.toLowerCase()}`)).numbers).toEqual([first.number])
  expect((await list('q=%25')).numbers).toEqual([])
})

test('one that ended says when and by whom', async () => {
  const [row] = (await list(`number=${second.number}`)).rows
  await registry.call('DELETE', `/staff/applications/${second.number}/recusals/${row.id}`)
  expect((await list('state=ended')).rows).toMatchObject([
    { number: second.number, endedBy: { id: registry.id, name: 'Zainab Lawal' }, endedAt: expect.any(String) },
  ])
  expect((await list('state=active')).numbers).toEqual([first.number])
})

test('who is recused from a case sees nothing of it here either, and other roles see no recusals', async () => {
  const chair = await createStaff(api, ['chair'])
  await recuse(chair, first, 'I supervised the thesis.')
  expect((await list('', chair)).numbers).toEqual([second.number])
  expect((await list(`number=${first.number}`)).numbers).toHaveLength(2)
  for (const role of ['reviewer', 'helpdesk', 'bursar', 'admin', 'auditor'] as const)
    expect((await list('', await createStaff(api, [role]))).status).toBe(403)
})

test('a registry officer of another exercise sees none of this one', async () => {
  const year = 2051
  await api.database.pool.query(
    `insert into exercises select (jsonb_populate_record(e, jsonb_build_object('id', e.id + 1000, 'year', $1::int,
      'is_current', false))).* from exercises e order by id limit 1`,
    [year],
  )
  const { rows } = await api.database.pool.query('select id from exercises where year = $1', [year])
  const elsewhere = await createStaff(api, [{ role: 'registry', exerciseId: rows[0].id }])
  expect((await list('', elsewhere)).numbers).toEqual([])
})

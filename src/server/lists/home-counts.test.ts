// Home's counts are those of the lists behind its links, for everybody who asks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  for (const school of ['Technology', 'Technology', 'Management']) await createApplicationToReview(api, { school })
  await api.call('POST', '/contact/create', { body: { complain: 'I cannot log in.' } })
})
afterAll(() => api.close())

const readHome = async (by: TestStaff, query = ''): Promise<HomeCounts> => {
  const { status, body } = await by.call('GET', `/staff/counts${query}`)
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}
const readList = async (by: TestStaff, list: string, query: Record<string, string>) =>
  (await by.call('GET', `/staff/${list}?${new URLSearchParams(query)}`)).body.data
const findCount = ({ counts }: HomeCounts, wanted: string) =>
  counts.find(({ label }) => label === wanted)?.count.value ?? null

const addPublication = (proposedBy: TestStaff) =>
  api.database.pool.query(
    `insert into publications (exercise_id, kind, title, state, summary, made_by, proposed_by, proposed_at)
    select id, 'shortlist', 'Waits', 'proposed', '{"byPost":[],"excluded":[],"skipped":[],"waiting":0,"done":0}',
      $1, $1, now() from exercises limit 1`,
    [proposedBy.id],
  )

const cases: [string, Parameters<typeof createStaff>[1], string[]][] = [
  ['registry', ['registry'], ['applications', 'publications', 'complaints', 'emails', 'applicants']],
  ['chair', ['chair'], ['applications', 'publications', 'applicants']],
  ['reviewer of a school', [{ role: 'reviewer', school: 'Management' }], ['applications', 'applicants']],
  ['helpdesk', ['helpdesk'], ['complaints', 'emails', 'applicants']],
  [
    'helpdesk, and reviewer of a school',
    ['helpdesk', { role: 'reviewer', school: 'Management' }],
    ['applications', 'complaints', 'emails', 'applicants'],
  ],
  ['bursar', ['bursar'], ['complaints', 'applicants']],
  ['exam officer', ['exam'], ['publications', 'applicants']],
  ['administrator', ['admin'], ['people']],
  ['auditor', ['auditor'], ['publications', 'applicants']],
]

test.each(cases)('%s: each count is that of the list, and there are no others', async (_name, grants, lists) => {
  await api.forgetRateLimits()
  const person = await createStaff(api, grants)
  const home = await readHome(person)
  expect([...new Set(home.counts.map(({ list }) => list))]).toEqual(lists)
  const own = 'Waiting for your approval'
  for (const { list, label, query, count } of home.counts) {
    const page = await readList(person, list, { ...query, ...(label === own && { by: 'others' }) })
    expect({ label, count }).toEqual({ label, count: page.count })
  }
  for (const { list, query, since } of home.oldest) {
    const [first] = (await readList(person, list, query)).rows
    expect(since).toBe(first?.submitted ?? first?.receivedAt ?? null)
  }
  expect(home.administrators === null).toBe(!lists.includes('people'))
})

test('a reviewer counts the applications of the own school, and not those from which they are recused', async () => {
  const label = 'Not reviewed yet'
  const grant = { role: 'reviewer', school: 'Management' } as const
  const reviewer = await createStaff(api, [grant])
  expect(findCount(await readHome(await createStaff(api, ['chair'])), label)).toBe(3)
  const home = await readHome(reviewer)
  expect(findCount(home, label)).toBe(1)
  expect(home.oldest.map(({ since }) => since === null)).toEqual([true, false])
  const { rows } = await readList(reviewer, 'applications', {})
  await reviewer.call('POST', `/staff/applications/${rows[0].number}/recusals`, {
    body: { reason: 'The applicant is my cousin.' },
  })
  const recused = await readHome(reviewer)
  expect(findCount(recused, label)).toBe(0)
  expect(recused.oldest.map(({ since }) => since)).toEqual([null, null])
})

test('a publication waits for the approval of those who have neither made nor proposed it', async () => {
  const [maker, other] = [await createStaff(api, ['registry']), await createStaff(api, ['registry'])]
  const count = async (by: TestStaff) => findCount(await readHome(by), 'Waiting for your approval')
  const [before, beforeOther] = [await count(maker), await count(other)]
  await addPublication(maker)
  expect([await count(maker), await count(other)]).toEqual([before, Number(beforeOther) + 1])
})

test('of an exercise that does not exist nothing is counted but complaints and emails', async () => {
  const registry = await createStaff(api, ['registry'])
  const { counts, oldest } = await readHome(registry, '?exercise=1999')
  const ofExercises = counts.filter(({ list }) => list !== 'emails' && list !== 'complaints')
  expect(new Set(ofExercises.map(({ count }) => count.value))).toEqual(new Set([0]))
  expect(oldest.filter(({ list, since }) => list === 'applications' && since !== null)).toEqual([])
})

test('without a session nothing is counted', async () => {
  expect((await api.call('GET', '/staff/counts')).body.code).toBe('not_logged_in')
})

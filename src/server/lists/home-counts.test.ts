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
const findWaiting = ({ counts }: HomeCounts, wanted: string) => {
  const found = counts.find(({ label }) => label === wanted)
  return found && { count: found.count.value, since: found.since }
}
const unreviewed = 'Applications without a review'
/** The steps with their numbers. */
const readProgress = ({ progress }: HomeCounts) =>
  Object.fromEntries(progress.map(({ label, count }) => [label, count]))

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
  ['reviewer of a school', [{ role: 'reviewer', school: 'Management' }], ['applications']],
  ['helpdesk', ['helpdesk'], ['complaints', 'emails', 'applicants']],
  [
    'helpdesk, and reviewer of a school',
    ['helpdesk', { role: 'reviewer', school: 'Management' }],
    ['applications', 'complaints', 'emails', 'applicants'],
  ],
  ['bursar', ['bursar'], ['complaints', 'applicants']],
  ['exam officer', ['exam'], ['publications']],
  ['administrator', ['admin'], ['people']],
  ['auditor', ['auditor'], []],
]

/** What a row says of the moment by which the list is sorted. */
const momentOf: Record<string, string> = {
  submitted: 'submitted',
  received: 'receivedAt',
  queued: 'queuedAt',
  made: 'madeAt',
}

test.each(cases)('%s: each count is that of the list, and there are no others', async (_name, grants, lists) => {
  await api.forgetRateLimits()
  const person = await createStaff(api, grants)
  const home = await readHome(person)
  expect([...new Set(home.counts.map(({ list }) => list))]).toEqual(lists)
  const own = 'Publications for your approval'
  for (const { list, label, query, count, since } of home.counts) {
    const page = await readList(person, list, { ...query, ...(label === own && { by: 'others' }) })
    expect({ label, count }).toEqual({ label, count: page.count })
    const [first] = page.rows
    expect({ label, since }).toEqual({ label, since: (query.sort && first?.[momentOf[query.sort] ?? '']) ?? null })
  }
  expect(home.administrators === null).toBe(!lists.includes('people'))
})

test('a reviewer counts the applications of the own school, and not those from which they are recused', async () => {
  const reviewer = await createStaff(api, [{ role: 'reviewer', school: 'Management' }])
  expect(findWaiting(await readHome(await createStaff(api, ['chair'])), unreviewed)?.count).toBe(3)
  const home = await readHome(reviewer)
  expect(findWaiting(home, unreviewed)).toEqual({ count: 1, since: expect.any(String) })
  expect(readProgress(home)).toMatchObject({ 'Account issued': 1, Submitted: 1, Decided: 0 })
  const { rows } = await readList(reviewer, 'applications', {})
  await reviewer.call('POST', `/staff/applications/${rows[0].number}/recusals`, {
    body: { reason: 'The applicant is my cousin.' },
  })
  const recused = await readHome(reviewer)
  expect(findWaiting(recused, unreviewed)).toEqual({ count: 0, since: null })
  expect(readProgress(recused)).toMatchObject({ 'Account issued': 0, Submitted: 0 })
})

test('a publication waits for the approval of those who have neither made nor proposed it', async () => {
  const [maker, other] = [await createStaff(api, ['registry']), await createStaff(api, ['registry'])]
  const count = async (by: TestStaff) => findWaiting(await readHome(by), 'Publications for your approval')?.count
  const [before, beforeOther] = [await count(maker), await count(other)]
  await addPublication(maker)
  expect([await count(maker), await count(other)]).toEqual([before, Number(beforeOther) + 1])
})

test('of an exercise that does not exist nothing is counted but complaints and emails', async () => {
  const { counts, progress } = await readHome(await createStaff(api, ['registry']), '?exercise=1999')
  expect(new Set(counts.map(({ list }) => list))).toEqual(new Set(['complaints', 'emails']))
  expect(progress).toEqual([])
})

test('without a session nothing is counted', async () => {
  expect((await api.call('GET', '/staff/counts')).body.code).toBe('not_logged_in')
})

// How far the applicants of an exercise are: on Home, and as totals above the lists of applicants and applications.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HomeCounts, StageTotal } from '#shared/api/staff/lists/counts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { addBatch, type Batch, createPublishing, createPublishingStaff } from '#tests/support/api/publications.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant, createNewApplicant, createPaidApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
/** Three applications of a school, two of which are shortlisted and published. */
let published: Batch
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  await createNewApplicant(api)
  await createApplicant(api)
  await createPaidApplicant(api)
  const publishing = createPublishing(api, await createPublishingStaff(api))
  published = await addBatch(api, 3)
  await publishing.decide(published.ids.slice(0, 2), 'shortlisted')
  const proposed = await publishing.makeProposed('shortlist', published.school)
  await publishing.approve(proposed)
  await api.services.publications.publish({ publicationId: proposed.id })
  const others = await addBatch(api, 2)
  await publishing.decide(others.ids.slice(0, 1), 'rejected')
  await publishing.decide(others.ids.slice(1), 'held')
})
afterAll(() => api.close())

const readProgress = async (by: TestStaff): Promise<HomeCounts['progress']> =>
  (await by.call('GET', '/staff/counts')).body.data.progress
const readStages = async (by: TestStaff, query: string): Promise<StageTotal[]> =>
  (await by.call('GET', `/staff/stages?${query}`)).body.data.stages
const toNumbers = (progress: HomeCounts['progress']) =>
  Object.fromEntries(progress.map(({ label, count }) => [label, count]))

test('each step counts those who went further too, as the list behind it', async () => {
  const chair = await createStaff(api, ['chair'])
  const progress = await readProgress(chair)
  expect(toNumbers(progress)).toEqual({
    'Account issued': 8,
    'Password changed': 7,
    Paid: 6,
    'NIN verified': 5,
    Submitted: 5,
    Decided: 3,
    Published: 2,
  })
  for (const { list, label, query, count } of progress) {
    const page = (await chair.call('GET', `/staff/${list}?${new URLSearchParams(query)}`)).body.data
    expect({ label, count }).toEqual({ label, count: page.count.value })
  }
})

test.each(['exam', 'bursar', 'helpdesk'] as const)('%s: nothing tells how many are decided', async (role) => {
  const person = await createStaff(api, [role])
  const { Decided, ...others } = toNumbers(await readProgress(person))
  expect(Decided).toBeUndefined()
  expect(others).toMatchObject({ Submitted: 5, Published: 2 })
  expect(await readStages(person, 'list=applications')).toEqual([])
})

test('who finds no applicants reads no progress', async () => {
  const administrator = await createStaff(api, ['admin'])
  expect(await readProgress(administrator)).toEqual([])
  expect(await readStages(administrator, 'list=applicants')).toEqual([])
})

test('a reviewer of a school reads the numbers of that school, and a helpdesk role elsewhere adds none of decisions', async () => {
  const reviewer = { role: 'reviewer', school: published.school } as const
  expect(toNumbers(await readProgress(await createStaff(api, [reviewer])))).toMatchObject({ Submitted: 3, Decided: 2 })
  const both = await createStaff(api, [reviewer, 'helpdesk'])
  expect(toNumbers(await readProgress(both))).toMatchObject({ Submitted: 5, Decided: 2 })
  expect(await readStages(both, 'list=applications')).toContainEqual({ stage: 'rejected', count: 0 })
})

test('the totals above a list are those of its stages, also where nobody is', async () => {
  const registry = await createStaff(api, ['registry'])
  expect(await readStages(registry, 'list=applicants')).toEqual([
    { stage: 'issued', count: 1 },
    { stage: 'entered', count: 1 },
    { stage: 'paid', count: 1 },
    { stage: 'identified', count: 0 },
    { stage: 'submitted', count: 5 },
  ])
  expect(await readStages(registry, 'list=applications&exercise=2024')).toEqual([
    { stage: 'submitted', count: 1 },
    { stage: 'screening', count: 0 },
    { stage: 'returned', count: 0 },
    { stage: 'shortlisted', count: 2 },
    { stage: 'rejected', count: 1 },
    { stage: 'held', count: 1 },
    { stage: 'withdrawn', count: 0 },
  ])
  expect(await readStages(registry, 'list=applications&exercise=1999')).toEqual([])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { payTwice } from '#tests/support/api/money-cases.ts'
import { addBatch, createPublishing } from '#tests/support/api/publications.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createReadyApplicant } from '#tests/support/fixtures/applicants.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { listRelatedStaff } from './store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => api.forgetRateLimits())

const dayMs = 86_400_000

/** As if one had invited the other so many days ago. */
const invite = ({ id }: TestStaff, by: TestStaff, daysAgo = 0) =>
  api.database.pool.query('update staff set created_by = $2, created_at = $3 where id = $1', [
    id,
    by.id,
    new Date(api.clock.now().getTime() - daysAgo * dayMs),
  ])

describe('a second person', () => {
  const isRelated = async (one: TestStaff, other: TestStaff) => {
    const now = api.clock.now()
    const both = [
      await listRelatedStaff(api.database.db, one.id, now),
      await listRelatedStaff(api.database.db, other.id, now),
    ]
    expect(both[0]?.has(other.id)).toBe(both[1]?.has(one.id))
    return both[0]?.has(other.id)
  }
  const create = () => createStaff(api, ['registry'])

  test('is nobody who invited the other, or was invited, within 30 days', async () => {
    const [one, other] = [await create(), await create()]
    expect(await isRelated(one, other)).toBe(false)
    await invite(one, other, 29.9)
    expect(await isRelated(one, other)).toBe(true)
    await invite(one, other, 30.1)
    expect(await isRelated(one, other)).toBe(false)
  })

  test('is nobody whom the same person invited, both within 30 days', async () => {
    const [one, other, administrator, another] = [await create(), await create(), await create(), await create()]
    await invite(one, administrator, 29.9)
    await invite(other, administrator, 29.9)
    expect(await isRelated(one, other)).toBe(true)
    await invite(other, administrator, 30.1)
    expect(await isRelated(one, other)).toBe(false)
    await invite(other, another)
    expect(await isRelated(one, other)).toBe(false)
  })

  test('is anybody else whom a command has added', async () => {
    expect(await isRelated(await createStaff(api, ['admin']), await createStaff(api, ['admin']))).toBe(false)
  })
})

const reason = 'Typed wrongly on the list.'
const reject = { verdict: 'reject', reasons: [{ code: 'certificate_too_low' }] }

interface Approval {
  approve: (by: TestStaff) => Promise<Answer>
  /** Whether the page offers it. */
  isOffered: (by: TestStaff) => Promise<boolean>
}

/** What one person makes, and another one approves. */
const approvals: Record<string, (maker: TestStaff) => Promise<Approval>> = {
  'a publication': async (maker) => {
    const panel: [string, string] = [
      (await createStaff(api, ['reviewer'])).id,
      (await createStaff(api, ['reviewer'])).id,
    ]
    const publishing = createPublishing(api, { maker, approver: maker, panel })
    const { school, ids } = await addBatch(api, 1)
    await publishing.decide(ids, 'shortlisted')
    const proposed = await publishing.makeProposed('shortlist', school)
    return {
      approve: (by) => publishing.approve(proposed, by),
      isOffered: async (by) => (await by.call('GET', `/staff/publications/${proposed.id}`)).body.data.isSecondPerson,
    }
  },
  'a correction of facts': async (maker) => {
    const { userId } = await createReadyApplicant(api)
    const body = { surname: 'After', reason, version: 1 }
    const { proposal } = (await maker.call('PATCH', `/staff/applicants/${userId}`, { body })).body.data
    return {
      approve: (by) => by.call('POST', `/staff/corrections/${proposal}`, { body: { decision: 'approve' } }),
      isOffered: async (by) =>
        (await by.call('GET', `/staff/applicants/${userId}`)).body.data.corrections[0].isSecondPerson,
    }
  },
  'a refund': async (maker) => {
    const { id } = await payTwice(api)
    const body = { act: 'propose_refund', amount: 1_000, note: reason, version: 0 }
    await maker.call('POST', `/staff/cases/${id}/actions`, { body })
    const seen = { act: 'approve_refund', amount: 1_000, version: 1 }
    return {
      approve: (by) => by.call('POST', `/staff/cases/${id}/approval`, { body: seen }),
      isOffered: async (by) => {
        const { isSecondPerson, steps } = (await by.call('GET', `/staff/cases/${id}`)).body.data
        expect(steps.includes('approve_refund')).toBe(isSecondPerson)
        return isSecondPerson
      },
    }
  },
  'a change of settings': async (maker) => {
    await createReadyApplicant(api)
    const { version } = (await maker.call('GET', '/staff/exercises/2024')).body.data
    const body = { title: `Title after ${version}`, version }
    const { proposal } = (await maker.call('PUT', '/staff/exercises/2024', { body })).body.data
    return {
      approve: (by) => by.call('POST', `/staff/exercise-changes/${proposal}`, { body: { decision: 'approve' } }),
      isOffered: async (by) => {
        const { proposals } = (await by.call('GET', '/staff/exercises/2024')).body.data
        const found = proposals.find(({ id }: { id: string }) => id === proposal)
        return found.mayApprove
      },
    }
  },
  'a change of roles': async (maker) => {
    const person = await createStaff(api, ['helpdesk'])
    const body = { roles: [{ role: 'chair' }], version: 1 }
    const { proposal } = (await maker.call('PATCH', `/staff/people/${person.id}`, { body })).body.data
    return {
      approve: (by) => by.call('POST', `/staff/proposals/${proposal}`, { body: { decision: 'approve' } }),
      isOffered: async (by) =>
        (await by.call('GET', `/staff/people/${person.id}`)).body.data.proposals[0].isSecondPerson,
    }
  },
  'a review, by another one': async (maker) => {
    const { number } = await createApplicationToReview(api)
    const review = (by: TestStaff, body: object) => by.call('POST', `/staff/applications/${number}/reviews`, { body })
    await review(maker, { ...reject, version: 1 })
    return {
      approve: (by) => review(by, { ...reject, version: 2 }),
      isOffered: async (by) => (await by.call('GET', `/staff/applications/${number}`)).body.data.may.review,
    }
  },
  'a recusal, by ending it': async (maker) => {
    const { number } = await createApplicationToReview(api)
    const path = `/staff/applications/${number}/recusals`
    const { id } = (await maker.call('POST', path, { body: { reason } })).body.data
    return {
      approve: (by) => by.call('DELETE', `${path}/${id}`),
      isOffered: async (by) =>
        (await by.call('GET', `/staff/applications/${number}`)).body.data.recusals[0].isSecondPerson,
    }
  },
}

describe.each(Object.entries(approvals))('%s', (_, make) => {
  const create = () => createStaff(api, ['registry', 'chair', 'admin', 'bursar'], { isFresh: true })

  test('is not approved by its maker, whom the maker invited, who invited the maker, or whom the same person invited', async () => {
    const [administrator, maker, invited, sibling, other] = [
      await create(),
      await create(),
      await create(),
      await create(),
      await create(),
    ]
    await invite(maker, administrator)
    await invite(invited, maker)
    await invite(sibling, administrator)
    const { approve, isOffered } = await make(maker)
    for (const by of [invited, sibling, administrator, other]) expect(await isOffered(by)).toBe(by === other)
    const codes: string[] = []
    for (const by of [maker, invited, sibling, administrator]) codes.push((await approve(by)).body.code)
    expect(codes[0]).toMatch(/^(second_person_required|not_found)$/)
    expect(codes.slice(1)).toEqual(Array(3).fill('second_person_related'))
    expect((await approve(other)).status).toBeLessThan(300)
  })
})

test("the chair's decision is not seconded by the review of somebody whom the chair invited", async () => {
  const [chair, invited, other] = [
    await createStaff(api, ['chair']),
    await createStaff(api, ['reviewer']),
    await createStaff(api, ['reviewer']),
  ]
  await invite(invited, chair)
  const { number } = await createApplicationToReview(api)
  const send = (by: TestStaff, what: string, body: object) =>
    by.call('POST', `/staff/applications/${number}/${what}`, { body })
  await send(invited, 'reviews', { ...reject, version: 1 })
  const decision = { outcome: 'rejected', reasons: reject.reasons }
  expect((await send(chair, 'decision', { ...decision, version: 2 })).body.code).toBe('second_person_required')
  await invite(invited, other)
  expect((await send(chair, 'decision', { ...decision, version: 2 })).status).toBe(201)
})

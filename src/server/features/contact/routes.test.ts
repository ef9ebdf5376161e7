import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '#server/platform/database/schema/library-tables.ts'
import { complaints } from '#server/platform/database/schema/schema.ts'
import { contracts } from '#shared/api/contracts.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'
import { waitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { complaintRule } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.db.delete(complaints)
  await api.database.db.delete(rateLimits)
  await api.database.pool.query('delete from graphile_worker._private_jobs')
})

const complain = (body: object) => api.call('POST', '/contact/create', { body })
const letters = () => waitingJobs(api, 'send_letter')
const stored = () => api.database.db.select().from(complaints)
const said = ({ status, body }: Answer) => ({ status, body })

const anonymous = { userId: null, complain: 'The page does not load.', fullname: null, email: null }

test('a new applicant complains without a session; it is kept and confirmed to the address given', async () => {
  const sent = { ...anonymous, fullname: ' Bisi Example ', email: 'bisi@example.org' }
  const { status, body } = await complain(sent)
  expect(status).toBe(201)
  expect(contracts.createComplaint.reply.parse(body)).toEqual(body)
  expect(await stored()).toMatchObject([
    { userId: null, fullName: 'Bisi Example', email: 'bisi@example.org', complaint: sent.complain },
  ])
  expect(await letters()).toEqual([
    { letter: 'complaintReceived', to: 'bisi@example.org', data: { receivedAt: expect.stringMatching(/Z$/) } },
  ])
})

test("an existing applicant's letter goes to the address of the account, in whatever spelling the ID comes", async () => {
  const { id, userId } = await anApplicant(api)
  await complain({ ...anonymous, userId: ` ${userId.toLowerCase()} `, email: 'somebody.else@example.org' })
  expect(await stored()).toMatchObject([{ userId: userId.toLowerCase() }])
  expect(await letters()).toMatchObject([{ letter: 'complaintReceived', accountId: id }])
  expect((await letters())[0]).not.toHaveProperty('to')
})

test('an unknown user ID is kept as it is, and answered no otherwise than a known one', async () => {
  const { userId } = await anApplicant(api)
  const known = await complain({ ...anonymous, userId })
  const unknown = await complain({ ...anonymous, userId: 'RE24-77777' })
  expect(said(unknown)).toEqual(said(known))
  expect(await stored()).toMatchObject([{ userId }, { userId: 'RE24-77777' }])
  expect(await letters()).toHaveLength(1)
})

describe('an address that no mail server would take', () => {
  test.each(['nobody', 'a@b', 'a@example.org\r\nBcc: b@example.org', 'a b@example.org'])(
    'such as %j is kept, and nothing is sent',
    async (email) => {
      const { status } = await complain({ ...anonymous, email })
      expect(status).toBe(201)
      expect(await stored()).toHaveLength(1)
      expect(await letters()).toEqual([])
    },
  )
})

test('nothing that was typed is sent on in our name', async () => {
  await complain({
    ...anonymous,
    complain: 'Buy https://spam.example.org',
    fullname: 'Spam',
    email: 'victim@example.org',
  })
  expect(JSON.stringify(await letters())).not.toMatch(/spam/i)
})

describe('a complaint is refused', () => {
  test.each([
    ['of 3001 characters', { complain: 'x'.repeat(3001) }, 'complain', 'Complaint must be at most 3000 characters.'],
    ['that is missing', { complain: undefined }, 'complain', 'Complaint is required.'],
    ['that is no text', { complain: 7 }, 'complain', 'Complaint is required.'],
  ])('%s', async (_why, wrong, path, message) => {
    const { status, body } = await complain({ ...anonymous, ...wrong })
    expect([status, body.message, body.errors]).toEqual([400, message, [{ path, message }]])
    expect(await stored()).toEqual([])
  })

  test('with a byte that the database cannot hold', async () => {
    expect((await complain({ ...anonymous, complain: 'a\u0000b' })).status).toBe(400)
  })
})

test('3000 characters are taken, whatever their script', async () => {
  const text = 'ẹ́'.repeat(1500)
  expect((await complain({ ...anonymous, complain: text })).status).toBe(201)
  expect(await stored()).toMatchObject([{ complaint: text }])
})

test('a flood from one address is stopped, and told how long', async () => {
  for (let sent = 0; sent < complaintRule.free; sent += 1) expect((await complain(anonymous)).status).toBe(201)
  const { status, body, headers } = await complain(anonymous)
  expect([status, body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await stored()).toHaveLength(complaintRule.free)
})

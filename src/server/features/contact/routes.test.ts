import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '#server/platform/database/schema/audit-and-rate-limits.ts'
import { complaints } from '#server/platform/database/schema/contact.ts'
import { contracts } from '#shared/api/contracts.ts'
import { limits } from '#shared/api/limits.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

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

const sendComplaint = (body: object) => api.call('POST', '/contact/create', { body })
const listWaitingEmails = () => listWaitingJobs(api, 'send_email')
const listComplaints = () => api.database.db.select().from(complaints)
const withoutHeaders = ({ status, body }: Answer) => ({ status, body })

const anonymous = { userId: null, complain: 'The page does not load.', fullname: null, email: null }

test('a complaint of a new applicant needs no session, is stored, and is confirmed to the given address', async () => {
  const sent = { ...anonymous, fullname: ' Bisi Example ', email: 'bisi@example.org' }
  const { status, body } = await sendComplaint(sent)
  expect(status).toBe(201)
  expect(contracts.createComplaint.reply.parse(body)).toEqual(body)
  expect(await listComplaints()).toMatchObject([
    { userId: null, fullName: 'Bisi Example', email: 'bisi@example.org', complaint: sent.complain },
  ])
  expect(await listWaitingEmails()).toEqual([
    { email: 'complaintReceived', to: 'bisi@example.org', data: { receivedAt: expect.stringMatching(/Z$/) } },
  ])
})

test('the confirmation for an existing applicant goes to the address of the account, however the user ID is typed', async () => {
  const { id, userId } = await createApplicant(api)
  await sendComplaint({ ...anonymous, userId: ` ${userId.toLowerCase()} `, email: 'somebody.else@example.org' })
  expect(await listComplaints()).toMatchObject([{ userId: userId.toLowerCase() }])
  expect(await listWaitingEmails()).toMatchObject([{ email: 'complaintReceived', accountId: id }])
  expect((await listWaitingEmails())[0]).not.toHaveProperty('to')
})

test('a complaint with an unknown user ID is stored, and gets the same reply as one with a known user ID', async () => {
  const { userId } = await createApplicant(api)
  const known = await sendComplaint({ ...anonymous, userId })
  const unknown = await sendComplaint({ ...anonymous, userId: 'RE24-77777' })
  expect(withoutHeaders(unknown)).toEqual(withoutHeaders(known))
  expect(await listComplaints()).toMatchObject([{ userId }, { userId: 'RE24-77777' }])
  expect(await listWaitingEmails()).toHaveLength(1)
})

describe('an address that cannot receive email', () => {
  test.each(['nobody', 'a@b', 'a@example.org\r\nBcc: b@example.org', 'a b@example.org'])(
    'such as %j is stored, and nothing is sent',
    async (email) => {
      const { status } = await sendComplaint({ ...anonymous, email })
      expect(status).toBe(201)
      expect(await listComplaints()).toHaveLength(1)
      expect(await listWaitingEmails()).toEqual([])
    },
  )
})

test('the confirmation contains nothing that was typed into the form', async () => {
  await sendComplaint({
    ...anonymous,
    complain: 'Buy https://spam.example.org',
    fullname: 'Spam',
    email: 'victim@example.org',
  })
  expect(JSON.stringify(await listWaitingEmails())).not.toMatch(/spam/i)
})

describe('a complaint is refused', () => {
  test.each([
    ['of 3001 characters', { complain: 'x'.repeat(3001) }, 'complain', 'Complaint must be at most 3000 characters.'],
    ['that is missing', { complain: undefined }, 'complain', 'Complaint is required.'],
    ['that is no text', { complain: 7 }, 'complain', 'Complaint is required.'],
  ])('%s', async (_why, wrong, path, message) => {
    const { status, body } = await sendComplaint({ ...anonymous, ...wrong })
    expect([status, body.message, body.errors]).toEqual([400, message, [{ path, message }]])
    expect(await listComplaints()).toEqual([])
  })

  test('with a byte that the database cannot hold', async () => {
    expect((await sendComplaint({ ...anonymous, complain: 'a\u0000b' })).status).toBe(400)
  })
})

test('3000 characters are accepted in any script', async () => {
  const text = 'ẹ́'.repeat(1500)
  expect((await sendComplaint({ ...anonymous, complain: text })).status).toBe(201)
  expect(await listComplaints()).toMatchObject([{ complaint: text }])
})

test('complaints from one address are limited, and the reply says how long to wait', async () => {
  for (let sent = 0; sent < limits.complaint.perNetwork.count; sent += 1)
    expect((await sendComplaint(anonymous)).status).toBe(201)
  const { status, body, headers } = await sendComplaint(anonymous)
  expect([status, body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await listComplaints()).toHaveLength(limits.complaint.perNetwork.count)
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '#server/database/schema/audit-and-rate-limits.ts'
import { complaints } from '#server/database/schema/contact.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { limits } from '#shared/api/applicant/limits.ts'
import { formatDate } from '#shared/format/dates.ts'
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
    {
      email: 'complaintReceived',
      to: 'bisi@example.org',
      data: { number: body.data.number, receivedAt: expect.stringMatching(/Z$/) },
    },
  ])
})

test.each([
  [{ email: 'bisi@example.org' }, /We will answer by email\.$/],
  [{ userId: 'RE24-77777' }, /We will answer by email\.$/],
  [{ email: 'not an address' }, /we cannot answer it\.$/],
  [{ userId: ' ' }, /we cannot answer it\.$/],
])('an answer is promised only to somebody who can be reached: %j', async (sender, message) => {
  expect((await sendComplaint({ ...anonymous, ...sender })).body.message).toMatch(message)
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
  const known = withoutHeaders(await sendComplaint({ ...anonymous, userId }))
  const unknown = withoutHeaders(await sendComplaint({ ...anonymous, userId: 'RE24-77777' }))
  expect(unknown).toEqual({ ...known, body: { ...known.body, data: unknown.body.data } })
  expect(await listComplaints()).toMatchObject([{ userId }, { userId: 'RE24-77777' }])
  expect(await listWaitingEmails()).toHaveLength(1)
})

test('every complaint has a number of its own, which its sender is told', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendComplaint(anonymous)))
  const numbers: string[] = answers.map(({ body }) => body.data.number)
  const year = formatDate(api.clock.now()).slice(-4)
  for (const number of numbers) expect(number).toMatch(new RegExp(`^C-${year}-\\d{5}$`))
  expect(new Set(numbers).size).toBe(5)
  const stored = await listComplaints()
  expect(stored.map(({ number }) => number).sort()).toEqual(numbers.sort())
})

test('the number after C-…-99999 has six digits', async () => {
  await api.database.pool.query("select setval('complaint_numbers', 99999)")
  expect((await sendComplaint(anonymous)).body.data.number).toMatch(/-100000$/)
})

describe('one mailbox gets one confirmation a day', () => {
  test('however often and however it is written, and all complaints are stored', async () => {
    const spellings = ['victim@example.org', 'Victim@Example.org', 'victim+1@example.org', 'victim+2@example.org']
    for (const email of spellings) expect((await sendComplaint({ ...anonymous, email })).status).toBe(201)
    expect(await listComplaints()).toHaveLength(4)
    expect(await listWaitingEmails()).toMatchObject([{ to: 'victim@example.org' }])
  })

  test('also when it was sent already, and when the user ID of its account is given', async () => {
    const { id, userId, email } = await createApplicant(api)
    await sendComplaint({ ...anonymous, email })
    await api.database.pool.query('delete from graphile_worker._private_jobs')
    await sendComplaint({ ...anonymous, email })
    await sendComplaint({ ...anonymous, userId })
    expect(await listWaitingEmails()).toEqual([])
    expect((await listComplaints()).map(({ accountId }) => accountId)).toEqual([null, null, id])
  })

  test('and none is used up by a complaint that could not be stored', async () => {
    const { pool } = api.database
    await pool.query('alter sequence complaint_numbers rename to away')
    expect((await sendComplaint({ ...anonymous, email: 'again@example.org' })).status).toBe(500)
    await pool.query('alter sequence away rename to complaint_numbers')
    expect((await sendComplaint({ ...anonymous, email: 'again@example.org' })).status).toBe(201)
    expect(await listWaitingEmails()).toMatchObject([{ to: 'again@example.org' }])
  })

  test('and another one on the next day', async () => {
    const email = 'victim@example.org'
    await sendComplaint({ ...anonymous, email })
    api.clock.advance(24 * 60 * 60_000)
    await sendComplaint({ ...anonymous, email })
    expect(await listWaitingEmails()).toHaveLength(2)
  })
})

test('three hundred confirmations are sent an hour in all; further complaints are stored without one', async () => {
  const sendFrom = (name: string) => sendComplaint({ ...anonymous, email: `${name}@example.org` })
  await sendFrom('first')
  await api.database.db.execute(sql`update rate_limits set points = 299 where key like 'complaint_emails:%'`)
  await sendFrom('last')
  const passMinutes = (minutes: number) =>
    api.database.db.execute(
      sql`update rate_limits set expire = expire - ${minutes * 60_000}::bigint where key like 'complaint_emails:%'`,
    )
  await passMinutes(50)
  expect((await sendFrom('beyond')).status).toBe(201)
  expect(await listWaitingEmails()).toMatchObject([{ to: 'first@example.org' }, { to: 'last@example.org' }])
  expect(await listComplaints()).toHaveLength(3)
  await passMinutes(10)
  await sendFrom('later')
  expect((await listWaitingEmails()).map(({ to }) => to)).toContain('later@example.org')
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
    ['that is empty', { complain: '' }, 'complain', 'Complaint is required.'],
    ['of spaces and line breaks', { complain: ' \n\t ' }, 'complain', 'Complaint is required.'],
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

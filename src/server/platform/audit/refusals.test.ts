// Which refused requests are audit events, over calls of both audiences.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createApplicant, createPaidApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'

let api: TestApi
let unpaid: TestApplicant
let paid: TestApplicant
let foreignFile: string
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  unpaid = await createApplicant(api)
  paid = await createPaidApplicant(api)
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await createPdfFile())]), 'certificate.pdf')
  const { token } = await createPaidApplicant(api)
  foreignFile = (await api.call('POST', '/upload/file', { token, body })).body.fileUrl
})
afterAll(() => api.close())

interface RefusalEvent {
  action: string
  actor: string
  call: string
  code: string
  /** Of an event that closes an hour. */
  count?: number
}

/** The events of the refused requests. The hour is closed, so that the next ones are the first again. */
async function findRecorded(refuse: () => Promise<{ status: number }>, status: number): Promise<RefusalEvent[]> {
  await api.services.refusals.close()
  const { rows: last } = await api.database.pool.query('select coalesce(max(id), 0) as id from audit_log')
  expect((await refuse()).status).toBe(status)
  await api.services.refusals.close()
  const { rows } = await api.database.pool.query(
    `select action, actor, detail ->> 'call' as call, detail ->> 'code' as code, (detail ->> 'count')::int as count
     from audit_log where id > $1 and action in ('request_refused', 'limit_reached', 'file_refused') order by id`,
    [last[0].id],
  )
  return rows.map(({ count, ...event }) => ({ ...event, ...(count !== null && { count }) }))
}

const createComplaint = async () => {
  const body = { fullname: 'A Person', complain: 'My name is misspelt.' }
  return String((await api.call('POST', '/contact/create', { body })).body.data.number)
}

test('of everybody what was forbidden, too often, or the file of somebody else is recorded', async () => {
  expect(await findRecorded(() => api.call('GET', '/applications/draft', unpaid), 403)).toEqual([
    { action: 'request_refused', actor: 'applicant', call: 'draft', code: 'payment_required' },
  ])
  const read = () => api.fetch(foreignFile, { headers: { authorization: `Bearer ${paid.token}` } })
  expect(await findRecorded(read, 404)).toMatchObject([{ action: 'file_refused', actor: 'applicant' }])
  const tooOften = async () => {
    for (;;) {
      const answer = await api.call('POST', '/contact/create', { body: {} })
      if (answer.status === 429) return answer
    }
  }
  expect(await findRecorded(tooOften, 429)).toMatchObject([{ action: 'limit_reached', actor: 'guest' }])
  await api.forgetRateLimits()
})

test('of an applicant or a guest nothing else is recorded', async () => {
  expect(await findRecorded(() => api.call('GET', '/users/me'), 401)).toEqual([])
  expect(await findRecorded(() => api.call('GET', '/applications/my', paid), 404)).toEqual([])
  const sendMistyped = () => api.call('PATCH', '/users/update-password', { ...paid, body: { password: 'x' } })
  expect(await findRecorded(sendMistyped, 400)).toEqual([])
})

/** The last answer of several requests at once. */
const repeat = async (send: () => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: 30 }, send))).at(-1) as { status: number }

test('the same refusal of an applicant, a network or a staff member is recorded once an hour, and how often it was', async () => {
  const applicant = await createApplicant(api)
  const person = await createStaff(api, ['auditor'])
  const refusals = {
    payment_required: () => api.call('GET', '/applications/draft', applicant),
    not_permitted: () => person.call('GET', '/staff/people'),
    not_found: () => person.call('GET', '/staff/applicants/RE24-99999'),
    not_logged_in: () => api.call('GET', '/staff/complaints'),
  }
  const statuses = { payment_required: 403, not_permitted: 403, not_found: 404, not_logged_in: 401 }
  for (const [code, refuse] of Object.entries(refusals)) {
    const events = await findRecorded(() => repeat(refuse), statuses[code as keyof typeof statuses])
    expect(events).toMatchObject([{ code }, { code, count: 30 }])
  }
})

test('the next hour has events of its own', async () => {
  const refuse = () => api.call('GET', '/staff/complaints')
  const overTwoHours = async () => {
    await repeat(refuse)
    api.clock.advance(60 * 60_000)
    return refuse()
  }
  const events = await findRecorded(overTwoHours, 401)
  expect(events.map(({ count }) => count).sort()).toEqual([30, undefined, undefined])
})

test('of the staff who have signed in also what is not there, and what the state of a thing forbids', async () => {
  const person = await createStaff(api, ['helpdesk'], { isFresh: true })
  expect(await findRecorded(() => person.call('GET', '/staff/people'), 403)).toMatchObject([
    { action: 'request_refused', actor: 'staff', code: 'not_permitted' },
  ])
  expect(await findRecorded(() => person.call('GET', '/staff/applicants/RE24-99999'), 404)).toMatchObject([
    { action: 'request_refused', actor: 'staff' },
  ])
  const number = await createComplaint()
  const answer = { direction: 'out', body: 'We have changed it.' }
  const withoutAddress = () => person.call('POST', `/staff/complaints/${number}/messages`, { body: answer })
  expect(await findRecorded(withoutAddress, 409)).toMatchObject([{ action: 'request_refused', code: 'no_address' }])
})

test('that a colleague was faster and what was mistyped is no event', async () => {
  const person = await createStaff(api, ['helpdesk'], { isFresh: true })
  const number = await createComplaint()
  const change = (state: string) => person.call('PATCH', `/staff/complaints/${number}`, { body: { state, version: 1 } })
  expect((await change('closed')).status).toBe(200)
  expect(await findRecorded(() => change('open'), 409)).toEqual([])
  const sendMistyped = () =>
    person.call('PATCH', `/staff/complaints/${number}`, { body: { state: 'lost', version: 2 } })
  expect(await findRecorded(sendMistyped, 400)).toEqual([])
})

test('asking who is signed in, as the login page does, is no event', async () => {
  expect(await findRecorded(() => api.call('GET', '/staff/me'), 401)).toEqual([])
})

test('a call of the staff without a session is recorded', async () => {
  expect(await findRecorded(() => api.call('GET', '/staff/complaints'), 401)).toEqual([
    { action: 'request_refused', actor: 'guest', call: 'staffComplaints', code: 'not_logged_in' },
  ])
})

// Which refused requests are audit events, over calls of both audiences.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
}

/** In the order in which they were recorded. Recording does not hold the answer, so they may come after it. */
async function readRefusals(): Promise<RefusalEvent[]> {
  const { rows } = await api.database.pool.query(
    `select action, actor, detail ->> 'call' as call, detail ->> 'code' as code from audit_log
     where action in ('request_refused', 'limit_reached', 'file_refused') order by id`,
  )
  return rows
}

/** The events of the refused requests, which are followed by one that is recorded for certain. */
async function findRecorded(refuse: () => Promise<{ status: number }>, status: number): Promise<RefusalEvent[]> {
  const before = (await readRefusals()).length
  expect((await refuse()).status).toBe(status)
  const last = await createStaff(api, ['exam'])
  expect((await last.call('GET', '/staff/imports')).status).toBe(403)
  const isLast = ({ call }: RefusalEvent) => call === 'staffImports'
  let events: RefusalEvent[] = []
  await vi.waitFor(async () => {
    events = (await readRefusals()).slice(before)
    expect(events.some(isLast)).toBe(true)
  })
  return events.filter((event) => !isLast(event))
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

test('the same refusal of an applicant or a network is recorded once an hour', async () => {
  const applicant = await createApplicant(api)
  const forbidden = () => api.call('GET', '/applications/draft', applicant)
  const withoutSession = () => api.call('GET', '/staff/me')
  expect(await findRecorded(forbidden, 403)).toHaveLength(1)
  expect(await findRecorded(forbidden, 403)).toEqual([])
  expect(await findRecorded(withoutSession, 401)).toHaveLength(1)
  expect(await findRecorded(withoutSession, 401)).toEqual([])
  api.clock.advance(60 * 60_000)
  expect(await findRecorded(withoutSession, 401)).toHaveLength(1)
})

test('of the staff who have signed in also what is not there, and what the state of a thing forbids', async () => {
  const person = await createStaff(api, ['helpdesk'], { isFresh: true })
  expect(await findRecorded(() => person.call('GET', '/staff/people'), 403)).toMatchObject([
    { action: 'request_refused', actor: 'staff', code: 'not_permitted' },
  ])
  for (const _ of [1, 2])
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
  const change = () => person.call('PATCH', `/staff/complaints/${number}`, { body: { state: 'closed', version: 1 } })
  expect((await change()).status).toBe(200)
  expect(await findRecorded(change, 409)).toEqual([])
  const sendMistyped = () =>
    person.call('PATCH', `/staff/complaints/${number}`, { body: { state: 'lost', version: 2 } })
  expect(await findRecorded(sendMistyped, 400)).toEqual([])
})

test('a call of the staff without a session is recorded', async () => {
  expect(await findRecorded(() => api.call('GET', '/staff/complaints'), 401)).toEqual([
    { action: 'request_refused', actor: 'guest', call: 'staffComplaints', code: 'not_logged_in' },
  ])
})

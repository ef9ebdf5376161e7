// The limits that calls declare, over HTTP.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '#shared/api/applicant/limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { startTestSession } from '#tests/support/api/principals.ts'
import { createApplicant, createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { countLockWaits } from '#tests/support/postgres/race-at-lock.ts'
import { auditLog } from '../../database/schema/audit-and-rate-limits.ts'
import { createCallLimiters } from './call-limiter.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api.close())
beforeEach(() => api.forgetRateLimits())

const statusesOf = async (count: number, send: () => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let sent = 0; sent < count; sent += 1) statuses.push((await send()).status)
  return statuses
}

test('V2.4.1 an account has 30 uploads in ten minutes, and others have theirs', async () => {
  const [ada, bisi] = [await createApplicant(api), await createApplicant(api)]
  const upload = (token: string) => api.call('POST', '/upload/file', { token, body: {} })
  const statuses = await statusesOf(limits.upload.perAccount.count, () => upload(ada.token))
  expect(new Set(statuses)).toEqual(new Set([400]))

  const { status, body, headers } = await upload(ada.token)
  expect([status, body.code]).toEqual([429, 'too_many_requests'])
  expect(body.message).toMatch(/^Too many attempts\. Wait \d+ (second|minute)s? and try again\.$/)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await upload(bisi.token)).status).toBe(400)
  // Requests that the account may not make count like those that it may.
  const { token } = await createApplicant(api, { mustChangePassword: true })
  const refused = await statusesOf(limits.upload.perAccount.count + 1, () => upload(token))
  expect([refused.at(-2), refused.at(-1)]).toEqual([403, 429])
})

test('V2.4.1 a network has its part of public calls, and other networks have theirs', async () => {
  const draw = (address: string) =>
    api.call('GET', '/slips/0123456789AB/qr.svg', { headers: { 'x-forwarded-for': address } })
  const statuses = await statusesOf(limits.qrCode.perNetwork.count + 1, () => draw('192.0.2.7'))
  expect(statuses.filter((status) => status !== 200)).toEqual([429])
  expect((await draw('192.0.2.8')).status).toBe(200)
})

test('V2.4.1 what one subscriber sends too often counts for the networks around it', async () => {
  const { countNetwork } = createCallLimiters(api.database.pool).create('addresses', {
    bodyBytes: 0,
    perNetwork: { count: 1, seconds: 3_600 },
  })
  for (let sent = 0; sent < 16; sent += 1) await countNetwork('2001:db8:1:100::1').catch(() => {})
  const refused = { code: 'too_many_requests' }
  await expect(countNetwork('2001:db8:1:200::1')).rejects.toMatchObject(refused)
  await countNetwork('2001:db8:2:200::1')
})

test('autosave never reaches the limit of drafts: it waits half a second after each change', () => {
  const { count, seconds } = limits.draft.perAccount
  expect(count / seconds).toBeGreaterThanOrEqual(2)
})

test('V15.2.2 password changes are counted before anything is hashed', async () => {
  const { token } = await createApplicant(api)
  const change = () => api.call('PATCH', '/users/update-password', { token, body: { password: 'short' } })
  const statuses = await statusesOf(limits.passwordChange.perAccount.count + 1, change)
  expect(statuses).toEqual([...Array(limits.passwordChange.perAccount.count).fill(400), 429])
  // By all servers together.
  const { rows } = await api.database.pool.query(
    "select points from rate_limits where key like 'updatePassword_account:%'",
  )
  expect(rows).toEqual([{ points: statuses.length }])
})

test('V15.2.2 a call to read does not query the database for its limit', async () => {
  const { token } = await createApplicant(api)
  await api.call('GET', '/users/me', { token })
  const { rows } = await api.database.pool.query("select key from rate_limits where key like 'me%'")
  expect(rows).toEqual([])
})

test('V16.3.3 a limit that is hit is in the audit log once an hour, with the truncated network', async () => {
  const { id, token } = await createApplicant(api)
  const upload = () =>
    api.call('POST', '/upload/file', { token, body: {}, headers: { 'x-forwarded-for': '192.0.2.77' } })
  await statusesOf(limits.upload.perAccount.count + 3, upload)
  await expect
    .poll(() => listEvents(id, 'limit_reached'))
    .toEqual([
      { actor: 'applicant', network: '192.0.2.0/24', detail: { call: 'uploadFile', code: 'too_many_requests' } },
    ])
})

test('V16.3.2 a refused authorisation is in the audit log once an hour for each call, and at its end with the count', async () => {
  const { id, token } = await createApplicant(api)
  const read = (ownToken = token) => api.call('GET', '/applications/draft', { token: ownToken })
  expect(await statusesOf(2, read)).toEqual([403, 403])
  await expect.poll(() => listEvents(id, 'request_refused')).toHaveLength(1)
  api.clock.advance(60 * 60_000)
  await read((await startTestSession(api, { id })).token)
  await api.services.refusals.close()
  const counts = (await listEvents(id, 'request_refused')).map(({ detail }) => detail.count)
  expect(counts.sort()).toEqual([2, undefined, undefined])
})

test('an account has as many places as the limit says, and each that is given back again', () => {
  const { enter } = createCallLimiters(api.database.pool).create('places', { bodyBytes: 0, concurrent: 2 })
  const [leave, leaveLast] = [enter?.('ada'), enter?.('ada')]
  expect(() => enter?.('ada')).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
  enter?.('bisi')
  leave?.()
  const leaveAgain = enter?.('ada')
  expect(() => enter?.('ada')).toThrow(expect.objectContaining({ code: 'too_many_requests' }))
  leaveLast?.()
  leaveAgain?.()
  enter?.('ada')
  enter?.('ada')
})

test('who leaves while the session is looked up takes no place', async () => {
  const { token } = await createPaidApplicant(api)
  const blocker = await api.database.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table sessions')
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const requests = Array.from({ length: limits.slipDocument.concurrent }, () =>
    api.fetch('/api/v1/slips/application.pdf', { headers, signal: leaving.signal }).catch(() => {}),
  )
  await expect.poll(() => countLockWaits(api.database.pool)).toBe(requests.length)
  const countLeft = () => api.log().match(/"aborted":true/g)?.length ?? 0
  leaving.abort()
  await expect.poll(countLeft).toBe(requests.length)
  await blocker.query('commit')
  blocker.release()
  await expect.poll(() => countLockWaits(api.database.pool)).toBe(0)
  const { status, body } = await api.call('GET', '/slips/application.pdf', { token })
  expect([status, body.code]).toEqual([404, 'no_application'])
})

test('a request that succeeds leaves no such event', async () => {
  const { id, token } = await createPaidApplicant(api)
  expect((await api.call('GET', '/applications/draft', { token })).status).toBe(200)
  expect(await listEvents(id, 'request_refused')).toEqual([])
})

const listEvents = (accountId: string, action: string) =>
  api.database.db
    .select({ actor: auditLog.actor, network: auditLog.network, detail: auditLog.detail, action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.accountId, accountId))
    .then((events) => events.filter((event) => event.action === action).map(({ action: _, ...event }) => event))

import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { audit } from './audit.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api.close())

async function readNewestNetwork(accountId: string) {
  const [event] = await api.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.accountId, accountId))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return { action: event?.action, network: event?.network }
}

test.each([
  ['102.89.23.7', '102.89.23.0/24'],
  ['2c0f:f5c0:12:8::1', '2c0f:f5c0:12::/48'],
])('V16.2.1 an audit event of a request from %s has its truncated network %s', async (address, network) => {
  const { id, token } = await createApplicant(api)
  const headers = { 'x-forwarded-for': address }
  const passport = `/api/v1/files/${await insertFileRow(api, id, 'image/jpeg')}`
  await api.call('PATCH', '/users/photo', { token, headers, body: { passport } })
  expect(await readNewestNetwork(id)).toEqual({ action: 'photo_changed', network })
  await api.call('POST', '/users/logout', { token, headers })
  expect(await readNewestNetwork(id)).toEqual({ action: 'logout', network })
})

test('requests at the same time do not share a network', async () => {
  const applicants = await Promise.all(Array.from({ length: 10 }, () => createApplicant(api)))
  await Promise.all(
    applicants.map(({ token }, index) =>
      api.call('POST', '/users/logout', { token, headers: { 'x-forwarded-for': `10.0.${index}.1` } }),
    ),
  )
  const networks = await Promise.all(applicants.map(({ id }) => readNewestNetwork(id)))
  expect(networks.map(({ network }) => network)).toEqual(applicants.map((_, index) => `10.0.${index}.0/24`))
})

test('what a job or a command does has no network', async () => {
  const { id } = await createApplicant(api)
  await audit(api.database.db, { actor: 'staff', action: 'account_issued', accountId: id })
  expect(await readNewestNetwork(id)).toEqual({ action: 'account_issued', network: null })
})

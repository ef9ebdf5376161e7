import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffHeader } from '#shared/api/staff/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createAppWith } from '#tests/support/api/create-app.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createNetworkCheck } from './staff-requests.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const request = { method: 'GET', url: '/api/v1/staff/me' } as const

test("with an address of their own, the staff's calls answer there only", async () => {
  const app = await createAppWith(api, { staffUrl: 'https://staff.institute.example' })
  const onOwn = await app.inject({ ...request, headers: { host: 'staff.institute.example' } })
  const elsewhere = await app.inject({ ...request, headers: { host: 'portal.institute.example' } })
  expect([onOwn.statusCode, elsewhere.statusCode]).toEqual([401, 404])
  const signInFrom = async (origin: string) => {
    const headers = { host: 'staff.institute.example', origin, [staffHeader.name]: staffHeader.value }
    return (await app.inject({ method: 'POST', url: '/api/v1/staff/session', headers, payload: {} })).statusCode
  }
  expect(await signInFrom('https://staff.institute.example')).toBe(400)
  expect(await signInFrom('https://elsewhere.example')).toBe(403)
  await app.close()
})

test('the host is the one that the proxy was asked for, not one that the client claims', async () => {
  const settings = { staffUrl: 'https://staff.institute.example', trustedProxies: ['127.0.0.1'] }
  const app = await createAppWith(api, settings)
  const claimed = { host: 'portal.institute.example', 'x-forwarded-host': 'staff.institute.example' }
  const { statusCode } = await app.inject({ ...request, headers: claimed })
  expect(statusCode).toBe(404)
  await app.close()
})

test('a link reads for who is signed in; a form, which cannot send the header of the app, changes nothing', async () => {
  const { cookie = '' } = (await createStaff(api, ['registry'])).credentials
  const send = (method: string) => api.fetch('/api/v1/staff/me', { method, headers: { cookie } })
  expect([(await send('GET')).status, (await send('HEAD')).status]).toEqual([200, 200])
  const end = () => api.fetch('/api/v1/staff/session', { method: 'DELETE', headers: { cookie } })
  const refused = await end()
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'cross_site_request'])
  expect((await send('GET')).status).toBe(200)
})

test('other networks than those of the staff find nothing', async () => {
  const app = await createAppWith(api, { staffNetworks: ['10.1.0.0/16'] })
  const inside = await app.inject({ ...request, remoteAddress: '10.1.2.3' })
  const outside = await app.inject({ ...request, remoteAddress: '10.2.2.3' })
  expect([inside.statusCode, outside.statusCode]).toEqual([401, 404])
  const applicant = await app.inject({ method: 'GET', url: '/api/v1/exercise', remoteAddress: '10.2.2.3' })
  expect(applicant.statusCode).toBe(200)
  await app.close()
})

test('a server whose setting names no network does not start', () => {
  expect(() => createNetworkCheck(['10.1.0.0/16', 'inside'])).toThrow('inside is not an address or a network.')
})

test.each([
  ['10.1.0.0/16', '10.1.255.255', true],
  ['10.1.0.0/16', '::ffff:10.1.0.1', true],
  ['10.1.0.1', '10.1.0.2', false],
  ['2001:db8::/32', '2001:db8:1::5', true],
  ['2001:db8::/32', '10.1.0.1', false],
  ['10.1.0.0/16', 'unknown', false],
  ['2001:db8::1', '2001:db8::1', true],
  ['2001:db8::1', '2001:db8::2', false],
])('%s and %s: %s', (network, address, isAllowed) => {
  expect(createNetworkCheck([network])(address)).toBe(isAllowed)
})

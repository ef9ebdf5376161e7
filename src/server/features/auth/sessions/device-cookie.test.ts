import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, readStaffCookie, signIn } from '#tests/support/api/staff.ts'
import { createApplicant, testPassword } from '#tests/support/fixtures/applicants.ts'
import { createDeviceCookies } from './device-cookie.ts'

const secret = randomBytes(32)
const dayMs = 24 * 60 * 60_000
const createCookies = (
  options: Partial<Pick<Parameters<typeof createDeviceCookies>[0], 'secrets' | 'audience'>> & { now?: number } = {},
) =>
  createDeviceCookies({
    secrets: options.secrets ?? [secret],
    publicUrl: 'https://recruitment.example.org',
    clock: () => new Date(options.now ?? 1_764_000_000_000),
    audience: options.audience ?? 'applicants',
  })

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', settings: { PUBLIC_URL: 'https://recruitment.example.org' } })
})
afterAll(() => api.close())

test('V9.2.2 a device cookie names one account', () => {
  const { issue, readDeviceId } = createCookies()
  const cookie = issue('RE24-00001')
  expect(readDeviceId(cookie, 'RE24-00001')).toMatch(/^[\w-]{22}$/)
  expect(readDeviceId(cookie, 'RE24-00002')).toBeNull()
  expect(cookie).not.toContain('RE24')
})

test("V9.2.2 an applicants' cookie proves nothing to the staff's sign-in, nor the other way round", () => {
  const [applicants, staff] = [createCookies(), createCookies({ audience: 'staff' })]
  expect(staff.readDeviceId(applicants.issue('one@example.org'), 'one@example.org')).toBeNull()
  expect(applicants.readDeviceId(staff.issue('RE24-00001'), 'RE24-00001')).toBeNull()
})

test.each([
  ['no cookie', undefined],
  ['an empty one', ''],
  ['nonsense', 'a.b.c'],
  ['one with a made-up signature', `${'A'.repeat(22)}.1764000000.${'A'.repeat(43)}`],
])('%s proves nothing', (_what, cookie) => {
  expect(createCookies().readDeviceId(cookie, 'RE24-00001')).toBeNull()
})

test('V9.1.1 V9.1.2 V9.1.3 a device cookie that was changed, or signed with another key, proves nothing', () => {
  const { issue, readDeviceId } = createCookies()
  const [device, issuedAt, signature] = issue('RE24-00001').split('.')
  expect(readDeviceId(`${device}.${Number(issuedAt) + 1}.${signature}`, 'RE24-00001')).toBeNull()
  expect(readDeviceId(`${'A'.repeat(22)}.${issuedAt}.${signature}`, 'RE24-00001')).toBeNull()
  expect(createCookies({ secrets: [randomBytes(32)] }).readDeviceId(issue('RE24-00001'), 'RE24-00001')).toBeNull()
})

test('V9.2.1 a device cookie survives a change of the key, and ends after 180 days', () => {
  const cookie = createCookies().issue('RE24-00001')
  const replaced = createCookies({ secrets: [randomBytes(32), secret] })
  expect(replaced.readDeviceId(cookie, 'RE24-00001')).not.toBeNull()
  const later = (days: number) => createCookies({ now: 1_764_000_000_000 + days * dayMs })
  expect(later(179).readDeviceId(cookie, 'RE24-00001')).not.toBeNull()
  expect(later(180).readDeviceId(cookie, 'RE24-00001')).toBeNull()
})

test('V3.3.2 V3.3.4 every login sets another device cookie, which scripts and other sites cannot read', async () => {
  const { userId } = await createApplicant(api)
  const logIn = async () => {
    const { headers } = await api.call('POST', '/users/login', { body: { userId, password: testPassword } })
    return headers.getSetCookie().find((cookie) => cookie.startsWith('__Secure-device=')) ?? ''
  }
  const [first, second] = [await logIn(), await logIn()]
  expect(first).toMatch(
    /^__Secure-device=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=15552000; Path=\/api\/v1\/users\/login; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(second).not.toBe(first)
})

test('V3.3.1 V3.3.2 behind https the cookies of the staff are Secure and have a prefix, and each sign-in sets another device cookie', async () => {
  const { email } = await createStaff(api, ['registry'])
  const readDevice = (headers: Headers) =>
    headers.getSetCookie().find((cookie) => cookie.startsWith('__Secure-staff_device=')) ?? ''
  const first = await signIn(api, email)
  expect(readStaffCookie(first)).toMatch(/^__Host-staff=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  expect(readDevice(first.headers)).toMatch(
    /^__Secure-staff_device=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=15552000; Path=\/api\/v1\/staff\/session; HttpOnly; Secure; SameSite=Strict$/,
  )
  api.clock.advance(30_000)
  expect(readDevice((await signIn(api, email)).headers)).not.toBe(readDevice(first.headers))
})

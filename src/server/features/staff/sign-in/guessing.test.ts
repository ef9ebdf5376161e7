// Strangers who guess from many networks, and the staff who want to sign in meanwhile.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rateLimits } from '#server/database/schema/audit-and-rate-limits.ts'
import { getTotpCode } from '#server/features/staff/sign-in/totp.ts'
import { replaceRecoveryCodes } from '#server/features/staff/store.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { sendInBatches } from '#tests/support/api/in-batches.ts'
import { addTestPasskey } from '#tests/support/api/sign-in/passkeys.ts'
import { readLinkCode } from '#tests/support/api/sign-in/staff-links.ts'
import { createStaff, getWrongCode, signIn, staffPassword, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant, testPassword } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api.close())
beforeEach(() => void api.clock.advance(60_000))
afterEach(async () => void (await api.database.db.delete(rateLimits)))

const home = '102.89.23.7'
const elsewhere = '105.112.4.9'
const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie && { cookie }) })
const begin = (email: string, password: string, address: string, cookie?: string) =>
  api.call('POST', '/staff/session', { body: { email, password }, headers: from(address, cookie) })
const recover = (email: string, code: string, address: string) =>
  api.call('POST', '/staff/session/recovery', { body: { email, code }, headers: from(address) })
const readDevice = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('staff_device='))
    ?.split(';')[0] ?? ''

/** One wrong password for each person from each of so many networks. */
const guess = async (people: readonly Pick<TestStaff, 'email'>[], networks: number, first = 0) => {
  for (let n = first; n < first + networks; n += 1)
    for (const { email } of people) await begin(email, `wrong ${n}`, `197.210.${n >> 7}.${n & 127}`)
}

const createOwners = (count: number) => Promise.all(Array.from({ length: count }, () => createStaff(api, ['registry'])))

/** Uses the link that an administrator sends, at this address. */
async function useResetLink({ id, email }: TestStaff, address: string) {
  const admin = await createStaff(api, ['admin'], { isFresh: true })
  expect((await admin.call('POST', `/staff/people/${id}/reset-link`)).status).toBe(200)
  const code = await readLinkCode(api, email, 'Set up your staff sign-in again')
  const { totpSecret } = (await api.call('POST', '/staff/invitations/open', { body: { code } })).body.data
  const password = 'Seventeen quiet herons'
  const accepted = await api.call('POST', '/staff/invitations/accept', {
    body: { code, password, totpCode: getTotpCode(totpSecret, api.clock.now()) },
    headers: from(address),
  })
  expect(accepted.status).toBe(200)
  const [recoveryCode = ''] = accepted.body.data.recoveryCodes
  return { password, recoveryCode, cookie: readDevice(accepted) }
}

test('V6.3.1 twelve people of the staff sign in at the first try while 200 networks guess: at their usual place, on their device, and elsewhere with a link', async () => {
  const owners = await createOwners(12)
  const cookies: string[] = []
  for (const { email } of owners) cookies.push(readDevice(await signIn(api, email, { headers: from(home) })))
  await guess(owners, 13)
  let n = 13
  await sendInBatches(187, () => {
    n += 1
    return begin(owners[n % 12]?.email ?? '', 'wrong', `197.210.${n >> 7}.${n & 127}`)
  })
  api.clock.advance(30_000)
  const statuses: number[] = []
  for (const [n, { email }] of owners.entries()) {
    expect((await begin(email, staffPassword, elsewhere)).status).toBe(429)
    const atHome = n % 2 === 0
    const headers = atHome ? from(home) : from('41.58.3.3', cookies[n])
    statuses.push((await signIn(api, email, { headers })).status)
  }
  expect(statuses).toEqual(Array(12).fill(200))

  const [owner] = owners as [TestStaff]
  const { password, recoveryCode } = await useResetLink(owner, elsewhere)
  expect((await signIn(api, owner.email, { password, code: recoveryCode, headers: from(elsewhere) })).status).toBe(200)
}, 120_000)

test('V6.3.1 twelve wrong passwords from twelve networks lock nobody out who has used a link, wherever', async () => {
  const [owner] = (await createOwners(1)) as [TestStaff]
  await guess([owner], 12)
  const refused = await begin(owner.email, staffPassword, elsewhere)
  expect(refused.status).toBe(429)
  expect(refused.body.message).toContain('ask an administrator for a link')
  expect(refused.body.message).not.toContain('Forgot password')
  const { password, cookie } = await useResetLink(owner, elsewhere)
  // The counts are cleared, so that the next network has its tries, too; the cookie counts by itself.
  expect((await begin(owner.email, password, '41.58.3.4')).status).toBe(200)
  await guess([owner], 13, 50)
  expect((await begin(owner.email, password, '41.58.3.5')).status).toBe(429)
  expect((await begin(owner.email, password, elsewhere)).status).toBe(200)
  expect((await begin(owner.email, password, '41.58.3.6', cookie)).status).toBe(200)
})

test('V6.3.1 wrong recovery codes from many networks lock nobody out at a known place', async () => {
  const [owner] = (await createOwners(1)) as [TestStaff]
  await replaceRecoveryCodes(api.database.db, owner.id, ['aaaabbbbdddd'])
  await signIn(api, owner.email, { headers: from(home) })
  for (let n = 0; n < 13; n += 1) await recover(owner.email, 'aaaa-aaaa-aaaa', `197.211.0.${n}`)
  expect((await recover(owner.email, 'aaaa-bbbb-dddd', elsewhere)).status).toBe(429)
  expect((await recover(owner.email, 'aaaa-bbbb-dddd', home)).status).toBe(200)
})

test('only who knows the password can use up the tries of the second step, and a link gives them back', async () => {
  const [owner] = (await createOwners(1)) as [TestStaff]
  const wrong = getWrongCode(api)
  for (let n = 0; n < 12; n += 1)
    await api.call('POST', '/staff/session/second', { body: { attempt: `guess-${n}`, code: wrong } })
  expect((await signIn(api, owner.email, { headers: from(home) })).status).toBe(200)

  for (let n = 0; n < 5; n += 1) await signIn(api, owner.email, { code: wrong, headers: from(elsewhere) })
  expect((await signIn(api, owner.email, { headers: from(home) })).status).toBe(429)
  const { password, recoveryCode } = await useResetLink(owner, home)
  expect((await signIn(api, owner.email, { password, code: recoveryCode, headers: from(home) })).status).toBe(200)
})

test('a sign-in with a passkey makes the place a known one, too', async () => {
  const owner = await createStaff(api, ['registry'], { isFresh: true })
  const passkey = await addTestPasskey(api, owner)
  const options = await api.call('POST', '/staff/session/passkey-options', { body: {}, headers: from(home) })
  const response = passkey.answer(options.body.data)
  const answer = await api.call('POST', '/staff/session/passkey', { body: { response }, headers: from(home) })
  expect(answer.status).toBe(200)
  await guess([owner], 13)
  expect((await begin(owner.email, staffPassword, elsewhere)).status).toBe(429)
  expect((await begin(owner.email, staffPassword, home)).status).toBe(200)
  expect((await begin(owner.email, staffPassword, elsewhere, readDevice(answer))).status).toBe(200)
})

/** Emails that are not sent yet. */
async function countJobs(email: string): Promise<number> {
  const { rows } = await api.database.pool.query(
    `select count(*)::int as count from graphile_worker._private_jobs where payload ->> 'to' = $1`,
    [email],
  )
  return rows[0].count
}

test('a device is a new one in another network, of which the person is told once', async () => {
  const [owner] = (await createOwners(1)) as [TestStaff]
  const told: number[] = []
  for (const address of [home, home, elsewhere, elsewhere]) {
    api.clock.advance(60_000)
    expect((await signIn(api, owner.email, { headers: from(address) })).status).toBe(200)
    await expect.poll(() => countJobs(owner.email)).toBe(0)
    told.push(api.mailbox.messages(owner.email).length)
  }
  expect(told).toEqual([1, 1, 2, 2])
})

test('the right password without the second step makes no place a known one', async () => {
  const [owner] = (await createOwners(1)) as [TestStaff]
  expect((await begin(owner.email, staffPassword, home)).status).toBe(200)
  await guess([owner], 13)
  expect((await begin(owner.email, staffPassword, home)).status).toBe(429)
})

test('sixty connections from few networks with unknown names leave a place for those who have none, applicant or staff', async () => {
  const { userId } = await createApplicant(api)
  const [owner] = (await createOwners(1)) as [TestStaff]
  const statuses: number[] = []
  let refused = 0
  for (let round = 0; round < 2; round += 1) {
    const flood = Array.from({ length: 60 }, (_, n) =>
      begin(`nobody-${round}-${n}@example.org`, 'wrong', `198.51.100.${n % 4}`),
    )
    const body = { userId, password: testPassword }
    const logins = [
      begin(owner.email, staffPassword, `41.58.4.${round}`),
      api.call('POST', '/users/login', { body, headers: from(`41.58.5.${round}`) }),
    ]
    for (const { status } of await Promise.all(logins)) statuses.push(status)
    for (const { status } of await Promise.all(flood)) if (status === 503) refused += 1
  }
  expect(statuses).toEqual(Array(4).fill(200))
  expect(refused).toBeGreaterThan(0)
}, 120_000)

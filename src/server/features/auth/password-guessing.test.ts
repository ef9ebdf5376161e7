// An attacker and the owner of an account at the same time, over minutes and days of fake time.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { rateLimits } from '#server/database/schema/audit-and-rate-limits.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, testPassword } from '#tests/support/fixtures/applicants.ts'
import { createLoginThrottle, type LoginOrigin } from './login-throttle.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(async () => {
  vi.useRealTimers()
  await api.database.db.delete(rateLimits)
})

const minutesPerDay = 24 * 60
const advance = (seconds: number) => {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
const logIn = (userId: string, password: string, address: string, cookie = '') =>
  api.call('POST', '/users/login', {
    body: { userId, password },
    headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
  })
const readDeviceCookie = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';')[0] ?? ''

test('V6.3.1 for seven minutes an attacker guesses from ever more networks, and the owner gets in every time', async () => {
  const { userId } = await createApplicant(api)
  const home = '102.89.23.7'
  let cookie = readDeviceCookie((await logIn(userId, testPassword, home)).headers)

  let guesses = 0
  const owner: number[] = []
  for (let step = 0; step < 42; step += 1) {
    const networks = ['197.210.8.1', '197.210.8.2', '197.210.8.3', '197.210.8.4', `197.211.0.${step}`]
    for (const address of networks) if ((await logIn(userId, `guess ${step}`, address)).status === 401) guesses += 1
    if (step % 2 === 0) owner.push((await logIn(userId, testPassword, home)).status)
    else {
      // From a network that the account has not used before, with the cookie of this device.
      const answer = await logIn(userId, testPassword, `105.112.4.${step}`, cookie)
      owner.push(answer.status)
      cookie = readDeviceCookie(answer.headers)
    }
    advance(10)
  }
  expect(owner).toEqual(Array(42).fill(200))
  // The first free guesses, and from then on what the rules add in the rest of a day.
  expect(guesses).toBeGreaterThan(15)
  expect(guesses + (minutesPerDay - 7) * (1 / 72 + 1 / 100)).toBeLessThan(60)

  const stranger = await logIn(userId, testPassword, '105.113.0.1')
  expect(stranger.status).toBe(429)
  expect(stranger.body.message).toContain('Or choose a new password with Forgot password.')
})

test('the owner gets in with the right password from a new device in a new network, too, while few networks guess', async () => {
  const { userId } = await createApplicant(api)
  for (let round = 0; round < 10; round += 1) {
    for (let place = 1; place <= 5; place += 1) await logIn(userId, `guess ${round}`, `197.210.8.${place}`)
    advance(60)
  }
  expect((await logIn(userId, testPassword, '41.58.3.3')).status).toBe(200)
})

/** Runs wrong attempts on the throttle itself, without hashing. @param check resolves once a password has been checked */
function createAttacker(userId: string, check: () => Promise<void> = async () => {}) {
  const throttle = createLoginThrottle({
    pool: api.database.pool,
    encryption: createEncryption(api.config.secretKeys),
    clock: () => new Date(),
    audience: 'applicants',
  })
  let guesses = 0
  let refusals = 0
  return {
    async guess(address: string, deviceId: LoginOrigin['deviceId'] = null) {
      const attempt = async () => {
        guesses += 1
        await check()
        return null
      }
      await throttle.throttleLogin({ loginName: userId, address, deviceId }, attempt).catch(() => {
        refusals += 1
      })
    },
    getGuesses: () => guesses,
    getRefusals: () => refusals,
  }
}

test('V6.3.1 in any day, one account is guessed fewer than 60 times from any number of networks', async () => {
  const { guess, getGuesses } = createAttacker('RE24-60001')
  const byHour: number[] = []
  for (let minute = 0; minute < 2 * minutesPerDay; minute += 20) {
    // Two networks come back, and two are new each time.
    const networks = ['197.1.1.1', '197.1.1.2', ...['1', '2'].map((end) => `198.${minute % 240}.${minute >> 8}.${end}`)]
    for (const network of networks) await guess(network)
    if (minute % 60 === 0) byHour.push(getGuesses())
    advance(20 * 60)
  }
  for (let hour = 0; hour + 24 < byHour.length; hour += 1) expect(byHour[hour + 24]! - byHour[hour]!).toBeLessThan(60)
  expect(byHour[23]).toBeLessThan(60)
  expect(byHour[23]).toBeGreaterThan(20)
})

test.each([
  ['from one network that the account has never used', null],
  ['with a stolen device cookie', 'stolen device'],
])('in a day, one account is guessed fewer than 60 times %s', async (_how, deviceId) => {
  const { guess, getGuesses } = createAttacker('RE24-60002')
  for (let second = 0; second < minutesPerDay * 60; ) {
    await guess('197.210.8.1', deviceId)
    const next = second < 2_000 ? 15 : 600
    advance(next)
    second += next
  }
  expect(getGuesses()).toBeGreaterThan(10)
  expect(getGuesses()).toBeLessThan(60)
  // While these must wait, a device of the owner is counted apart.
  await guess('197.210.8.1', deviceId)
  const guesses = getGuesses()
  await guess('197.210.8.1', deviceId)
  expect(getGuesses()).toBe(guesses)
  await guess('197.210.8.1', 'own device')
  expect(getGuesses()).toBe(guesses + 1)
})

test('an attempt that fails because something is away is no guess, and says what it was', async () => {
  const throttle = createLoginThrottle({
    pool: api.database.pool,
    encryption: createEncryption(api.config.secretKeys),
    clock: () => new Date(),
    audience: 'applicants',
  })
  const away = new Error('The database is away.')
  const login = { loginName: 'RE24-60004', address: '197.210.8.1', deviceId: null }
  await expect(throttle.throttleLogin(login, () => Promise.reject(away))).rejects.toBe(away)
  expect(await api.database.db.$count(rateLimits)).toBe(0)
})

test('many networks that guess at the same moment get no more guesses than one after the other', async () => {
  const checked = Promise.withResolvers<void>()
  const { guess, getGuesses, getRefusals } = createAttacker('RE24-60003', () => checked.promise)
  const guessing = Promise.all(Array.from({ length: 200 }, (_, place) => guess(`197.210.8.${place}`)))
  await expect.poll(() => getGuesses() + getRefusals()).toBe(200)
  expect(getGuesses()).toBe(12)
  checked.resolve()
  await guessing
  await guess('197.210.9.1')
  expect(getGuesses()).toBe(12)
})

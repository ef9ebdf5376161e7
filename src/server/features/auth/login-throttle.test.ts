import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, testPassword } from '#tests/support/fixtures/applicants.ts'
import { countLockWaits } from '#tests/support/postgres/race-at-lock.ts'
import { addFailures, readFailureHistory } from './login-throttle-store.ts'
import { issueResetCode } from './passwords/reset-code-store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api.close())
// The counts take their time from Date, so a slow machine cannot turn a pause into no pause.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(async () => {
  vi.useRealTimers()
  await api.database.db.execute(sql`delete from rate_limits`)
})

const home = '102.89.23.7'
const logIn = (userId: string, password: string, address = home) =>
  api.call('POST', '/users/login', { body: { userId, password }, headers: { 'x-forwarded-for': address } })

async function logInWrong(times: number, userId: string, address?: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let round = 0; round < times; round += 1) answers.push(await logIn(userId, `wrong ${round}`, address))
  return answers
}

const readRetryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'))
const advance = (seconds: number) => {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

test('V6.3.1 after five wrong passwords even the right one must wait, and is accepted after the pause', async () => {
  const { userId } = await createApplicant(api)
  const answers = await logInWrong(5, userId)
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  const refused = await logIn(userId, testPassword)
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests', message: 'Too many attempts. Wait 15 seconds and try again.' },
  })
  expect(readRetryAfter(refused)).toBe(15)
  advance(14)
  expect((await logIn(userId, testPassword)).status).toBe(429)
  advance(1)
  expect((await logIn(userId, testPassword)).status).toBe(200)
})

test('an applicant who must wait for minutes learns how long, and need not wait with a new password', async () => {
  const applicant = await createApplicant(api)
  const { userId, email } = applicant
  await logIn(userId, testPassword)
  for (const seconds of [0, 0, 0, 0, 0, 15, 30, 60, 120]) {
    advance(seconds)
    await logIn(userId, 'wrong')
  }
  const refused = await logIn(userId, testPassword)
  expect(readRetryAfter(refused)).toBe(240)
  expect(refused.body.message).toBe(
    'Too many attempts. Wait 4 minutes and try again. Or choose a new password with Forgot password.',
  )
  const password = 'seven goats dancing'
  const code = await issueResetCode(api.database.db, applicant.id, api.clock.now())
  const changed = await api.call('PATCH', '/users/update-password-user', {
    body: { userId, email, password, code },
    headers: { 'x-forwarded-for': home },
  })
  expect(changed.status).toBe(200)
  expect((await logIn(userId, password)).status).toBe(200)
})

test('every further wrong password from a known network doubles the pause, up to half an hour', async () => {
  const { userId } = await createApplicant(api)
  await logIn(userId, testPassword)
  await logInWrong(5, userId)
  const pauses: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const refused = await logIn(userId, 'wrong again')
    expect(refused.status).toBe(429)
    pauses.push(readRetryAfter(refused))
    advance(readRetryAfter(refused))
    expect((await logIn(userId, 'wrong again')).status).toBe(401)
  }
  expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 960, 1800, 1800])
  // A day later a wrong one is the first again.
  advance(24 * 60 * 60)
  await logIn(userId, 'wrong again')
  expect((await logIn(userId, testPassword)).status).toBe(200)
})

test('an attempt during the pause does not lengthen it', async () => {
  const { userId } = await createApplicant(api)
  await logInWrong(5, userId)
  const first = await logIn(userId, 'too early')
  for (let round = 0; round < 5; round += 1) await logIn(userId, 'too early')
  const last = await logIn(userId, 'too early')
  expect(readRetryAfter(last)).toBeLessThanOrEqual(readRetryAfter(first))
})

test('a successful login clears the count', async () => {
  const { userId } = await createApplicant(api)
  await logInWrong(4, userId)
  expect((await logIn(userId, testPassword)).status).toBe(200)
  expect((await logInWrong(5, userId)).every(({ status }) => status === 401)).toBe(true)
})

test('an unknown user ID is slowed down like a known one', async () => {
  const answers = await logInWrong(6, 'RE24-77777')
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
})

test('another spelling of the user ID does not avoid the pause', async () => {
  const { userId } = await createApplicant(api)
  for (const spelling of [userId, userId.toLowerCase(), ` ${userId}`, `${userId}  `, userId])
    await logIn(spelling, 'wrong')
  expect((await logIn(` ${userId.toLowerCase()} `, testPassword)).status).toBe(429)
})

test('of passwords sent at the same time from one network one is checked at a time', async () => {
  const { userId } = await createApplicant(api)
  let checked = 0
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => logIn(userId, `wrong ${index}`)))
    checked += answers.filter(({ status }) => status === 401).length
    expect(answers.filter(({ status }) => status === 401 || status === 429)).toHaveLength(10)
  }
  expect(checked).toBe(5)
  expect((await logIn(userId, testPassword)).status).toBe(429)
})

test('wrong passwords from another network do not lock the owner out', async () => {
  const { userId } = await createApplicant(api)
  expect((await logInWrong(6, userId, '197.210.8.1')).at(-1)?.status).toBe(429)
  expect((await logIn(userId, testPassword, home)).status).toBe(200)
})

test('thirty applicants with one address log in after two wrong passwords each', async () => {
  const visitors = await Promise.all(Array.from({ length: 30 }, () => createApplicant(api)))
  const outcomes: number[] = []
  for (const { userId } of visitors) {
    await logInWrong(2, userId)
    outcomes.push((await logIn(userId, testPassword)).status)
  }
  expect(outcomes).toEqual(visitors.map(() => 200))
})

test('wrong passwords for a hundred accounts slow their network down, but not its known applicants', async () => {
  const [known, newcomer] = [await createApplicant(api), await createApplicant(api)]
  await logIn(known.userId, testPassword)
  await logIn('RE24-70000', 'wrong')
  const almostFull = Date.now() + 99 * 9_000
  await api.database.db.execute(sql`update rate_limits set expire = ${almostFull} where key like 'login_network:%'`)
  expect((await logIn(newcomer.userId, 'wrong')).status).toBe(401)
  const refused = await logIn('RE24-70001', 'wrong')
  expect(refused.status).toBe(429)
  expect(readRetryAfter(refused)).toBeLessThanOrEqual(9)
  // Nor is anybody guessed on who was guessed before.
  expect((await logIn('RE24-70000', 'wrong again')).status).toBe(429)
  expect((await logIn(known.userId, testPassword)).status).toBe(200)
  expect((await logIn(newcomer.userId, testPassword, '197.210.8.1')).status).toBe(200)
  advance(9)
  expect((await logIn(newcomer.userId, testPassword)).status).toBe(200)
})

test('the networks around that of an IPv6 subscriber may fail four and sixteen times as often', async () => {
  const address = '2c0f:f5c0:12:8901::1'
  const wrong = async (userId: string) => (await logIn(userId, 'wrong', address)).status
  // The first one is long over, and counts neither for nor against the network.
  expect(await wrong('RE24-70003')).toBe(401)
  advance(3_600)
  expect(await wrong('RE24-70000')).toBe(401)
  const { rows } = await api.database.db.execute(
    sql`select (expire - ${Date.now()})::int as ms from rate_limits where key like 'login_network:%' order by ms`,
  )
  expect(rows).toEqual([{ ms: 563 }, { ms: 2_250 }, { ms: 9_000 }])
  const almostFull = Date.now() + 99 * 9_000
  await api.database.db.execute(sql`update rate_limits set expire = ${almostFull} where key like 'login_network:%'`)
  expect([await wrong('RE24-70001'), await wrong('RE24-70002')]).toEqual([401, 429])
})

test('wrong passwords for one account do not slow its network down for others', async () => {
  const [one, other] = [await createApplicant(api), await createApplicant(api)]
  await logInWrong(8, one.userId)
  const { rows } = await api.database.db.execute(sql`select points from rate_limits where key like 'login_network:%'`)
  expect(rows).toEqual([{ points: 1 }])
  expect((await logIn(other.userId, testPassword)).status).toBe(200)
})

test('servers on the same database share the counts', async () => {
  const { userId } = await createApplicant(api)
  await logInWrong(5, userId)
  const other = await api.startSecondServer()
  try {
    const answer = await fetch(`${other.url}/api/v1/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': home },
      body: JSON.stringify({ userId, password: testPassword }),
    })
    expect(answer.status).toBe(429)
  } finally {
    await other.close()
  }
})

test('a failure counts for its own time, also after earlier ones have ended', async () => {
  const { pool } = api.database
  const failure = { key: 'of a network', lifetimeMs: 1_000, addsUp: true }
  for (const now of [1_000, 10_000]) await addFailures(pool, [failure], now)
  const read = async (now: number) =>
    (await readFailureHistory(pool, { keys: [failure.key], networkHash: null, now })).counts.get(failure.key)
  expect([await read(10_999), await read(11_000)]).toEqual([{ failures: 1, expiresAt: 11_000 }, undefined])
})

test('the counts contain neither user IDs nor addresses', async () => {
  const { userId } = await createApplicant(api)
  await logIn(userId, 'wrong')
  const { rows } = await api.database.db.execute(sql`select key from rate_limits`)
  expect(rows).not.toHaveLength(0)
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${userId}|${home.replaceAll('.', '\\.')}`))
})

test('of too many logins at the same time some are served, and the others are told when to retry', async () => {
  const { userId } = await createApplicant(api)
  const logins = Array.from({ length: 150 }, (_, index) =>
    index === 0 ? logIn(userId, testPassword, '197.210.1.0') : logIn(`RE24-4${index}`, 'wrong', `197.210.1.${index}`),
  )
  const answers = await Promise.all(logins)
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const answer of busy) {
    expect(answer.body).toMatchObject({ code: 'unavailable' })
    expect(readRetryAfter(answer)).toBeGreaterThan(0)
  }
  expect(answers.filter(({ status }) => status === 401 || status === 200)).toHaveLength(150 - busy.length)
  expect((await logIn(userId, testPassword)).status).toBe(200)
})

test('failures are counted key by key in one order, so that those of the same keys wait for each other', async () => {
  const { pool } = api.database
  const failures = ['second', 'first'].map((key) => ({ key, lifetimeMs: 1_000, addsUp: false }))
  await addFailures(pool, failures, 1_000)
  const other = await pool.connect()
  await other.query("begin; update rate_limits set points = 7 where key = 'first'")
  const adding = addFailures(pool, failures, 1_000)
  await expect.poll(() => countLockWaits(pool)).toBe(1)
  await other.query("update rate_limits set points = 7 where key = 'second'; commit")
  other.release()
  await adding
  const { counts } = await readFailureHistory(pool, { keys: ['first', 'second'], networkHash: null, now: 1_000 })
  expect([...counts.values()].map(({ failures }) => failures)).toEqual([8, 8])
})

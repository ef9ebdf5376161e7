import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { anApplicant, testPassword } from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api.close())
afterEach(() => api.database.db.execute(sql`delete from rate_limits`))

const home = '102.89.23.7'
const guess = (userId: string, password: string, address = home) =>
  api.call('POST', '/users/login', { body: { userId, password }, headers: { 'x-forwarded-for': address } })

async function guessWrong(times: number, userId: string, address?: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let round = 0; round < times; round += 1) answers.push(await guess(userId, `wrong ${round}`, address))
  return answers
}

const retryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'))
/** As if so much time had gone by for the limits. */
const later = (seconds: number) =>
  api.database.db.execute(sql`update rate_limits set expire = expire - ${seconds * 1000}`)

test('five wrong passwords are free; then even the right one must wait, and is taken after that', async () => {
  const { userId } = await anApplicant(api)
  const answers = await guessWrong(5, userId)
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  const refused = await guess(userId, testPassword)
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests', message: 'Too many attempts. Wait a while and try again.' },
  })
  expect(retryAfter(refused)).toBeGreaterThan(5)
  expect(retryAfter(refused)).toBeLessThanOrEqual(15)
  await later(15)
  expect((await guess(userId, testPassword)).status).toBe(200)
})

test('every further wrong one doubles the pause, up to a quarter of an hour', async () => {
  const { userId } = await anApplicant(api)
  await guessWrong(5, userId)
  const pauses: number[] = []
  for (let round = 0; round < 8; round += 1) {
    const refused = await guess(userId, 'wrong again')
    expect(refused.status).toBe(429)
    pauses.push(retryAfter(refused))
    await later(retryAfter(refused))
    expect((await guess(userId, 'wrong again')).status).toBe(401)
  }
  const expected = [15, 30, 60, 120, 240, 480, 900, 900]
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeLessThanOrEqual(expected[index]!)
    expect(pause).toBeGreaterThan(expected[index]! - 5)
  }
})

test('being told to wait does not lengthen the wait', async () => {
  const { userId } = await anApplicant(api)
  await guessWrong(5, userId)
  const first = await guess(userId, 'impatient')
  for (let round = 0; round < 5; round += 1) await guess(userId, 'impatient')
  const last = await guess(userId, 'impatient')
  expect(retryAfter(last)).toBeLessThanOrEqual(retryAfter(first))
})

test('a login forgets the wrong ones before it', async () => {
  const { userId } = await anApplicant(api)
  await guessWrong(4, userId)
  expect((await guess(userId, testPassword)).status).toBe(200)
  expect((await guessWrong(5, userId)).every(({ status }) => status === 401)).toBe(true)
})

test('an unknown user ID is slowed down like a known one', async () => {
  const answers = await guessWrong(6, 'RE24-77777')
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
})

test('the spelling of the user ID gains nothing', async () => {
  const { userId } = await anApplicant(api)
  for (const spelling of [userId, userId.toLowerCase(), ` ${userId}`, `${userId}  `, userId])
    await guess(spelling, 'wrong')
  expect((await guess(` ${userId.toLowerCase()} `, testPassword)).status).toBe(429)
})

test('guesses sent all at once are no more than guesses sent one by one', async () => {
  const { userId } = await anApplicant(api)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(userId, `wrong ${index}`)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  expect((await guess(userId, testPassword)).status).toBe(429)
})

test('whoever guesses elsewhere does not lock the owner out', async () => {
  const { userId } = await anApplicant(api)
  expect((await guessWrong(6, userId, '197.210.8.1')).at(-1)?.status).toBe(429)
  expect((await guess(userId, testPassword, home)).status).toBe(200)
})

test('guessing one account from many places is slowed down too, with pauses of five minutes at most', async () => {
  const { userId } = await anApplicant(api)
  for (let place = 1; place <= 4; place += 1) await guessWrong(5, userId, `197.210.8.${place}`)
  const refused = await guess(userId, 'wrong', '197.210.9.1')
  expect(refused.status).toBe(429)
  expect(retryAfter(refused)).toBeLessThanOrEqual(15)
  for (let place = 1; place <= 8; place += 1) {
    await later(300)
    expect((await guess(userId, 'wrong', `197.210.7.${place}`)).status).toBe(401)
  }
  expect(retryAfter(await guess(userId, 'wrong', '197.210.9.2'))).toBeLessThanOrEqual(300)
})

test('a café of thirty who each mistype twice logs in from its one address', async () => {
  const visitors = await Promise.all(Array.from({ length: 30 }, () => anApplicant(api)))
  const outcomes: number[] = []
  for (const { userId } of visitors) {
    await guessWrong(2, userId)
    outcomes.push((await guess(userId, testPassword)).status)
  }
  expect(outcomes).toEqual(visitors.map(() => 200))
})

test('after a hundred wrong ones from one network it waits until a quarter of an hour has passed', async () => {
  const { userId } = await anApplicant(api)
  await guess('RE24-70000', 'wrong')
  await api.database.db.execute(sql`update rate_limits set points = 99 where key like 'login_network%'`)
  expect((await guess(userId, testPassword)).status).toBe(200)
  expect((await guess('RE24-70001', 'wrong')).status).toBe(401)
  const refused = await guess(userId, testPassword)
  expect(refused.status).toBe(429)
  expect(retryAfter(refused)).toBeGreaterThan(800)
  expect((await guess(userId, testPassword, '197.210.8.1')).status).toBe(200)
  await later(900)
  expect((await guess(userId, testPassword)).status).toBe(200)
})

test('servers on the same database count together', async () => {
  const { userId } = await anApplicant(api)
  await guessWrong(5, userId)
  const other = await api.second()
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

test('the counts name neither accounts nor addresses', async () => {
  const { userId } = await anApplicant(api)
  await guess(userId, 'wrong')
  const { rows } = await api.database.db.execute(sql`select key from rate_limits`)
  expect(rows).not.toHaveLength(0)
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${userId}|${home.replaceAll('.', '\\.')}`))
})

test('in a rush the logins that can be served are served, and the others are told when to come back', async () => {
  const { userId } = await anApplicant(api)
  const rush = Array.from({ length: 150 }, (_, index) =>
    index === 0 ? guess(userId, testPassword, '197.210.1.0') : guess(`RE24-4${index}`, 'wrong', `197.210.1.${index}`),
  )
  const answers = await Promise.all(rush)
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  for (const answer of busy) {
    expect(answer.body).toMatchObject({ code: 'unavailable' })
    expect(retryAfter(answer)).toBeGreaterThan(0)
  }
  expect(answers.filter(({ status }) => status === 401 || status === 200)).toHaveLength(150 - busy.length)
  expect((await guess(userId, testPassword)).status).toBe(200)
})

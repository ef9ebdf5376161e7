import { once } from 'node:events'
import { get, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { countLockWaits } from '#tests/support/postgres/race-at-lock.ts'
import { createRequestId } from './access-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

interface LogLine {
  msg: string
  requestId: string
  [field: string]: unknown
}

const readLines = (): LogLine[] =>
  api
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const readLinesOf = (requestId: string | null) => readLines().filter((line) => line.requestId === requestId)

/** The line is written when the reply has left, so the client may be earlier. */
const waitForLine = (requestId: string | null) =>
  vi.waitFor(() => {
    const lines = readLinesOf(requestId).filter(({ msg }) => msg === 'request')
    expect(lines).toHaveLength(1)
    return lines[0]
  })

test('V16.2.1 V16.2.4 each request is logged once, by its route and with the id that its reply carries', async () => {
  const { headers } = await api.call('GET', '/users/me')
  const id = headers.get('x-request-id')
  expect(id).toMatch(uuid)
  expect(await waitForLine(id)).toMatchObject({
    level: 30,
    method: 'GET',
    route: '/api/v1/users/me',
    status: 401,
    ms: expect.any(Number),
  })
})

test('V16.2.2 a line has its time in UTC', async () => {
  const before = Date.now()
  const { headers } = await api.call('GET', '/users/me')
  const time = (await waitForLine(headers.get('x-request-id')))?.time
  // Milliseconds since 1970, which know no time zone.
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

test('V16.2.5 a path that holds a NIN is logged by its pattern', async () => {
  const { headers } = await api.call('POST', '/services/nin-verify/10000000001')
  expect(await waitForLine(headers.get('x-request-id'))).toMatchObject({ route: '/api/v1/services/nin-verify/:nin' })
  expect(api.log()).not.toContain('10000000001')
})

test('V16.4.1 unknown and unreadable paths are logged too, and not repeated', async () => {
  const unknown = await api.fetch('/nothing-of-ours/10000000001')
  expect(await waitForLine(unknown.headers.get('x-request-id'))).toMatchObject({ route: 'none', status: 404 })
  const unreadable = await api.fetch('/api/v1/services/nin-verify/10000000001%zz')
  expect(await waitForLine(unreadable.headers.get('x-request-id'))).toMatchObject({
    route: 'unreadable',
    status: 400,
  })
  expect(api.log()).not.toMatch(/nothing-of-ours|10000000001/)
})

test('V16.3.4 an error is logged with its name, code and SQLSTATE under the id of its request', async () => {
  await api.database.pool.query('alter table sessions rename to sessions_away')
  const { status, headers } = await api.call('GET', '/users/me', { token: 'x'.repeat(43) })
  await api.database.pool.query('alter table sessions_away rename to sessions')
  expect(status).toBe(500)
  const [failure] = readLinesOf(headers.get('x-request-id')).filter(({ msg }) => msg === 'request failed')
  expect(failure).toMatchObject({
    level: 50,
    code: 'unexpected',
    errors: expect.arrayContaining([expect.objectContaining({ name: expect.any(String), sqlstate: '42P01' })]),
    method: 'GET',
    route: '/api/v1/users/me',
  })
})

test('a request whose client disconnects is logged as aborted', async () => {
  const id = 'aborted-request-000001'
  const blocker = await api.database.pool.connect()
  await blocker.query('begin; lock table sessions in access exclusive mode')
  const reading = get(`${api.url}/api/v1/users/me`, {
    headers: { 'x-request-id': id, authorization: `Bearer ${'x'.repeat(43)}` },
  })
  reading.on('error', () => {})
  await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
  reading.destroy()
  expect(await waitForLine(id)).toMatchObject({ aborted: true })
  await blocker.query('rollback')
  blocker.release()
})

test('a client that leaves in the middle of its body is no error of the server', async () => {
  const id = 'left-in-its-body-0001'
  const headers = {
    'content-type': 'application/json',
    'content-length': '1000',
    expect: '100-continue',
    'x-request-id': id,
  }
  const sending = request(`${api.url}/api/v1/users/login`, { method: 'POST', headers })
  sending.on('error', () => {})
  await once(sending, 'continue')
  await new Promise((resolve) => sending.write('{"userId":', resolve))
  sending.destroy()
  expect(await waitForLine(id)).toMatchObject({ level: 30, aborted: true })
  expect(readLinesOf(id).filter(({ level }) => Number(level) >= 40)).toEqual([])
})

test('overload is one line with a count, and not an error of each request', async () => {
  const before = readLines().length
  const blocker = await api.database.pool.connect()
  await blocker.query('begin; lock table sessions in access exclusive mode')
  let rejected = 0
  const send = async () => {
    const { status } = await api.call('GET', '/users/me', { token: 'x'.repeat(43) })
    if (status === 503) rejected += 1
  }
  const requests = Array.from({ length: 400 }, send)
  // 20 wait for the database, and 300 in the queue.
  await expect.poll(() => rejected).toBeGreaterThanOrEqual(80)
  await blocker.query('rollback')
  blocker.release()
  await Promise.all(requests)
  const lines = await vi.waitFor(
    () => {
      const found = readLines()
        .slice(before)
        .filter(({ level }) => Number(level) >= 40)
      expect(found.reduce((sum, { count }) => sum + Number(count), 0)).toBe(rejected)
      return found
    },
    { timeout: 5_000 },
  )
  expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['overloaded: requests were rejected']))
  expect(lines.length).toBeLessThan(rejected / 10)
})

describe('the request id', () => {
  test.each(['4bf92f3577b34da6a3ce929d0e0e4736', '1-67891233-abcdef012345678912345678', 'a'.repeat(64)])(
    'is the one that a proxy sends: %s',
    (id) => {
      expect(createRequestId({ headers: { 'x-request-id': id } })).toBe(id)
    },
  )

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one too short to be unique, such as a NIN', '10000000001'],
    ['one too long', 'a'.repeat(65)],
    ['one with a line break', 'aaaaaaaaaaaaaaaa\n{"level":50}'],
    ['one with a quote', 'aaaaaaaaaaaaaaaa"'],
  ])('V16.4.1 is new for %s', (_what, id) => {
    expect(createRequestId({ headers: { 'x-request-id': id } })).toMatch(uuid)
  })

  test('differs for each request', () => {
    expect(createRequestId({ headers: {} })).not.toBe(createRequestId({ headers: {} }))
  })
})

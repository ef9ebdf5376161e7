// How much a flood of refused requests can write.
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { createRefusalLog, refusalBudgets } from './refusal-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting', settings: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.services.refusals.close()
  await api.forgetRateLimits()
})

interface Written {
  events: number
  /** How many refusals they tell of. */
  refusals: number
}

/** What the audit log has more afterwards, once the hour has been closed. */
async function measure(act: () => Promise<unknown>): Promise<Written> {
  const { rows: last } = await api.database.pool.query('select coalesce(max(id), 0) as id from audit_log')
  await act()
  await api.services.refusals.close()
  const { rows } = await api.database.pool.query(
    `select count(*)::int as events, sum(case when action = 'refusals_not_recorded' then (detail->>'count')::int
       else coalesce((detail->>'count')::int - 1, 1) end)::int as refusals from audit_log where id > $1`,
    [last[0].id],
  )
  return rows[0]
}

async function sendMany(count: number, send: (n: number) => Promise<{ status: number }>, status: number) {
  for (let sent = 0; sent < count; sent += 100) {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => send(sent + n)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]))
  }
}

const raise = () => {
  throw new Error('The database is away.')
}
const getAddress = (n: number) => `10.${Math.floor(n / 250)}.${n % 250}.1`
const garbage = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
const sendPasskey = (n: number) =>
  api.call('POST', '/staff/session/passkey', {
    headers: { 'x-forwarded-for': getAddress(n) },
    body: { response: { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: garbage } },
  })

test('V16.4.2 a thousand refused passkeys from as many networks write no more than the budget, and are all counted', async () => {
  const { events, refusals } = await measure(() => sendMany(1_000, sendPasskey, 401))
  expect(events).toBeLessThanOrEqual(refusalBudgets.guest + 1)
  expect(refusals).toBe(1_000)
})

test('all servers share the budget', async () => {
  const second = await api.startSecondServer()
  const sendToSecond = (n: number) =>
    callApi(second.url, 'GET', '/staff/people', { headers: { 'x-forwarded-for': getAddress(n) } })
  const { events } = await measure(async () => {
    await sendMany(200, sendPasskey, 401)
    await sendMany(200, sendToSecond, 401)
    await second.close()
  })
  // An event for what each server has only counted.
  expect(events).toBeLessThanOrEqual(refusalBudgets.guest + 2)
})

test('what guests have used up is not missing for an applicant or the staff', async () => {
  const applicant = await createApplicant(api)
  const person = await createStaff(api, ['auditor'])
  await sendMany(200, sendPasskey, 401)
  const { events } = await measure(async () => {
    expect((await api.call('GET', '/applications/draft', applicant)).status).toBe(403)
    expect((await person.call('GET', '/staff/people')).status).toBe(403)
  })
  // With the two that close the hour of the guests.
  expect(events).toBeGreaterThanOrEqual(2)
  const { rows } = await api.database.pool.query(
    `select action from audit_log where account_id = $1 or staff_id = $2 and action = 'request_refused'`,
    [applicant.id, person.id],
  )
  expect(rows.filter(({ action }) => action === 'request_refused')).toHaveLength(2)
})

test('the calls of one staff member, all refused, are limited before they are recorded, and write an event each hour for a call', async () => {
  const person = await createStaff(api, ['auditor'])
  const invite = () => person.call('POST', '/staff/invitations', { body: {} })
  const statuses = new Set<number>()
  const { events, refusals } = await measure(async () => {
    for (let n = 0; n < 4; n++)
      for (const { status } of await Promise.all(Array.from({ length: 100 }, invite))) statuses.add(status)
  })
  expect(statuses).toEqual(new Set([403, 429]))
  expect({ events, refusals }).toEqual({ events: 4, refusals: 400 })
})

/** A log with a clock and a budget of its own. */
function createLog(takeFromBudget: () => Promise<boolean>) {
  const clock = { now: new Date('2026-11-20T10:30:00Z') }
  const log = { warn: vi.fn() }
  return {
    clock,
    log,
    refusals: createRefusalLog({ database: api.database, clock: () => clock.now, log, takeFromBudget }),
  }
}

test('past 10,000 different refusals of an hour more are counted together, and none is lost', async () => {
  const takeFromBudget = vi.fn(async () => false)
  const { clock, refusals } = createLog(takeFromBudget)
  const { events, refusals: counted } = await measure(async () => {
    for (let n = 0; n < 10_050; n++)
      refusals.record({ actor: 'guest', action: 'request_refused', network: `10.0.0.${n}`, reason: { call: 'login' } })
    await setImmediate()
    expect(takeFromBudget).toHaveBeenCalledTimes(1)
    // By then the budget has an event again.
    clock.now = new Date('2026-11-20T10:31:00Z')
    takeFromBudget.mockResolvedValue(true)
    refusals.record({ actor: 'guest', action: 'request_refused', network: '10.1.0.0', reason: { call: 'login' } })
    await refusals.close()
  })
  expect({ events, counted }).toEqual({ events: 1, counted: 10_051 })
})

test('a budget that is used up is asked again after a minute, and at once in a new hour', async () => {
  const takeFromBudget = vi.fn(async () => false)
  const { clock, refusals } = createLog(takeFromBudget)
  const recordAt = (moment: string) => {
    clock.now = new Date(moment)
    refusals.record({ actor: 'guest', action: 'request_refused', network: moment })
    return setImmediate()
  }
  for (const time of ['10:58:20', '10:59:19', '10:59:20']) await recordAt(`2026-11-20T${time}Z`)
  expect(takeFromBudget).toHaveBeenCalledTimes(2)
  await recordAt('2026-11-20T11:00:00Z')
  await expect.poll(() => takeFromBudget.mock.calls.length).toBe(3)
  await refusals.close()
})

test('refusals are told apart by person, or else by network, and by what they are about', async () => {
  const { id: accountId } = await createApplicant(api)
  const { refusals } = createLog(async () => true)
  const { rows: last } = await api.database.pool.query('select coalesce(max(id), 0) as id from audit_log')
  const action = 'request_refused'
  for (const network of ['10.0.0.0/24', '10.0.1.0/24']) {
    refusals.record({ actor: 'guest', action, network })
    refusals.record({ actor: 'applicant', action, accountId, network })
    refusals.record({ actor: 'guest', action, network: null, subject: { kind: 'staff', id: network } })
  }
  await refusals.close()
  const { rows } = await api.database.pool.query(
    `select actor, network, subject_id as subject, (detail->>'count')::int as count from audit_log where id > $1 order by id`,
    [last[0].id],
  )
  expect(rows).toEqual([
    { actor: 'guest', network: '10.0.0.0/24', subject: null, count: null },
    { actor: 'applicant', network: '10.0.0.0/24', subject: null, count: null },
    { actor: 'guest', network: null, subject: '10.0.0.0/24', count: null },
    { actor: 'guest', network: '10.0.1.0/24', subject: null, count: null },
    { actor: 'guest', network: null, subject: '10.0.1.0/24', count: null },
    { actor: 'applicant', network: '10.0.0.0/24', subject: null, count: 2 },
  ])
})

test('what was counted is recorded at the end of the hour, also when nothing else is refused', async () => {
  const { refusals } = createLog(async () => Promise.reject(new Error('The database is away.')))
  const { rows: last } = await api.database.pool.query('select coalesce(max(id), 0) as id from audit_log')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  refusals.record({ actor: 'guest', action: 'request_refused', network: null })
  vi.advanceTimersByTime(30 * 60_000)
  vi.useRealTimers()
  const readEvents = async () =>
    (await api.database.pool.query('select action, detail from audit_log where id > $1', [last[0].id])).rows
  await expect
    .poll(readEvents)
    .toEqual([{ action: 'refusals_not_recorded', detail: { count: 1, from: '2026-11-20T10:00:00.000Z' } }])
})

test('when the database takes no event, the log says so once, and the next hour has them again', async () => {
  const log = { warn: vi.fn() }
  let isAway = true
  const database = { db: { insert: (table: never) => (isAway ? raise() : api.database.db.insert(table)) } as never }
  const refusals = createRefusalLog({ database, clock: api.clock.now, log, takeFromBudget: async () => true })
  const { events, refusals: counted } = await measure(async () => {
    refusals.record({ actor: 'guest', action: 'request_refused', network: null })
    refusals.record({ actor: 'guest', action: 'request_refused', network: null })
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1))
    isAway = false
    await refusals.close()
  })
  expect({ events, counted }).toEqual({ events: 1, counted: 2 })
})

test('asking for what a passkey has to sign leaves no row', async () => {
  const ask = (n: number) =>
    api.call('POST', '/staff/session/passkey-options', { headers: { 'x-forwarded-for': getAddress(n) } })
  const { events } = await measure(() => sendMany(300, ask, 200))
  expect(events).toBe(0)
  const { rows } = await api.database.pool.query('select count(*)::int as count from staff_challenges')
  expect(rows).toEqual([{ count: 0 }])
})

test('a month of attack stays under 100 MB, as docs/operations.md says', async () => {
  await sendMany(200, sendPasskey, 401)
  await api.services.refusals.close()
  // As many as an hour has, over and over, so that the first pages of the indexes do not count.
  for (let doubled = 0; doubled < 7; doubled++)
    await api.database.pool.query(
      `insert into audit_log (at, actor, action, account_id, network, detail, staff_id, staff_session_id, subject_kind, subject_id)
       select at, actor, action, account_id, network, detail, staff_id, staff_session_id, subject_kind, subject_id from audit_log`,
    )
  const { rows } = await api.database.pool.query(
    `select pg_total_relation_size('audit_log') / count(*)::int as bytes from audit_log`,
  )
  const perHour = refusalBudgets.guest + refusalBudgets.applicant + refusalBudgets.staff
  const monthBytes = perHour * 24 * 31 * Number(rows[0].bytes)
  expect(monthBytes).toBeLessThan(100_000_000)
})

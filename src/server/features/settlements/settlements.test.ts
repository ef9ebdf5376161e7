// Settlement files are compared with what Remita confirmed, to the kobo. They open cases, and make no payment paid.

import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPaymentsService } from '#server/features/payments/service.ts'
import { uploadMemory } from '#server/http/uploads/read-upload.ts'
import { createRemitaGateway } from '#server/providers/payment/remita.ts'
import { createTasks } from '#server/tasks.ts'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import type { CheckedSettlement, ReconciledDay } from '#shared/api/staff/settlements.ts'
import { getDay } from '#shared/format/days.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents, withoutAuditLog } from '#tests/support/api/audit.ts'
import { payTwice } from '#tests/support/api/money-cases.ts'
import { createRrr, payRrr, runDueChecks, setRemitaFaults } from '#tests/support/api/payments.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { createSettlementService } from './service.ts'

let api: TestApi
let bursar: TestStaff
let second: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
beforeEach(async () => {
  await api.forgetRateLimits()
  // Else the comparisons and questions of all earlier tests would run again in each.
  await api.database.pool.query('delete from graphile_worker._private_jobs')
  bursar = await createStaff(api, ['bursar'])
  second = await createStaff(api, ['bursar'])
})
afterAll(() => api.close())

const fee = 12_500
let month = 0
/** Of each test alone, in years that are over. */
let day: string
beforeEach(() => {
  month += 1
  day = `${2000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-10`
})
const nigerian = (on = day) => on.split('-').toReversed().join('/')

let rrrs = 300_000_000_000
/** Paid here at noon of the day, by applicants of their own. */
async function addPaid(count: number, { kobo = fee * 100, status = 'paid', on = day } = {}): Promise<string[]> {
  const { id } = await createApplicant(api)
  const first = rrrs + 1
  rrrs += count
  // Each on a copy of one account: a second payment of one account would open cases of its own.
  const { rows } = await api.database.pool.query(
    `with template as (select * from accounts where id = $1),
    added as (
      insert into accounts select (jsonb_populate_record(null::accounts, to_jsonb(template) || jsonb_build_object('id', gen_random_uuid(),
        'user_id', 'S' || n, 'import_line_id', null, 'email', n || '@example.org'))).* from template, generate_series($2::bigint, $3::bigint) n
      returning id, substr(user_id, 2) as rrr)
    insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at, payment_type)
    select id, 'order ' || rrr, rrr, 1200000, 50000, $4, case when $4 = 'paid' then $5::bigint end,
      case when $4 = 'paid' then ($6 || 'T11:00:00Z')::timestamptz end, 'Branch' from added returning rrr`,
    [id, first, rrrs, status, kobo, on],
  )
  return rows.map(({ rrr }) => rrr).toSorted()
}
function createUnknownRrr(): string {
  rrrs += 1
  return String(rrrs + 500_000_000_000)
}

const line = (rrr: string, naira = '12,500.00', on = nigerian()) => `${rrr},"₦${naira}",${on},Branch`
const head = 'RRR,Amount Paid,Payment Date,Channel'

interface SendOptions {
  by?: TestStaff
  query?: Record<string, string>
  heading?: string
  name?: string
}
function send(path: string, lines: readonly string[], options: SendOptions = {}) {
  const { by = bursar, query = {}, heading = head, name = 'settlement.csv' } = options
  const form = new FormData()
  form.set('file', new File([[heading, ...lines].join('\n')], name, { type: 'text/csv' }))
  const search = new URLSearchParams({ exercise: '2024', firstDay: day, lastDay: day, ...query })
  return by.call('POST', `${path}?${search}`, { body: form })
}
async function check(lines: readonly string[], options: SendOptions = {}): Promise<CheckedSettlement> {
  const { status, body } = await send('/staff/settlements/check', lines, options)
  expect([status, body.message]).toEqual([200, 'The file is checked. Nothing is stored yet.'])
  return body.data
}
const store = (lines: readonly string[], query: Record<string, string> = {}) =>
  send('/staff/settlements', lines, { query: { count: String(lines.length), ...query } })
async function settle(lines: readonly string[], query: Record<string, string> = {}) {
  const { status, body } = await store(lines, query)
  expect([status, body.message], JSON.stringify(body)).toEqual([201, 'The settlement is stored.'])
  return body.data as CheckedSettlement & { id: string }
}

const readCases = async (of: readonly string[]): Promise<string[]> =>
  (
    await api.database.pool.query(
      'select kind, state, count(*)::int from money_cases where rrr = any($1) group by 1, 2 order by 1, 2',
      [of],
    )
  ).rows.map(({ kind, state, count }) => `${count} ${kind} ${state}`)

const readDay = async (by = bursar, on = day): Promise<ReconciledDay> =>
  (await by.call('GET', `/staff/reconciliation/days?exercise=2024&day=${on}`)).body.data.days[0]

/** By one who sees the sums of that moment. */
async function post(step: 'close' | 'approve', differences: number, by = bursar, on = day, sums: object = {}) {
  // Of a day without payments there is no row.
  const { here, settled } = (await readDay(by, on)) ?? { here: 0, settled: 0 }
  const body = { exercise: 2024, differences, here, settled, ...sums }
  return by.call('POST', `/staff/reconciliation/days/${on}/${step}`, { body })
}

/**
 * The jobs of the settlements, or of one, and what they have Remita asked.
 * @returns the priorities of the questions to Remita
 */
async function runComparisons(of?: string): Promise<number[]> {
  const payments = createPaymentsService({
    database: api.database,
    gateway: createRemitaGateway(api.config.remita),
    clock: api.clock.now,
    log: { error() {} },
  })
  const tables = { read: () => Promise.reject(new Error('No file is read.')) }
  const service = createSettlementService({ staffDatabase: api.database, tables, payments, clock: api.clock.now })
  // One by one, as if there were thousands.
  for (const job of await listWaitingJobs(api, 'compare_settlement'))
    if (of === undefined || job.settlementId === of) await service.compare(job, 1)
  const { rows } = await api.database.pool.query<{ priority: number }>(
    `select distinct priority from graphile_worker._private_jobs where key like 'settled:%'`,
  )
  api.clock.advance(60_000)
  await runDueChecks(api)
  return rows.map(({ priority }) => priority)
}

const countRows = async () =>
  (
    await api.database.pool.query(`select (select count(*) from settlements) + (select count(*) from settlement_lines)
      + (select count(*) from money_cases) + (select count(*) from imports where kind = 'settlement') as count`)
  ).rows[0].count

describe('a settlement of 1,000 lines with five of each anomaly', () => {
  test('has five of each, with sums to the kobo that add up to the total of the file; a second import changes nothing', async () => {
    const paid = await addPaid(990)
    const absent = await addPaid(5)
    const unpaid = await addPaid(3, { status: 'expired' })
    const unknown = [createUnknownRrr(), createUnknownRrr()]
    const [differing, matched] = [paid.slice(0, 5), paid.slice(5)]
    const lines = [
      ...differing.map((rrr) => line(rrr, '12,500.01')),
      ...matched.map((rrr) => line(rrr)),
      ...matched.slice(0, 5).map((rrr) => line(rrr)),
      ...[...unpaid, ...unknown].map((rrr) => line(rrr)),
    ]
    const before = await countRows()
    const checked = await check(lines)
    expect(await countRows()).toBe(before)
    const expected = {
      matched: { count: 985, amount: 985 * fee },
      differs: { count: 5, amount: 5 * fee + 0.05 },
      repeated: { count: 5, amount: 5 * fee },
      missing_here: { count: 5, amount: 5 * fee },
      missing_there: { count: 5, amount: 5 * fee },
      imported_before: { count: 0, amount: 0 },
      not_settled: { count: 0, amount: 0 },
    }
    expect(checked).toMatchObject({ lines: 1_000, newLines: 1_000, unknownRrrs: 2, sums: expected, errors: [] })

    const { id, total } = await settle(lines)
    const settlement = (await bursar.call('GET', `/staff/settlements/${id}`)).body.data
    expect(settlement).toMatchObject({ lines: 1_000, total, sums: expected })
    const { matched: same, differs, repeated, missing_here, imported_before } = settlement.sums
    expect(
      [same, differs, repeated, missing_here, imported_before].reduce((sum, { amount }) => sum + amount, 0),
    ).toBeCloseTo(total, 6)
    const all = [...paid, ...absent, ...unpaid, ...unknown]
    const cases = ['5 differs open', '5 double open', '5 missing_here open', '5 missing_there open']
    expect(await readCases(all)).toEqual(cases)

    const stored = await countRows()
    expect((await store(lines)).body.code).toBe('nothing_to_apply')
    const detail = { firstDay: day, lastDay: day, lines: 1_000, newLines: 1_000, totalKobo: Math.round(total * 100) }
    const [imported] = await listAuditEvents(api, 'settlement', id)
    expect(imported).toMatchObject({ action: 'settlement_imported', by: bursar.id, detail })
    expect((await check(lines)).sums).toMatchObject({ imported_before: { count: 1_000, amount: total } })
    expect(await countRows()).toBe(stored)
    expect(await readCases(all)).toEqual(cases)
  })
})

test('what Remita states as paid late, twice, too little or too much is one case each, and matched in the settlement', async () => {
  await api.remita.control('reset', {})
  const five = Array.from({ length: 5 }, (_, n) => n)
  const pay = async (naira: number) => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await payRrr(api, rrr, naira)
    await api.call('GET', `/payments/verify-remita?rrr=${rrr}`, applicant)
    return rrr
  }
  const [short, over, late, double]: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const _ of five) {
    double.push((await payTwice(api)).rrr)
    short.push(await pay(12_000))
    over.push(await pay(12_600.01))
    await api.forgetRateLimits()
  }
  await api.database.pool.query(`update exercises set deadline = now() - interval '1 day' where year = 2024`)
  try {
    for (const _ of five) late.push(await pay(fee))
  } finally {
    await api.database.pool.query('update exercises set deadline = null where year = 2024')
  }
  const lines = [
    ...[...double, ...late].map((rrr) => line(rrr)),
    ...short.map((rrr) => line(rrr, '12,000.00')),
    ...over.map((rrr) => line(rrr, '12,600.01')),
  ]
  const { sums, total } = await settle(lines)
  expect(sums.matched).toEqual({ count: 20, amount: total })
  expect(await readCases([...double, ...late, ...short, ...over])).toEqual([
    '5 double open',
    '5 late open',
    '5 over open',
    '5 short open',
  ])
})

test('a file that overlaps an earlier one counts its further lines alone, and explains what was missing there', async () => {
  const [one, two, three] = (await addPaid(3)) as [string, string, string]
  await settle([line(one), line(two)])
  expect(await readCases([three])).toEqual(['1 missing_there open'])
  const { newLines, sums } = await settle([line(two), line(three)])
  expect([newLines, sums.imported_before.count, sums.matched.count]).toEqual([1, 1, 1])
  expect(await readCases([one, two, three])).toEqual(['1 missing_there explained'])
  expect(await readDay()).toMatchObject({ settled: 3 * fee, here: 3 * fee, differences: 0 })
})

test('the same RRR, amount and day twice in a later file is once the line before, and once a repeated one', async () => {
  const [rrr] = (await addPaid(1)) as [string]
  await settle([line(rrr)])
  const { sums } = await settle([line(rrr), line(rrr)])
  expect([sums.imported_before.count, sums.repeated.count]).toEqual([1, 1])
  expect(await readCases([rrr])).toEqual(['1 double open'])
  const { rows } = await api.database.pool.query(
    'select refundable_kobo(rrr, id)::int as kobo from money_cases where rrr = $1',
    [rrr],
  )
  expect(rows).toEqual([{ kobo: 2 * fee * 100 }])
})

test('a line is one of before by its RRR, amount and day, once for each of them', async () => {
  const other = day.replace(/10$/, '11')
  const [rrr, next, ...more] = (await addPaid(30)) as [string, string, ...string[]]
  await settle([line(rrr)])
  const readSums = async (lines: readonly string[]) => {
    const { sums } = await check(lines, { query: { lastDay: other } })
    return [sums.imported_before.count, sums.repeated.count]
  }
  expect(await readSums([line(rrr, '1.00')])).toEqual([0, 1])
  expect(await readSums([line(rrr, undefined, nigerian(other))])).toEqual([0, 1])
  // Far below another line of the RRR: in another batch of the file.
  const between = more.map((one) => line(one))
  expect(await readSums([line(rrr, '1.00'), ...between, line(rrr)])).toEqual([1, 1])
  expect(await readSums([line(rrr), ...between, line(rrr)])).toEqual([1, 1])
  await settle([line(rrr), line(next)])
  expect(await readSums([line(rrr), line(rrr)])).toEqual([1, 1])
})

test('further lines of an RRR repeat its first, whichever has the smaller amount', async () => {
  const [rrr] = (await addPaid(1)) as [string]
  await settle([line(rrr), line(rrr, '1.00')])
  await settle([line(rrr, '2.00')])
  const { rows } = await api.database.pool.query(
    `select entry.amount_kobo::int as kobo, first.amount_kobo::int as of
    from settlement_lines entry join settlement_lines first on first.id = entry.repeats_id
    where entry.rrr = $1 order by kobo`,
    [rrr],
  )
  expect(rows).toEqual([
    { kobo: 100, of: fee * 100 },
    { kobo: 200, of: fee * 100 },
  ])
})

test('a further line after the difference was explained opens another case, unless all lines together are what Remita states', async () => {
  const [rrr, other] = (await addPaid(2)) as [string, string]
  const explain = async () => {
    const { rows } = await api.database.pool.query<{ id: string; version: number }>(
      `select id, version from money_cases where rrr = $1 and state = 'open'`,
      [rrr],
    )
    for (const { id, version } of rows) {
      const body = { act: 'explain', note: 'The bank has kept a part of it.', version }
      expect((await bursar.call('POST', `/staff/cases/${id}/actions`, { body })).status).toBe(200)
    }
    return rows.length
  }
  // While the case is open, a further line is part of it.
  await settle([line(rrr, '9,000.00'), line(rrr, '1.00')])
  await settle([line(rrr, '2.00')])
  expect(await readCases([rrr])).toEqual(['1 differs open'])
  expect(await explain()).toBe(1)
  expect(await readCases([rrr])).toEqual(['1 differs explained'])

  await settle([line(rrr, '500.00')])
  expect(await readCases([rrr])).toEqual(['1 differs explained', '1 differs open'])
  await settle([line(rrr, '600.00')])
  expect(await explain()).toBe(1)
  // A file that has the lines of before.
  await settle([line(rrr, '9,000.00'), line(rrr, '600.00'), line(other)])
  expect(await readCases([rrr])).toEqual(['2 differs explained'])

  await settle([line(rrr, '400.00')])
  expect(await readCases([rrr])).toEqual(['2 differs explained', '1 differs open'])
  await settle([line(rrr, '1,997.00')])
  expect(await readCases([rrr])).toEqual(['3 differs explained'])
})

const addExercise2031 = () =>
  api.database.pool.query(
    `insert into exercises select (jsonb_populate_record(null::exercises, to_jsonb(exercises)
      || '{"id": 2031, "year": 2031, "is_current": false}')).* from exercises where year = 2024 on conflict do nothing`,
  )

test('a payment of another exercise is in the days and cases of its own, and in the sums of the file that has it', async () => {
  const [own, others] = (await addPaid(2)) as [string, string]
  await addExercise2031()
  const moveTo2031 = (rrr: string | undefined) =>
    api.database.pool.query(
      'update accounts set exercise_id = 2031 where id = (select account_id from payments where rrr = $1)',
      [rrr],
    )
  await moveTo2031(others)
  const read = async (year: number) =>
    (await bursar.call('GET', `/staff/reconciliation/days?exercise=${year}&day=${day}`)).body.data.days[0]
  expect(await read(2031)).toMatchObject({ here: fee, settled: 0, sums: { not_settled: { count: 1 } } })
  const { id } = await settle([line(own), line(others, '1.00')])
  expect(await read(2031)).toMatchObject({ here: fee, settled: 1, sums: { differs: { count: 1 } }, differences: 1 })
  expect(await readDay()).toMatchObject({ here: fee, settled: fee, differences: 0 })
  const count = async (path: string) => (await bursar.call('GET', path)).body.data.count.value
  expect(await count(`/staff/cases?exercise=2031&q=${others}`)).toBe(1)
  expect(await count(`/staff/cases?exercise=2024&q=${others}`)).toBe(0)
  expect(await count(`/staff/reconciliation?exercise=2024&settlement=${id}`)).toBe(2)
  expect(await count(`/staff/reconciliation?exercise=2031&q=${others}`)).toBe(1)
  const [missing] = await addPaid(1)
  await moveTo2031(missing)
  await settle([line(createUnknownRrr())], { exercise: '2031', merchant: 'confirmed' })
  expect((await read(2031)).sums.missing_there.count).toBe(1)
  expect(await count(`/staff/reconciliation?exercise=2024&settlement=${id}`)).toBe(2)
  expect((await bursar.call('GET', `/staff/settlements/${id}`)).body.data.sums).toMatchObject({
    matched: { count: 1 },
    differs: { count: 1 },
    missing_there: { count: 0 },
  })
})

test('the page of a file and its lines compare no payments of other exercises and days', async () => {
  const { id } = await settle((await addPaid(2)).map((rrr) => line(rrr)))
  await addExercise2031()
  const others = await addPaid(1_000, { on: '1999-05-10' })
  await api.database.pool.query(
    `update accounts set exercise_id = 2031 where id in (select account_id from payments where rrr = any($1))`,
    [others],
  )
  await api.database.pool.query('analyze accounts, payments, settlement_lines')
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  await bursar.call('GET', `/staff/settlements/${id}`)
  await bursar.call('GET', `/staff/reconciliation?exercise=2024&settlement=${id}`)
  const statements = asked.mock.calls
    .map(
      ([config, values]) =>
        ({ values, ...(config as unknown as object) }) as unknown as { text: string; values: unknown[] },
    )
    .filter(({ text }) => text?.includes('"reconciliation"'))
  asked.mockRestore()
  expect(statements).toHaveLength(2)
  const client = await api.database.pool.connect()
  try {
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (analyze, costs off, timing off, format json) ${text}`, values)
      // Of what is compared with each payment.
      const loops = [...JSON.stringify(rows).matchAll(/"Actual Loops":(\d+)/g)].map(([, count]) => Number(count))
      expect(Math.max(...loops)).toBeLessThan(others.length)
    }
  } finally {
    client.release()
  }
})

test('a file of two exercises is imported for both: its lines count once, and what it lacks of either is missing there', async () => {
  const [own, others, missing] = (await addPaid(3)) as [string, string, string]
  await addExercise2031()
  await api.database.pool.query(
    `update accounts set exercise_id = 2031 where id in (select account_id from payments where rrr = any($1))`,
    [[others, missing]],
  )
  const lines = [line(own), line(others)]
  await settle(lines)
  expect(await readCases([missing])).toEqual([])
  const { newLines, newDays, sums } = await settle(lines, { exercise: '2031' })
  expect([newLines, newDays, sums.imported_before.count, sums.missing_there.count]).toEqual([0, 1, 2, 1])
  expect(await readCases([missing])).toEqual(['1 missing_there open'])
  const [read] = (await bursar.call('GET', `/staff/reconciliation/days?exercise=2031&day=${day}`)).body.data.days
  expect(read).toMatchObject({ here: 2 * fee, settled: fee, differences: 1, sums: { not_settled: { count: 0 } } })
  expect((await store(lines, { exercise: '2031' })).body.code).toBe('nothing_to_apply')
})

test('a file of known lines that covers more days is stored, the very same file is not', async () => {
  const [own, other] = (await addPaid(2)) as [string, string]
  const lastDay = day.replace(/10$/, '12')
  await settle([line(own), line(other)])
  expect((await store([line(own), line(other)], { lastDay })).body.code).toBe('nothing_to_apply')
  const { newLines, newDays } = await settle([line(other), line(own)], { lastDay })
  expect([newLines, newDays]).toEqual([0, 2])
})

test('twenty imports of one file at once store it once', async () => {
  const lines = (await addPaid(30)).map((rrr) => line(rrr))
  const people = await Promise.all(Array.from({ length: 20 }, () => createStaff(api, ['bursar'])))
  const answers = await Promise.all(
    people.map((by) => send('/staff/settlements', lines, { by, query: { count: '30' } })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const others = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)
  expect(others.filter((code) => !['nothing_to_apply', 'unavailable'].includes(code))).toEqual([])
  expect((await readDay()).sums.matched.count).toBe(30)
})

describe('before anything is stored', () => {
  test('each error is named by line and column, and the file cannot be stored', async () => {
    const [rrr] = (await addPaid(1)) as [string]
    const lines = [
      `${rrr},12500,${nigerian()},Branch`,
      `12345,12500,${nigerian()},Branch`,
      `,12500,${nigerian()},Branch`,
      `${rrr},=1+1,${nigerian()},Branch`,
      `${rrr},12.345,31/02/2020,Branch`,
      `${rrr},(500.00),${nigerian()},Branch`,
      `${rrr},12500,01/01/1999,Branch`,
      `${rrr},,${nigerian()},=cmd()`,
    ]
    const before = await countRows()
    const { errors, newLines } = await check(lines)
    expect([newLines, errors.map(({ line: at, column, reason }) => `${at} ${column}: ${reason}`)]).toEqual([
      0,
      [
        '3 RRR: is not an RRR of 12 digits',
        '4 RRR: is missing',
        '5 Amount Paid: is a formula: put its value in its place',
        '6 Amount Paid: is not an amount in naira with at most two decimals',
        '6 Payment Date: is not a date such as 31/12/2026',
        '7 Amount Paid: is below 0: refunds and reversals are not settled payments',
        `8 Payment Date: is outside the days of this file, ${day} to ${day}`,
        '9 Amount Paid: is missing',
        '9 Channel: is a formula: put its value in its place',
      ],
    ])
    expect((await store(lines)).body.code).toBe('settlement_has_errors')
    expect(await countRows()).toBe(before)
  })

  test('a file of another month is told', async () => {
    const [rrr] = (await addPaid(1)) as [string]
    const { errors } = await check([line(rrr)], { query: { firstDay: '1999-05-01', lastDay: '1999-05-31' } })
    expect(errors).toEqual([
      { line: 2, column: 'Payment Date', reason: 'is outside the days of this file, 1999-05-01 to 1999-05-31' },
    ])
  })

  test('a file with other lines than the person saw is told', async () => {
    const [rrr] = (await addPaid(1)) as [string]
    const { body } = await store([line(rrr)], { count: '2' })
    expect(body).toMatchObject({ code: 'count_differs', data: { lines: 1, newLines: 1 } })
    expect((await check([line(rrr)])).newLines).toBe(1)
  })

  test('a file of another merchant is told, and stored only when it is confirmed', async () => {
    const lines = [createUnknownRrr(), createUnknownRrr(), createUnknownRrr()].map((rrr) => line(rrr))
    const before = await countRows()
    expect(await check(lines)).toMatchObject({ lines: 3, unknownRrrs: 3 })
    expect(await store(lines)).toMatchObject({ status: 409, body: { code: 'other_merchant' } })
    expect(await countRows()).toBe(before)
    await settle(lines, { merchant: 'confirmed' })
  })

  test('a line with the total is no payment, and must be the sum', async () => {
    const lines = (await addPaid(2)).map((rrr) => line(rrr))
    expect(await check([...lines, ',"25,000.00",,'])).toMatchObject({ lines: 2, total: 2 * fee, errors: [] })
    expect((await check([...lines, ',"25,000.01",,'])).errors).toEqual([
      { line: 4, column: 'Amount Paid', reason: 'is not the sum of the lines, ₦25,000.00' },
    ])
    expect((await check([',"12,500.00",,', ...lines])).errors).toEqual([
      { line: 2, column: 'RRR', reason: 'is missing' },
    ])
  })

  test('the total is known by its label, in whichever of its columns that stands', async () => {
    const [rrr] = (await addPaid(1)) as [string]
    for (const total of ['TOTAL,12500,,', ',12500,Grand Total:,'])
      expect([total, await check([line(rrr), total])]).toMatchObject([total, { lines: 1, total: fee, errors: [] }])
    expect((await check([line(rrr), 'Total,12500.01,,'])).errors).toMatchObject([{ line: 3, column: 'Amount Paid' }])
    expect((await check([line(rrr), 'Totalled,12500,,'])).errors).toMatchObject([{ column: 'RRR' }, {}])
  })

  test('a file that has only its total is told, and an order that nobody here has', async () => {
    const { errors } = await check([',0,,'])
    expect(errors).toEqual([{ line: 2, column: '', reason: 'there is no payment below the headings' }])
    const [rrr] = (await addPaid(1)) as [string]
    const lines = [`,12500,${day},order ${rrr}`, `,12500,${day},order 1`]
    const ofOrders = await check(lines, {
      heading: 'RRR,Amount Paid,Payment Date,Order No',
      query: { order: 'Order No' },
    })
    expect(ofOrders.errors).toEqual([
      { line: 3, column: 'Order No', reason: 'is no order of this portal, and the line has no RRR' },
    ])
  })

  test('a file that is no list is told, and one of more than a thousand errors says that there are others', async () => {
    const unreadable = await send('/staff/settlements/check', [], { heading: 'PK\u0003\u0004' })
    expect(unreadable.body.code).toBe('list_unreadable')
    const bad = line('1')
    for (const [count, moreErrors] of [
      [1_000, false],
      [1_001, true],
    ] as const) {
      const checked = await check(Array.from({ length: count }, () => bad))
      expect([checked.errors.length, checked.moreErrors]).toEqual([1_000, moreErrors])
    }
  })

  test('a column without a heading is named', async () => {
    const { errors } = await check([], { heading: 'Reference number,Value' })
    expect(errors.map(({ column, reason }) => `${column} ${reason}`)).toEqual([
      'RRR is not among the headings',
      'amount paid is not among the headings',
      'day of payment is not among the headings',
    ])
    // As many as a person can choose from.
    const wide = await check([], { heading: Array.from({ length: 101 }, (_, n) => `H${n}`).join(',') })
    expect(wide.headings).toHaveLength(100)
    expect((await check([], { heading: 'RRR,,Amount Paid,' })).headings).toEqual(['RRR', 'Amount Paid'])
  })

  test('a moment with its zone is of its day in Nigeria', async () => {
    const [rrr] = (await addPaid(1)) as [string]
    const before = day.replace(/10$/, '09')
    for (const moment of [`${before}T23:00:00Z`, `${day}T23:59:59+01:00`, `${day}T22:59:59.999Z`])
      expect([moment, (await check([line(rrr, '1.00', moment)])).errors]).toEqual([moment, []])
    for (const moment of [`${before}T22:59:59Z`, `${day}T23:00:00Z`, `${day}T00:30:00+05:00`, `${day}T99:00:00Z`])
      expect([moment, (await check([line(rrr, '1.00', moment)])).errors]).toMatchObject([moment, [{ line: 2 }]])
  })

  test('the same file is not counted again with other columns', async () => {
    const [rrr] = (await addPaid(1)) as [string]
    const heading = 'RRR,Amount,Net,Payment Date'
    const lines = [`${rrr},12500,12000,${day}`]
    const options = { heading, query: { count: '1' } }
    expect((await send('/staff/settlements', lines, options)).status).toBe(201)
    const before = await countRows()
    for (const path of ['/staff/settlements/check', '/staff/settlements']) {
      const { status, body } = await send(path, lines, { heading, query: { count: '1', amount: 'Net' } })
      expect([status, body.code]).toEqual([409, 'file_imported_before'])
    }
    expect((await send('/staff/settlements', lines, options)).body.code).toBe('nothing_to_apply')
    expect(await countRows()).toBe(before)
    // Read or refused, no file keeps its memory.
    await expect.poll(() => uploadMemory.active()).toBe(0)
  })

  test('a day that no calendar of the database has is refused, in calls and in lines', async () => {
    const [rrr] = (await addPaid(1)) as [string]
    const days = { firstDay: '0000-01-01', lastDay: '0000-01-02' }
    const body = { exercise: 2024, differences: 0, here: 0, settled: 0 }
    const answers = await Promise.all([
      send('/staff/settlements/check', [line(rrr)], { query: days }),
      bursar.call('GET', '/staff/reconciliation/days?exercise=2024&day=0000-01-01'),
      bursar.call('POST', '/staff/reconciliation/days/0000-01-01/close', { body }),
      bursar.call('POST', '/staff/reconciliation/days/0000-01-01/approve', { body }),
      bursar.call('GET', '/staff/revenue?exercise=2024&from=0000-01-01'),
    ])
    expect(answers.map((one) => one.body.code)).toEqual(answers.map(() => 'invalid_request'))
    const { errors } = await check([`${rrr},12500,${day},0000-01-01`], { heading: 'RRR,Amount,Paid on,Settled on' })
    expect(errors).toEqual([{ line: 2, column: 'Settled on', reason: 'is not a date such as 31/12/2026' }])
  })

  test('days that are still to come are not covered: each payment of them would be missing there', async () => {
    const inDays = (days: number) => getDay(new Date(api.clock.now().getTime() + days * 86_400_000)) ?? ''
    const [firstDay, today, lastDay] = [inDays(-1), inDays(0), inDays(3)]
    const refused = await store([line(createUnknownRrr())], { firstDay: inDays(1), lastDay })
    expect(refused.body.errors).toEqual([{ path: 'firstDay', message: 'This day is in the future.' }])
    const [rrr = ''] = await addPaid(1, { on: today })
    const lines = [line(rrr, '12,500.00', today)]
    const { id, newDays } = await settle(lines, { firstDay, lastDay })
    expect(newDays).toBe(2)
    expect((await bursar.call('GET', `/staff/settlements/${id}`)).body.data).toMatchObject({ firstDay, lastDay: today })
  })

  test('days that end before they begin are refused', async () => {
    const { status, body } = await send('/staff/settlements/check', [], { query: { lastDay: '1998-01-01' } })
    expect([status, body.errors]).toMatchObject([400, [{ path: 'lastDay' }]])
  })
})

test('a file may have any name: it is stored without path and invisible characters', async () => {
  const name = `../a\0\u202E${'x'.repeat(117)}😀.csv`
  const { status, body } = await send('/staff/settlements', [line(createUnknownRrr())], {
    name,
    query: { count: '1', merchant: 'confirmed' },
  })
  expect(status, body.message).toBe(201)
  const { file } = (await bursar.call('GET', `/staff/settlements/${body.data.id}`)).body.data
  expect(file).toBe(`a${'x'.repeat(117)}😀`)
})

test('banks write headings, dates and amounts as they like; which column is which is remembered', async () => {
  const [one, two, three] = (await addPaid(3)) as [string, string, string]
  const [year, monthOf, dayOf] = day.split('-') as [string, string, string]
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const sendText = (text: string, query: Record<string, string>, path = '/staff/settlements/check') => {
    const form = new FormData()
    form.set('file', new File([text], 'bank.csv'))
    const search = new URLSearchParams({ exercise: '2024', firstDay: day, lastDay: day, ...query })
    return bursar.call('POST', `${path}?${search}`, { body: form })
  }
  const text = [
    '\ufeffZahlung;Betrag;Tag;Order No',
    `${one.replace(/(\d{4})(?=\d)/g, '$1-')};N12500;${day} 14:05:09;`,
    `;NGN 12,500.0;${dayOf}-${names[Number(monthOf) - 1]}-${year};order ${two}`,
    `${three};12500.00;${dayOf}.${monthOf}.${year};`,
  ].join('\r\n')
  const mapping = { rrr: 'Zahlung', order: 'order no', amount: 'Betrag', paidOn: 'Tag' }
  const { body } = await sendText(text, mapping)
  expect(body.data).toMatchObject({ errors: [], sums: { matched: { count: 3, amount: 3 * fee } } })
  expect((await sendText(text, { ...mapping, count: '3' }, '/staff/settlements')).status).toBe(201)
  expect((await sendText(text, {})).body.data.mapping).toEqual({ ...mapping, order: 'Order No' })
  // Which the bank does not tell, though it has a heading that is a sign.
  const numbered = text.replace('Order No', 'Order No;#')
  expect((await sendText(numbered, { ...mapping, order: '-' })).body.data.mapping).not.toHaveProperty('order')
  // A heading stands for one column.
  expect((await sendText(text, { ...mapping, charge: 'Betrag' })).body.data.mapping).not.toHaveProperty('charge')
})

test('what a bank says of the account above the headings is passed over', async () => {
  const [rrr = ''] = await addPaid(1)
  const above = ['Account,0123456789', `Date,${nigerian()}`, 'Reference,ABC,,']
  expect(await check([...above, head, line(rrr)], { heading: 'Statement of account' })).toMatchObject({
    headings: head.split(','),
    lines: 1,
    errors: [],
  })
  const { errors } = await check([...above, head, line(rrr, 'much')], { heading: 'Statement of account' })
  expect(errors.map((error) => [error.line, error.column])).toEqual([[6, 'Amount Paid']])
})

describe('what a settlement has and Remita has not confirmed', () => {
  /** Paid at a branch, while nobody has asked Remita since. */
  async function createUnconfirmed() {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await setRemitaFaults(api, { notification: { none: true } })
    return { applicant, rrr }
  }
  beforeEach(() => api.remita.control('reset', {}))

  test('is asked of Remita, whose answer alone makes it paid', async () => {
    const { rrr } = await createUnconfirmed()
    const [differing = ''] = await addPaid(1)
    const unknown = createUnknownRrr()
    await payRrr(api, rrr)
    await settle([line(rrr), line(differing, '1.00'), line(unknown)])
    expect(await readCases([rrr])).toEqual(['1 missing_here open'])
    // After those that applicants wait for.
    expect(await runComparisons()).toEqual([1])
    expect(await readCases([rrr])).toEqual(['1 missing_here explained'])
    // Nothing is asked about a payment that Remita has stated, or of an RRR that this portal never had.
    expect(await readCases([differing, unknown])).toEqual(['1 differs open', '1 missing_here open'])
    expect(await readDay()).toMatchObject({ sums: { matched: { count: 1 } }, differences: 2 })
  })

  test('stays unpaid, as a case that says that it was asked, when Remita knows of no payment', async () => {
    const [{ rrr }, { rrr: other }] = [await createUnconfirmed(), await createUnconfirmed()]
    await settle([line(rrr)])
    const { rrr: third } = await createUnconfirmed()
    const { id } = await settle([line(other), line(third)])
    await runComparisons(id)
    expect([await readCases([rrr]), await readCases([other, third])]).toEqual([
      ['1 missing_here open'],
      ['2 missing_here asked'],
    ])
    await runComparisons()
    expect(await readCases([rrr, other, third])).toEqual(['3 missing_here asked'])
    const { rows } = await api.database.pool.query('select status from payments where rrr = $1', [rrr])
    expect(rows).toEqual([{ status: 'open' }])
  })

  test('is matched when Remita has stated the same, too little amount, which stays a case of its own', async () => {
    const { rrr, applicant } = await createUnconfirmed()
    const { rrr: unstated } = await createUnconfirmed()
    await payRrr(api, rrr, 12_000)
    await settle([line(rrr, '12,000.00'), line(unstated, '12,000.00')])
    expect(await readCases([rrr, unstated])).toEqual(['2 missing_here open'])
    await api.call('GET', `/payments/verify-remita?rrr=${rrr}`, applicant)
    expect(await readCases([rrr])).toEqual(['1 missing_here explained', '1 short open'])
    expect(await readDay()).toMatchObject({
      here: 12_000,
      settled: 24_000,
      sums: { matched: { count: 1, amount: 12_000 }, missing_here: { count: 1, amount: 12_000 } },
      differences: 1,
    })
    const { rrr: less, applicant: payer } = await createUnconfirmed()
    await payRrr(api, less, 11_000)
    await api.call('GET', `/payments/verify-remita?rrr=${less}`, payer)
    await settle([line(less)])
    expect(await readCases([less])).toEqual(['1 missing_here open', '1 short open'])
    const { rows } = await api.database.pool.query('select distinct status from payments where rrr = any($1)', [
      [rrr, less],
    ])
    expect(rows).toEqual([{ status: 'open' }])
  })

  test('that Remita confirms between the two persons of a day is a difference less: the day is closed anew', async () => {
    const { rrr } = await createUnconfirmed()
    await payRrr(api, rrr)
    await settle([line(rrr)])
    expect((await post('close', 1, bursar)).body.message).toBe('A second person approves it.')
    await runComparisons()
    for (const differences of [1, 0])
      expect((await post('approve', differences, second)).body).toMatchObject({
        code: 'count_differs',
        data: { differences: 0, closing: { isClosed: false } },
      })
    expect((await post('close', 0, second)).body.message).toBe('The day is closed.')
  })

  test.each([
    ['fails', { status: { http500: true } }],
    ['answers with another code', { status: { code: '998' } }],
    ['is not there yet', { status: { pendingFor: 3 } }],
    ['hangs up', { status: { hangUp: true } }],
  ])('is neither lost nor doubled while Remita %s', async (_, faults) => {
    const { rrr } = await createUnconfirmed()
    await payRrr(api, rrr)
    await setRemitaFaults(api, { ...faults, notification: { none: true } })
    await settle([line(rrr)])
    await runComparisons()
    expect(await readCases([rrr])).toEqual(['1 missing_here asked'])
    await setRemitaFaults(api, {})
    api.clock.advance(24 * 60 * 60_000)
    await runComparisons()
    expect(await readCases([rrr])).toEqual(['1 missing_here explained'])
  })
})

const confirm = `update payments set status = 'paid', paid_kobo = 1250000, paid_at = $2::timestamptz where rrr = $1`

test('a payment that Remita confirms while its settlement is imported leaves no difference', async () => {
  const [rrr] = (await addPaid(1, { status: 'open' })) as [string]
  const client = await api.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(confirm, [rrr, `${day}T11:00:00Z`])
    const { id } = await settle([line(rrr)])
    const compared = runComparisons(id)
    await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
    await client.query('commit')
    await compared
  } finally {
    client.release()
  }
  expect(await readCases([rrr])).toEqual(['1 missing_here explained'])
  // Nor is Remita asked about it.
  const events = await api.database.pool.query(
    'select event.kind from money_case_events event join money_cases one on one.id = event.case_id where one.rrr = $1',
    [rrr],
  )
  expect(events.rows).toEqual([{ kind: 'opened' }, { kind: 'settled' }])
})

describe('a payment that Remita confirms once the settlement of its day, which lacks it, is imported', () => {
  test('is a case, which a later file ends', async () => {
    const [known] = (await addPaid(1)) as [string]
    const [first, last, before, after] = (await addPaid(4, { status: 'open' })) as [string, string, string, string]
    await settle([line(known)])
    const start = new Date(`${day}T00:00:00+01:00`).getTime()
    const dayMs = 86_400_000
    const moments = [start, start + dayMs - 1, start - 1, start + dayMs]
    for (const [n, rrr] of [first, last, before, after].entries())
      await api.database.pool.query(confirm, [rrr, new Date(moments[n] ?? 0)])
    expect(await readCases([first, last])).toEqual(['2 missing_there open'])
    expect(await readCases([before, after, known])).toEqual([])
    expect(await readDay()).toMatchObject({ differences: 2, sums: { missing_there: { count: 2, amount: 2 * fee } } })
    await settle([line(first), line(last)])
    expect(await readCases([first, last])).toEqual(['2 missing_there explained'])
    expect(await readDay()).toMatchObject({ differences: 0 })
  })

  test('is a case also when both happen at once', async () => {
    const [known] = (await addPaid(1)) as [string]
    const [rrr] = (await addPaid(1, { status: 'open' })) as [string]
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(confirm, [rrr, `${day}T11:00:00Z`])
      await settle([line(known)])
      const compared = runComparisons()
      await expect
        .poll(async () => {
          const waiting = `select count(*)::int from pg_locks where locktype = 'advisory' and not granted`
          return (await api.database.pool.query(waiting)).rows[0].count
        })
        .toBe(1)
      await client.query('commit')
      await compared
    } finally {
      // Closed, so that no later test waits for it when this one fails.
      client.release(true)
    }
    expect(await readCases([rrr])).toEqual(['1 missing_there open'])
  })
})

describe('a day', () => {
  test('without differences is closed by one person', async () => {
    await settle((await addPaid(2)).map((rrr) => line(rrr)))
    const { status, body } = await post('close', 0)
    expect([status, body.message, body.data.closing.isClosed]).toEqual([200, 'The day is closed.', true])
    expect((await post('approve', 0, second)).body.code).toBe('day_not_waiting')
  })

  test('with differences that remain is closed by two, and no other day with it', async () => {
    const [one, two] = (await addPaid(2)) as [string, string]
    const other = day.replace(/10$/, '11')
    const [three] = (await addPaid(1, { on: other })) as [string]
    await settle([line(one, '1.00'), line(three, '1.00', nigerian(other))], { lastDay: other })
    // The same day of another exercise is closed by itself.
    await api.database.pool.query(
      `with elsewhere as (
        insert into exercises select (jsonb_populate_record(null::exercises, to_jsonb(exercises)
          || '{"id": 2033, "year": 2033, "is_current": false}')).* from exercises where year = 2024 returning id)
      insert into closed_days (exercise_id, day, differences, paid_kobo, settled_kobo, closed_by)
        select id, $1::date, 7, 0, 0, $2 from elsewhere`,
      [day, second.id],
    )
    expect((await readDay()).closing).toBeNull()
    const registry = await createStaff(api, ['registry'])
    /** Days that wait for each of them on Home. */
    const countDays = () =>
      Promise.all(
        [bursar, second, registry].map(
          async (by): Promise<HomeCounts['days']> =>
            (await by.call('GET', '/staff/counts?exercise=2024')).body.data.days,
        ),
      )
    const before = await countDays()
    expect((await post('close', 1, bursar, other)).body.message).toBe('A second person approves it.')
    expect(await readDay()).toMatchObject({
      differences: 2,
      sums: { differs: { count: 1 }, missing_there: { count: 1 } },
    })
    expect((await post('close', 1)).body).toMatchObject({ code: 'count_differs', data: { differences: 2 } })
    // As many differences, of other sums than the person saw.
    for (const sums of [{ here: fee }, { settled: 2 }])
      expect((await post('close', 2, bursar, day, sums)).body.code).toBe('count_differs')
    expect((await post('close', 2)).body.message).toBe('A second person approves it.')
    expect((await post('approve', 2)).body.code).toBe('second_person_required')
    const waiting = await countDays()
    expect(waiting.map((days) => days?.count)).toEqual([before[0]?.count, (before[1]?.count ?? 0) + 2, undefined])
    expect(waiting[1]?.since).not.toBeNull()
    const answers = await Promise.all([post('approve', 2, second), post('approve', 2, second)])
    expect(answers.map(({ body }) => body.code ?? body.message).toSorted()).toEqual([
      'The day is closed.',
      'day_not_waiting',
    ])
    expect((await readDay()).closing).toMatchObject({ differences: 2, isClosed: true, isOwn: true })
    expect((await countDays())[1]?.count).toBe((before[1]?.count ?? 0) + 1)
    const events = await api.database.pool.query(
      `select action, staff_id as by, detail, (select year from exercises where id = exercise_id) as year from audit_log
        where action like 'day_clos%' and detail ->> 'day' = $1 order by id`,
      [day],
    )
    const detail = { day, differences: 2 }
    expect(events.rows).toEqual([
      { action: 'day_closed', by: bursar.id, detail: { ...detail, settledKobo: 100, paidKobo: 200 * fee }, year: 2024 },
      { action: 'day_closing_approved', by: second.id, detail, year: 2024 },
    ])
    const { rows } = await api.database.pool.query('select approved_by from closed_days where exercise_id = 2033')
    expect(rows).toEqual([{ approved_by: null }])
    expect((await readDay(bursar, other)).closing).toMatchObject({ differences: 1, isClosed: false })

    // A later file explains one of them.
    await settle([line(two)])
    expect(await readDay()).toMatchObject({ differences: 1, closing: { differences: 2 } })
  })

  test('is neither settled nor closed nor approved where that cannot be recorded', async () => {
    const lines = (await addPaid(1)).map((rrr) => line(rrr, '1.00'))
    const before = await countRows()
    expect((await withoutAuditLog(api, () => store(lines))).status).toBe(500)
    expect(await countRows()).toBe(before)
    await settle(lines)
    expect((await withoutAuditLog(api, () => post('close', 1))).status).toBe(500)
    expect((await readDay()).closing).toBeNull()
    await post('close', 1)
    expect((await withoutAuditLog(api, () => post('approve', 1, second))).status).toBe(500)
    expect((await readDay()).closing).toMatchObject({ isClosed: false, approvedBy: null })
  })

  test('is approved with the differences that the first person saw', async () => {
    const [one, two] = (await addPaid(2)) as [string, string]
    await settle([line(one, '1.00')])
    await post('close', 2)
    await settle([line(two)])
    expect((await post('approve', 1, second)).body.code).toBe('count_differs')
    expect((await readDay()).closing?.isClosed).toBe(false)
  })

  test('that has in two lines what Remita states for the RRR has no difference', async () => {
    const [rrr] = (await addPaid(1, { kobo: 2 * fee * 100 })) as [string]
    await settle([line(rrr), line(rrr)])
    expect(await readCases([rrr])).toEqual([])
    expect(await readDay()).toMatchObject({ here: 2 * fee, settled: 2 * fee, differences: 0 })
    await settle([line(rrr, '1.00')])
    expect(await readDay()).toMatchObject({ settled: 2 * fee + 1, differences: 3 })
  })

  test('that has in two lines less the charges what Remita states for the RRR has no difference', async () => {
    const [rrr, other] = (await addPaid(2, { kobo: 2 * fee * 100 })) as [string, string]
    const heading = 'RRR,Amount Paid,Charge,Payment Date'
    const lines = [
      ...[rrr, other, rrr].map((one) => `${one},"12,400.00",100.00,${nigerian()}`),
      `${other},"12,400.00",100.01,${nigerian()}`,
    ]
    const { status } = await send('/staff/settlements', lines, { heading, query: { count: '4' } })
    expect(status).toBe(201)
    expect(await readCases([rrr])).toEqual([])
    expect(await readCases([other])).toEqual(['1 differs open'])
    expect(await readDay()).toMatchObject({ here: 4 * fee, settled: 4 * (fee - 100), differences: 1 })
  })

  test('of two who close it at once one does, and nobody alone takes back what two have closed', async () => {
    const [one] = (await addPaid(1)) as [string]
    await settle([line(one, '1.00')])
    const answers = await raceAtLock(api.database.url, 'lock table closed_days in share mode', [
      () => post('close', 1),
      () => post('close', 1, second),
    ])
    expect(answers.map(({ body }) => body.code ?? body.message).toSorted()).toEqual([
      'A second person approves it.',
      'day_closed',
    ])
    const isFirst = (await readDay()).closing?.isOwn
    expect((await post('approve', 1, isFirst ? second : bursar)).body.message).toBe('The day is closed.')
    for (const by of [bursar, second])
      expect((await post('close', 1, by)).body).toMatchObject({
        code: 'day_closed',
        data: { closing: { isClosed: true } },
      })
    expect((await readDay()).closing).toMatchObject({ isClosed: true, isChanged: false })
  })

  test('is not approved with as many differences when they are others, and is looked at again when they change', async () => {
    const [one, two] = (await addPaid(2)) as [string, string]
    const explain = (rrr: string) =>
      api.database.pool.query(`update money_cases set state = 'explained', ended_at = now() where rrr = $1`, [rrr])
    await settle([line(one, '1.00'), line(two)])
    await post('close', 1)
    await explain(one)
    expect((await readDay()).closing).toMatchObject({ differences: 1, isChanged: true })
    await settle([line(two, '5.00')])
    expect(await readDay()).toMatchObject({ differences: 1, closing: { differences: 1, isChanged: true } })
    expect((await post('approve', 1, second)).body.code).toBe('count_differs')
    expect((await post('close', 1, second)).body.message).toBe('A second person approves it.')
    expect((await post('approve', 1)).body.message).toBe('The day is closed.')
    await explain(two)
    await settle([line(two, '7.00')])
    expect((await readDay()).closing).toMatchObject({ differences: 1, isClosed: true, isChanged: true })
    expect((await post('close', 1)).body.message).toBe('A second person approves it.')
    // One more that was paid here alone, in place of the other difference.
    await explain(two)
    await addPaid(1)
    expect(await readDay()).toMatchObject({ differences: 1, closing: { differences: 1, isChanged: true } })
    expect((await post('approve', 1, second)).body.code).toBe('count_differs')
  })

  test('with payments that are in no settlement yet is not closed', async () => {
    await addPaid(1)
    expect(await readDay()).toMatchObject({ sums: { not_settled: { count: 1, amount: fee } }, differences: 0 })
    expect((await post('close', 0)).body.code).toBe('day_not_settled')
  })

  test('that is closed stays so while its differences come to an end, until its sums are others', async () => {
    const [one, two] = (await addPaid(2)) as [string, string]
    await settle([line(one, '1.00')])
    await post('close', 2)
    await post('approve', 2, second)
    await api.database.pool.query(`update money_cases set state = 'explained', ended_at = now() where rrr = $1`, [one])
    expect(await readDay()).toMatchObject({ differences: 1, closing: { isClosed: true, isChanged: false } })
    expect((await post('close', 1)).body.code).toBe('day_closed')
    // What was missing there is in a later file: the day has no difference, and more is settled of it than both saw.
    await settle([line(two)])
    expect(await readDay()).toMatchObject({ differences: 0, closing: { isClosed: true, isChanged: true } })
    expect((await post('close', 0)).body.message).toBe('The day is closed.')
    expect((await readDay()).closing).toMatchObject({ differences: 0, isClosed: true, isChanged: false })
  })

  test('that nobody has closed is not approved', async () => {
    await settle((await addPaid(1)).map((rrr) => line(rrr)))
    expect((await post('approve', 0, second)).body.code).toBe('day_not_waiting')
  })

  test('that is not over is not closed', async () => {
    const today = getDay(api.clock.now()) ?? ''
    expect((await post('close', 0, bursar, today)).body.code).toBe('day_not_over')
  })

  test('whose difference is explained is closed by one person', async () => {
    const [one] = (await addPaid(1)) as [string]
    const { id } = await settle([line(one, '1.00')])
    const countOpen = async () => {
      const { rows } = (await bursar.call('GET', `/staff/settlements?exercise=2024&limit=100`)).body.data
      return rows.find((row: { id: string }) => row.id === id).openCases
    }
    expect(await countOpen()).toBe(1)
    await api.database.pool.query(`update money_cases set state = 'explained', ended_at = now() where rrr = $1`, [one])
    expect(await countOpen()).toBe(0)
    expect((await post('close', 0)).body.message).toBe('The day is closed.')
  })
})

test('a long file is stored with rests, and without any once they took fifty seconds', async () => {
  const now = performance.now.bind(performance)
  let restedMs = 0
  const rest = vi.spyOn(timers, 'setTimeout').mockImplementation(async () => {
    restedMs += 25_000
  })
  vi.spyOn(performance, 'now').mockImplementation(() => now() + restedMs)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const rests = () => rest.mock.calls.filter(([ms]) => ms === 9)
  await settle((await addPaid(125)).map((rrr) => line(rrr)))
  expect(rests()).toHaveLength(2)
})

test('the lines of a settlement are found by how they compare, with the payments that it lacks', async () => {
  const [one, two, three] = (await addPaid(3)) as [string, string, string]
  await api.database.pool.query(
    `insert into money_cases (exercise_id, kind, payment_id, account_id, rrr, amount_kobo, state, ended_at)
      select payments.exercise_id, kind, payments.id, account_id, rrr, paid_kobo, 'explained', now()
      from payments join accounts on accounts.id = account_id, unnest(array['late', 'short', 'over']) kind where rrr = $1`,
    [three],
  )
  const { id } = await settle([line(one), line(two, '1.00')])
  const list = async (query: string) =>
    (await bursar.call('GET', `/staff/reconciliation?exercise=2024&settlement=${id}&${query}`)).body.data.rows.map(
      ({ rrr, verdict }: { rrr: string; verdict: string }) => `${rrr} ${verdict}`,
    )
  expect((await list('sort=line')).toSorted()).toEqual(
    [`${one} matched`, `${two} differs`, `${three} missing_there`].toSorted(),
  )
  expect(await list('verdict=differs%7Cmissing_there&sort=-amount')).toHaveLength(2)
  expect(await list(`q=${one.slice(0, 4)}-${one.slice(4)}`)).toEqual([`${one} matched`])
  expect(await list('case=open')).toHaveLength(2)
  expect(await list('case=explained')).toEqual([])
  const { rows } = (await bursar.call('GET', `/staff/reconciliation?exercise=2024&q=${three}`)).body.data
  const { rows: own } = await api.database.pool.query(
    `select id from money_cases where rrr = $1 and kind = 'missing_there'`,
    [three],
  )
  expect(rows).toMatchObject([{ verdict: 'missing_there', case: { id: own[0].id, state: 'open' } }])
})

test.each(['-day', 'line', 'amount'])(
  'pages of lines follow each other by %s, and no line is lost between them',
  async (sort) => {
    const paid = await addPaid(3)
    await settle(paid.slice(0, 2).map((rrr) => line(rrr)))
    const read = async (after?: string) => {
      const query = new URLSearchParams({
        exercise: '2024',
        dayFrom: day,
        dayTo: day,
        limit: '1',
        sort,
        ...(after && { after }),
      })
      return (await bursar.call('GET', `/staff/reconciliation?${query}`)).body.data
    }
    const found: string[] = []
    for (let page = await read(); ; page = await read(page.next)) {
      found.push(...page.rows.map(({ rrr }: { rrr: string }) => rrr))
      if (page.next === null) break
    }
    expect(found.toSorted()).toEqual(paid)
  },
)

test('a channel that the file names in whichever case is known by the code of Remita, another one as it is', async () => {
  const names = ['bank Branch', 'Cardpayment', 'Kiosk 7', 'Kiosk '.padEnd(41, '8')]
  const { id } = await settle((await addPaid(4)).map((rrr, n) => line(rrr).replace(/Branch$/, names[n] ?? '')))
  const { body } = await bursar.call('GET', `/staff/reconciliation?exercise=2024&settlement=${id}&sort=line`)
  expect(body.data.rows.map(({ channel }: { channel: string }) => channel)).toEqual([
    'BRANCH',
    'CARDPAYMENT',
    'Kiosk 7',
    'Kiosk '.padEnd(40, '8'),
  ])
  // It is found by the name that the list shows.
  for (const [typed, channels] of [
    ['bank branch', ['BRANCH']],
    ['Kiosk 7', ['Kiosk 7']],
  ]) {
    const { body: found } = await bursar.call(
      'GET',
      `/staff/reconciliation?exercise=2024&settlement=${id}&channel=${typed}`,
    )
    expect(found.data.rows.map(({ channel }: { channel: string }) => channel)).toEqual(channels)
  }
})

test('the file of the reconciliation has all lines, with amounts in naira', async () => {
  const [one, other] = (await addPaid(2)) as [string, string]
  await settle([line(one), line(other), line(one)])
  const fresh = await createStaff(api, ['bursar'], { isFresh: true })
  const body = {
    of: 'reconciliation',
    filter: { exercise: 2024, rrr: one },
    columns: ['rrr', 'channel', 'amount', 'verdict'],
    format: 'csv',
    reason: 'For the accounts.',
  }
  const { status, body: answer } = await fresh.call('POST', '/staff/exports', { body })
  expect(status).toBe(201)
  const { id } = answer.data
  const job = { id: '1', queuedAt: api.clock.now(), isLastAttempt: false }
  await createTasks(api.jobDependencies).make_export({ exportId: id }, job)
  const file = await api.fetch(`/api/v1/staff/exports/${id}/content`, { headers: fresh.credentials })
  const [heading, ...lines] = (await file.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(heading).toBe('"RRR","Channel","Settled (₦)","Compared"')
  expect(lines.toSorted()).toEqual(
    ['Matched', 'Repeated'].map((verdict) => `"${one}","Bank branch","12500","${verdict}"`),
  )
})

test('an archived exercise is settled and its days are closed: the last file of the bank comes later', async () => {
  const [rrr] = (await addPaid(1)) as [string]
  await api.database.pool.query('update exercises set archived_at = now() where year = 2024')
  try {
    await settle([line(rrr)])
    expect((await post('close', 0)).body.message).toBe('The day is closed.')
  } finally {
    await api.database.pool.query('update exercises set archived_at = null where year = 2024')
  }
})

test('V8.2.3 a bursar of another exercise neither imports settlements of this one nor sees them', async () => {
  const [rrr] = (await addPaid(1)) as [string]
  const { id } = await settle([line(rrr)])
  const { rows } = await api.database.pool.query(
    `insert into exercises select (jsonb_populate_record(null::exercises, to_jsonb(exercises)
      || '{"id": 2032, "year": 2032, "is_current": false}')).* from exercises where year = 2024 returning id`,
  )
  const other = await createStaff(api, [{ role: 'bursar', exerciseId: rows[0].id }])
  expect((await send('/staff/settlements/check', [line(rrr)], { by: other })).body.code).toBe('not_found')
  for (const unseen of [
    '/staff/reconciliation/days?exercise=2024',
    `/staff/settlements/${id}`,
    '/staff/settlements/0190f000-0000-7000-8000-000000000000',
  ])
    expect([unseen, (await other.call('GET', unseen)).body.code]).toEqual([unseen, 'not_found'])
  for (const step of ['close', 'approve']) {
    const body = { exercise: 2024, differences: 0, here: 0, settled: 0 }
    const answer = await other.call('POST', `/staff/reconciliation/days/${day}/${step}`, { body })
    expect([step, answer.body.code]).toEqual([step, 'not_found'])
  }
  // Their own people read them from the newest day.
  const { days } = (await bursar.call('GET', '/staff/reconciliation/days?exercise=2024')).body.data
  const dates = days.map((one: { day: string }) => one.day)
  expect(dates.length).toBeGreaterThan(1)
  expect(dates).toEqual(dates.toSorted().toReversed())
  const count = async (person: TestStaff, path: string, year = 2024) =>
    (await person.call('GET', `/staff/${path}exercise=${year}`)).body.data.count.value
  const query = { exercise: '2032', count: '1', merchant: 'confirmed' }
  const own = await send('/staff/settlements', [line(createUnknownRrr())], { by: other, query })
  expect(await count(other, `reconciliation?settlement=${own.body.data.id}&`, 2032)).toBe(1)
  expect(await count(other, `reconciliation?settlement=${id}&`, 2032)).toBe(0)
  for (const path of [
    'settlements?',
    `reconciliation?dayFrom=${day}&dayTo=${day}&`,
    `reconciliation?settlement=${id}&`,
  ]) {
    expect(await count(bursar, path), path).toBeGreaterThan(0)
    expect(await count(other, path), path).toBe(0)
  }
})

test.each(['registry', 'exam', 'helpdesk', 'admin', 'auditor', 'dpo', 'reviewer'] as const)(
  '%s neither imports settlements nor sees them',
  async (role) => {
    const person = await createStaff(api, [role])
    expect((await send('/staff/settlements/check', [], { by: person })).body.code).toBe('not_permitted')
    for (const path of ['/staff/settlements', '/staff/reconciliation', '/staff/reconciliation/days?exercise=2024'])
      expect((await person.call('GET', path)).body.code).toBe('not_permitted')
  },
)

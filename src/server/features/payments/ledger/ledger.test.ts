// The ledger over histories of payments: debits equal credits for any days, and Remita's account is what Remita has stated.
// LEDGER_HISTORIES=200 runs more histories, LEDGER_SEED=… repeats a run.
import { randomBytes, randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applyEvent } from '#server/features/payments/status/apply-event.ts'
import { addPayment, findPayment } from '#server/features/payments/store.ts'
import type { LedgerTotals, Revenue } from '#shared/api/staff/ledger.ts'
import type { LedgerRow } from '#shared/lists/ledger.ts'
import { staffRoleNames } from '#shared/roles/permissions.ts'
import type { LedgerAccount } from '#shared/staff/ledger.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'

const histories = Number(process.env.LEDGER_HISTORIES ?? 15)
const seed = Number(process.env.LEDGER_SEED ?? randomInt(2 ** 31))

let api: TestApi
let bursar: TestStaff
let others: [string, string]
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  bursar = await createStaff(api, ['bursar'])
  others = [(await createStaff(api, ['bursar'])).id, (await createStaff(api, ['registry'])).id]
})
afterAll(() => api.close())
beforeEach(addExercise)

/** Of the exercise of this test or history, since payments are never deleted. */
let year = 2_030
let exerciseId = 0
async function addExercise() {
  await api.forgetRateLimits()
  year += 1
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', $1, 0, 0, '[]', 'Vendor') returning id`,
    [year],
  )
  exerciseId = rows[0].id
}

/** Of the payments: the sessions of the staff would end if the clock of the server advanced by days. */
let now = new Date('2024-10-01T09:00:00Z')
const passTime = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

let accounts = 0
async function createAccount(): Promise<{ id: string }> {
  accounts += 1
  const { rows } = await api.database.pool.query(
    `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, email, phone,
      date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
    values ($1, $2, '', '', 'Payer', 'Amaka', 'a@example.org', '08011112222', '1985-06-15', 'f', 'ogun', 'Ijebu Ode',
      'Technology', 'Lecturer II', $3, $4) returning id`,
    [exerciseId, `LE31-${String(accounts).padStart(5, '0')}`, feeKobo, chargeKobo],
  )
  return rows[0]
}

const feeKobo = 1_200_000
const chargeKobo = 50_000
const dueKobo = feeKobo + chargeKobo
let rrrs = 0

interface OwnPayment {
  id: string
  accountId: string
  rrr: string
  orderId: string
}

async function createPayment(accountId: string): Promise<OwnPayment> {
  const { db } = api.database
  rrrs += 1
  const [rrr, orderId] = [String(700_000_000_000 + rrrs), `order ${rrrs}`]
  const order = { accountId, orderId, feeKobo, chargeKobo, createdAt: now, leaseExpiresAt: now }
  const { id } = await db.transaction((tx) => addPayment(tx, order))
  const payment = { id, accountId, rrr, orderId }
  await db.transaction((tx) => applyEvent(tx, payment, { kind: 'issued', rrr }, { now, actor: 'system' }))
  return payment
}

/** What Remita states about it now. */
const state = (payment: OwnPayment, amountKobo: number, more: { paidAt?: Date; channel?: string } = {}) =>
  api.database.db.transaction((tx) => {
    const { rrr, orderId } = payment
    const answer = { kind: 'paid', code: '00', rrr, orderId, amountKobo, paidAt: null, ...more } as const
    return applyEvent(tx, payment, { kind: 'answered', answer }, { now, actor: 'system' })
  })

async function getTotals(query: Record<string, string> = {}): Promise<LedgerTotals> {
  await api.forgetRateLimits()
  const { status, body } = await bursar.call(
    'GET',
    `/staff/ledger/totals?${new URLSearchParams({ exercise: String(year), ...query })}`,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}

async function listRows(query: Record<string, string> = {}): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = []
  let after: string | null = ''
  while (after !== null) {
    const search = new URLSearchParams({ exercise: String(year), limit: '7', ...query, ...(after && { after }) })
    const { status, body } = await bursar.call('GET', `/staff/ledger?${search}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    rows.push(...body.data.rows)
    after = body.data.next
  }
  return rows
}

const getRevenue = async (query: Record<string, string> = {}): Promise<Revenue> =>
  (await bursar.call('GET', `/staff/revenue?${new URLSearchParams({ exercise: String(year), ...query })}`)).body.data

/** Debit less credit, in kobo. */
const balance = ({ accounts }: LedgerTotals, account: LedgerAccount): number => {
  const found = accounts.find((one) => one.account === account)
  return found ? Math.round((found.debit - found.credit) * 100) : 0
}

const toDay = (moment: Date) => new Date(moment.getTime() + 3_600_000).toISOString().slice(0, 10)

/** Approved by a second person. */
async function approveRefund({ rrr }: Pick<OwnPayment, 'rrr'>, kind: string, kobo: number): Promise<boolean> {
  const { rowCount } = await api.database.pool.query(
    `update money_cases set state = 'refund_approved', proposed_by = $3, proposed_at = now(), approved_by = $4,
      approved_at = now(), refund_kobo = $5 where rrr = $1 and kind = $2 and state = 'open' and amount_kobo >= $5`,
    [rrr, kind, ...others, kobo],
  )
  return rowCount === 1
}

/** By the accounts. */
const payOut = ({ rrr }: Pick<OwnPayment, 'rrr'>, kind: string, day: string) =>
  api.database.pool.query(
    `update money_cases set state = 'refunded', refunded_on = $3, refund_reference = 'TRF 1', ended_at = now()
     where rrr = $1 and kind = $2 and state = 'refund_approved'`,
    [rrr, kind, day],
  )

async function refund(payment: Pick<OwnPayment, 'rrr'>, kind: string, kobo: number, day: string): Promise<boolean> {
  if (!(await approveRefund(payment, kind, kobo))) return false
  await payOut(payment, kind, day)
  return true
}

test('the fee and its charge are earned, on the day on which Remita says that it was paid', async () => {
  const { id } = await createAccount()
  const payment = await createPayment(id)
  const paidAt = new Date(now.getTime() - 3 * 86_400_000)
  await state(payment, dueKobo, { paidAt, channel: 'BRANCH' })
  const rows = await listRows()
  expect(rows.map(({ day, channel, account, debit, credit }) => [day, channel, account, debit, credit])).toEqual([
    [toDay(paidAt), 'BRANCH', 'remita', 12_500, 0],
    [toDay(paidAt), 'BRANCH', 'fees', 0, 12_000],
    [toDay(paidAt), 'BRANCH', 'charges', 0, 500],
  ])
})

test('what is too little, too much or paid again is held; what becomes enough is earned', async () => {
  const { id } = await createAccount()
  const first = await createPayment(id)
  await state(first, 600_000)
  await state(first, 500_000)
  expect(balance(await getTotals(), 'held')).toBe(-500_000)
  expect((await listRows()).map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['remita', 6_000, 1_000],
    ['held', 1_000, 6_000],
  ])
  passTime(86_400_000)
  await state(first, dueKobo + 30_000)
  expect(balance(await getTotals(), 'held')).toBe(-30_000)
  expect(balance(await getTotals(), 'fees')).toBe(-feeKobo)
  const second = await createPayment(id)
  await state(second, dueKobo)
  const totals = await getTotals()
  expect([balance(totals, 'held'), balance(totals, 'fees')]).toEqual([-30_000 - dueKobo, -feeKobo])
  expect(balance(totals, 'remita')).toBe(2 * dueKobo + 30_000)
})

test('an entry of a day stays when Remita states more later', async () => {
  const { id } = await createAccount()
  const payment = await createPayment(id)
  await state(payment, 500_000)
  const day = toDay(now)
  const before = await listRows({ to: day })
  const totals = await getTotals({ to: day })
  passTime(2 * 86_400_000)
  await state(payment, dueKobo)
  passTime(86_400_000)
  await state(payment, dueKobo + 100)
  expect(await listRows({ to: day })).toMatchObject(
    before.map(({ day, account, debit, credit }) => ({ day, account, debit, credit })),
  )
  expect(await getTotals({ to: day })).toMatchObject({ accounts: totals.accounts, debit: 5_000, credit: 5_000 })
})

test('a refund that was paid out leaves the bank, from what was held, or from the fee of who paid late', async () => {
  const { id } = await createAccount()
  const payment = await createPayment(id)
  const second = await createPayment(id)
  await state(payment, dueKobo)
  await state(second, dueKobo)
  expect(await approveRefund(second, 'double', dueKobo)).toBe(true)
  expect([balance(await getTotals(), 'bank'), (await getRevenue()).refunded]).toEqual([0, 0])
  await payOut(second, 'double', toDay(now))
  const totals = await getTotals()
  expect([balance(totals, 'held'), balance(totals, 'bank'), balance(totals, 'fees')]).toEqual([0, -dueKobo, -feeKobo])
  const readRefunded = async (days: Record<string, string>) => (await getRevenue(days)).refunded
  const [yesterday, tomorrow] = [-1, 1].map((days) => toDay(new Date(now.getTime() + days * 86_400_000)))
  expect(await readRefunded({})).toBe(12_500)
  expect([await readRefunded({ to: yesterday ?? '' }), await readRefunded({ from: tomorrow ?? '' })]).toEqual([0, 0])

  await api.database.pool.query(
    `insert into money_cases (exercise_id, kind, payment_id, account_id, rrr, amount_kobo)
     select exercise_id, 'late', $1, id, $2, $3 from accounts where id = $4`,
    [payment.id, payment.rrr, dueKobo, id],
  )
  expect(await refund(payment, 'late', dueKobo, toDay(now))).toBe(true)
  const after = await getTotals()
  expect([balance(after, 'held'), balance(after, 'fees'), balance(after, 'charges')]).toEqual([0, 0, 0])
  expect(after.debit).toBe(after.credit)
})

/** Opened without its trigger. */
const openCase = async (kind: string, { id, accountId, rrr }: OwnPayment, kobo: number) =>
  api.database.pool.query(
    `insert into money_cases (exercise_id, kind, payment_id, account_id, rrr, amount_kobo)
     select exercise_id, $1, $2, id, $3, $4 from accounts where id = $5`,
    [kind, id, rrr, kobo, accountId],
  )

test('what goes back because a second payment was late as well leaves the fee of the first', async () => {
  const { id } = await createAccount()
  const [payment, second] = [await createPayment(id), await createPayment(id)]
  await state(payment, dueKobo)
  await state(second, dueKobo)
  await openCase('late', second, dueKobo)
  expect(await refund(second, 'late', dueKobo, toDay(now))).toBe(true)
  const totals = await getTotals()
  expect((['remita', 'fees', 'charges', 'held', 'bank'] as const).map((account) => balance(totals, account))).toEqual([
    2 * dueKobo,
    -feeKobo,
    -chargeKobo,
    0,
    -dueKobo,
  ])
})

test('what was paid late and too much goes back from the fee and its charge, and what is more from what was held', async () => {
  const payment = await createPayment((await createAccount()).id)
  await state(payment, dueKobo + 70_000)
  await openCase('late', payment, dueKobo + 70_000)
  expect(await refund(payment, 'late', dueKobo + 70_000, toDay(now))).toBe(true)
  const totals = await getTotals()
  expect((['fees', 'charges', 'held'] as const).map((account) => balance(totals, account))).toEqual([0, 0, 0])
})

test.each([
  [dueKobo, dueKobo, 0],
  [dueKobo + 70_000, dueKobo + 70_000, 0],
  [2 * dueKobo, dueKobo, 1],
  [dueKobo + 70_000, 70_000, 1],
])('of %i kobo %i go back without a settlement: from the fee once nothing is held', async (paid, kobo, fees) => {
  const payment = await createPayment((await createAccount()).id)
  await state(payment, paid)
  await openCase('missing_there', payment, paid)
  expect(await refund(payment, 'missing_there', kobo, toDay(now))).toBe(true)
  const totals = await getTotals()
  expect((['fees', 'charges', 'held'] as const).map((account) => balance(totals, account))).toEqual([
    -fees * feeKobo || 0,
    -fees * chargeKobo || 0,
    0,
  ])
  expect(totals.debit).toBe(totals.credit)
})

const extraKobo = 70_000
test.each<[string, [kind: string, kobo: number][], left: number[]]>([
  [
    'all of it',
    [
      ['over', extraKobo],
      ['missing_there', dueKobo],
    ],
    [0, 0, 0],
  ],
  [
    'all of it, the fee first',
    [
      ['missing_there', dueKobo],
      ['over', extraKobo],
    ],
    [0, 0, 0],
  ],
  [
    'all of it, the fee as paid late',
    [
      ['late', dueKobo - chargeKobo],
      ['missing_there', chargeKobo + extraKobo],
    ],
    [0, 0, 0],
  ],
  [
    'a part',
    [
      ['over', extraKobo],
      ['late', feeKobo - 1],
      ['missing_there', 2],
    ],
    [0, chargeKobo - 1, 0],
  ],
])('refunds of an RRR for several reasons take nothing twice: %s', async (_, parts, left) => {
  const payment = await createPayment((await createAccount()).id)
  await state(payment, dueKobo + extraKobo)
  for (const kind of ['late', 'missing_there']) await openCase(kind, payment, dueKobo + extraKobo)
  for (const [kind, kobo] of parts) expect(await refund(payment, kind, kobo, toDay(now)), kind).toBe(true)
  const totals = await getTotals()
  expect((['fees', 'charges', 'held'] as const).map((account) => -balance(totals, account) || 0)).toEqual(left)
  expect(totals.debit).toBe(totals.credit)
})

/** A settlement with these lines. */
const settle = async (rrrs: readonly string[], channel = '') =>
  api.database.pool.query(
    `with file as (insert into imports (kind, sha256, exercise_id, state, made_by)
        values ('settlement', $1, $2, 'applied', $3) returning *),
      settlement as (insert into settlements (import_id, exercise_id, first_day, last_day)
        select id, exercise_id, '2020-01-01', '2020-01-01' from file returning *)
    insert into settlement_lines (id, settlement_id, exercise_id, line, rrr, amount_kobo, paid_on, channel, repeats_id)
      select first + n - 1, settlement.id, exercise_id, n, rrr, $4, '2020-01-01', $5, case when n > 1 then first end
      from settlement, unnest($6::text[]) with ordinality as given (rrr, n),
        (select max(nextval('settlement_lines_id_seq')) - $7 + 1 as first from generate_series(1, $7::int)) as ids`,
    [randomBytes(32), exerciseId, others[0], dueKobo, channel, rrrs, rrrs.length],
  )

test('what goes back because a settlement alone has it twice was never held', async () => {
  const { id } = await createAccount()
  const payment = await createPayment(id)
  await state(payment, dueKobo)
  await settle([payment.rrr, payment.rrr])
  expect(await refund(payment, 'double', dueKobo, toDay(now))).toBe(true)
  const totals = await getTotals()
  expect([balance(totals, 'held'), balance(totals, 'unconfirmed'), balance(totals, 'bank')]).toEqual([
    0,
    dueKobo,
    -dueKobo,
  ])
  expect([balance(totals, 'remita'), balance(totals, 'fees')]).toEqual([dueKobo, -feeKobo])
  expect(totals.debit).toBe(totals.credit)

  // Also a part of it, and of an RRR that is unknown here.
  const [other, unknown] = [await createPayment((await createAccount()).id), { rrr: '790000000000' }]
  await state(other, dueKobo)
  for (const { rrr } of [other, unknown]) await settle([rrr, rrr])
  expect(await refund(other, 'double', 100_000, toDay(now))).toBe(true)
  expect(await refund(unknown, 'double', 200_000, toDay(now))).toBe(true)
  const all = await getTotals()
  expect([balance(all, 'held'), balance(all, 'unconfirmed'), balance(all, 'bank')]).toEqual([
    0,
    dueKobo + 300_000,
    -dueKobo - 300_000,
  ])
})

test('what settlements have beyond what Remita states goes back once, and the rest from what was earned', async () => {
  const payment = await createPayment((await createAccount()).id)
  await state(payment, dueKobo)
  await settle([payment.rrr, payment.rrr])
  await openCase('differs', payment, dueKobo)
  await api.database.pool.query(
    `update money_cases set line_id = (select min(id) from settlement_lines where rrr = $1) where rrr = $1 and kind = 'differs'`,
    [payment.rrr],
  )
  for (const kind of ['double', 'differs']) expect(await refund(payment, kind, dueKobo, toDay(now)), kind).toBe(true)
  const totals = await getTotals()
  expect((['unconfirmed', 'fees', 'charges', 'held'] as const).map((account) => balance(totals, account))).toEqual([
    dueKobo,
    0,
    0,
    0,
  ])
})

test('what goes back beyond what Remita states was never held, whatever the reason', async () => {
  const { id } = await createAccount()
  const [payment, second] = [await createPayment(id), await createPayment(id)]
  await state(payment, dueKobo)
  await state(second, dueKobo)
  await settle([second.rrr, second.rrr])
  const tomorrow = new Date(now.getTime() + 86_400_000)
  for (const [kind, at] of [
    ['late', now],
    ['missing_there', tomorrow],
  ] as const) {
    await openCase(kind, second, dueKobo)
    expect(await refund(second, kind, dueKobo, toDay(at)), kind).toBe(true)
  }
  // The one that was recorded first took what was held.
  const beyond = (await listRows()).filter(({ account }) => account === 'unconfirmed')
  expect(beyond.map(({ day }) => day)).toEqual([toDay(tomorrow)])
  const totals = await getTotals()
  expect((['unconfirmed', 'fees', 'charges', 'held'] as const).map((account) => balance(totals, account))).toEqual([
    dueKobo,
    -feeKobo,
    -chargeKobo,
    0,
  ])
  expect(totals.debit).toBe(totals.credit)
})

test('what was too little and went back stays on its day when the fee is paid all the same', async () => {
  const payment = await createPayment((await createAccount()).id)
  await state(payment, 500_000)
  const day = toDay(now)
  expect(await refund(payment, 'short', 500_000, day)).toBe(true)
  const { accounts: before } = await getTotals({ to: day })
  passTime(86_400_000)
  await state(payment, dueKobo)
  expect((await getTotals({ to: day })).accounts).toEqual(before)
  expect(balance(await getTotals(), 'fees')).toBe(-feeKobo)
})

test('what goes back because a settlement has less was held, though its line says that there was less', async () => {
  const payment = await createPayment((await createAccount()).id)
  await state(payment, dueKobo + 70_000)
  await settle([payment.rrr])
  expect(await refund(payment, 'differs', 50_000, toDay(now))).toBe(true)
  const totals = await getTotals()
  expect((['fees', 'charges', 'held', 'unconfirmed'] as const).map((account) => balance(totals, account))).toEqual([
    -feeKobo,
    -chargeKobo,
    -20_000,
    0,
  ])
})

test('what Remita has stated twice, too, was held, however many files have it', async () => {
  const { id } = await createAccount()
  const payment = await createPayment(id)
  await state(payment, dueKobo)
  await settle([payment.rrr, payment.rrr])
  expect(await approveRefund(payment, 'double', dueKobo)).toBe(true)
  await state(payment, 2 * dueKobo)
  await api.database.pool.query(
    `insert into settlement_lines (settlement_id, exercise_id, line, rrr, amount_kobo, paid_on, channel, same_as_id)
      select settlement_id, exercise_id, 9, rrr, amount_kobo, paid_on, channel, id from settlement_lines
      where rrr = $1 and repeats_id is null`,
    [payment.rrr],
  )
  await payOut(payment, 'double', toDay(now))
  const totals = await getTotals()
  expect([balance(totals, 'held'), balance(totals, 'unconfirmed'), balance(totals, 'bank')]).toEqual([0, 0, -dueKobo])
})

test('what is noted about a payment without a sum that Remita stated moves no money', async () => {
  const payment = await createPayment((await createAccount()).id)
  const paidAt = new Date(now.getTime() - 5 * 86_400_000)
  await api.database.pool.query(`update payments set status = 'paid', paid_kobo = $2, paid_at = $3 where id = $1`, [
    payment.id,
    dueKobo,
    paidAt,
  ])
  for (const [kind, detail] of [
    ['underpaid', {}],
    ['answer', { paidKobo: 1 }],
  ] as const)
    await api.database.pool.query(
      'insert into payment_events (payment_id, rrr, kind, detail, at) values ($1, $2, $3, $4, $5)',
      [payment.id, payment.rrr, kind, detail, now],
    )
  expect((await listRows()).map(({ day, account, debit, credit }) => [day, account, debit, credit])).toEqual([
    [toDay(paidAt), 'remita', 12_500, 0],
    [toDay(paidAt), 'fees', 0, 12_000],
    [toDay(paidAt), 'charges', 0, 500],
  ])
  // What is not enough has no day of payment: it counts on the day of its RRR.
  const part = await createPayment((await createAccount()).id)
  await api.database.pool.query('update payments set paid_kobo = 100_000 where id = $1', [part.id])
  const day = toDay(now)
  expect((await listRows({ from: day })).map((row) => [row.day, row.account, row.debit, row.credit])).toEqual([
    [day, 'remita', 1_000, 0],
    [day, 'held', 0, 1_000],
  ])
})

test('a payment whose channel Remita does not name has that of its settlement', async () => {
  const [named, unnamed, strange] = await Promise.all(
    [1, 2, 3].map(async () => createPayment((await createAccount()).id)),
  )
  if (!named || !unnamed || !strange) throw new Error('There are three payments.')
  await state(named, dueKobo, { channel: 'BRANCH' })
  await state(unnamed, dueKobo)
  await state(strange, dueKobo)
  await settle([named.rrr], 'CARDPAYMENT')
  await settle([unnamed.rrr], 'Kiosk')
  // The first line that names one counts, even if it was stored later, as while two files are added at once.
  await api.database.pool.query(
    `insert into settlement_lines (id, settlement_id, exercise_id, line, rrr, amount_kobo, paid_on, channel)
      select -id - n, settlement_id, exercise_id, line + n, rrr, amount_kobo, paid_on, name
      from settlement_lines, unnest(array['CARDPAYMENT', '']) with ordinality as earlier (name, n) where rrr = $1`,
    [unnamed.rrr],
  )
  await settle([strange.rrr], 'Kiosk')
  const day = toDay(now)
  expect((await getRevenue({ from: day, to: day })).days.map((one) => one.channel)).toEqual([
    'BRANCH',
    'CARDPAYMENT',
    'Kiosk',
  ])
  const channels = (await listRows()).filter(({ account }) => account === 'remita').map((row) => row.channel)
  expect(channels.toSorted()).toEqual(['BRANCH', 'CARDPAYMENT', 'Kiosk'])
  expect((await listRows({ channel: 'CARDPAYMENT' })).map(({ account }) => account)).toContain('fees')
  // The totals are of the days that the list is searched for.
  expect((await getTotals({ q: day })).accounts).toEqual((await getTotals()).accounts)
  expect((await getTotals({ q: '1999-01' })).accounts).toEqual([])
})

const amounts = [1, 99_999, 625_000, dueKobo - 1, dueKobo, dueKobo, dueKobo + 1, 2 * dueKobo, 3_333_333] as const
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('state' as const),
      payment: fc.nat(7),
      amount: fc.constantFrom(...amounts),
      channel: fc.constantFrom('BRANCH', 'CARDPAYMENT', undefined),
      /** How long ago Remita says that it was paid. */
      hoursAgo: fc.constantFrom(undefined, 0, 5, 30, 100),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('request' as const), account: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), payment: fc.nat(7), share: fc.constantFrom(1, 0.5) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test(`for any days of any history debits equal credits, and Remita's account is what Remita stated (LEDGER_SEED=${seed})`, async () => {
  const span = fc.tuple(fc.nat(20), fc.nat(20))
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 25 }),
      fc.array(span, { minLength: 2, maxLength: 2 }),
      check,
    ),
    { numRuns: histories, seed },
  )
})

async function check(steps: Step[], spans: [number, number][]): Promise<void> {
  await addExercise()
  const start = now
  const people = [await createAccount(), await createAccount(), await createAccount()]
  const made: OwnPayment[] = []
  let refunded = 0
  for (const one of steps) {
    if (one.kind === 'pass') passTime(one.hours * 3_600_000)
    if (one.kind === 'request') made.push(await createPayment(people[one.account]?.id ?? ''))
    const payment = made[('payment' in one ? one.payment : 0) % Math.max(1, made.length)]
    if (one.kind === 'state' && payment) {
      const paidAt = one.hoursAgo === undefined ? undefined : new Date(now.getTime() - one.hoursAgo * 3_600_000)
      await state(payment, one.amount, { ...(paidAt && { paidAt }), ...(one.channel && { channel: one.channel }) })
    }
    if (one.kind === 'refund' && payment) refunded += await refundSomething(payment, one.share)
  }

  const stored = await Promise.all(made.map(({ id }) => findPayment(api.database.db, id)))
  const stated = stored.reduce(
    (sum, one) => sum + (one && one.state.status !== 'requested' ? one.state.paidKobo : 0),
    0,
  )
  const earned = stored.filter((one) => one?.state.status === 'paid').map((one) => one?.accountId)
  const totals = await getTotals()
  expect(balance(totals, 'remita'), 'stated by Remita').toBe(stated)
  expect(balance(totals, 'bank') + refunded, 'paid out').toBe(0)
  expect(balance(totals, 'fees') + new Set(earned).size * feeKobo, 'earned').toBe(0)
  expect(balance(totals, 'charges') + new Set(earned).size * chargeKobo, 'charged').toBe(0)
  expect(totals.debit).toBe(totals.credit)

  const addDays = (days: number) => toDay(new Date(start.getTime() + (days - 5) * 86_400_000))
  for (const [a, b] of spans) {
    const days = { from: addDays(Math.min(a, b)), to: addDays(Math.max(a, b)) }
    const part = await getTotals(days)
    expect(part.debit, JSON.stringify(days)).toBe(part.credit)
    const listed = (await listRows(days)).reduce((sum, row) => sum + Math.round(row.debit * 100), 0)
    expect(Math.round(part.debit * 100), JSON.stringify(days)).toBe(listed)
  }
  const cut = spans[0]?.[0] ?? 0
  const parts = [await getTotals({ to: addDays(cut) }), await getTotals({ from: addDays(cut + 1) })]
  expect(
    parts.reduce((sum, one) => sum + balance(one, 'remita'), 0),
    `until ${addDays(cut)} and after`,
  ).toBe(stated)
  const rows = await listRows()
  const add = (name: 'debit' | 'credit') => rows.reduce((sum, row) => sum + Math.round(row[name] * 100), 0)
  expect([add('debit'), add('credit')]).toEqual([Math.round(totals.debit * 100), Math.round(totals.credit * 100)])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
}

/** @returns how much, in kobo */
async function refundSomething(payment: OwnPayment, share: number): Promise<number> {
  const { rows } = await api.database.pool.query(
    `select kind, amount_kobo::float8 as amount from money_cases where payment_id = $1 and state = 'open' and kind <> 'late'`,
    [payment.id],
  )
  const [found] = rows
  if (!found) return 0
  const kobo = Math.max(1, Math.round(found.amount * share))
  try {
    return (await refund(payment, found.kind, kobo, toDay(now))) ? kobo : 0
  } catch (error) {
    // More than was received goes back to nobody.
    if ((error as { constraint?: string }).constraint === 'money_cases_refund_total') return 0
    throw error
  }
}

test('V8.2.3 who has no money:export sees no ledger, no totals, no revenue and no export of it', async () => {
  for (const role of staffRoleNames.filter((one) => one !== 'bursar')) {
    const person = await createStaff(api, [role], { isFresh: true })
    for (const path of ['/staff/ledger', '/staff/ledger/totals', '/staff/revenue'])
      expect((await person.call('GET', path)).body.code, `${role} ${path}`).toBe('not_permitted')
    const body = {
      of: 'ledger',
      filter: { exercise: '2024' },
      columns: ['day'],
      format: 'csv',
      reason: 'To look at it.',
    }
    expect((await person.call('POST', '/staff/exports', { body })).body.code, role).toBe('not_permitted')
    const { body: found } = await person.call('GET', '/staff/search?q=ledger')
    expect(found.data.found, role).toEqual([])
  }
})

test('V8.2.3 a bursar of another exercise sees nothing of this one', async () => {
  await addExercise()
  const { rows } = await api.database.pool.query('select id from exercises where id <> $1 limit 1', [exerciseId])
  const other = await createStaff(api, [
    { role: 'bursar', exerciseId: rows[0].id },
    { role: 'registry', exerciseId },
  ])
  const payment = await createPayment((await createAccount()).id)
  await state(payment, dueKobo)
  const list = async (person: TestStaff) =>
    (await person.call('GET', `/staff/ledger?exercise=${year}`)).body.data.rows.length
  expect([await list(bursar), await list(other)]).toEqual([3, 0])
  for (const path of ['ledger/totals', 'revenue'])
    expect((await other.call('GET', `/staff/${path}?exercise=${year}`)).body.code, path).toBe('not_found')
})

test('a bursar exports the ledger', async () => {
  const body = {
    of: 'ledger',
    filter: { exercise: '2024' },
    columns: ['day', 'account', 'debit', 'credit'],
    format: 'csv',
  }
  const made = await bursar.call('POST', '/staff/exports', {
    body: { ...body, reason: 'For the accounts of the month.' },
  })
  expect(made.status).toBe(201)
})

test('revenue has what was received by day and channel, as the ledger has it', async () => {
  for (const channel of ['BRANCH', 'BRANCH', 'CARDPAYMENT']) {
    const { id } = await createAccount()
    const payment = await createPayment(id)
    // Paid in two parts, which are one payment of the day.
    if (channel === 'CARDPAYMENT') await state(payment, 500_000)
    await state(payment, dueKobo, { channel })
  }
  const day = toDay(now)
  const { days, refunded } = await getRevenue({ from: day, to: day })
  expect(days).toEqual([
    { day, channel: 'BRANCH', received: 25_000, payments: 2 },
    { day, channel: 'CARDPAYMENT', received: 12_500, payments: 1 },
  ])
  expect(refunded).toBe(0)
  expect(balance(await getTotals({ from: day, to: day }), 'remita')).toBe(3 * dueKobo)
  // The same sum, stated again on another day, is nothing more.
  const { id: account } = await createAccount()
  const again = await createPayment(account)
  await state(again, dueKobo, { paidAt: now })
  passTime(86_400_000)
  await api.database.pool.query(
    `insert into payment_events (payment_id, rrr, kind, detail, at) values ($1, $2, 'overpaid', $3, $4)`,
    [again.id, again.rrr, { paidKobo: dueKobo }, now],
  )
  expect((await getRevenue({ from: toDay(now) })).days).toEqual([])
  expect((await getRevenue({ to: '2020-01-01' })).days).toEqual([])
})

test('an RRR that is paid in parts on several days is one of those that were paid into', async () => {
  const [whole, parts] = [
    await createPayment((await createAccount()).id),
    await createPayment((await createAccount()).id),
  ]
  const [first, next] = [toDay(now), toDay(new Date(now.getTime() + 86_400_000))]
  await state(parts, 500_000)
  passTime(86_400_000)
  await state(parts, dueKobo)
  await state(whole, dueKobo)
  const { days, channels } = await getRevenue()
  expect(days.map(({ day, payments }) => [day, payments])).toEqual([
    [first, 1],
    [next, 2],
  ])
  expect(channels).toEqual([{ channel: '', received: 25_000, payments: 2 }])
  expect((await getRevenue({ to: first })).channels).toEqual([{ channel: '', received: 5_000, payments: 1 }])
})

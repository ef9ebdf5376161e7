// The triggers that open and settle cases about money, on rows that any writer may write.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'

let testDatabase: TestDatabase
let client: pg.Client
let people: string[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  client = new pg.Client({ connectionString: testDatabase.applicationUrl })
  await client.connect()
  await client.query(`insert into exercises (id, institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name, deadline)
    values (1, 'Institute', 'I', 'Recruitment', 2024, 0, 0, '[]', 'Vendor', '2024-06-30T22:59:59Z')`)
  const { rows } = await client.query(
    `insert into staff (email, name, status) values ('a@example.org', 'A', 'active'), ('b@example.org', 'B', 'active') returning id`,
  )
  people = rows.map(({ id }) => id)
})
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
})

let count = 0
let payment: { id: string; rrr: string; account: string }
beforeEach(async () => {
  payment = await addPayment()
})

async function addPayment({
  account,
  paidAt = '2024-06-10T10:00:00Z',
  paidKobo = 1_250_000,
}: Partial<NewPayment> = {}) {
  const owner = account ?? (await addAccount())
  count += 1
  const rrr = String(100_000_000_000 + count)
  const { rows } = await client.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status)
    values ($1, $2, $3, 1200000, 50000, 'superseded') returning id`,
    [owner, `order ${count}`, rrr],
  )
  const added = { id: rows[0].id as string, rrr, account: owner, paidAt, paidKobo }
  return added
}
interface NewPayment {
  account: string
  paidAt: string
  paidKobo: number
}

async function addAccount(): Promise<string> {
  count += 1
  const { rows } = await client.query(
    `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, middle_name,
      email, phone, date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
    values (1, $1, '', '', 'Example', 'Amina', '', $1 || '@example.org', '08011112222', '1985-06-15', 'f', 'ogun', 'Ijebu Ode',
      'Technology', 'Lecturer II', 1200000, 50000) returning id`,
    [`RE24-${String(count).padStart(5, '0')}`],
  )
  return rows[0].id
}

async function pay(
  { id, rrr }: { id: string; rrr: string },
  { kinds = ['paid'], kobo = 1_250_000, at = '2024-06-10T10:00:00Z' } = {},
) {
  await client.query(
    `update payments set status = 'paid', paid_at = coalesce(paid_at, $2), paid_kobo = $3 where id = $1`,
    [id, at, kobo],
  )
  for (const kind of kinds)
    await client.query('insert into payment_events (payment_id, rrr, kind) values ($1, $2, $3)', [id, rrr, kind])
}

async function settle(
  lines: { rrr: string; kobo?: number; charge?: number; sameAs?: string; repeats?: string }[],
  { firstDay = '2024-01-01', lastDay = '2024-01-01' } = {},
): Promise<string[]> {
  count += 1
  const { rows } = await client.query(
    `with file as (insert into imports (kind, sha256, exercise_id, state, made_by)
      values ('settlement', $1, 1, 'applied', $2) returning id)
    insert into settlements (import_id, exercise_id, first_day, last_day) select id, 1, $3, $4 from file returning id`,
    [Buffer.from(String(count)), people[0], firstDay, lastDay],
  )
  const ids: string[] = []
  for (const [index, { rrr, kobo = 1_250_000, charge, sameAs, repeats }] of lines.entries()) {
    const added = await client.query(
      `insert into settlement_lines (settlement_id, exercise_id, line, rrr, amount_kobo, charge_kobo, paid_on, same_as_id, repeats_id)
      select id, exercise_id, $2, $3, $4, $5, '2024-06-10', $6, $7 from settlements where id = $1 returning id`,
      [rows[0].id, index + 2, rrr, kobo, charge ?? null, sameAs ?? null, repeats ?? null],
    )
    ids.push(added.rows[0].id)
  }
  await client.query('select open_cases_missing_there($1)', [rows[0].id])
  return ids
}

async function readCases({ rrr }: { rrr: string }): Promise<{ kind: string; state: string; amount: number }[]> {
  const { rows } = await client.query(
    'select kind, state, amount_kobo::int as amount from money_cases where rrr = $1 order by opened_at, kind',
    [rrr],
  )
  return rows
}

const readKinds = async (of: { rrr: string }) => (await readCases(of)).map(({ kind, state }) => `${kind} ${state}`)

const endedStates = ['explained', 'refunded', 'written_off'] as const

const endCase = ({ rrr }: { rrr: string }, kind: string, state: (typeof endedStates)[number]) =>
  client.query(
    `update money_cases set state = $3, ended_at = now() ${
      state === 'explained'
        ? ''
        : `, proposed_by = '${people[0]}', proposed_at = now(), approved_by = '${people[1]}', approved_at = now()`
    } ${state === 'refunded' ? `, refund_kobo = 1, refunded_on = '2024-07-02', refund_reference = 'Bank 1'` : ''}
    where rrr = $1 and kind = $2`,
    [rrr, kind, state],
  )

async function readEvents({ rrr }: { rrr: string }): Promise<{ kind: string; detail: object }[]> {
  const { rows } = await client.query(
    `select event.kind, detail from money_case_events event join money_cases on money_cases.id = case_id
     where rrr = $1 order by event.id`,
    [rrr],
  )
  return rows
}
const readHistory = async (of: { rrr: string }) => (await readEvents(of)).map(({ kind }) => kind)
const readDetails = async (of: { rrr: string }) => (await readEvents(of)).map(({ detail }) => detail)

describe('a payment', () => {
  test('of what is due, before the deadline, opens no case', async () => {
    await pay(payment)
    expect(await readCases(payment)).toEqual([])
  })

  test('after the deadline is late, to the second', async () => {
    const intime = await addPayment()
    await pay(intime, { at: '2024-06-30T22:59:59Z' })
    await pay(payment, { at: '2024-06-30T23:00:00Z' })
    expect(await readKinds(intime)).toEqual([])
    expect(await readCases(payment)).toEqual([{ kind: 'late', state: 'open', amount: 1_250_000 }])
  })

  test.each([null, '2024-12-31T23:00:00Z'])(
    'after the exercise was archived is late, with the deadline %s',
    async (deadline) => {
      const set = "update exercises set deadline = $1, archived_at = '2024-06-10T12:00:00Z' where id = 1"
      await client.query(set, [deadline])
      const intime = await addPayment()
      await pay(intime, { at: '2024-06-10T11:59:59Z' })
      await pay(payment, { at: '2024-06-10T12:00:01Z' })
      expect([await readKinds(intime), await readKinds(payment)]).toEqual([[], ['late open']])
      await client.query("update exercises set deadline = '2024-06-30T22:59:59Z', archived_at = null where id = 1")
    },
  )

  test('after the day on which another post closes is not late', async () => {
    await client.query(`insert into exercises (id, institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values (2, 'Institute', 'I', 'Recruitment', 2025, 0, 0, '[]', 'Vendor')`)
    await client.query(`insert into posts (exercise_id, school, department, role, closes_at)
      select exercise_id, school, department, role, '2024-06-01T00:00:00Z'::timestamptz from (values
        (1, 'Management', null, 'Lecturer II'), (1, 'Technology', null, 'Reader'),
        (1, 'Technology', 'Computer Science', 'Lecturer II'), (2, 'Technology', null, 'Lecturer II')
      ) as post (exercise_id, school, department, role)`)
    await pay(payment)
    expect(await readKinds(payment)).toEqual([])
  })

  test('after the day on which its post closes is late although the exercise goes on', async () => {
    await client.query(
      `insert into posts (exercise_id, school, role, closes_at) values (1, 'Technology', 'Professor', '2024-06-01T00:00:00Z')
      on conflict do nothing`,
    )
    await client.query(`update accounts set role = 'Professor' where id = $1`, [payment.account])
    await pay(payment)
    expect(await readKinds(payment)).toEqual(['late open'])
  })

  test('of an account that had paid is a double one, and stays paid', async () => {
    await pay(payment)
    const second = await addPayment({ account: payment.account })
    await pay(second, { kinds: ['paid_again', 'overpaid'], kobo: 1_300_000 })
    expect(await readCases(second)).toEqual([
      { kind: 'double', state: 'open', amount: 1_250_000 },
      { kind: 'over', state: 'open', amount: 50_000 },
    ])
    const { rows } = await client.query('select status from payments where account_id = $1', [payment.account])
    expect(rows).toEqual([{ status: 'paid' }, { status: 'paid' }])
  })

  test('of more than is due after the deadline is late with what is due, and over with the rest', async () => {
    await pay(payment, { kinds: ['paid', 'overpaid'], kobo: 1_300_000, at: '2024-07-01T10:00:00Z' })
    expect(await readCases(payment)).toEqual([
      { kind: 'late', state: 'open', amount: 1_250_000 },
      { kind: 'over', state: 'open', amount: 50_000 },
    ])
  })

  test('of more than is due opens one case, whose amount follows what Remita says', async () => {
    await pay(payment, { kinds: ['paid', 'overpaid'], kobo: 1_260_000 })
    await pay(payment, { kinds: ['overpaid'], kobo: 2_510_000 })
    await pay(payment, { kinds: ['overpaid'], kobo: 2_510_000 })
    expect(await readCases(payment)).toEqual([{ kind: 'over', state: 'open', amount: 1_260_000 }])
    expect(await readHistory(payment)).toEqual(['opened', 'changed'])
    // What is said again changes nothing: who looks at the case has its newest version.
    const { rows } = await client.query('select version from money_cases where rrr = $1', [payment.rrr])
    expect(rows).toEqual([{ version: 1 }])
  })

  test.each(endedStates)('of more again, once the first excess is %s, opens a case of the rest', async (state) => {
    await pay(payment, { kinds: ['paid', 'overpaid'], kobo: 1_260_000 })
    await endCase(payment, 'over', state)
    await pay(payment, { kinds: ['overpaid'], kobo: 1_290_000 })
    expect(await readCases(payment)).toMatchObject([
      { kind: 'over', state, amount: 10_000 },
      { kind: 'over', state: 'open', amount: 30_000 },
    ])
  })

  test('of more, and late, opens no case again once it was explained; that of another payment explains nothing of it', async () => {
    await pay(payment, { kinds: ['paid', 'overpaid'], kobo: 1_260_000, at: '2024-07-01T10:00:00Z' })
    await client.query(`update money_cases set state = 'explained', ended_at = now() where rrr = $1`, [payment.rrr])
    await pay(payment, { kinds: ['overpaid'], kobo: 1_260_000 })
    expect(await readKinds(payment)).toEqual(['late explained', 'over explained'])
    const other = await addPayment()
    await pay(other, { kinds: ['paid', 'overpaid'], kobo: 1_260_000 })
    expect(await readCases(other)).toEqual([{ kind: 'over', state: 'open', amount: 10_000 }])
  })

  test('of too little is short until the rest is paid, which settles the case and a refund that was proposed', async () => {
    const other = await addPayment()
    for (const { id, rrr } of [payment, other]) {
      await client.query('update payments set paid_kobo = 1000000 where id = $1', [id])
      await client.query(`insert into payment_events (payment_id, rrr, kind) values ($1, $2, 'underpaid')`, [id, rrr])
    }
    await settle([], { firstDay: '2024-06-22', lastDay: '2024-06-22' })
    await client.query(
      `update money_cases set state = 'refund_due', proposed_by = $2, proposed_at = now(), refund_kobo = 1000000 where rrr = $1`,
      [payment.rrr, people[0]],
    )
    await pay(payment, { at: '2024-06-22T10:00:00Z' })
    expect(await readKinds(payment)).toEqual(['short explained', 'missing_there open'])
    expect(await readHistory(payment)).toEqual(['opened', 'settled', 'opened'])
    expect(await readDetails(payment)).toEqual([
      { amountKobo: 1_000_000 },
      { reason: 'paid' },
      { amountKobo: 1_250_000 },
    ])
    expect(await readKinds(other)).toEqual(['short open'])
    // Also where the sum was known before it counted as paid.
    await client.query('update payments set paid_kobo = 1250000 where id = $1', [other.id])
    await pay(other, { at: '2024-06-22T10:00:00Z' })
    expect(await readKinds(other)).toEqual(['short explained', 'missing_there open'])
    // Once somebody has explained why no settlement has it, it is not asked again.
    await endCase(other, 'missing_there', 'explained')
    await pay(other, { kinds: [], kobo: 1_260_000 })
    expect(await readKinds(other)).toEqual(['short explained', 'missing_there explained'])
    const { rows } = await client.query(
      'select version, proposed_by, refund_kobo from money_cases where rrr = $1 and kind = $2',
      [payment.rrr, 'short'],
    )
    expect(rows).toEqual([{ version: 1, proposed_by: null, refund_kobo: null }])
  })
})

test('what is at stake never falls below a refund that is proposed, whatever Remita says', async () => {
  const say = async (kobo: number) => {
    await client.query('update payments set paid_kobo = $2 where id = $1', [payment.id, kobo])
    await client.query(`insert into payment_events (payment_id, rrr, kind) values ($1, $2, 'underpaid')`, [
      payment.id,
      payment.rrr,
    ])
  }
  await say(1_000_000)
  await client.query(
    `update money_cases set state = 'refund_due', proposed_by = $2, proposed_at = now(), refund_kobo = 900000 where rrr = $1`,
    [payment.rrr, people[0]],
  )
  await say(800_000)
  expect(await readCases(payment)).toEqual([{ kind: 'short', state: 'refund_due', amount: 900_000 }])
  expect(await readDetails(payment)).toEqual([{ amountKobo: 1_000_000 }, { amountKobo: 900_000 }])
})

describe('a line of a settlement', () => {
  test.each([
    ['the amount', {}],
    ['the amount without the charge', { kobo: 1_240_000, charge: 10_000 }],
  ])('with %s that was paid here opens no case', async (_, line) => {
    await pay(payment)
    await settle([{ ...line, rrr: payment.rrr }])
    expect(await readCases(payment)).toEqual([])
  })

  test('with another amount differs', async () => {
    await pay(payment)
    await settle([{ rrr: payment.rrr, kobo: 1_250_001 }])
    expect(await readCases(payment)).toEqual([{ kind: 'differs', state: 'open', amount: 1_250_001 }])
  })

  test('of an RRR that is unknown or not paid is missing here, until Remita itself says that it is paid', async () => {
    const june20 = { firstDay: '2024-06-20', lastDay: '2024-06-20' }
    const [, unknown] = await settle([{ rrr: payment.rrr }, { rrr: '999999999999' }], june20)
    expect(await readKinds(payment)).toEqual(['missing_here open'])
    expect(await readKinds({ rrr: '999999999999' })).toEqual(['missing_here open'])
    await settle([{ rrr: '999999999999', repeats: unknown as string }])
    expect((await readKinds({ rrr: '999999999999' })).toSorted()).toEqual(['double open', 'missing_here open'])
    const { rows } = await client.query('select status from payments where id = $1', [payment.id])
    expect(rows).toEqual([{ status: 'superseded' }])
    await client.query(
      `update money_cases set state = 'write_off_due', proposed_by = $2, proposed_at = now() where rrr = $1`,
      [payment.rrr, people[0]],
    )
    await pay(payment, { at: '2024-06-20T10:00:00Z' })
    expect(await readKinds(payment)).toEqual(['missing_here explained'])
    const short = await addPayment()
    await client.query('update payments set paid_kobo = 1000000 where id = $1', [short.id])
    await settle([{ rrr: short.rrr }])
    expect(await readKinds(short)).toEqual(['missing_here open'])
  })

  test('that was missing here differs once Remita confirms another amount', async () => {
    await settle([{ rrr: payment.rrr, kobo: 1_300_000 }])
    await pay(payment)
    expect((await readKinds(payment)).toSorted()).toEqual(['differs open', 'missing_here explained'])
    const { rows } = await client.query('select case_state from reconciliation where rrr = $1', [payment.rrr])
    expect(rows).toEqual([{ case_state: 'open' }])
  })

  test('with the RRR of a line before is paid twice, unless Remita says so itself', async () => {
    await pay(payment)
    const [first] = await settle([{ rrr: payment.rrr }])
    await settle([{ rrr: payment.rrr, repeats: first as string }])
    expect(await readKinds(payment)).toEqual(['double open'])
    await pay(payment, { kinds: ['overpaid'], kobo: 2_500_000 })
    expect((await readKinds(payment)).toSorted()).toEqual(['double explained', 'over open'])
  })

  test.each(endedStates)(
    'that comes once the case of the difference is %s opens another one, whatever other cases are open',
    async (state) => {
      await pay(payment, { at: '2024-07-01T10:00:00Z' })
      const [first] = await settle([{ rrr: payment.rrr, kobo: 1_000_000 }])
      await endCase(payment, 'differs', state)
      await settle([{ rrr: payment.rrr, kobo: 100_000, repeats: first as string }])
      expect((await readKinds(payment)).toSorted()).toEqual(
        ['differs open', `differs ${state}`, 'late open'].toSorted(),
      )
    },
  )

  test('that an earlier file has opens nothing', async () => {
    const [first] = await settle([{ rrr: payment.rrr }])
    await settle([{ rrr: payment.rrr, sameAs: first as string }])
    expect(await readKinds(payment)).toEqual(['missing_here open'])
  })
})

describe('a payment of the days of a settlement that lacks it', () => {
  const june10 = { firstDay: '2024-06-10', lastDay: '2024-06-10' }

  test('is missing there, once, until a later file has it', async () => {
    await pay(payment)
    await settle([], june10)
    await settle([], june10)
    expect(await readCases(payment)).toEqual([{ kind: 'missing_there', state: 'open', amount: 1_250_000 }])
    await settle([{ rrr: payment.rrr }])
    expect(await readKinds(payment)).toEqual(['missing_there explained'])
  })

  test('stands in the reconciliation with the state of that case, whatever other cases it has', async () => {
    await pay(payment, { at: '2024-07-01T10:00:00Z' })
    await settle([], { firstDay: '2024-07-01', lastDay: '2024-07-01' })
    await client.query(`update money_cases set state = 'asked' where rrr = $1 and kind = 'missing_there'`, [
      payment.rrr,
    ])
    const { rows } = await client.query('select verdict, case_state from reconciliation where rrr = $1', [payment.rrr])
    expect(rows).toEqual([{ verdict: 'missing_there', case_state: 'asked' }])
    await settle([{ rrr: payment.rrr }])
    expect((await readKinds(payment)).toSorted()).toEqual(['late open', 'missing_there explained'])
  })

  test('is of the exercise of the settlement', async () => {
    await client.query(
      `insert into exercises (id, institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values (3, 'Institute', 'I', 'Recruitment', 2026, 0, 0, '[]', 'Vendor')`,
    )
    await client.query('update accounts set exercise_id = 3 where id = $1', [payment.account])
    await pay(payment)
    await settle([], june10)
    expect(await readCases(payment)).toEqual([])
    const readVerdicts = async () =>
      (await client.query('select verdict from reconciliation where rrr = $1 and exercise_id = 3', [payment.rrr])).rows
    expect(await readVerdicts()).toEqual([{ verdict: 'not_settled' }])
    await settle([{ rrr: payment.rrr }], june10)
    expect(await readVerdicts()).toEqual([{ verdict: 'not_settled' }])
  })

  test.each([
    ['before the settlement is imported', '2024-06-12', '2024-06-11'],
    ['afterwards', '2024-06-14', '2024-06-13'],
  ])('that is confirmed %s belongs to the day of Nigeria', async (_, day, dayBefore) => {
    const isBefore = day === '2024-06-12'
    const settleDay = () => settle([], { firstDay: day, lastDay: day })
    if (!isBefore) await settleDay()
    const paid: { rrr: string }[] = []
    for (const at of [`${dayBefore}T22:59:59Z`, `${dayBefore}T23:00:00Z`, `${day}T22:59:59Z`, `${day}T23:00:00Z`]) {
      const one = await addPayment()
      await pay(one, { at })
      paid.push(one)
    }
    if (isBefore) await settleDay()
    const kinds = await Promise.all(paid.map(readKinds))
    expect(kinds).toEqual([[], ['missing_there open'], ['missing_there open'], []])
  })
})

describe('a refund', () => {
  const proposeRefund = (kind: string, kobo: number, by = people[0]) =>
    client.query(
      `update money_cases set state = 'refund_due', proposed_by = $3, proposed_at = now(), refund_kobo = $4
      where rrr = $1 and kind = $2`,
      [payment.rrr, kind, by, kobo],
    )
  const approveRefund = (kind: string, by: string | undefined, kobo?: number) =>
    client.query(
      `update money_cases set state = 'refund_approved', approved_by = $3, approved_at = now(), refund_kobo = coalesce($4, refund_kobo)
      where rrr = $1 and kind = $2`,
      [payment.rrr, kind, by, kobo ?? null],
    )
  beforeEach(() => pay(payment, { at: '2024-07-01T10:00:00Z', kinds: ['paid_again'] }))

  test('is at most what is at stake', async () => {
    await expect(proposeRefund('double', 1_250_001)).rejects.toMatchObject({ constraint: 'money_cases_refund' })
    await expect(proposeRefund('double', 0)).rejects.toMatchObject({ constraint: 'money_cases_refund' })
  })

  test('of one RRR is at most what was received, by whatever cases', async () => {
    await proposeRefund('double', 1_000_000)
    await expect(proposeRefund('late', 250_001)).rejects.toMatchObject({ constraint: 'money_cases_refund_total' })
    await proposeRefund('late', 250_000)
  })

  test('can be proposed anew with another amount: the former proposal is no part of what went back', async () => {
    await proposeRefund('double', 700_000)
    await proposeRefund('double', 800_000)
    await expect(proposeRefund('late', 450_001)).rejects.toMatchObject({ constraint: 'money_cases_refund_total' })
  })

  test('counts a line that an earlier file has once', async () => {
    const [line] = await settle([{ rrr: payment.rrr }])
    await settle([{ rrr: payment.rrr, ...(line && { sameAs: line }) }])
    await proposeRefund('double', 1_000_000)
    await expect(proposeRefund('late', 250_001)).rejects.toMatchObject({ constraint: 'money_cases_refund_total' })
  })

  test('is never approved by its proposer', async () => {
    await proposeRefund('double', 1_250_000)
    await expect(approveRefund('double', people[0])).rejects.toMatchObject({ constraint: 'money_cases_second_person' })
    await approveRefund('double', people[1])
  })

  test('has the amount that was approved', async () => {
    await proposeRefund('double', 1_000_000)
    await approveRefund('double', people[1])
    await expect(
      client.query('update money_cases set refund_kobo = 900000 where rrr = $1 and kind = $2', [payment.rrr, 'double']),
    ).rejects.toMatchObject({ constraint: 'money_cases_approved_amount' })
  })

  test('that is approved is not paid out once less was received', async () => {
    const receive = (kobo: number) =>
      client.query('update payments set paid_kobo = $2 where id = $1', [payment.id, kobo])
    await receive(1_300_000)
    await proposeRefund('late', 50_000)
    await proposeRefund('double', 1_250_000)
    await approveRefund('double', people[1])
    await receive(1_299_999)
    const payOut = () =>
      client.query(
        `update money_cases set state = 'refunded', ended_at = now(), refunded_on = '2024-07-02', refund_reference = 'Bank 1'
        where rrr = $1 and kind = 'double'`,
        [payment.rrr],
      )
    await expect(payOut()).rejects.toMatchObject({ constraint: 'money_cases_refund_total' })
    await receive(1_300_000)
    await payOut()
  })

  test('that is approved stays when a settlement explains the case meanwhile', async () => {
    await settle([{ rrr: payment.rrr, kobo: 1 }])
    await proposeRefund('differs', 1)
    await approveRefund('differs', people[1])
    await pay(payment, { kinds: [], kobo: 1_250_000 })
    await client.query('update payments set paid_kobo = 1250001 where id = $1', [payment.id])
    expect(await readKinds(payment)).toContain('differs refund_approved')
  })

  test('that is approved at the moment in which Remita explains the case stays', async () => {
    await settle([{ rrr: payment.rrr, kobo: 1_300_000 }])
    await proposeRefund('differs', 1)
    const approval = `update money_cases set state = 'refund_approved', approved_by = '${people[1]}', approved_at = now()
      where rrr = '${payment.rrr}' and kind = 'differs'`
    const confirm = () => client.query('update payments set paid_kobo = 1300000 where id = $1', [payment.id])
    await raceAtLock(testDatabase.url, approval, [confirm])
    expect(await readKinds(payment)).toContain('differs refund_approved')
  })
})

describe('the tables themselves refuse', () => {
  const proposal = { proposed_by: 'A', proposed_at: '2024-06-12' }
  const approval = { approved_by: 'B', approved_at: '2024-06-13' }
  const moneyCase = { exercise_id: 1, kind: 'over', rrr: '600000000001', amount_kobo: 100 }
  const day = { exercise_id: 1, day: '2024-06-11', differences: 1, paid_kobo: 0, settled_kobo: 0, closed_by: 'A' }
  const settlement = { exercise_id: 1, import_id: '00000000-0000-4000-8000-000000000000' }
  const line = {
    exercise_id: 1,
    line: 9,
    rrr: '600000000002',
    amount_kobo: 100,
    paid_on: '2024-06-10',
    settlement_id: 'file',
  }
  type Row = Record<string, string | number>

  test.each<[string, string, string, Row]>([
    ['a case of less than nothing', 'money_cases', 'amount', { ...moneyCase, amount_kobo: -1 }],
    ['an open case with a proposer', 'money_cases', 'proposed', { ...moneyCase, ...proposal }],
    ['an open case with a refund', 'money_cases', 'refund', { ...moneyCase, refund_kobo: 1 }],
    [
      'a refund of more than is at stake',
      'money_cases',
      'refund',
      { ...moneyCase, ...proposal, state: 'refund_due', refund_kobo: 101 },
    ],
    [
      'a refund of what is missing here',
      'money_cases',
      'refund_confirmed',
      { ...moneyCase, ...proposal, kind: 'missing_here', state: 'refund_due', refund_kobo: 1 },
    ],
    ['an approval of what is not proposed', 'money_cases', 'approved', { ...moneyCase, ...approval }],
    [
      'an approved refund without an approval',
      'money_cases',
      'approved',
      { ...moneyCase, ...proposal, state: 'refund_approved', refund_kobo: 1 },
    ],
    [
      'an approval by the proposer',
      'money_cases',
      'second_person',
      { ...moneyCase, ...proposal, ...approval, approved_by: 'A', state: 'refund_approved', refund_kobo: 1 },
    ],
    [
      'a write-off by one person',
      'money_cases',
      'second_person',
      { ...moneyCase, ...proposal, ...approval, approved_by: 'A', state: 'written_off', ended_at: '2024-06-13' },
    ],
    [
      'an open case that is paid out',
      'money_cases',
      'paid_out',
      { ...moneyCase, refunded_on: '2024-06-14', refund_reference: 'x' },
    ],
    [
      'a refund without its reference',
      'money_cases',
      'paid_out',
      {
        ...moneyCase,
        ...proposal,
        ...approval,
        state: 'refunded',
        refund_kobo: 1,
        refunded_on: '2024-06-14',
        ended_at: '2024-06-14',
      },
    ],
    ['an open case that has ended', 'money_cases', 'ended', { ...moneyCase, ended_at: '2024-06-14' }],
    ['a day that its closer approves', 'closed_days', 'second_person', { ...day, ...approval, approved_by: 'A' }],
    ['an approval of a day without its moment', 'closed_days', 'approved', { ...day, approved_by: 'B' }],
    [
      'a settlement that ends before it begins',
      'settlements',
      'days',
      { ...settlement, first_day: '2024-06-11', last_day: '2024-06-10' },
    ],
    ['a line of less than nothing', 'settlement_lines', 'amount', { ...line, amount_kobo: -1 }],
    ['a charge of less than nothing', 'settlement_lines', 'amount', { ...line, charge_kobo: -1 }],
    ['a line whose RRR is none', 'settlement_lines', 'rrr_digits', { ...line, rrr: '60000000000' }],
    [
      'a line that is the same and repeats',
      'settlement_lines',
      'counts_once',
      { ...line, same_as_id: 1, repeats_id: 1 },
    ],
  ])('%s', async (_, table, constraint, row) => {
    await settle([])
    const { rows } = await client.query('select id from settlements limit 1')
    const names: Row = { A: people[0] ?? '', B: people[1] ?? '', file: rows[0].id }
    const values = Object.values(row).map((value) => names[value] ?? value)
    const insert = `insert into ${table} (${Object.keys(row)}) values (${values.map((__, n) => `$${n + 1}`)})`
    await expect(client.query(insert, values)).rejects.toMatchObject({ constraint: `${table}_${constraint}` })
  })
})

test('lines are compared one by one and counted, also while the statistics say that there are none', async () => {
  await settle([])
  const owner = new pg.Client({ connectionString: testDatabase.url })
  await owner.connect()
  // As a check of a long file leaves them, which was taken back.
  for (const table of ['settlement_lines', 'money_cases'])
    await owner.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1000, 'reltuples', 0::real)`,
      [table],
    )
  await owner.end()
  const [batches, size] = [40, 50]
  await client.query('begin')
  const readRows = async (): Promise<number> =>
    (
      await client.query(`select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
        where relname in ('settlement_lines', 'money_cases')`)
    ).rows[0].rows
  const before = await readRows()
  for (let batch = 0; batch < batches; batch++)
    await client.query(
      `insert into settlement_lines (settlement_id, exercise_id, line, rrr, amount_kobo, paid_on)
      select (select id from settlements limit 1), 1, 1000 + n, 700000000000 + n, 100, '2024-06-10' from generate_series($1::int, $2::int) n`,
      [batch * size, batch * size + size - 1],
    )
  await client.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at)
    select $1, 'counted ' || n, 500000000000 + n, 1200000, 50000, 'paid', 1250000, now() from generate_series(1, 100) n`,
    [payment.account],
  )
  await client.query('select verdict, count(*) from reconciliation where exercise_id = 1 group by 1')
  const read = (await readRows()) - before
  await client.query('rollback')
  expect(read).toBeLessThan(batches * size * 10)
})

test.each(['settlements', 'settlement_lines', 'money_case_events'])('rows of %s are never changed', async (table) => {
  await settle([{ rrr: payment.rrr }])
  for (const statement of [`delete from ${table}`, `truncate ${table} cascade`])
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
})

// Payments for the staff: the list, the page of one RRR, and asking Remita about it. Nothing of these marks an RRR as paid.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { staffCalls } from '#shared/api/staff/calls.ts'
import type { PaymentRow } from '#shared/lists/payments.ts'
import { formatPaymentEvent } from '#shared/staff/labels/payments.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import {
  countRemitaCalls,
  createRrr,
  dueNaira,
  payRrr,
  readPaymentNotes,
  setRemitaFaults,
  verifyRrr,
} from '#tests/support/api/payments.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
let bursar: TestStaff
let helpdesk: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  bursar = await createStaff(api, ['bursar'], { isFresh: true })
  helpdesk = await createStaff(api, ['helpdesk'])
})
afterAll(() => api.close())
beforeEach(async () => {
  await setRemitaFaults(api, {})
  await api.forgetRateLimits()
})

const list = async (query: Record<string, string> = {}, person = bursar): Promise<PaymentRow[]> => {
  const { status, body } = await person.call('GET', `/staff/payments?${new URLSearchParams(query)}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.rows
}
const listRrrs = async (query: Record<string, string>, person = bursar) =>
  (await list(query, person)).map(({ rrr }) => rrr)
const read = (rrr: string, person = bursar) => person.call('GET', `/staff/payments/${rrr}`)
const check = (rrr: string, person = bursar) => person.call('POST', `/staff/payments/${rrr}/check`, { body: {} })
/** The shortest time between two questions. */
const passSomeSeconds = () => api.clock.advance(5_000)

async function createWithRrr(): Promise<{ applicant: TestApplicant; rrr: string }> {
  const applicant = await createApplicant(api)
  return { applicant, rrr: await createRrr(api, applicant) }
}

async function createPaid(amount?: number) {
  const { applicant, rrr } = await createWithRrr()
  await payRrr(api, rrr, amount)
  await verifyRrr(api, applicant, rrr)
  passSomeSeconds()
  return { applicant, rrr }
}

describe('the list', () => {
  test('an RRR is found by its digits with spaces, by its order and by the user ID', async () => {
    const { applicant, rrr } = await createWithRrr()
    const [row] = await list({ q: `${rrr.slice(0, 4)} ${rrr.slice(4, 8)} ${rrr.slice(8)}` })
    expect(row).toMatchObject({
      rrr,
      userId: applicant.userId,
      state: 'open',
      due: dueNaira,
      paid: null,
      isLate: false,
    })
    expect(await listRrrs({ q: row?.order ?? '' })).toEqual([rrr])
    expect(await listRrrs({ q: applicant.userId.toLowerCase() })).toEqual([rrr])
    expect(await listRrrs({ q: '999999999999' })).toEqual([])
  })

  test('filters tell states, channels, days, and what differs, apart', async () => {
    const over = await createPaid(dueNaira + 500)
    const under = await createPaid(dueNaira - 500)
    const exact = await createPaid()
    // Remita's answers do not always name the channel.
    await api.database.pool.query(`update payments set payment_type = 'BRANCH' where rrr = any($1)`, [
      [over.rrr, exact.rrr],
    ])
    const rrrs = [over.rrr, under.rrr, exact.rrr]
    const find = async (query: Record<string, string>) => {
      const found = await listRrrs({ limit: '100', ...query })
      return rrrs.map((rrr) => found.includes(rrr))
    }
    expect(await find({ state: 'paid' })).toEqual([true, false, true])
    expect(await find({ differs: 'over' })).toEqual([true, false, false])
    expect(await find({ differs: 'under|over' })).toEqual([true, true, false])
    expect(await find({ channel: 'BRANCH' })).toEqual([true, false, true])
    expect(await find({ channel: 'none' })).toEqual([false, true, false])
    // What nobody has paid has no channel to be found by.
    const { rrr: unpaid } = await createWithRrr()
    expect(await listRrrs({ channel: 'none', limit: '100' })).not.toContain(unpaid)
    expect(await listRrrs({ sort: 'paidAt', limit: '100' })).not.toContain(unpaid)
    const today = api.clock.now().toISOString().slice(0, 10)
    expect(await find({ paidFrom: today })).toEqual([true, false, true])
    expect(await find({ paidTo: '2020-01-01' })).toEqual([false, false, false])
    expect((await list({ q: over.rrr }))[0]).toMatchObject({ differs: 'over', paid: dueNaira + 500, channel: 'BRANCH' })
    await api.database.pool.query(`update payments set payment_type = 'Kiosk 7' where rrr = $1`, [exact.rrr])
    expect(await find({ channel: 'other' })).toEqual([false, false, true])
  })

  test('a second payment of an account is paid twice', async () => {
    const { applicant, rrr } = await createWithRrr()
    const second = await createRrr(api, applicant, { regenerate: true })
    for (const one of [rrr, second]) {
      await payRrr(api, one)
      passSomeSeconds()
      await check(one)
    }
    expect(await listRrrs({ differs: 'again' })).toEqual([second])
    const readDifference = async (one: string) => (await list({ q: one }))[0]?.differs
    expect([await readDifference(rrr), await readDifference(second)]).toEqual([null, 'again'])
    expect((await read(second)).body.data.others).toMatchObject([{ rrr, state: 'paid', paid: dueNaira }])
  })

  test('late is what was paid after the deadline of the post, or else of the exercise', async () => {
    const { rrr } = await createPaid()
    // Of a post that closes with the others.
    await createApplicant(api, { school: 'Elsewhere' })
    const { pool } = api.database
    const find = async (late: string) => (await listRrrs({ late, limit: '100' })).includes(rrr)
    expect([await find('yes'), await find('no')]).toEqual([false, true])
    const { rows } = await pool.query('select deadline from exercises where is_current')
    await pool.query(`update exercises set deadline = '2020-01-01T00:00:00Z' where is_current`)
    expect([await find('yes'), await find('no')]).toEqual([true, false])
    await pool.query(`update exercises set deadline = null, archived_at = '2020-01-01T00:00:00Z' where is_current`)
    expect([await find('yes'), await find('no')]).toEqual([true, false])
    await pool.query('update exercises set deadline = $1, archived_at = null where is_current', [rows[0].deadline])

    await pool.query(
      `with other as (
        insert into exercises select (jsonb_populate_record(null::exercises, to_jsonb(exercises)
          || '{"id": 2061, "year": 2061, "is_current": false}')).* from exercises where is_current)
      insert into posts (exercise_id, school, department, role)
      select accounts.exercise_id, coalesce(other_school, school), coalesce(other_department, department), coalesce(other_role, role)
      from accounts join payments on payments.account_id = accounts.id and rrr = $1, (values
        ('Elsewhere', null, null), (null, 'Elsewhere', null), (null, null, 'Elsewhere')
      ) as other (other_school, other_department, other_role)`,
      [rrr],
    )
    /** The own post, or all others. */
    const close = (isOwn: boolean) =>
      pool.query(
        `update posts set closes_at = case when $2 = (posts.exercise_id = accounts.exercise_id and posts.school = accounts.school
          and posts.department is not distinct from accounts.department and posts.role = accounts.role)
          then '2020-01-01T00:00:00Z'::timestamptz end
        from accounts join payments on payments.account_id = accounts.id where rrr = $1`,
        [rrr, isOwn],
      )
    await close(false)
    expect([await find('yes'), await find('no')]).toEqual([false, true])
    await close(true)
    expect([await find('yes'), await find('no')]).toEqual([true, false])
    // A post of the school itself.
    await pool.query(
      `with account as (
        update accounts set department = null from payments where payments.account_id = accounts.id and rrr = $1
        returning accounts.exercise_id, accounts.school, accounts.role)
      insert into posts (exercise_id, school, role) select * from account on conflict do nothing`,
      [rrr],
    )
    await close(true)
    expect([await find('yes'), await find('no')]).toEqual([true, false])
    await pool.query(`delete from posts where 'Elsewhere' in (department, role)`)
    await pool.query('update posts set closes_at = null')
  })

  test('V8.2.3 the helpdesk sees states, and no amount by any way', async () => {
    const { rrr } = await createPaid(dueNaira + 500)
    await api.database.pool.query(`update payments set payment_type = 'BRANCH' where rrr = $1`, [rrr])
    expect((await list({ q: rrr }, helpdesk))[0]).toMatchObject({
      rrr,
      state: 'paid',
      due: null,
      paid: null,
      channel: null,
      differs: null,
    })
    expect(await list({ q: rrr, differs: 'over' }, helpdesk)).toEqual([])
    expect(await list({ q: rrr, channel: 'BRANCH' }, helpdesk)).toEqual([])
    const page = (await read(rrr, helpdesk)).body.data
    expect(page).toMatchObject({ mayCheck: false, payment: { due: null, paid: null, channel: null, differs: null } })
    const amounts = /12,?[0-9]{3}|13,?000/
    expect(page.events.map(formatPaymentEvent).join(' ')).not.toMatch(amounts)
    expect(JSON.stringify(page.events)).not.toMatch(/due|paid":/)
    expect((await check(rrr, helpdesk)).body.code).toBe('not_permitted')
  })

  test('a bursar exports payments, and no list of persons', async () => {
    const make = (of: string, columns: string[]) =>
      bursar.call('POST', '/staff/exports', {
        body: { of, filter: { exercise: '2024' }, columns, format: 'csv', reason: 'For the accounts of the month.' },
      })
    expect((await make('applicants', ['userId'])).body.code).toBe('not_permitted')
    expect((await make('payments', ['rrr', 'due', 'paid'])).status).toBe(201)
  })

  test.each([
    ['', 'payments_newest'],
    ['state=paid', 'payments_by_state'],
    ['channel=WEB', 'payments_by_channel'],
    ['sort=-paidAt', 'payments_by_day'],
    ['differs=under', 'payments_underpaid'],
    ['differs=over', 'payments_overpaid'],
  ])('by %j is read from an index that begins with the exercise', async (query, index) => {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    await list(Object.fromEntries(new URLSearchParams(query)))
    const page = asked.mock.calls
      .map(([config]) => config as unknown as { text: string; values: unknown[] })
      .find(({ text }) => text?.includes('"listCount"'))
    asked.mockRestore()
    const client = await api.database.pool.connect()
    await client.query(
      'set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_sort = off',
    )
    const { rows } = await client.query(`explain (costs off) ${page?.text}`, page?.values)
    client.release(true)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(new RegExp(`using ${index} on payments\\n +Index Cond: [(]+exercise_id = `))
  })
})

describe('one RRR', () => {
  test('its events are told oldest first, without the name of anybody', async () => {
    const { applicant, rrr } = await createPaid()
    const { payment, events, userId, year } = (await read(rrr)).body.data
    expect(payment).toMatchObject({ rrr, state: 'paid', due: dueNaira, paid: dueNaira })
    expect([userId, year]).toEqual([applicant.userId, 2024])
    expect(events.map(formatPaymentEvent)).toEqual([
      'An RRR was requested for ₦12,500.00.',
      'Remita answered with the RRR.',
      'The RRR was issued for ₦12,500.00.',
      'Remita sent a notice about it.',
      'Remita answered: paid.',
      'Paid: ₦12,500.00.',
    ])
    expect(JSON.stringify(events)).not.toContain(applicant.userId)
    // Of very many, the newest.
    await api.database.pool.query(
      `insert into payment_events (payment_id, rrr, kind, at)
        select id, rrr, 'notified', $2 from payments, generate_series(1, 300) where rrr = $1`,
      [rrr, api.clock.now()],
    )
    const newest: { kind: string }[] = (await read(rrr)).body.data.events
    expect(newest.map(({ kind }) => kind)).toEqual(Array(300).fill('notified'))
  })

  test('the other RRRs of the applicant are told, the newest first', async () => {
    const { applicant, rrr } = await createWithRrr()
    const generate = () => createRrr(api, applicant, { regenerate: true })
    const later = [await generate(), await generate(), await generate()]
    const listOthers = async () =>
      (await read(rrr)).body.data.others.map((other: { rrr: string }) => other.rrr) as string[]
    expect(await listOthers()).toEqual(later.toReversed())
    // Of very many, the newest.
    await api.database.pool.query(
      `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, created_at)
        select $1, gen_random_uuid(), 780000000000 + n, 1, 0, 'expired', created_at + n * interval '1 minute'
        from payments, generate_series(1, 100) as n where rrr = $2`,
      [applicant.id, later[2]],
    )
    expect(await listOthers()).toEqual(Array.from({ length: 100 }, (_, n) => String(780_000_000_100 - n)))
  })

  test('who reads it is in the audit log', async () => {
    const { applicant, rrr } = await createWithRrr()
    expect((await withoutAuditLog(api, () => read(rrr, helpdesk))).status).toBe(500)
    await read(rrr, helpdesk)
    const { rows } = await api.database.pool.query(
      `select action, subject_kind as kind, subject_id as id, (select year from exercises where id = exercise_id) as year
        from audit_log where account_id = $1 and staff_id = $2`,
      [applicant.id, helpdesk.id],
    )
    expect(rows).toEqual([{ action: 'payment_viewed', kind: 'payment', id: rrr, year: 2024 }])
  })

  test('spaces in an RRR do not matter, and one that nobody has is 404', async () => {
    const { rrr } = await createWithRrr()
    expect((await read(`${rrr.slice(0, 4)}%20${rrr.slice(4)}`)).body.data.payment.rrr).toBe(rrr)
    expect((await read('999999999999')).status).toBe(404)
  })
})

describe('asking Remita now', () => {
  test('what Remita has received is paid, with the name of who asked in the audit log', async () => {
    const { applicant, rrr } = await createWithRrr()
    await payRrr(api, rrr)
    passSomeSeconds()
    expect((await withoutAuditLog(api, () => check(rrr))).status).toBe(500)
    expect((await read(rrr)).body.data.payment.state, 'where it cannot be recorded').toBe('open')
    passSomeSeconds()
    const { status, body } = await check(rrr)
    expect([status, body.message, body.data.outcome, body.data.status]).toEqual([
      200,
      'Remita confirms the payment.',
      'paid',
      'paid',
    ])
    expect(body.data.payment).toMatchObject({ state: 'paid', paid: dueNaira })
    expect(body.data.events.map(formatPaymentEvent).slice(-3)).toEqual([
      'The staff asked Remita about it.',
      'Remita answered: paid.',
      'Paid: ₦12,500.00.',
    ])
    const { rows } = await api.database.pool.query(
      `select action, subject_kind as kind, subject_id as about, (select year from exercises where id = exercise_id) as year,
         detail ->> 'outcome' as outcome from audit_log
       where account_id = $1 and staff_id = $2 and action <> 'payment_viewed' order by id`,
      [applicant.id, bursar.id],
    )
    expect(rows).toMatchObject([
      { action: 'payment_paid' },
      { action: 'payment_checked', kind: 'payment', about: rrr, year: 2024, outcome: 'paid' },
    ])
    expect((await api.call('GET', '/users/me', applicant)).body.data.paymentstatus).toBe(true)
  })

  test.each([
    ['unpaid', {}, 'open'],
    ['failed', { status: { code: '02' } }, 'open'],
    ['unknown_rrr', { status: { code: '022' } }, 'open'],
    ['no_answer', { status: { http500: true } }, 'open'],
    ['no_answer', { status: { hangUp: true } }, 'open'],
    ['unclear', { status: { html: true } }, 'open'],
    ['refused', { status: { code: '020' } }, 'open'],
  ])('an unpaid RRR: %s is said honestly, with the faults %j', async (outcome, faults, state) => {
    const { rrr } = await createWithRrr()
    passSomeSeconds()
    await setRemitaFaults(api, faults)
    const { status, body } = await check(rrr)
    expect([status, body.data.outcome, body.data.status]).toEqual([200, outcome, state])
    // Nothing is lost: the next question finds what Remita has received meanwhile.
    await setRemitaFaults(api, {})
    await payRrr(api, rrr)
    passSomeSeconds()
    expect((await check(rrr)).body.data).toMatchObject({ outcome: 'paid', status: 'paid' })
  })

  test('less than what is due stays unpaid, and says so', async () => {
    const { rrr } = await createWithRrr()
    await payRrr(api, rrr, dueNaira - 500)
    passSomeSeconds()
    expect((await check(rrr)).body.data).toMatchObject({
      outcome: 'underpaid',
      status: 'open',
      payment: { paid: dueNaira - 500, differs: 'under' },
    })
  })

  test('a payment that Remita does not confirm any more stays paid', async () => {
    const { rrr } = await createPaid()
    await setRemitaFaults(api, { status: { code: '021' } })
    expect((await check(rrr)).body.data).toMatchObject({ outcome: 'not_confirmed', status: 'paid' })
  })

  test('many who ask at once ask once, and nothing is doubled', async () => {
    const { applicant, rrr } = await createWithRrr()
    await payRrr(api, rrr)
    passSomeSeconds()
    const before = (await countRemitaCalls(api)).status ?? 0
    const answers = await Promise.all(Array.from({ length: 4 }, () => check(rrr)))
    const outcomes = answers.map(({ body }) => body.data.outcome).sort()
    expect(outcomes).toEqual(['asked_before', 'asked_before', 'asked_before', 'paid'])
    expect((await countRemitaCalls(api)).status).toBe(before + 1)
    passSomeSeconds()
    const other = await createWithRrr()
    passSomeSeconds()
    expect((await check(rrr)).body.data.outcome).toBe('paid')
    // That this one was asked about keeps no other from it.
    expect((await check(other.rrr)).body.data.outcome).toBe('unpaid')
    passSomeSeconds()
    await verifyRrr(api, other.applicant, other.rrr)
    expect((await check(other.rrr)).body.data.outcome).toBe('asked_before')
    expect((await readPaymentNotes(api, applicant)).filter((kind) => kind === 'paid')).toHaveLength(1)
  })

  test('a notification of a moment ago keeps nobody from asking', async () => {
    const { rrr } = await createWithRrr()
    await payRrr(api, rrr)
    passSomeSeconds()
    await api.database.pool.query(
      `insert into payment_events (payment_id, rrr, kind, at) select id, rrr, 'notified', $2 from payments where rrr = $1`,
      [rrr, api.clock.now()],
    )
    expect((await check(rrr)).body.data.outcome).toBe('paid')
  })

  test('no call of the staff says what a payment is: asking is the only one that changes any', () => {
    const changing = Object.values(staffCalls).filter((call) => /payments/.test(call) && !call.startsWith('GET'))
    expect(changing).toEqual(['POST /staff/payments/:rrr/check'])
  })
})

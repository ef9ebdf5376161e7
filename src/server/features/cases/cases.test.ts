// The bursar's side of money cases: steps, refunds by two persons, and Remita's answers while a case is open.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toNaira } from '#shared/policy/money.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents, withoutAuditLog } from '#tests/support/api/audit.ts'
import { missHere, missUnknown, payTooLittle, payTwice, runChecksOf, settle } from '#tests/support/api/money-cases.ts'
import { dueNaira, payRrr, readPayments, setRemitaFaults } from '#tests/support/api/payments.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let ada: TestStaff
let bola: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
beforeEach(async () => {
  await api.forgetRateLimits()
  await api.remita.control('reset', {})
  await api.database.pool.query('delete from graphile_worker._private_jobs')
  await setRemitaFaults(api, { notification: { none: true } })
  ada = await createStaff(api, ['bursar'], { isFresh: true, name: 'Ada Bursar' })
  bola = await createStaff(api, ['bursar'], { isFresh: true, name: 'Bola Bursar' })
})
afterAll(() => api.close())

const query = async (text: string, values: unknown[] = []) => (await api.database.pool.query(text, values)).rows
const read = async (id: string, by = ada) => (await by.call('GET', `/staff/cases/${id}`)).body.data
const act = (id: string, body: object, by = ada) => by.call('POST', `/staff/cases/${id}/actions`, { body })
const approve = (id: string, body: object, by = bola) => by.call('POST', `/staff/cases/${id}/approval`, { body })
const note = 'The applicant wrote to us about it.'
const propose = (id: string, { amount = dueNaira, version = 0, by = ada } = {}) =>
  act(id, { act: 'propose_refund', amount, note, version }, by)
const approveRefund = (id: string, { amount = dueNaira, version = 1, by = bola } = {}) =>
  approve(id, { act: 'approve_refund', amount, version }, by)

const readToday = () => new Date(api.clock.now().getTime() + 3_600_000).toISOString().slice(0, 10)
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

describe('a refund', () => {
  test('is proposed, approved by another person and recorded as paid out; the payment stays paid', async () => {
    const { id, rrr, applicant } = await payTwice(api)
    expect(await read(id)).toMatchObject({
      kind: 'double',
      rrr,
      userId: applicant.userId,
      amount: dueNaira,
      state: 'open',
      refundable: dueNaira,
      steps: ['ask', 'explain', 'propose_refund', 'propose_write_off'],
      payment: { state: 'paid', paid: dueNaira },
      remita: { answer: 'paid', amount: dueNaira },
      line: null,
    })
    expect((await propose(id)).body).toMatchObject({
      message: 'The refund is proposed. Another person must approve it.',
      data: { state: 'refund_due', version: 1, refund: dueNaira, isOwnProposal: true, steps: ['cancel_proposal'] },
    })
    expect((await read(id, bola)).steps).toEqual(['cancel_proposal', 'approve_refund'])
    expect((await approveRefund(id)).body.data).toMatchObject({
      state: 'refund_approved',
      approved: { name: 'Bola Bursar' },
      steps: ['record_refund'],
    })
    const paidOut = { act: 'record_refund', refundedOn: readToday(), reference: 'PV/2024/118', version: 2 }
    expect((await act(id, paidOut)).body.data).toMatchObject({
      state: 'refunded',
      refundedOn: readToday(),
      reference: 'PV/2024/118',
      steps: [],
      events: [
        { kind: 'opened', by: null, amount: dueNaira },
        { kind: 'propose_refund', by: 'Ada Bursar', amount: dueNaira, note },
        { kind: 'approve_refund', by: 'Bola Bursar', amount: dueNaira },
        { kind: 'record_refund', by: 'Ada Bursar', amount: dueNaira },
      ],
    })
    expect((await readPayments(api, applicant)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect((await api.call('GET', '/users/me', applicant)).body.data.paymentStatus).toBe(true)
  })

  test('each step is an audit event, without the note, the reference and names', async () => {
    const { id, rrr, applicant } = await payTwice(api)
    await read(id)
    await act(id, { act: 'ask', version: 0 })
    await propose(id, { version: 1 })
    await act(id, { act: 'cancel_proposal', note: 'Wrong amount.', version: 2 })
    await propose(id, { version: 3, amount: 500.5 })
    await approveRefund(id, { version: 4, amount: 500.5 })
    await act(id, { act: 'record_refund', refundedOn: readToday(), reference: 'PV/2024/119', version: 5 })
    const events = await query(
      `select action, detail, reason, staff_id, exercise_id, account_id from audit_log where subject_kind = 'money_case' and subject_id = $1 order by id`,
      [id],
    )
    expect(events.map(({ action, detail }) => [action, detail])).toEqual([
      ['money_case_viewed', {}],
      ['money_case_asked', { kind: 'double', rrr }],
      ['refund_proposed', { kind: 'double', rrr, refundKobo: 1_250_000 }],
      ['money_case_proposal_cancelled', { kind: 'double', rrr }],
      ['refund_proposed', { kind: 'double', rrr, refundKobo: 50_050 }],
      ['refund_approved', { kind: 'double', rrr, refundKobo: 50_050 }],
      ['refund_paid_out', { kind: 'double', rrr, refundKobo: 50_050, refundedOn: readToday() }],
    ])
    expect(events.every(({ staff_id, exercise_id, reason }) => staff_id && exercise_id && reason === null)).toBe(true)
    // Who is recused from the case of the applicant reads none of them.
    expect(new Set(events.map(({ account_id }) => account_id))).toEqual(new Set([applicant.id]))
  })

  test('is not approved by its proposer, nor without a fresh sign-in', async () => {
    const { id } = await payTwice(api)
    await propose(id)
    expect(await approveRefund(id, { by: ada })).toMatchObject({
      status: 403,
      body: { code: 'second_person_required', message: 'This needs another person than the one who proposed it.' },
    })
    const stale = await createStaff(api, ['bursar'])
    expect((await approveRefund(id, { by: stale })).body.code).toBe('fresh_sign_in_required')
    expect(await read(id)).toMatchObject({ state: 'refund_due', version: 1 })
  })

  test('is neither proposed nor approved where that cannot be recorded', async () => {
    const { id } = await payTwice(api)
    expect((await withoutAuditLog(api, () => propose(id))).status).toBe(500)
    expect(await read(id)).toMatchObject({ state: 'open', version: 0, events: [{ kind: 'opened' }] })
    await propose(id)
    expect((await withoutAuditLog(api, () => approveRefund(id))).status).toBe(500)
    expect(await read(id)).toMatchObject({ state: 'refund_due', version: 1, approved: null })
  })

  test('is approved by the registry as well, which takes no other step', async () => {
    const registry = await createStaff(api, ['registry'], { isFresh: true })
    const { id } = await payTwice(api)
    expect((await propose(id, { by: registry })).status).toBe(403)
    await propose(id)
    expect((await read(id, registry)).steps).toEqual(['approve_refund'])
    expect((await approveRefund(id, { by: registry })).status).toBe(200)
  })

  test('whose step is sent again because the answer was lost is not said to be changed by somebody else', async () => {
    const { id } = await payTwice(api)
    const paidOut = { act: 'record_refund', refundedOn: readToday(), reference: 'PV/2024/119', version: 2 }
    const steps = [() => propose(id), () => approveRefund(id), () => act(id, paidOut)]
    for (const [n, step] of steps.entries())
      for (const _ of ['lost', 'again'])
        expect(await step()).toMatchObject({ status: 200, body: { data: { version: n + 1 } } })
    const others = [
      await act(id, { ...paidOut, reference: 'PV/2024/120' }),
      await act(id, paidOut, bola),
      await propose(id),
    ]
    expect(others.map(({ body }) => body.code)).toEqual(others.map(() => 'changed_meanwhile'))
    expect((await read(id)).events).toHaveLength(4)
  })

  test('of two who approve at once one does, and the other is told what there is now', async () => {
    const { id } = await payTwice(api)
    await propose(id)
    const third = await createStaff(api, ['bursar'], { isFresh: true })
    const answers = await raceAtLock(api.database.url, `select from money_cases where id = '${id}' for update`, [
      () => approveRefund(id),
      () => approveRefund(id, { by: third }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'changed_meanwhile',
      message: 'Someone else changed this. Check the new version and try again.',
      data: { state: 'refund_approved', version: 2 },
    })
    const approvals = await query(`select from money_case_events where case_id = $1 and kind = 'approve_refund'`, [id])
    expect(approvals).toHaveLength(1)
  })

  test('that was proposed anew with another amount is not approved by who saw the former one', async () => {
    const { id } = await payTwice(api)
    await propose(id, { amount: 1_000 })
    await act(id, { act: 'cancel_proposal', note: 'Wrong amount.', version: 1 })
    await propose(id, { amount: 2_000, version: 2 })
    for (const seen of [
      { amount: 1_000, version: 1 },
      { amount: 1_000, version: 3 },
    ])
      expect((await approveRefund(id, seen)).body).toMatchObject({
        code: 'changed_meanwhile',
        data: { refund: 2_000, version: 3, state: 'refund_due' },
      })
    expect((await approveRefund(id, { amount: 2_000, version: 3 })).status).toBe(200)
  })

  test('whose amount changes in the moment of its approval is not approved', async () => {
    const { id } = await payTwice(api)
    await propose(id, { amount: 1_000 })
    const [answer] = await raceAtLock(
      api.database.url,
      `update money_cases set refund_kobo = 200000, version = version + 1 where id = '${id}'`,
      [() => approveRefund(id, { amount: 1_000 })],
    )
    expect(answer?.body).toMatchObject({ code: 'changed_meanwhile', data: { refund: 2_000, state: 'refund_due' } })
  })

  test('of more than Remita says by now that it received is not approved, and does not stop its answers', async () => {
    const { id, rrr } = await payTooLittle(api)
    await propose(id, { amount: 12_000 })
    await setRemitaFaults(api, { notification: { none: true }, status: { underpaid: true, times: 1 } })
    await api.services.payments.acceptNotification({ rrr })
    await runChecksOf(api)
    expect(await read(id, bola)).toMatchObject({
      state: 'refund_due',
      amount: 12_000,
      refund: 12_000,
      refundable: 11_900,
      payment: { paid: 11_900 },
    })
    expect((await approveRefund(id, { amount: 12_000 })).body.code).toBe('refund_exceeds')
    // Nor does anything less than nothing stay for another case of the RRR.
    const [other] = await query(
      `insert into money_cases (exercise_id, kind, rrr, amount_kobo)
      select exercise_id, 'over', rrr, 100 from money_cases where id = $1 returning id`,
      [id],
    )
    expect(await read(other.id)).toMatchObject({ refundable: 0 })
    await act(id, { act: 'cancel_proposal', note, version: 1 })
    await propose(id, { amount: 11_900, version: 2 })
    expect((await approveRefund(id, { amount: 11_900, version: 3 })).status).toBe(200)
  })

  test('of a case that Remita closed meanwhile is not approved', async () => {
    const { id, rrr } = await payTooLittle(api)
    await propose(id, { amount: 12_000 })
    await payRrr(api, rrr, 500)
    await api.services.payments.acceptNotification({ rrr })
    await runChecksOf(api)
    expect((await approveRefund(id, { amount: 12_000 })).body).toMatchObject({
      code: 'changed_meanwhile',
      data: {
        state: 'explained',
        refund: null,
        payment: { state: 'paid' },
        events: [{ kind: 'opened' }, { kind: 'propose_refund' }, { kind: 'settled', reason: 'paid', by: null }],
      },
    })
    expect((await propose(id, { version: 2 })).body).toMatchObject({
      code: 'case_state',
      message: 'This is not possible any more in the state of the case.',
    })
  })

  test('is at most what is at stake, and with the others of the RRR at most what was received', async () => {
    const { id, rrr } = await payTwice(api)
    expect(await propose(id, { amount: dueNaira + 0.01 })).toMatchObject({
      status: 409,
      body: { code: 'refund_exceeds', errors: [{ path: 'amount', message: 'At most ₦12,500.00 can go back.' }] },
    })
    for (const amount of [0, -1, 10.001]) expect((await propose(id, { amount })).status).toBe(400)
    await settle(api, rrr, 1_250_001)
    const { others } = await read(id)
    expect(others).toMatchObject([{ kind: 'differs', rrr }])
    // A file has a line of this RRR that named no account, and one of another exercise, too.
    await query(
      `insert into money_cases (exercise_id, kind, rrr, amount_kobo)
      select exercise_id, 'missing_here', rrr, 1 from money_cases where id = $1`,
      [id],
    )
    await query(
      `with elsewhere as (
        insert into exercises select (jsonb_populate_record(null::exercises, to_jsonb(exercises)
          || '{"id": 2038, "year": 2038, "is_current": false}')).* from exercises order by id limit 1 returning id)
      insert into money_cases (exercise_id, kind, rrr, amount_kobo) select id, 'missing_here', $1, 1 from elsewhere`,
      [rrr],
    )
    const kinds = (await read(id)).others.map(({ kind }: { kind: string }) => kind)
    expect(kinds.toSorted()).toEqual(['differs', 'missing_here'])
    const differs = others[0].id
    await propose(id, { amount: 12_000 })
    expect((await read(differs)).refundable).toBe(500.01)
    expect((await propose(differs, { amount: 501 })).body.code).toBe('refund_exceeds')
    expect((await propose(differs, { amount: 500.01 })).status).toBe(200)
    const [over] = await query(
      `insert into money_cases (exercise_id, kind, rrr, amount_kobo)
      select exercise_id, 'over', rrr, 100 from money_cases where id = $1 returning id`,
      [id],
    )
    expect((await propose(over.id, { amount: 0.01 })).body.errors).toEqual([
      { path: 'amount', message: 'Nothing can go back for this RRR any more.' },
    ])
  })

  test('of two cases of an RRR that are proposed at once is at most what was received', async () => {
    const { id, rrr } = await payTwice(api)
    await settle(api, rrr, 1_250_001)
    const [{ id: differs }] = (await read(id)).others
    const answers = await raceAtLock(api.database.url, `select from money_cases where rrr = '${rrr}' for update`, [
      () => propose(id, { amount: 12_000 }),
      () => propose(differs, { amount: 12_000 }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('refund_exceeds')
  })

  test('of what is missing here waits until Remita has confirmed the payment, also for the table', async () => {
    const { id, rrr } = await missHere(api)
    expect(await read(id)).toMatchObject({ refundable: 0, steps: ['ask', 'explain', 'propose_write_off'] })
    expect(await propose(id, { version: 0 })).toMatchObject({
      status: 409,
      body: {
        code: 'refund_exceeds',
        errors: [{ message: 'Remita has not confirmed this payment: nothing can go back before it does.' }],
      },
    })
    await expect(
      query(`update money_cases set state = 'refund_due', proposed_at = now(), refund_kobo = 1,
        proposed_by = (select id from staff limit 1) where rrr = '${rrr}'`),
    ).rejects.toMatchObject({ constraint: 'money_cases_refund_confirmed' })
  })

  test('is recorded as paid out on a day from its approval until today, with a reference and no bank account', async () => {
    const { id } = await payTwice(api)
    await propose(id)
    await approveRefund(id)
    const record = (more: object) =>
      act(id, { act: 'record_refund', refundedOn: readToday(), reference: 'PV/1', version: 2, ...more })
    const readError = async (more: object) => (await record(more)).body.errors?.[0]
    expect(await readError({ refundedOn: addDays(readToday(), 1) })).toEqual({
      path: 'refundedOn',
      message: 'This day is in the future.',
    })
    expect(await readError({ refundedOn: addDays(readToday(), -1) })).toEqual({
      path: 'refundedOn',
      message: 'The refund was not approved before this day.',
    })
    expect(await readError({ reference: ' ' })).toEqual({ path: 'reference', message: 'Enter the reference.' })
    for (const account of ['GTB 012 345 6789', '058 0123456789', '0123456789 12500', '012.345.6789', '058-0123456789'])
      expect([account, await readError({ reference: account })]).toMatchObject([account, { path: 'reference' }])
    expect((await record({})).status).toBe(200)
    expect((await record({ version: 3 })).body.code).toBe('case_state')
  })
})

const listActions = async (id: string) => (await listAuditEvents(api, 'money_case', id)).map(({ action }) => action)

test('a write-off takes two persons', async () => {
  const { id } = await payTwice(api)
  const proposed = await act(id, { act: 'propose_write_off', note, version: 0 })
  expect(proposed.body.data).toMatchObject({ state: 'write_off_due', refund: null })
  const seen = { act: 'approve_write_off', amount: dueNaira, version: 1 }
  expect((await approve(id, seen, ada)).body.code).toBe('second_person_required')
  expect((await approve(id, { ...seen, act: 'approve_refund' })).body.code).toBe('case_state')
  expect((await approve(id, seen)).body.data).toMatchObject({ state: 'written_off', endedAt: expect.any(String) })
  expect(await listActions(id)).toEqual(['write_off_proposed', 'write_off_approved'])
})

test('an explanation needs a note, which holds no bank account', async () => {
  const { id } = await payTwice(api)
  for (const text of ['', '  ', 'Account 0123456789 of the payer.', 'x'.repeat(1_001)])
    expect((await act(id, { act: 'explain', note: text, version: 0 })).body.errors?.[0].path).toBe('note')
  expect((await act(id, { act: 'explain', note, version: 0 })).body.data).toMatchObject({
    state: 'explained',
    endedAt: expect.any(String),
    events: [{ kind: 'opened' }, { kind: 'explain', note }],
  })
  expect(await listActions(id)).toEqual(['money_case_explained'])
})

describe('Remita is asked about what is missing here', () => {
  const ask = (id: string, version: number) => act(id, { act: 'ask', version })

  test('and what it confirms ends the case; the page says when it was asked', async () => {
    const { id, rrr, applicant } = await missHere(api)
    expect(await read(id)).toMatchObject({
      payment: { state: 'open', due: dueNaira },
      remita: null,
      isWaiting: false,
      line: { line: 2, amount: toNaira(1_250_000), paidOn: '2024-06-10', channel: 'BANK' },
    })
    await payRrr(api, rrr)
    expect((await ask(id, 0)).body).toMatchObject({
      message: 'Remita is being asked. Its answer appears here.',
      data: { state: 'asked', isWaiting: true, remita: null },
    })
    await runChecksOf(api)
    expect(await read(id)).toMatchObject({
      state: 'explained',
      payment: { state: 'paid' },
      remita: { answer: 'paid', amount: dueNaira, at: expect.any(String) },
      isWaiting: false,
      events: [{ kind: 'opened' }, { kind: 'ask', by: 'Ada Bursar' }, { kind: 'settled', reason: 'compared' }],
    })
    // A question that is not answered yet says nothing.
    await query(
      `insert into payment_events (payment_id, rrr, kind, detail) select id, rrr, 'asked', '{"call": "status"}' from payments where rrr = $1`,
      [rrr],
    )
    expect((await read(id)).remita).toMatchObject({ answer: 'paid' })
    // What it says about the order is an answer, too.
    await query(
      `insert into payment_events (payment_id, rrr, kind, detail)
       select id, rrr, 'answer', '{"call": "order status", "kind": "pending"}' from payments where rrr = $1`,
      [rrr],
    )
    expect((await read(id)).remita).toMatchObject({ answer: 'pending' })
    expect((await api.call('GET', '/users/me', applicant)).body.data.paymentStatus).toBe(true)
  })

  test('and while it does not answer the case stays asked, until a late answer ends it', async () => {
    const { id, rrr } = await missHere(api)
    await payRrr(api, rrr)
    await setRemitaFaults(api, { notification: { none: true }, status: { http500: true, times: 1 } })
    await ask(id, 0)
    await runChecksOf(api)
    expect(await read(id)).toMatchObject({
      state: 'asked',
      payment: { state: 'open', nextCheckAt: expect.any(String) },
      remita: { answer: 'unknown', amount: null },
      isWaiting: false,
      steps: expect.arrayContaining(['ask']),
    })
    api.clock.advance(3 * 60_000)
    await runChecksOf(api)
    expect(await read(id)).toMatchObject({ state: 'explained', remita: { answer: 'paid' } })
  })

  test('and an answer that it is not paid leaves the case, which can be asked about again', async () => {
    const { id } = await missHere(api)
    await ask(id, 0)
    await runChecksOf(api)
    expect(await read(id)).toMatchObject({
      state: 'asked',
      remita: { answer: 'pending', amount: null },
      payment: { state: 'open' },
    })
    expect((await ask(id, 1)).body.data).toMatchObject({ state: 'asked', version: 2, isWaiting: true })
    const explained = await act(id, { act: 'explain', note, version: 2 })
    expect(explained.body.data).toMatchObject({ state: 'explained', isWaiting: false })
  })

  test('and another amount than in the settlement ends this case and opens one that says so', async () => {
    const { id, rrr } = await missHere(api)
    await setRemitaFaults(api, { notification: { none: true }, status: { overpaid: true } })
    await payRrr(api, rrr)
    await ask(id, 0)
    await runChecksOf(api)
    const { state, others } = await read(id)
    expect(state).toBe('explained')
    expect(others.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['differs', 'over'])
  })

  test('by two persons at once and answered twice: one case, settled once', async () => {
    const { id, rrr } = await missHere(api)
    await payRrr(api, rrr)
    const answers = await Promise.all([ask(id, 0), act(id, { act: 'ask', version: 0 }, bola)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await api.services.payments.acceptNotification({ rrr })
    await Promise.all([runChecksOf(api), runChecksOf(api)])
    await runChecksOf(api)
    expect(await query('select kind, state from money_cases where rrr = $1', [rrr])).toEqual([
      { kind: 'missing_here', state: 'explained' },
    ])
    const settled = await query(`select from money_case_events where case_id = $1 and kind = 'settled'`, [id])
    expect(settled).toHaveLength(1)
  })

  test('and nobody of the staff makes it paid, whatever becomes of the case', async () => {
    const { id, applicant } = await missHere(api)
    expect((await act(id, { act: 'mark_paid', version: 0 })).status).toBe(400)
    await act(id, { act: 'explain', note, version: 0 })
    expect((await readPayments(api, applicant)).map(({ status }) => status)).toEqual(['open'])
    expect((await api.call('GET', '/users/me', applicant)).body.data.paymentStatus).toBe(false)
  })

  test('but not about an RRR that this portal has not issued', async () => {
    const { id } = await missUnknown(api)
    expect(await read(id)).toMatchObject({ userId: null, payment: null, remita: null, refundable: 0 })
    const { steps } = await read(id)
    expect(steps).not.toContain('ask')
    expect(steps).toContain('explain')
    expect(await ask(id, 0)).toMatchObject({ status: 409, body: { code: 'case_rrr_unknown' } })
    // It is known since.
    const { rrr } = await missHere(api)
    await query('update payments set rrr = (select rrr from money_cases where id = $1) where rrr = $2', [id, rrr])
    expect(await read(id)).toMatchObject({ payment: { state: 'open' }, steps: expect.arrayContaining(['ask']) })
    expect((await read(id)).state).toBe('open')
    expect((await act(id, { act: 'explain', note, version: 0 })).body.data).toMatchObject({ state: 'explained' })
  })
})

describe('a case is reached by', () => {
  test('the bursar of its exercise alone', async () => {
    const { id } = await payTwice(api)
    const [other] = await query(
      `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
        values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
    )
    const elsewhere = await createStaff(api, [{ role: 'bursar', exerciseId: other.id }], { isFresh: true })
    await propose(id)
    for (const answer of [
      await elsewhere.call('GET', `/staff/cases/${id}`),
      await act(id, { act: 'cancel_proposal', note, version: 1 }, elsewhere),
      await approveRefund(id, { by: elsewhere }),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    const reader = await createStaff(api, ['auditor', { role: 'bursar', exerciseId: other.id }], { isFresh: true })
    expect(await read(id, reader)).toMatchObject({ id, steps: [] })
    const step = await act(id, { act: 'cancel_proposal', note, version: 1 }, reader)
    expect([step.status, step.body.code]).toEqual([404, 'not_found'])
    const unknown = await ada.call('GET', `/staff/cases/${randomUUID()}`)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    for (const list of ['cases', 'refunds'])
      for (const year of [2024, 2031])
        expect((await elsewhere.call('GET', `/staff/${list}?exercise=${year}`)).body.data.rows).toEqual([])
  })

  test.each(['helpdesk', 'reviewer', 'exam', 'chair', 'admin'] as const)('nobody who is %s', async (role) => {
    const { id } = await payTwice(api)
    const person = await createStaff(api, [role], { isFresh: true })
    for (const answer of [
      await person.call('GET', '/staff/cases'),
      await person.call('GET', '/staff/refunds'),
      await person.call('GET', `/staff/cases/${id}`),
      await propose(id, { by: person }),
      await approveRefund(id, { by: person }),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'not_permitted'])
  })

  test.each(['registry', 'dpo', 'auditor'] as const)('the %s, to read', async (role) => {
    const { id } = await payTwice(api)
    const person = await createStaff(api, [role], { isFresh: true })
    expect(await read(id, person)).toMatchObject({ id, steps: [] })
    expect((await propose(id, { by: person })).body.code).toBe('not_permitted')
  })
})

test('money does not end with its exercise: a refund is decided and paid out once that is archived', async () => {
  const { id } = await payTwice(api)
  await query('update exercises set archived_at = now() where year = 2024')
  try {
    expect((await propose(id)).status).toBe(200)
    expect((await approveRefund(id)).status).toBe(200)
    const step = { act: 'record_refund', refundedOn: readToday(), reference: 'PV/2', version: 2 }
    expect((await act(id, step)).body.data).toMatchObject({ state: 'refunded' })
  } finally {
    await query('update exercises set archived_at = null where year = 2024')
  }
})

test('the page has the newest two hundred events in their order, and the newest fifty other cases of the applicant', async () => {
  const { id } = await payTwice(api)
  const [{ account_id: accountId }] = await query('select account_id from money_cases where id = $1', [id])
  await query(
    `insert into money_case_events (case_id, kind, note) select $1, 'ask', n from generate_series(1, 201) as n`,
    [id],
  )
  // The oldest first, two of them at the same moment.
  await query(
    `insert into money_cases (exercise_id, kind, account_id, rrr, amount_kobo, opened_at)
     select exercise_id, 'over', id, 560000000000 + n, n * 100, now() + greatest(n, 2) * interval '1 minute'
     from accounts, generate_series(1, 51) as n where id = $1`,
    [accountId],
  )
  const { events, others } = await read(id)
  expect(events.map(({ note }: { note: string }) => note)).toEqual(
    Array.from({ length: 200 }, (_, index) => String(index + 2)),
  )
  const amounts = others.map(({ amount }: { amount: number }) => amount)
  expect(amounts.slice(0, 49)).toEqual(Array.from({ length: 49 }, (_, index) => 51 - index))
  const [first] = await query(
    `select amount_kobo::int / 100 as amount from money_cases where account_id = $1 and amount_kobo in (100, 200) order by id limit 1`,
    [accountId],
  )
  expect(amounts.slice(49)).toEqual([first.amount])
})

describe('the lists', () => {
  const list = async (path: string, by = ada) => (await by.call('GET', `/staff/${path}`)).body.data.rows

  test('find cases by RRR, user ID, kind, state and day, and those that others have proposed', async () => {
    const [first, second] = [await payTwice(api), await missHere(api)]
    await propose(first.id)
    const spaced = encodeURIComponent(`${first.rrr.slice(0, 4)} ${first.rrr.slice(4)}`)
    expect(await list(`cases?q=${spaced}`)).toEqual([
      {
        id: first.id,
        kind: 'double',
        rrr: first.rrr,
        userId: first.applicant.userId,
        amount: dueNaira,
        state: 'refund_due',
        openedAt: expect.any(String),
        proposedBy: 'Ada Bursar',
        refund: dueNaira,
      },
    ])
    const both = [first, second].map(({ id }) => id)
    const listBoth = async (filter: string, by = ada) =>
      (await list(`cases?limit=100&${filter}`, by))
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => both.includes(id))
    expect(await list(`cases?q=${second.applicant.userId.toLowerCase()}`)).toMatchObject([
      { id: second.id, refund: null },
    ])
    expect(await listBoth('kind=missing_here')).toEqual([second.id])
    expect(await listBoth('state=refund_due|refunded')).toEqual([first.id])
    expect(await listBoth(`openedFrom=${readToday()}`)).toHaveLength(2)
    expect(await listBoth(`openedTo=${addDays(readToday(), -1)}`)).toEqual([])
    expect(await listBoth('by=others')).toEqual([])
    expect(await listBoth('by=others', bola)).toEqual([first.id])
  })

  test('have refunds once they are approved, with what accounts need to pay them out', async () => {
    const { id, rrr, applicant } = await payTwice(api)
    await propose(id, { amount: 1_000 })
    expect(await list(`refunds?q=${rrr}`)).toEqual([])
    await approveRefund(id, { amount: 1_000 })
    const refund = {
      id,
      rrr,
      userId: applicant.userId,
      kind: 'double',
      refund: 1_000,
      state: 'refund_approved',
      approvedAt: expect.any(String),
      refundedOn: null,
      reference: null,
    }
    expect(await list(`refunds?q=${rrr}`)).toEqual([refund])
    await act(id, { act: 'record_refund', refundedOn: readToday(), reference: 'PV/7', version: 2 })
    expect(await list(`refunds?q=${rrr}&state=refund_approved`)).toEqual([])
    expect(await list(`refunds?q=${rrr}&approvedFrom=${readToday()}`)).toEqual([
      { ...refund, state: 'refunded', refundedOn: readToday(), reference: 'PV/7' },
    ])
  })

  test('have nothing of an applicant from whose case the reader is recused', async () => {
    const { id: applicationId, accountId } = await createApplicationToReview(api)
    const rrr = '310000000777'
    const [{ id }] = await query(
      `insert into money_cases (exercise_id, kind, account_id, rrr, amount_kobo)
        select exercise_id, 'over', id, $2, 100 from accounts where id = $1 returning id`,
      [accountId, rrr],
    )
    await query(
      `insert into recusals (staff_id, application_id, reason, made_by) values ($1, $2, 'We are related.', $1)`,
      [ada.id, applicationId],
    )
    expect(await list(`cases?q=${rrr}`)).toEqual([])
    expect((await propose(id)).body.code).toBe('not_found')
    expect(await list(`cases?q=${rrr}`, bola)).toHaveLength(1)
  })
})

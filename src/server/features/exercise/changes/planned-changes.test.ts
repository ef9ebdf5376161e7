import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { exerciseChanges, exerciseProposals, exercises } from '#server/database/schema/exercises.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant, createPaidApplicant, createReadyApplicant } from '#tests/support/fixtures/applicants.ts'
import { addApplications, selectApplicant } from '#tests/support/fixtures/many-applications.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { applyAmounts } from './fee-store.ts'
import { createPlannedChangeJob } from './planned-changes.ts'
import { findStaffEmails } from './store.ts'

let api: TestApi
let admin: TestStaff
let second: TestStaff
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await api.forgetRateLimits()
  admin = await createStaff(api, ['admin'], { name: 'Ngozi Maker' })
  second = await createStaff(api, ['admin'], { name: 'Chidi Second' })
})
afterAll(() => api.close())

const hourMs = 3_600_000
const inMs = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString()
const read = async (year: number, person = admin) => (await person.call('GET', `/staff/exercises/${year}`)).body.data
const change = async (year: number, settings: object, person = admin) => {
  const { version } = await read(year, person)
  return person.call('PUT', `/staff/exercises/${year}`, { body: { ...settings, version } })
}
const preview = async (year: number, settings: object) =>
  (await admin.call('POST', `/staff/exercises/${year}/preview`, { body: settings })).body.data
const decide = (id: string, decision: string, person = second) =>
  person.call('POST', `/staff/exercise-changes/${id}`, { body: { decision } })

let lastYear = 2070
async function prepareYear(): Promise<number> {
  lastYear += 1
  await admin.call('POST', '/staff/exercises', { body: { year: lastYear, from: 2024 } })
  return lastYear
}
async function findExerciseId(year: number): Promise<number> {
  const [row] = await api.database.db.select().from(exercises).where(eq(exercises.year, year))
  return row?.id ?? 0
}
/** As if its moment had come; the job itself runs as the queue runs it. */
async function makeDue(id: string) {
  await api.database.db.update(exerciseProposals).set({ effectiveAt: sql`now()` }).where(eq(exerciseProposals.id, id))
  await api.services.exerciseChanges.applyPlanned({ proposalId: id })
}
const findProposal = async (id: string) =>
  (await api.database.db.select().from(exerciseProposals).where(eq(exerciseProposals.id, id)))[0]
const listActions = async (year: number) =>
  (
    await api.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, String(year)))
      .orderBy(auditLog.id)
  ).map(({ action }) => action)

async function listRuns(proposal: string) {
  const waiting = `select run_at from graphile_worker._private_jobs where payload ->> 'proposalId' = $1`
  return (await api.database.pool.query(waiting, [proposal])).rows
}

/** What was done about a change, and by whom. */
async function listEventsOf(year: number, proposal: string) {
  const events = await listAuditEvents(api, 'exercise', String(year))
  return events.filter(({ detail }) => detail.proposal === proposal)
}

/** A change that was proposed and approved, and waits for its moment in an hour. */
async function plan(year: number, settings: object): Promise<string> {
  const effectiveAt = inMs(hourMs)
  const { proposal } = (await change(year, { ...settings, effectiveAt })).body.data
  expect((await decide(proposal, 'approve')).body.data).toEqual({ state: 'planned' })
  expect(await listRuns(proposal)).toEqual([{ run_at: new Date(effectiveAt) }])
  return proposal
}

test('a change takes effect at its moment and not before, by itself', async () => {
  const year = await prepareYear()
  const effectiveAt = inMs(6_000)
  const { effects, secondPerson } = await preview(year, { title: 'Later', effectiveAt })
  expect(secondPerson).toBe(false)
  expect(effects).toContainEqual({
    kind: 'planned',
    count: null,
    text: expect.stringMatching(/^It takes effect on .*\. Until then nothing changes\.$/),
    refused: false,
  })
  const planned = await change(year, { title: 'Later', effectiveAt })
  expect([planned.status, planned.body.message]).toEqual([201, 'The change is planned.'])
  const { planned: id } = planned.body.data
  expect(await listRuns(id)).toEqual([{ run_at: new Date(effectiveAt) }])
  await api.services.exerciseChanges.applyPlanned({ proposalId: id })
  expect(await read(year)).toMatchObject({
    version: 1,
    settings: { title: 'Academic Staff Recruitment' },
    planned: [{ id, isOwn: true, approvedBy: null, effectiveAt, settings: { title: 'Later' } }],
  })
  expect((await change(year, { fee: 13_000 })).status).toBe(200)
  await expect.poll(async () => (await read(year)).settings.title, { timeout: 30_000, interval: 200 }).toBe('Later')
  // What was changed meanwhile stays.
  expect(await read(year)).toMatchObject({ version: 3, planned: [], settings: { fee: 13_000 } })
  const [recorded] = await api.database.db.select().from(exerciseChanges).orderBy(desc(exerciseChanges.id)).limit(1)
  expect(recorded).toMatchObject({ madeBy: admin.id, approvedBy: null, effectiveAt: new Date(effectiveAt) })
  expect(await listActions(year)).toEqual([
    'exercise_added',
    'exercise_change_planned',
    'exercise_changed',
    'exercise_changed',
  ])
  expect(await listEventsOf(year, id)).toMatchObject([
    { action: 'exercise_change_planned', by: admin.id },
    { action: 'exercise_changed', by: admin.id },
  ])
}, 60_000)

test('once accounts exist it waits for the approval first, and then is true on every server', async () => {
  await createApplicant(api)
  const other = await api.startSecondServer()
  try {
    const title = 'Recruitment of the Second Half'
    const proposed = await change(2024, { title, effectiveAt: inMs(hourMs) })
    const { proposal } = proposed.body.data
    await makeDue(proposal)
    expect((await read(2024)).proposals).toMatchObject([{ id: proposal, approvedBy: null, mayApprove: false }])
    await api.database.db
      .update(exerciseProposals)
      .set({ effectiveAt: new Date(inMs(hourMs)) })
      .where(eq(exerciseProposals.id, proposal))
    expect((await decide(proposal, 'approve', admin)).body.code).toBe('second_person_required')
    expect((await decide(proposal, 'approve')).body.data).toEqual({ state: 'planned' })
    expect((await decide(proposal, 'approve')).body.code).toBe('changed_meanwhile')
    // A server whose clock is late puts it off by a second, and not again and again.
    const { effectiveAt } = (await findProposal(proposal)) ?? {}
    const moment = effectiveAt?.getTime() ?? 0
    const clock = () => new Date(moment - 1)
    await createPlannedChangeJob({ db: api.database.db, clock })({ proposalId: proposal })
    expect(await listRuns(proposal)).toEqual([{ run_at: new Date(moment + 999) }])
    const seen = await read(2024)
    expect(seen).toMatchObject({ proposals: [], planned: [{ approvedBy: 'Chidi Second', mayApprove: false }] })
    expect(seen.settings.title).not.toBe(title)
    expect((await second.call('GET', '/staff/counts')).body.data.settings).toEqual({ count: 0, since: null })

    await makeDue(proposal)
    api.clock.advance(5_000)
    for (const url of [api.url, other.url]) {
      const { data } = (await (await fetch(`${url}/api/v1/exercise`)).json()) as { data: { title: string } }
      expect(data.title).toBe(title)
    }
    const version = (await read(2024)).version
    await api.services.exerciseChanges.applyPlanned({ proposalId: proposal })
    expect((await read(2024)).version).toBe(version)
    const [recorded] = await api.database.db.select().from(exerciseChanges).orderBy(desc(exerciseChanges.id)).limit(1)
    expect(recorded).toMatchObject({ madeBy: admin.id, approvedBy: second.id })
    const decided = { state: 'approved', decidedBy: second.id, decidedAt: expect.any(Date) }
    expect(await findProposal(proposal)).toMatchObject(decided)
    expect(await listEventsOf(2024, proposal)).toMatchObject([
      { action: 'exercise_change_proposed', by: admin.id, detail: { year: 2024, columns: ['title'] } },
      { action: 'exercise_change_planned', by: second.id, detail: { year: 2024, columns: ['title'] } },
      { action: 'exercise_changed', by: second.id },
    ])
  } finally {
    await other.close()
  }
})

test('a change that is approved after its moment takes effect at once', async () => {
  await createApplicant(api)
  const { proposal } = (await change(2024, { shortName: 'Late', effectiveAt: inMs(hourMs) })).body.data
  await api.database.db
    .update(exerciseProposals)
    .set({ effectiveAt: sql`now()` })
    .where(eq(exerciseProposals.id, proposal))
  expect((await decide(proposal, 'approve')).body.data).toEqual({ state: 'applied' })
  expect((await read(2024)).settings.shortName).toBe('Late')
})

test('what is planned can be cancelled by those who may change settings, and by its author', async () => {
  await createApplicant(api)
  const registry = await createStaff(api, ['registry'])
  for (const person of [admin, second]) {
    const id = await plan(2024, { title: 'Cancelled' })
    expect((await decide(id, 'decline', registry)).body.code).toBe('not_permitted')
    expect((await decide(id, 'decline', person)).body.data).toEqual({ state: 'declined' })
    await makeDue(id)
    expect(await findProposal(id)).toMatchObject({ state: 'declined' })
  }
  expect(await read(2024)).toMatchObject({ planned: [] })
  expect((await read(2024)).settings.title).not.toBe('Cancelled')

  // Also by one who only proposes.
  const { proposal } = (await change(2024, { title: 'Cancelled' }, registry)).body.data
  const other = await createStaff(api, ['registry'])
  const listDeclinable = async (person: TestStaff) =>
    (await read(2024, person)).proposals.map((one: { id: string; mayDecline: boolean }) => [one.id, one.mayDecline])
  expect(await listDeclinable(registry)).toContainEqual([proposal, true])
  expect(await listDeclinable(other)).toContainEqual([proposal, false])
  expect((await decide(proposal, 'decline', other)).body.code).toBe('not_permitted')
  expect((await decide(proposal, 'decline', registry)).body.data).toEqual({ state: 'declined' })
})

test('of two decisions at once about a change one counts, and its moment makes it once', async () => {
  const year = await prepareYear()
  await createApplicant(api, { exerciseId: await findExerciseId(year) })
  const lock = `select from exercises where year = ${year} for no key update`
  const third = await createStaff(api, ['admin'])
  const { proposal } = (await change(year, { title: 'Decided' })).body.data
  const answers = await raceAtLock(api.database.url, lock, [
    () => decide(proposal, 'approve'),
    () => decide(proposal, 'decline', third),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])

  const id = await plan(year, { shortName: 'Once' })
  await api.database.db.update(exerciseProposals).set({ effectiveAt: sql`now()` }).where(eq(exerciseProposals.id, id))
  const run = () => api.services.exerciseChanges.applyPlanned({ proposalId: id })
  await raceAtLock(api.database.url, lock, [run, run])
  const actions = (await listEventsOf(year, id)).map(({ action }) => action)
  expect(actions).toEqual(['exercise_change_proposed', 'exercise_change_planned', 'exercise_changed'])
})

test('a change that is not possible any more at its moment changes nothing, and its authors are told why', async () => {
  const year = await prepareYear()
  const exerciseId = await findExerciseId(year)
  await createApplicant(api, { exerciseId })
  const { settings } = await read(year)
  const posts = settings.posts.filter(({ school }: { school: string }) => school !== 'Management')
  const id = await plan(year, { posts })
  const { proposal } = (await change(year, { posts })).body.data
  await createApplicant(api, { exerciseId, school: 'Management', department: 'Accountancy', role: 'Lecturer I' })
  const failure = 'Lecturer I, Accountancy, Management: removed, but 1 account holds it.'
  expect((await decide(proposal, 'approve')).body).toMatchObject({ code: 'settings_refused', message: failure })
  await makeDue(id)
  expect(await read(year)).toMatchObject({ settings: { posts: settings.posts }, planned: [] })
  expect(await findProposal(id)).toMatchObject({ state: 'failed', failure })
  const failed = { action: 'exercise_change_failed', by: second.id, detail: { year, proposal: id } }
  expect((await listEventsOf(year, id)).at(-1)).toEqual(failed)
  for (const { email } of [admin, second])
    await expect
      .poll(() => api.mailbox.messages(email).find(({ subject }) => subject.startsWith('A planned change'))?.text)
      .toContain(failure)
  // Who has left meanwhile is not.
  const { id: suspended } = await createStaff(api, ['admin'], { status: 'suspended' })
  const told = await findStaffEmails(api.database.db, [suspended, admin.id, null])
  expect(told.map(({ email }) => email)).toEqual([admin.email])
})

test('nor one whose vacancies somebody has taken before its moment', async () => {
  const year = await prepareYear()
  const exerciseId = await findExerciseId(year)
  const post = { school: 'Technology', department: 'Computer Science', role: 'Lecturer II' }
  const details = { ...post, requirements: {}, closesAt: null }
  await change(year, { postDetails: [{ ...details, vacancies: 2 }] })
  const [application] = await addApplications(api, { count: 1, prefix: `TAKEN${year}`, exerciseId })
  const id = await plan(year, { postDetails: [{ ...details, vacancies: 0 }] })
  await selectApplicant(api, application?.applicationId, { exerciseId, post, by: admin.id })
  await makeDue(id)
  const failure = expect.stringContaining('Lecturer II, Computer Science, Technology needs more vacancies')
  expect(await findProposal(id)).toMatchObject({ state: 'failed', failure })
})

test('one that the database cannot make at its moment is tried again, and nobody is told that it failed', async () => {
  const year = await prepareYear()
  const post = { school: 'Technology', department: 'Computer Science', role: 'Lecturer II' }
  const postDetails = [{ ...post, vacancies: 7, requirements: {}, closesAt: null }]
  const planned = await change(year, { title: 'At last', postDetails, effectiveAt: inMs(hourMs) })
  const { planned: id } = planned.body.data
  const { db } = api.database
  for (const [table, condition] of [
    ['exercise_changes', 'false'],
    ['posts', 'vacancies <> 7'],
  ]) {
    await db.execute(sql.raw(`alter table ${table} add constraint none_now check (${condition}) not valid`))
    try {
      await expect(makeDue(id)).rejects.toThrow()
    } finally {
      await db.execute(sql.raw(`alter table ${table} drop constraint none_now`))
    }
    expect(await findProposal(id)).toMatchObject({ state: 'planned', failure: null })
  }
  await makeDue(id)
  expect((await read(year)).settings.title).toBe('At last')
  expect(await listActions(year)).not.toContain('exercise_change_failed')
})

test('the moment lies ahead, within a year', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const year = await prepareYear()
  for (const [moment, message] of [
    [inMs(0), 'must not have passed'],
    [inMs(366 * 24 * hourMs + 1), 'must be within a year'],
    ['tomorrow', expect.stringContaining('must be a moment with its zone')],
  ]) {
    const refused = await change(year, { title: 'Never', effectiveAt: moment })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([{ path: 'effectiveAt', message }])
  }
  expect((await change(year, { title: 'In a year', effectiveAt: inMs(366 * 24 * hourMs) })).status).toBe(201)
})

test('a new fee holds for unpaid accounts without an open RRR only when that is asked for, and for none with an own fee', async () => {
  const year = await prepareYear()
  const exerciseId = await findExerciseId(year)
  const facts = { exerciseId }
  const paid = await createPaidApplicant(api, facts)
  const identified = await createReadyApplicant(api, facts)
  const open = await createApplicant(api, facts)
  const request = { token: open.token, body: { amount: 12_500 } }
  expect((await api.call('POST', '/payments/remita-generate', request)).status).toBe(200)
  // Remita is being asked for an RRR of the former amount.
  const requested = await createApplicant(api, facts)
  await api.database.pool.query(
    `insert into payments (account_id, order_id, fee_kobo, charge_kobo, status) values ($1, 'requested', 1200000, 50000, 'requested')`,
    [requested.id],
  )
  const free = [await createApplicant(api, facts), await createApplicant(api, facts)]
  // An RRR that nobody can pay any more.
  await api.database.pool.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status) values ($1, 'expired', '900000000001', 1, 0, 'expired')`,
    [free[0]?.id],
  )
  const own = await createApplicant(api, { ...facts, feeKobo: 600_000 })
  await createApplicant(api, { ...facts, feeKobo: 600_000, chargeKobo: 10_000 })
  const elsewhere = await createApplicant(api)
  const listFees = async () => {
    const rows = await api.database.db.select().from(accounts).where(eq(accounts.exerciseId, exerciseId))
    const feeOf = ({ id }: { id: string }) => Number(rows.find((row) => row.id === id)?.feeKobo) / 100
    return [paid, identified, open, requested, own, ...free].map(feeOf)
  }
  const before = [12_000, 12_000, 12_000, 12_000, 6_000, 12_000, 12_000]
  expect(await listFees()).toEqual(before)

  const kept = await preview(year, { fee: 15_000 })
  expect(kept.unpaid).toEqual({ accounts: 6, withoutRrr: 2 })
  expect((await preview(year, { charge: 600 })).unpaid).toEqual({ accounts: 6, withoutRrr: 3 })
  expect(kept.effects[0].text).toBe(
    'The fee changes from ₦12,000.00 to ₦15,000.00: 6 unpaid accounts keep theirs; it holds for accounts issued from now on.',
  )
  const applied = await preview(year, { fee: 15_000, applyToUnpaid: true })
  expect(applied.effects[0].text).toBe(
    'The fee changes from ₦12,000.00 to ₦15,000.00: 4 unpaid accounts keep theirs; it holds for accounts issued from now on and for 2 unpaid accounts without an open RRR.',
  )
  expect((await preview(year, { title: 'Another' })).unpaid).toBeNull()

  const first = (await change(year, { fee: 13_000 })).body.data.proposal
  await decide(first, 'approve')
  expect(await listFees()).toEqual(before)
  const back = (await change(year, { fee: 12_000 })).body.data.proposal
  await decide(back, 'approve')

  const id = await plan(year, { fee: 15_000, charge: 600, applyToUnpaid: true })
  expect(await listFees()).toEqual(before)
  await makeDue(id)
  expect(await listFees()).toEqual([12_000, 12_000, 12_000, 12_000, 6_000, 15_000, 15_000])
  const [unchanged] = await api.database.db.select().from(accounts).where(eq(accounts.id, elsewhere.id))
  expect(unchanged).toMatchObject({ feeKobo: 1_200_000, chargeKobo: 50_000 })
  const me = await api.call('GET', '/users/me', { token: free[0]?.token })
  expect(JSON.stringify(me.body.data)).toContain('15000')
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.action, 'account_fee_changed'))
  expect(events.map(({ accountId }) => accountId).sort()).toEqual([...free, own].map((one) => one.id).sort())
  expect(events[0]).toMatchObject({ actor: 'staff', staffId: second.id, exerciseId })
  const changed = (await listEventsOf(year, id)).at(-1)
  expect(changed?.detail).toEqual({ year, columns: ['feeKobo', 'chargeKobo'], proposal: id, accounts: 3 })
})

test('every account gets the new fee, however few one statement takes', async () => {
  const year = await prepareYear()
  const [exercise] = await api.database.db.select().from(exercises).where(eq(exercises.year, year))
  if (!exercise) throw new Error('The exercise was not added.')
  await addApplications(api, { count: 5, prefix: 'FEW', exerciseId: exercise.id })
  const options = { staffId: admin.id, limit: 2 }
  const { db } = api.database
  const before = { ...exercise, feeKobo: 0, chargeKobo: 0 }
  expect(await applyAmounts(db, before, { feeKobo: 700_000 }, options)).toBe(5)
  // The one without the other.
  const listAmounts = () =>
    db
      .selectDistinct({ fee: accounts.feeKobo, charge: accounts.chargeKobo })
      .from(accounts)
      .where(eq(accounts.exerciseId, exercise.id))
  expect(await listAmounts()).toEqual([{ fee: 700_000, charge: 0 }])
  expect(await applyAmounts(db, { ...before, feeKobo: 700_000 }, { chargeKobo: 60_000 }, options)).toBe(5)
  expect(await listAmounts()).toEqual([{ fee: 700_000, charge: 60_000 }])
})

test('who requests an RRR in the same moment keeps the fee that it is for', async () => {
  const exerciseId = await findExerciseId(await prepareYear())
  const [exercise] = await api.database.db.select().from(exercises).where(eq(exercises.id, exerciseId))
  if (!exercise) throw new Error('The exercise was not added.')
  const { id } = await createApplicant(api, { exerciseId })
  const other = await createApplicant(api, { exerciseId })
  const request = `select from accounts where id = '${id}' for no key update; insert into payments
    (account_id, order_id, fee_kobo, charge_kobo, status) values ('${id}', 'meanwhile', 1200000, 50000, 'requested')`
  const apply = () =>
    api.database.db.transaction((tx) => applyAmounts(tx, exercise, { feeKobo: 1_500_000 }, { staffId: admin.id }))
  expect(await raceAtLock(api.database.url, request, [apply])).toEqual([1])
  const rows = await api.database.db.select().from(accounts).where(eq(accounts.exerciseId, exerciseId))
  const feeOf = (one: { id: string }) => rows.find((row) => row.id === one.id)?.feeKobo
  expect([feeOf({ id }), feeOf(other)]).toEqual([1_200_000, 1_500_000])
})

// Marks arrive late, twice and from several devices: each is recorded once, and what contradicts another is said.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { recusals } from '#server/database/schema/decisions/reviews.ts'
import type { DoorList, DoorSeat } from '#shared/api/staff/attendance.ts'
import type { SeatRow } from '#shared/lists/seats.ts'
import type { SittingDetails } from '#shared/staff/sittings.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents, withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { addSeatedSitting, type SeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { createAttendanceService } from './attendance.ts'

let api: TestApi
let officer: TestStaff
let other: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  officer = await createStaff(api, ['exam'], { name: 'Ngozi Uba' })
  other = await createStaff(api, ['exam'], { name: 'Bala Sani' })
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const minute = 60_000
const hour = 60 * minute
const fromNow = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString()
/** A sitting that goes on now, with applicants in the first seats. */
const addSitting = (count = 3, changes: Partial<SittingDetails> = {}): Promise<SeatedSitting> =>
  addSeatedSitting(api, {
    count,
    madeBy: officer.id,
    sitting: { reportsAt: fromNow(-hour), startsAt: fromNow(-hour / 2), endsAt: fromNow(hour), ...changes },
  })

const readDoor = async ({ id }: SeatedSitting, person = officer): Promise<DoorList> =>
  (await person.call('GET', `/staff/sittings/${id}/door`)).body.data
async function readSeats(sitting: SeatedSitting) {
  return (await readDoor(sitting)).seats as [DoorSeat, DoorSeat, DoorSeat]
}
const send = ({ id }: SeatedSitting, marks: object[], person = officer) =>
  person.call('POST', `/staff/sittings/${id}/attendance`, { body: { marks } })
const mark = (seat: DoorSeat, body: object, person = officer) =>
  person.call('POST', `/staff/seats/${seat.id}/attendance`, { body })
const count = async ({ id }: SeatedSitting) => (await officer.call('GET', `/staff/sittings/${id}/attendance`)).body.data
const readOutcomes = ({ body }: Awaited<ReturnType<typeof send>>) =>
  body.data.answers.map(({ outcome, why }: { outcome: string; why: string | null }) => why ?? outcome)

test('the door list has who sits where with the codes of their slips, and neither contact data nor NIN', async () => {
  const sitting = await addSitting(2)
  const [applicant] = sitting.applicants as [SeatedSitting['applicants'][number]]
  const { rows } = await api.database.pool.query('select slip_code as code from applications where id = $1', [
    applicant.applicationId,
  ])
  const list = await readDoor(sitting)
  expect(list.sitting).toMatchObject({ id: sitting.id, label: 'Batch A', state: 'open', isArchived: false })
  expect(list.seats.map(({ seatNumber }) => seatNumber)).toEqual([1, 2])
  expect(list.seats[0]).toEqual({
    id: expect.any(String),
    seatNumber: 1,
    number: applicant.number,
    name: 'Sule Amaka',
    codes: [rows[0].code],
    mark: { state: null, reason: null, marks: 0, hasConflict: false, by: null, at: null, against: null },
  })
})

test('the codes of an applicant are those of each version of the application and of what was paid', async () => {
  const sitting = await addSitting(2)
  const [first, second] = sitting.applicants as [SeatedSitting['applicants'][number], ...SeatedSitting['applicants']]
  const { pool } = api.database
  await pool.query(
    `insert into application_versions (application_id, submission, answers, rendered_tables, answers_digest, decision,
      rejection_reasons, submitted_at, slip_code)
     select id, submission, answers, rendered_tables, answers_digest, decision, rejection_reasons, submitted_at, 'FORMER'
     from applications where id = $1`,
    [second?.applicationId],
  )
  const addPayment = (code: string, status: string) =>
    pool.query(
      `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at, slip_code)
       select $1, $2, $3, 1, 0, $4, 1, case $4 when 'paid' then now() end, $2`,
      [second?.accountId, code, `${code.length}`.repeat(12).slice(0, 12), status],
    )
  await addPayment('PAID', 'paid')
  await addPayment('UNPAID', 'expired')
  const { rows } = await pool.query('select slip_code as code from applications where id = any($1) order by number', [
    [first.applicationId, second?.applicationId],
  ])
  expect((await readDoor(sitting)).seats.map(({ codes }) => codes)).toEqual([
    [rows[0].code],
    [rows[1].code, 'FORMER', 'PAID'],
  ])
})

test('other halls and batches are known by application number, without names', async () => {
  const here = await addSitting(1)
  const there = await addSitting(2, { label: 'Batch B' })
  const addIn = (days: number) =>
    addSitting(1, {
      reportsAt: fromNow(days * 24 * hour),
      startsAt: fromNow(days * 24 * hour),
      endsAt: fromNow((days * 24 + 1) * hour),
    })
  const [last, later, next] = [await addIn(3), await addIn(2), await addIn(1)]
  const interview = await addSitting(1, { label: 'Panel', kind: 'interview' })
  const { body } = await officer.call('GET', `/staff/sittings/${here.id}/door/elsewhere`)
  const place = body.data.sittings.findIndex(({ id }: { id: string }) => id === there.id)
  const own = body.data.seats.filter(({ sitting }: { sitting: number }) => sitting === place)
  expect(own.map(({ number, seatNumber }: DoorSeat) => [number, seatNumber])).toEqual(
    there.applicants.map(({ number }, n) => [number, n + 1]),
  )
  expect(body.data.sittings[place].label).toBe('Batch B')
  // Those nearest in time first.
  const near = [there, next, later, last].map(({ id }) => id)
  expect(body.data.sittings.map(({ id }: { id: string }) => id).filter((id: string) => near.includes(id))).toEqual(near)
  // Who has an interview at another place may sit the test here.
  expect(body.data.sittings.map(({ id }: { id: string }) => id)).not.toContain(interview.id)
  expect(JSON.stringify(body.data)).not.toContain('Sule')
  expect(body.data.seats.map(({ number }: DoorSeat) => number)).not.toContain(here.applicants[0]?.number)
})

test('of more applicants elsewhere than a door is sent it is told that they are not all, and the record says how many', async () => {
  const sitting = await addSitting(1)
  await addSitting(3)
  const reader = await createStaff(api, ['exam'])
  const grants = [{ role: 'exam' as const, exerciseId: null, school: null, department: null }]
  const actor = { staffId: reader.id, sessionId: randomUUID(), email: '', name: '', grants, freshUntil: null }
  const dependencies = { staffDatabase: api.database, clock: api.clock.now }
  const list = (maxElsewhere: number) =>
    createAttendanceService({ ...dependencies, maxElsewhere }).listElsewhere(sitting.id, actor)
  const some = await list(2)
  expect([some.seats.length, some.isComplete]).toEqual([2, false])
  const { seats } = await createAttendanceService(dependencies).listElsewhere(sitting.id, actor)
  expect((await list(seats.length)).isComplete).toBe(true)
  expect(await listAuditEvents(api, 'sitting', sitting.id)).toContainEqual({
    action: 'door_list_read',
    by: reader.id,
    detail: { seats: 2 },
  })
})

test('a mark is recorded with who made it and when, and a later one replaces it', async () => {
  const sitting = await addSitting()
  const [seat] = await readSeats(sitting)
  expect((await withoutAuditLog(api, () => mark(seat, { state: 'present' }))).status).toBe(500)
  const first = await mark(seat, { state: 'present', source: 'scan', secondsAgo: 600 })
  expect([first.status, first.body.message]).toEqual([201, 'Recorded.'])
  const at = new Date(api.clock.now().getTime() - 10 * minute)
  expect(first.body.data.mark).toMatchObject({ state: 'present', marks: 1, hasConflict: false, by: 'Ngozi Uba' })
  expect(Math.abs(Date.parse(first.body.data.mark.at) - at.getTime())).toBeLessThan(minute)
  const turned = await mark(seat, { state: 'turned_away', reason: 'No slip and no identity card.', saw: 1 }, other)
  expect(turned.body.data).toMatchObject({
    outcome: 'accepted',
    mark: { state: 'turned_away', reason: 'No slip and no identity card.', marks: 2, by: 'Bala Sani' },
  })
  expect(await count(sitting)).toEqual({ present: 0, absent: 0, turned_away: 1, unmarked: 2, conflicts: 0 })
  expect((await readSeats(sitting)).map((one) => [one.seatNumber, one.mark.reason])).toEqual([
    [1, 'No slip and no identity card.'],
    [2, null],
    [3, null],
  ])
  const { rows } = await api.database.pool.query('select state from attendance where seat_id = $1 order by position', [
    seat.id,
  ])
  expect(rows.map(({ state }) => state)).toEqual(['present', 'turned_away'])
  await expect(api.database.pool.query('delete from attendance where seat_id = $1', [seat.id])).rejects.toThrow(
    'append-only',
  )
})

test('a mark that is sent again, also at the same time, is recorded once', async () => {
  const sitting = await addSitting()
  const [seat] = await readSeats(sitting)
  const sent = [{ seat: seat.id, mark: { id: randomUUID(), state: 'present', saw: 0 } }]
  const lock = `select from seats where id = '${seat.id}' for update`
  const people = [officer, officer, other]
  const answers = await raceAtLock(
    api.database.url,
    lock,
    people.map((by) => () => send(sitting, sent, by)),
  )
  expect(answers.flatMap(readOutcomes).sort()).toEqual(['accepted', 'already_sent', 'already_sent'])
  expect(readOutcomes(await send(sitting, [...sent, ...sent]))).toEqual(['already_sent', 'already_sent'])
  const inCapitals = sent.map(({ mark: { id, ...given } }) => ({
    seat: seat.id,
    mark: { ...given, id: id.toUpperCase() },
  }))
  expect(readOutcomes(await send(sitting, inCapitals))).toEqual(['already_sent'])
  expect((await readSeats(sitting))[0].mark).toMatchObject({ state: 'present', marks: 1 })
})

test('two devices that mark one seat differently without knowing of each other are told, and a newer mark settles it', async () => {
  const sitting = await addSitting()
  const [seat, agreed] = await readSeats(sitting)
  const reason = 'The photograph is of somebody else.'
  const fromOne = { id: randomUUID(), state: 'present', saw: 0 }
  const fromTwo = { id: randomUUID(), state: 'turned_away', reason, saw: 0 }
  await send(sitting, [
    { seat: seat.id, mark: fromOne },
    { seat: agreed.id, mark: { id: randomUUID(), state: 'present', saw: 0 } },
  ])
  const second = await send(
    sitting,
    [
      { seat: seat.id, mark: fromTwo },
      { seat: agreed.id, mark: { id: randomUUID(), state: 'present', saw: 0 } },
    ],
    other,
  )
  expect(readOutcomes(second)).toEqual(['conflict', 'accepted'])
  expect(second.body.data.answers[0].mark).toMatchObject({
    state: 'turned_away',
    marks: 2,
    hasConflict: true,
    by: 'Bala Sani',
    against: { state: 'present', by: 'Ngozi Uba' },
  })
  // Also when the answer was lost.
  expect(readOutcomes(await send(sitting, [{ seat: seat.id, mark: fromTwo }], other))).toEqual(['conflict'])
  expect((await count(sitting)).conflicts).toBe(1)
  const list = async (attendance: string) => {
    const path = `/staff/seats?exercise=2024&sitting=${sitting.id}&attendance=${attendance}`
    const { rows } = (await officer.call('GET', path)).body.data
    return rows.map(({ seatNumber, attendance }: SeatRow) => [seatNumber, attendance])
  }
  expect(await list('conflict')).toEqual([[seat.seatNumber, 'conflict']])
  expect(await list('present|turned_away')).toEqual([[agreed.seatNumber, 'present']])
  expect(await list('unmarked')).toEqual([[3, 'unmarked']])
  const settled = await mark(seat, { state: 'present', saw: 2 })
  expect(settled.body.data).toMatchObject({
    outcome: 'accepted',
    mark: { state: 'present', marks: 3, hasConflict: false },
  })
  expect(readOutcomes(await send(sitting, [{ seat: seat.id, mark: fromTwo }], other))).toEqual(['already_sent'])
})

test('of several marks that a newer one contradicts, the newest is named', async () => {
  const sitting = await addSitting(1)
  const [seat] = await readSeats(sitting)
  const sendBlindly = (person: TestStaff, change: object) =>
    send(sitting, [{ seat: seat.id, mark: { id: randomUUID(), saw: 0, ...change } }], person)
  const refused = { state: 'turned_away', reason: 'The photograph is of somebody else.' }
  await sendBlindly(officer, refused)
  await sendBlindly(other, refused)
  const { body } = await sendBlindly(officer, { state: 'present' })
  expect(body.data.answers[0].mark).toMatchObject({
    state: 'present',
    marks: 3,
    hasConflict: true,
    against: { state: 'turned_away', by: 'Bala Sani' },
  })
})

test('a mark for another sitting, of a released seat or outside the days of the sitting is not recorded, and why is said', async () => {
  const sitting = await addSitting()
  const elsewhere = await addSitting(1)
  const [first, released] = await readSeats(sitting)
  await api.database.pool.query('update seats set released_at = now() where id = $1', [released.id])
  const present = (seat: string, changes: object = {}) => ({ seat, mark: { state: 'present', ...changes } })
  const [foreign] = await readSeats(elsewhere)
  expect(
    readOutcomes(
      await send(sitting, [
        present(foreign.id),
        present(released.id),
        present(first.id, { secondsAgo: 14 * 3_600 }),
        { seat: first.id, mark: { state: 'absent' } },
        present(first.id),
      ]),
    ),
  ).toEqual(['no_seat', 'no_seat', 'too_early', 'not_over', 'accepted'])
  expect((await readSeats(sitting)).map(({ seatNumber }) => seatNumber)).toEqual([1, 3])
  expect(await count(sitting)).toMatchObject({ present: 1, unmarked: 1 })
  const known = (await officer.call('GET', `/staff/sittings/${elsewhere.id}/door/elsewhere`)).body.data.seats
  const numbers = known.map(({ number }: DoorSeat) => number)
  expect([numbers.includes(first.number), numbers.includes(released.number)]).toEqual([true, false])
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, { body: { step: 'lock', version: 1 } })
  expect((await officer.call('POST', `/staff/sittings/${sitting.id}/absentees`)).body.data.marked).toBe(1)
  const early = await addSitting(1, {
    reportsAt: fromNow(13 * hour),
    startsAt: fromNow(14 * hour),
    endsAt: fromNow(15 * hour),
  })
  const [tomorrow] = await readSeats(early)
  const refused = await mark(tomorrow, { state: 'present' })
  expect([refused.status, refused.body.code, refused.body.data]).toEqual([
    409,
    'attendance_refused',
    { why: 'too_early' },
  ])
  const late = await addSitting(1, {
    reportsAt: fromNow(-341 * hour),
    startsAt: fromNow(-340 * hour),
    endsAt: fromNow(-339 * hour),
  })
  const [old] = await readSeats(late)
  expect((await mark(old, { state: 'present' })).body.data).toEqual({ why: 'too_late' })
  // It was made in time, and comes from a device that was offline.
  expect((await mark(old, { state: 'present', secondsAgo: 4 * 3_600 })).status).toBe(201)
})

test.each<[string, object, string]>([
  ['another state', { state: 'late' }, 'Choose the state.'],
  ['turned away without a reason', { state: 'turned_away', reason: ' ' }, 'Enter why the applicant was turned away.'],
  ['a reason for being present', { state: 'present', reason: 'Early' }, 'Only who is turned away has a reason.'],
])('%s is refused with its field', async (_, body, message) => {
  const sitting = await addSitting(1)
  const [seat] = await readSeats(sitting)
  const { status, body: reply } = await mark(seat, body)
  expect([status, reply.errors[0].message]).toEqual([400, message])
})

test('a device that was offline for days, or whose clock was wrong, has an answer for each of its marks', async () => {
  const sitting = await addSitting(2, {
    reportsAt: fromNow(-200 * hour),
    startsAt: fromNow(-199 * hour),
    endsAt: fromNow(-198 * hour),
  })
  const [seat, other] = await readSeats(sitting)
  const since1970 = Math.round(api.clock.now().getTime() / 1_000)
  const sent = await send(sitting, [
    { seat: seat.id, mark: { state: 'present', secondsAgo: 199 * 3_600 } },
    { seat: other.id, mark: { state: 'present', secondsAgo: since1970 } },
  ])
  expect(readOutcomes(sent)).toEqual(['accepted', 'too_early'])
})

test('marks of a sitting that was moved or cancelled meanwhile are each refused, and told so', async () => {
  const sitting = await addSitting(2)
  const [seat, second] = await readSeats(sitting)
  const body = {
    reason: 'The hall has no electricity.',
    version: 1,
    startsAt: fromNow(25 * hour),
    endsAt: fromNow(26 * hour),
  }
  const moved = await officer.call('POST', `/staff/sittings/${sitting.id}/move`, {
    body: { ...body, reportsAt: fromNow(24 * hour) },
  })
  expect(moved.status, moved.body.message).toBe(201)
  const sent = await send(
    sitting,
    [seat, second].map(({ id }) => ({
      seat: id,
      mark: { id: randomUUID(), state: 'present', saw: 0, secondsAgo: 60 },
    })),
  )
  expect(sent.body.data.answers).toMatchObject([
    { seat: seat.id, outcome: 'refused', why: 'cancelled', mark: null },
    { seat: second.id, outcome: 'refused', why: 'cancelled', mark: null },
  ])
})

test('201 marks at once are refused', async () => {
  const sitting = await addSitting(1)
  const [seat] = await readSeats(sitting)
  const marks = Array.from({ length: 201 }, () => ({ seat: seat.id, mark: { state: 'present' } }))
  expect((await send(sitting, marks)).body.errors[0].message).toBe('Send at most 200 marks at a time.')
})

test('who reads who sits elsewhere is recorded like who reads the list', async () => {
  const sitting = await addSitting(1)
  const person = await createStaff(api, ['exam'])
  const { body } = await person.call('GET', `/staff/sittings/${sitting.id}/door/elsewhere`)
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.staffId, person.id))
  expect(events.map(({ action, detail }) => [action, detail])).toEqual([
    ['door_list_read', { seats: body.data.seats.length }],
  ])
})

test('once the sitting has ended or is locked, everybody who was not marked is absent; a mark that arrives later contradicts it', async () => {
  const sitting = await addSitting()
  const [seat, late] = await readSeats(sitting)
  await mark(seat, { state: 'present' })
  const absentees = (person = officer) => person.call('POST', `/staff/sittings/${sitting.id}/absentees`)
  expect((await absentees()).body).toMatchObject({ code: 'attendance_refused', data: { why: 'not_over' } })
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, { body: { step: 'lock', version: 1 } })
  expect((await withoutAuditLog(api, absentees)).status).toBe(500)
  const answers = await Promise.all([absentees(), absentees(other)])
  expect(answers.reduce((sum, { body }) => sum + body.data.marked, 0)).toBe(2)
  expect(await count(sitting)).toEqual({ present: 1, absent: 2, turned_away: 0, unmarked: 0, conflicts: 0 })
  const sendLate = () =>
    send(sitting, [{ seat: late.id, mark: { id: randomUUID(), state: 'present', saw: 0, secondsAgo: 900 } }])
  expect((await withoutAuditLog(api, sendLate)).status).toBe(500)
  expect((await count(sitting)).conflicts, 'where it cannot be recorded').toBe(0)
  expect(readOutcomes(await sendLate())).toEqual(['conflict'])
  const { rows: events } = await api.database.pool.query(
    `select action, staff_id as by, (select year from exercises where id = exercise_id) as year, detail from audit_log
      where subject_kind = 'sitting' and subject_id = $1 order by id`,
    [sitting.id],
  )
  const marked = answers[0].body.data.marked === 2 ? officer : other
  const event = { by: officer.id, year: 2024 }
  expect(events).toEqual([
    { ...event, action: 'door_list_read', detail: { seats: 3 } },
    { ...event, action: 'attendance_marked', detail: { present: 1 } },
    { ...event, action: 'sitting_locked', detail: {} },
    { ...event, by: marked.id, action: 'absentees_marked', detail: { absent: 2 } },
    { ...event, action: 'attendance_marked', detail: { present: 1, conflicts: 1 } },
  ])
})

test('who is marked as present while the others are marked as absent is not absent', async () => {
  const sitting = await addSitting(2)
  const [seat] = await readSeats(sitting)
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, { body: { step: 'lock', version: 1 } })
  const marks = [{ seat: seat.id, mark: { id: randomUUID(), state: 'present', saw: 0, secondsAgo: 900 } }]
  const { pool, url } = api.database
  const lock = `select from seats where id = '${seat.id}' for update`
  const answers = await raceAtLock(url, lock, [
    () => send(sitting, marks),
    async () => {
      await expect.poll(() => countLockWaits(pool)).toBe(1)
      return other.call('POST', `/staff/sittings/${sitting.id}/absentees`)
    },
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await count(sitting)).toEqual({ present: 1, absent: 1, turned_away: 0, unmarked: 0, conflicts: 0 })
})

test('nobody is marked as absent in a sitting that is opened again in the same moment', async () => {
  const sitting = await addSitting(1)
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, { body: { step: 'lock', version: 1 } })
  const unlock = `update sittings set state = 'open' where id = '${sitting.id}'`
  const [answer] = await raceAtLock(api.database.url, unlock, [
    () => officer.call('POST', `/staff/sittings/${sitting.id}/absentees`),
  ])
  expect(answer?.body).toMatchObject({ code: 'attendance_refused', data: { why: 'not_over' } })
  expect(await count(sitting)).toMatchObject({ absent: 0, unmarked: 1 })
})

test('nobody is marked in a cancelled sitting or an archived exercise', async () => {
  const sitting = await addSitting(1)
  const [seat] = await readSeats(sitting)
  const present = { seat: seat.id, mark: { state: 'present' } }
  await api.database.pool.query('update exercises set archived_at = now() where year = 2024')
  expect((await send(sitting, [present])).body.code).toBe('exercise_archived')
  const markRest = () => officer.call('POST', `/staff/sittings/${sitting.id}/absentees`)
  expect((await markRest()).body.code).toBe('exercise_archived')
  await api.database.pool.query('update exercises set archived_at = null where year = 2024')
  const body = { step: 'cancel', reason: 'The hall has no electricity.', version: 1 }
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, { body })
  expect(readOutcomes(await send(sitting, [present]))).toEqual(['cancelled'])
  expect((await markRest()).body.code).toBe('sitting_state')
  expect((await mark(seat, { state: 'present' })).body.code).toBe('not_found')
})

test('V8.2.1 V8.2.2 the exam officer alone marks; a recused one neither sees nor marks the applicant', async () => {
  const sitting = await addSitting(2)
  const [seat, free] = await readSeats(sitting)
  const registry = await createStaff(api, ['registry'])
  expect((await mark(seat, { state: 'present' }, registry)).body.code).toBe('not_permitted')
  expect((await registry.call('GET', `/staff/sittings/${sitting.id}/door`)).body.code).toBe('not_permitted')
  expect((await registry.call('GET', `/staff/sittings/${sitting.id}/attendance`)).status).toBe(200)
  const recused = await createStaff(api, ['exam'])
  await api.database.db.insert(recusals).values({
    staffId: recused.id,
    applicationId: sitting.applicants[0]?.applicationId ?? '',
    reason: 'We are related.',
    madeBy: registry.id,
  })
  expect((await readDoor(sitting, recused)).seats.map(({ id }) => id)).toEqual([free.id])
  expect((await mark(seat, { state: 'present' }, recused)).status).toBe(404)
  expect(readOutcomes(await send(sitting, [{ seat: seat.id, mark: { state: 'present' } }], recused))).toEqual([
    'no_seat',
  ])
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, { body: { step: 'lock', version: 1 } })
  expect((await recused.call('POST', `/staff/sittings/${sitting.id}/absentees`)).body.data.marked).toBe(1)
  expect((await readSeats(sitting)).map(({ mark }) => mark.state)).toEqual([null, 'absent'])
})

// The seat of an applicant who is out: it is given back, unless it was used.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InterviewPanels } from '#shared/api/staff/interviews.ts'
import type { SeatRow } from '#shared/lists/seats.ts'
import type { SittingDetails } from '#shared/staff/sittings.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  addBatch,
  type Batch,
  createPublishing,
  createPublishingStaff,
  type PublishingStaff,
} from '#tests/support/api/publications.ts'
import { reasonOfWithdrawal } from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { scoreAll } from '#tests/support/fixtures/interviews.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { defaultRules } from '#tests/support/fixtures/sittings.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let people: PublishingStaff
let publishing: ReturnType<typeof createPublishing>
let officer: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  people = await createPublishingStaff(api)
  publishing = createPublishing(api, people)
  officer = await createStaff(api, ['exam'])
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const hour = 60 * 60_000
const fromNow = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString()

async function publish(kind: string, school: string, more: object = {}): Promise<void> {
  const proposed = await publishing.makeProposed(kind, school, more)
  expect((await publishing.approve(proposed)).status).toBe(200)
  await api.services.publications.publish({ publicationId: proposed.id })
  api.clock.advance(1_000)
}

async function addShortlisted(count: number): Promise<Batch> {
  const batch = await addBatch(api, count)
  await publishing.decide(batch.ids, 'shortlisted')
  await publish('shortlist', batch.school)
  return batch
}

/** Shortlisted applicants, all of them in the sitting. */
async function addSeated(count: number, sitting: Partial<SittingDetails> = {}) {
  const batch = await addShortlisted(count)
  const { id } = await addSeatedSitting(api, { applications: batch.ids, madeBy: officer.id, sitting })
  return { ...batch, sitting: id }
}

const goesOn = () => ({ reportsAt: fromNow(-2 * hour), startsAt: fromNow(-hour), endsAt: fromNow(hour) })

const withdraw = async (number: string) =>
  expect(
    (
      await people.maker.call('POST', `/staff/applications/${number}/withdraw`, {
        body: { reason: reasonOfWithdrawal },
      })
    ).status,
  ).toBe(201)

async function reject({ school, ids }: Batch): Promise<void> {
  await publishing.decide(ids, 'rejected')
  await publish('correction', school)
}

const read = async (path: string) => (await officer.call('GET', path)).body.data
const listSeats = async (sitting: string): Promise<SeatRow[]> =>
  (await read(`/staff/seats?exercise=2024&sitting=${sitting}`)).rows
const listNumbers = async (sitting: string) => (await listSeats(sitting)).map(({ number }) => number)

/** The first of the sitting. */
const mark = async (sitting: string, state: string, place = 0) => {
  const seat = (await read(`/staff/sittings/${sitting}/door`)).seats[place]
  return officer.call('POST', `/staff/seats/${seat.id}/attendance`, {
    body: { state, source: 'sheet', secondsAgo: 0, ...(state === 'turned_away' && { reason: 'No slip.' }) },
  })
}

const moveTo = (sitting: string, seat: SeatRow | undefined) =>
  officer.call('POST', '/staff/seats/move', { body: { sitting, seats: [seat?.id], reason: 'A place is free.' } })

async function seatIn(sitting: string, { school }: Batch) {
  const selection = await publishing.select({ school }, officer)
  const body = { selection, sittings: [sitting], rules: defaultRules }
  const { run } = (await officer.call('POST', '/staff/seating', { body })).body.data
  return (await officer.call('POST', `/staff/seating/${run}/commit`)).body.data
}

test('the seat of an applicant who withdraws is free: no list has it, nobody is absent there, and it is given to another', async () => {
  const { added, sitting } = await addSeated(2, { ...goesOn(), startsAt: fromNow(hour / 2), capacity: 2 })
  const [one, other] = added
  const [seat] = (await read(`/staff/sittings/${sitting}/door`)).seats
  await withdraw(one?.number ?? '')
  expect(await listNumbers(sitting)).toEqual([other?.number])
  expect((await read(`/staff/sittings/${sitting}`)).seated).toBe(1)
  expect((await read(`/staff/sittings/${sitting}/door`)).seats).toMatchObject([{ number: other?.number }])
  // A device that has read the list of the door before.
  const late = { seat: seat.id, mark: { id: crypto.randomUUID(), state: 'present', source: 'scan', secondsAgo: 0 } }
  const { body } = await officer.call('POST', `/staff/sittings/${sitting}/attendance`, { body: { marks: [late] } })
  expect(body.data.answers).toMatchObject([{ outcome: 'refused', why: 'no_seat' }])

  const next = await addShortlisted(1)
  expect(await seatIn(sitting, next)).toMatchObject({ seated: 1, unseatedCount: 0 })
  expect(await listSeats(sitting)).toMatchObject([
    { seatNumber: 1, number: next.added[0]?.number },
    { seatNumber: 2, number: other?.number },
  ])
})

test('who withdraws after being told of a seat is not waited for with a publication', async () => {
  const { school, added, sitting } = await addSeated(1)
  await publish('seats', school)
  await withdraw(added[0]?.number ?? '')
  expect(await read(`/staff/sittings/${sitting}`)).toMatchObject({ seated: 0, unpublished: 0 })
  const { rows } = await api.database.pool.query(
    `select released_at = withdrawn_at as "isAtOnce" from seats join applications on applications.id = application_id
    where sitting_id = $1`,
    [sitting],
  )
  expect(rows).toEqual([{ isAtOnce: true }])
})

test('the seat of an applicant whose rejection is published is free, and the applicant is told so', async () => {
  const { sitting, ...batch } = await addSeated(1)
  await publish('seats', batch.school)
  await reject(batch)
  expect(await read(`/staff/sittings/${sitting}`)).toMatchObject({ seated: 0, unpublished: 1 })
  await publish('seats', batch.school)
  expect((await read(`/staff/sittings/${sitting}`)).unpublished).toBe(0)
  const { rows } = await api.database.pool.query('select exam_date from accounts where id = $1', [
    batch.added[0]?.accountId,
  ])
  expect(rows).toEqual([{ exam_date: null }])
})

test('a seat stays while its applicant is decided anew without a rejection', async () => {
  const { sitting, school, ids } = await addSeated(1)
  await publishing.decide(ids, 'held')
  await publish('correction', school)
  expect(await listNumbers(sitting)).toHaveLength(1)
})

test.each(['present', 'turned_away'])('a seat that is marked as %s stays as history', async (state) => {
  const { added, sitting } = await addSeated(1, goesOn())
  expect((await mark(sitting, state)).status).toBe(201)
  await withdraw(added[0]?.number ?? '')
  expect(await listSeats(sitting)).toMatchObject([{ number: added[0]?.number, attendance: state }])
})

test('who has withdrawn, or is rejected, gets no seat where the sitting moves to, though the one here was used', async () => {
  const { added, ids, sitting } = await addSeated(3, goesOn())
  for (const place of [0, 2]) await mark(sitting, 'present', place)
  await withdraw(added[0]?.number ?? '')
  await api.database.pool.query(`update applications set decision = 'rejected' where id = $1`, [ids[2]])
  const times = { reportsAt: fromNow(24 * hour), startsAt: fromNow(24 * hour), endsAt: fromNow(25 * hour) }
  const body = { reason: 'The hall has no power.', version: 1, ...times }
  const { id } = (await officer.call('POST', `/staff/sittings/${sitting}/move`, { body })).body.data
  expect(await listNumbers(id)).toEqual([added[1]?.number])

  // The history keeps when the former seats were given back.
  const readReleases = async () =>
    (
      await api.database.pool.query('select released_at from seats where sitting_id = $1 order by seat_number', [
        sitting,
      ])
    ).rows.map(({ released_at: at }) => at.toISOString())
  const before = await readReleases()
  api.clock.advance(1_000)
  await withdraw(added[1]?.number ?? '')
  expect(await listNumbers(id)).toEqual([])
  expect(await readReleases()).toEqual(before)
})

test('a seat that nobody marked, but of which there is a result, stays with who withdraws', async () => {
  const { added, ids, sitting } = await addSeated(2)
  await api.database.pool.query(
    `with entry as (insert into result_entries (application_id, kind, score, maximum, entered_by, entered_at, seen_version)
      values ($1, 'cbt', 60, 100, $2, now(), 0) returning id)
    insert into results (application_id, kind, score, maximum, seat_id, entry_id, entered_by, entered_at, confirmed_by)
    select $1, 'cbt', 60, 100, seats.id, entry.id, $2, now(), $3 from entry, seats where application_id = $1`,
    [ids[0], officer.id, people.maker.id],
  )
  const interview = await addSeatedSitting(api, {
    applications: ids.slice(0, 1),
    madeBy: officer.id,
    sitting: { kind: 'interview' },
  })
  for (const { number } of added) await withdraw(number)
  expect([await listNumbers(sitting), await listNumbers(interview.id)]).toEqual([[added[0]?.number], []])
})

test('the time at a panel is free with the seat; an interview of which a sheet is handed in stays', async () => {
  const member = await createStaff(api, ['reviewer'])
  const { added, sitting } = await addSeated(2, { kind: 'interview', ...goesOn() })
  await officer.call('POST', `/staff/sittings/${sitting}/panels`, { body: { name: 'A', members: [member.id] } })
  await officer.call('POST', `/staff/sittings/${sitting}/slots`, { body: { minutes: 20 } })
  const readSlots = async (): Promise<InterviewPanels['slots']> =>
    (await read(`/staff/sittings/${sitting}/panels`)).slots
  const [first, second] = await readSlots()
  const sheet = { body: { scores: scoreAll(10) } }
  expect((await member.call('POST', `/staff/interviews/${first?.seat}/sheet`, sheet)).status).toBe(201)
  await officer.call('POST', `/staff/sittings/${sitting}/panels`, { body: { name: 'B', members: [member.id] } })
  const other = (await read(`/staff/sittings/${sitting}/panels`)).panels[1].id
  const toOther = {
    panel: other,
    startsAt: second?.startsAt,
    seen: { panel: second?.panel, startsAt: second?.startsAt },
  }
  expect((await officer.call('PUT', `/staff/seats/${second?.seat}/slot`, { body: toOther })).status).toBe(200)
  for (const { number } of added) await withdraw(number)
  expect((await officer.call('DELETE', `/staff/sittings/${sitting}/panels/${other}`)).status).toBe(200)
  expect(await readSlots()).toMatchObject([{ seat: first?.seat, number: first?.number }])
  const next = await addSeated(1, { kind: 'interview' })
  const seats = (await listSeats(next.sitting)).map(({ id }) => id)
  const move = { sitting, seats, reason: 'A place is free.' }
  expect((await officer.call('POST', '/staff/seats/move', { body: move })).status).toBe(201)
  const [, third] = await readSlots()
  const body = { panel: first?.panel, startsAt: second?.startsAt, seen: null }
  expect((await officer.call('PUT', `/staff/seats/${third?.seat}/slot`, { body })).status).toBe(200)
})

test('who withdraws in the same moment gets no seat', async () => {
  const batch = await addShortlisted(1)
  const { id: sitting } = await addSeatedSitting(api, { count: 1, madeBy: officer.id })
  const withdrawal = `update applications set withdrawn_at = now(), decision = 'pending' where id = '${batch.ids[0]}'`
  await raceAtLock(api.database.url, withdrawal, [() => seatIn(sitting, batch)])
  expect(await listSeats(sitting)).toHaveLength(1)
  // Nor does anybody take a seat along to another sitting.
  const { added, sitting: from } = await addSeated(1)
  const [seat] = await listSeats(from)
  const [moved] = await raceAtLock(api.database.url, 'lock table audit_log in share mode', [
    () => moveTo(sitting, seat),
    async () => {
      await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
      await withdraw(added[0]?.number ?? '')
      return undefined
    },
  ])
  expect(moved?.status).toBe(201)
  expect(await listSeats(sitting)).toHaveLength(1)
  // Nor where the whole sitting goes.
  const whole = await addSeated(1)
  const times = { reportsAt: fromNow(24 * hour), startsAt: fromNow(24 * hour), endsAt: fromNow(25 * hour) }
  const body = { reason: 'The hall has no power.', version: 1, ...times }
  const [answer] = await raceAtLock(api.database.url, 'lock table audit_log in share mode', [
    () => officer.call('POST', `/staff/sittings/${whole.sitting}/move`, { body }),
    async () => {
      await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
      await withdraw(whole.added[0]?.number ?? '')
      return undefined
    },
  ])
  expect(answer?.status).toBe(201)
  expect(await listSeats(answer?.body.data.id)).toEqual([])
})

test('who is marked in the same moment goes to no other sitting', async () => {
  const { sitting: from } = await addSeated(1)
  const { id: to } = await addSeatedSitting(api, { count: 1, madeBy: officer.id })
  const [seat] = await listSeats(from)
  const present = `update seats set attendance = 'present' where id = '${seat?.id}'`
  const [moved] = await raceAtLock(api.database.url, present, [() => moveTo(to, seat)])
  expect(moved?.body.data.refused).toMatchObject([{ why: 'has_sat' }])
})

// Seats are given to a selection by rules and a seed, and are impossible twice, when several persons commit at the same time.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { recusals } from '#server/database/schema/decisions/reviews.ts'
import type { Seating } from '#shared/api/staff/seating.ts'
import type { SeatRow } from '#shared/lists/seats.ts'
import { maxNamedClashes } from '#shared/staff/seating.ts'
import type { SittingDetails, VenueDetails } from '#shared/staff/sittings.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { type AddedApplication, addApplications } from '#tests/support/fixtures/many-applications.ts'
import { addSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { sittingAt, venueOf } from '#tests/support/fixtures/sittings.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let officer: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  officer = await createStaff(api, ['exam'])
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const nextDay = {
  reportsAt: '2039-03-05T08:00:00+01:00',
  startsAt: '2039-03-05T09:00:00+01:00',
  endsAt: '2039-03-05T11:00:00+01:00',
}

let names = 0
const uniqueName = () => `S${++names}X`

/** Applications of whom everybody sees that they are shortlisted, in a school of their own. */
async function addShortlisted(count: number): Promise<{ school: string; added: AddedApplication[] }> {
  const prefix = uniqueName()
  const added = await addApplications(api, { count, prefix, school: prefix })
  await api.database.pool.query(`update applications set decision = 'verified' where id = any($1)`, [
    added.map(({ applicationId }) => applicationId),
  ])
  return { school: prefix, added }
}

async function select(school: string, person = officer): Promise<string> {
  const body = { of: 'applications', filter: { exercise: 2024, school, published: 'verified' } }
  const made = await person.call('POST', '/staff/selections', { body })
  expect(made.status).toBe(201)
  return made.body.data.id
}

type SittingChanges = Partial<SittingDetails> & Partial<Pick<VenueDetails, 'state' | 'isStepFree'>>

/** At a venue of its own. */
async function addOwnSitting(changes: SittingChanges = {}): Promise<string> {
  const { state = 'ogun', isStepFree = false, ...sitting } = changes
  const { id } = await addSitting(api, { madeBy: officer.id, sitting, venue: { state, isStepFree } })
  return id
}

const post = (body: object, person = officer) => person.call('POST', '/staff/seating', { body })
async function preview(body: object, person = officer): Promise<Seating> {
  const { status, body: reply } = await post(body, person)
  expect([status, reply.message]).toEqual([201, 'Nobody is seated yet.'])
  return reply.data
}
const commit = (run: string, person = officer) => person.call('POST', `/staff/seating/${run}/commit`)
/** The staff's few places may all be taken on a slow machine; then the reply asks to try again. */
async function commitWhenFree(run: string, person = officer): ReturnType<typeof commit> {
  const answer = await commit(run, person)
  return answer.status === 503 ? commitWhenFree(run, person) : answer
}
async function listSeats(query: string, person = officer): Promise<SeatRow[]> {
  return (await person.call('GET', `/staff/seats?exercise=2024&limit=100&${query}`)).body.data.rows
}
const findWhy = ({ unseated }: Seating) => Object.fromEntries(unseated.map(({ number, why }) => [number, why]))

test('more than 30,000 applicants at once get no preview', async () => {
  const { school } = await addShortlisted(1)
  const selection = await select(school)
  await api.database.pool.query('update selections set count = 30001 where id = $1', [selection])
  expect((await post({ selection, sittings: [await addOwnSitting()] })).body.code).toBe('seating_too_large')
})

test('a preview seats nobody; the run gives the seats of its preview', async () => {
  const { school, added } = await addShortlisted(5)
  const sitting = await addOwnSitting({ capacity: 3 })
  const previewed = await preview({ selection: await select(school), sittings: [sitting], seed: 42 })
  expect(previewed).toMatchObject({ seed: 42, seated: 3, isCommitted: false, unseatedCount: 2, kind: 'cbt' })
  expect(previewed.perSitting).toMatchObject([{ sitting, capacity: 3, taken: 0, seated: 3 }])
  expect(previewed.unseatedReasons).toEqual([{ why: 'no_seat', count: 2 }])
  expect(await listSeats(`sitting=${sitting}`)).toEqual([])

  expect((await withoutAuditLog(api, () => commit(previewed.run))).status).toBe(500)
  expect(await listSeats(`sitting=${sitting}`), 'where it cannot be recorded').toEqual([])
  const committed = await commit(previewed.run)
  expect(committed).toMatchObject({ status: 200, body: { data: { seated: 3, isCommitted: true } } })
  expect(findWhy(committed.body.data)).toEqual(findWhy(previewed))
  const rows = await listSeats(`sitting=${sitting}`)
  expect(rows.map(({ seatNumber }) => seatNumber)).toEqual([1, 2, 3])
  const unseated = Object.keys(findWhy(previewed))
  expect(rows.map(({ number }) => number).sort()).toEqual(
    added.map(({ number }) => number).filter((number) => !unseated.includes(number)),
  )
  const { seated } = (await officer.call('GET', `/staff/sittings/${sitting}`)).body.data
  expect(seated).toBe(3)
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, previewed.run))
  const { rows: current } = await api.database.pool.query('select id from exercises where year = 2024')
  expect(events).toMatchObject([
    {
      action: 'seats_given',
      staffId: officer.id,
      subjectKind: 'seating',
      exerciseId: current[0].id,
      detail: { seated: 3, unseated: 2, seed: 42 },
    },
  ])
})

test('only chosen applicants have special needs; the sheet says who has, and a recused colleague does not read it', async () => {
  const { school, added } = await addShortlisted(2)
  const [needing, other] = added.map(({ number }) => number)
  const sitting = await addOwnSitting({ isStepFree: true })
  const body = { selection: await select(school), sittings: [sitting] }
  const refused = await post({ ...body, rules: { specialNeeds: [needing, 'APP-2024-000000'] } })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    [{ path: 'rules.specialNeeds', message: 'APP-2024-000000 is not among the applications that get seats.' }],
  ])
  const { run } = await preview({ ...body, rules: { specialNeeds: [needing] } })
  expect((await commit(run)).body.data.rules.specialNeeds).toEqual([needing])
  expect(await listSeats(`sitting=${sitting}`)).toMatchObject([{ number: needing, seatNumber: 1 }, { number: other }])

  const credentials = (await createStaff(api, ['exam'], { isFresh: true })).credentials
  const print = async (name: string) => {
    const answer = await fetch(`${api.url}/api/v1/staff/sittings/${sitting}/${name}.pdf`, { headers: credentials })
    return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).text
  }
  const sheet = await print('sheet')
  expect(sheet).toContain(`${needing}, special needs`)
  expect(sheet).not.toContain(`${other}, special needs`)
  expect(await print('seats')).not.toContain('special needs')

  const recused = await createStaff(api, ['exam'])
  const { applicationId } = added[0] as AddedApplication
  const recusal = { staffId: recused.id, applicationId, reason: 'We are related.', madeBy: officer.id }
  await api.database.db.insert(recusals).values(recusal)
  expect((await commit(run, recused)).body.data.rules.specialNeeds).toEqual([])
  // Nor by a run that nobody has committed yet.
  const next = await preview({ ...body, rules: { specialNeeds: [needing, other] } })
  expect((await commit(next.run, recused)).body.data.rules.specialNeeds).toEqual([other])
})

test('a run that is committed again answers what it did, and seats nobody more', async () => {
  const { school } = await addShortlisted(4)
  const sitting = await addOwnSitting({ capacity: 10 })
  const { run } = await preview({ selection: await select(school), sittings: [sitting] })
  const answers = await Promise.all([commit(run), commit(run), commit(run)])
  expect(answers.map(({ status, body }) => [status, body.data.seated])).toEqual(Array(3).fill([200, 4]))
  const [first] = answers
  expect(first?.body.data).toMatchObject({ unseatedCount: 0, perSitting: [{ sitting, taken: 0, seated: 4 }] })
  for (const { body } of answers) expect(body.data).toEqual(first?.body.data)
  // Also when the selection is gone.
  await api.database.pool.query('update selections set expires_at = now() where made_by = $1', [officer.id])
  expect((await commit(run)).body.data).toEqual(first?.body.data)
  expect(await listSeats(`sitting=${sitting}`)).toHaveLength(4)
})

test('twenty persons who seat 300 into 250 seats at once seat 250, name 50, and give no seat twice', async () => {
  const { school, added } = await addShortlisted(300)
  const sittings = [await addOwnSitting({ capacity: 150 }), await addOwnSitting({ capacity: 100 })]
  const officers = await Promise.all(Array.from({ length: 20 }, () => createStaff(api, ['exam'])))
  const runs: string[] = []
  for (const person of officers)
    runs.push((await preview({ selection: await select(school, person), sittings }, person)).run)
  const answers = await Promise.all(runs.map((run, n) => commitWhenFree(run, officers[n])))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(answers.reduce((sum, { body }) => sum + body.data.seated, 0)).toBe(250)
  for (const { body } of answers) {
    const reasons = Object.values(findWhy(body.data))
    expect(body.data.seated + reasons.length).toBe(300)
    expect(reasons.filter((why) => why === 'no_seat')).toHaveLength(50)
  }
  const { rows } = await api.database.pool.query(
    `select count(*)::int as seats, count(distinct (sitting_id, seat_number))::int as places, count(distinct application_id)::int as people
    from seats where released_at is null and application_id = any($1)`,
    [added.map(({ applicationId }) => applicationId)],
  )
  expect(rows).toEqual([{ seats: 250, places: 250, people: 250 }])
}, 60_000)

test('who has a seat keeps it; withdrawn, held and unpublished applicants get none, and each is named with why', async () => {
  const { school, added } = await addShortlisted(5)
  const [first, withdrawn, held, unpublished, free] = added as [AddedApplication, ...AddedApplication[]] &
    Record<1 | 2 | 3 | 4, AddedApplication>
  const selection = await select(school)
  const sitting = await addOwnSitting()
  const { pool } = api.database
  const registry = await createStaff(api, ['registry'])
  const alone = { of: 'applications', filter: { exercise: 2024, numbers: [first.number] } }
  const one = (await officer.call('POST', '/staff/selections', { body: alone })).body.data.id
  await commit((await preview({ selection: one, sittings: [sitting] })).run)
  await pool.query(`update applications set withdrawn_at = now(), decision = 'pending' where id = $1`, [
    withdrawn.applicationId,
  ])
  await pool.query(`update applications set decision = 'pending' where id = $1`, [unpublished.applicationId])
  await pool.query(`insert into account_holds (account_id, reason, made_by) values ($1, 'To be checked.', $2)`, [
    held.accountId,
    registry.id,
  ])
  const other = await addOwnSitting()
  const previewed = await preview({ selection, sittings: [other] })
  expect(findWhy(previewed)).toEqual({
    [first.number]: 'seated_already',
    [withdrawn.number]: 'withdrawn',
    [held.number]: 'on_hold',
    [unpublished.number]: 'not_shortlisted',
  })
  await commit(previewed.run)
  expect((await listSeats(`sitting=${other}`)).map(({ number }) => number)).toEqual([free.number])
  expect((await listSeats(`sitting=${sitting}`)).map(({ number }) => number)).toEqual([first.number])
})

test('the home state decides which venue; the rule that requires it names those without one', async () => {
  const { school } = await addShortlisted(2)
  const selection = await select(school)
  const away = await addOwnSitting({ state: 'kano' })
  const required = await preview({ selection, sittings: [away], rules: { homeState: 'required' } })
  expect([required.seated, required.unseatedReasons]).toEqual([0, [{ why: 'no_venue_in_state', count: 2 }]])
  const home = await addOwnSitting({ state: 'ogun', startsAt: '2039-03-04T10:00:00+01:00' })
  const preferred = await preview({ selection, sittings: [away, home] })
  expect(preferred.perSitting.map(({ sitting, seated }) => [sitting, seated])).toEqual([
    [away, 0],
    [home, 2],
  ])
})

test('a sitting with an applicant who has special needs moves to a step-free venue alone', async () => {
  const { school, added } = await addShortlisted(2)
  const sitting = await addOwnSitting({ isStepFree: true })
  const rules = { specialNeeds: [added[0]?.number] }
  await commit((await preview({ selection: await select(school), sittings: [sitting], rules })).run)
  const addVenue = async (isStepFree: boolean) =>
    (
      await officer.call('POST', '/staff/exercises/2024/venues', {
        body: venueOf({ name: uniqueName(), isStepFree }),
      })
    ).body.data.id
  const move = async (venue: string, id = sitting) =>
    officer.call('POST', `/staff/sittings/${id}/move`, {
      body: { venue, reason: 'The hall has no electricity.', version: 1 },
    })
  expect((await move(await addVenue(false))).body.errors).toEqual([
    { path: 'venue', message: 'Applicants with special needs have seats here: choose a step-free venue.' },
  ])
  const moved = await move(await addVenue(true))
  expect(moved.status).toBe(201)
  // They keep being known there, until their seats are given back.
  expect((await move(await addVenue(false), moved.body.data.id)).status).toBe(400)
  await api.database.pool.query('update seats set released_at = now() where sitting_id = $1', [moved.body.data.id])
  expect((await move(await addVenue(false), moved.body.data.id)).status).toBe(201)
})

test('a venue stays step-free while applicants with special needs have seats there', async () => {
  const { school, added } = await addShortlisted(2)
  const name = uniqueName()
  const venue = await officer.call('POST', '/staff/exercises/2024/venues', {
    body: venueOf({ name, isStepFree: true }),
  })
  const { id } = venue.body.data
  const put = (changes: Partial<VenueDetails>, version: number) =>
    officer.call('PUT', `/staff/exercises/2024/venues/${id}`, {
      body: { ...venueOf({ name, isStepFree: true }), ...changes, version },
    })
  const body = { ...sittingAt(id), exercise: 2024 }
  const sitting = (await officer.call('POST', '/staff/sittings', { body })).body.data.id
  const { school: others } = await addShortlisted(1)
  await commit((await preview({ selection: await select(others), sittings: [sitting] })).run)
  expect((await put({ isStepFree: false }, 1)).status).toBe(200)
  expect((await put({}, 2)).status).toBe(200)
  const rules = { specialNeeds: [added[0]?.number] }
  await commit((await preview({ selection: await select(school), sittings: [sitting], rules })).run)
  expect((await put({ isStepFree: false }, 3)).body.errors).toEqual([
    {
      path: 'isStepFree',
      message: 'Applicants with special needs have seats here: move their sittings to a step-free venue first.',
    },
  ])
  expect((await put({ isActive: false }, 3)).status).toBe(200)
  await api.database.pool.query(
    `update sittings set reports_at = now() - interval '3 days', starts_at = now() - interval '2 days',
      ends_at = now() - interval '1 day' where id = $1`,
    [sitting],
  )
  expect((await put({ isStepFree: false }, 4)).status).toBe(200)
})

test('a venue that loses its step-free way in the same moment gets no applicant with special needs', async () => {
  const { school, added } = await addShortlisted(1)
  const sitting = await addOwnSitting({ isStepFree: true })
  const rules = { specialNeeds: [added[0]?.number] }
  const { run } = await preview({ selection: await select(school), sittings: [sitting], rules })
  const change = `update venues set is_step_free = false where id = (select venue_id from sittings where id = '${sitting}')`
  const [committed] = await raceAtLock(api.database.url, change, [() => commit(run)])
  expect(committed?.body.data).toMatchObject({ seated: 0, unseatedReasons: [{ why: 'no_step_free_seat', count: 1 }] })
})

test('seats are given in open sittings of one kind and of the exercise that have not begun only', async () => {
  const { school } = await addShortlisted(1)
  const selection = await select(school)
  const cbt = await addOwnSitting()
  const interview = await addOwnSitting({ kind: 'interview' })
  const locked = await addOwnSitting()
  await officer.call('POST', `/staff/sittings/${locked}/state`, { body: { step: 'lock', version: 1 } })
  const refuse = async (sittings: string[]) => (await post({ selection, sittings })).body.errors
  expect(await refuse([])).toEqual([{ path: 'sittings', message: 'Choose at least one sitting.' }])
  expect(await refuse([cbt, interview])).toEqual([{ path: 'sittings', message: 'Choose sittings of one kind.' }])
  const closed = [{ path: 'sittings', message: 'Choose open sittings that have not begun.' }]
  expect(await refuse([cbt, locked])).toEqual(closed)
  // Though it goes on.
  const at = (minutes: number) => new Date(api.clock.now().getTime() + minutes * 60_000).toISOString()
  const begun = await addOwnSitting({ reportsAt: at(-60), startsAt: at(-1), endsAt: at(60) })
  expect(await refuse([cbt, begun])).toEqual(closed)
  const elsewhere = await api.database.pool.query(
    `with exercise as (insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2033, 0, 0, '[]', 'Vendor') returning id),
    venue as (insert into venues (exercise_id, name, address, state) select id, 'Hall', '1 Road', 'kano' from exercise returning *)
    insert into sittings (exercise_id, venue_id, kind, label, reports_at, starts_at, ends_at, capacity, made_by)
    select exercise_id, id, 'cbt', 'A', '2039-03-04', '2039-03-04', '2039-03-05', 9, $1 from venue returning id`,
    [officer.id],
  )
  for (const others of [[selection], [cbt, selection], [cbt, elsewhere.rows[0].id]])
    expect(await refuse(others)).toEqual([{ path: 'sittings', message: 'Choose sittings of this exercise.' }])
  const { run } = await preview({ selection, sittings: [cbt] })
  await officer.call('POST', `/staff/sittings/${cbt}/state`, { body: { step: 'lock', version: 1 } })
  const begins = await addOwnSitting()
  const { run: late } = await preview({ selection, sittings: [begins] })
  await api.database.pool.query(
    `update sittings set reports_at = now() - interval '1 hour', starts_at = now() where id = $1`,
    [begins],
  )
  // Locked between preview and commit, or begun.
  for (const one of [run, late])
    expect((await commit(one)).body.data).toMatchObject({ seated: 0, unseatedReasons: [{ why: 'no_seat', count: 1 }] })
})

test('a sitting with seats keeps its time and place, and no taken seat is cut off; cancelled, it gives them back', async () => {
  const { school } = await addShortlisted(3)
  const selection = await select(school)
  const sitting = await addOwnSitting({ capacity: 5 })
  await commit((await preview({ selection, sittings: [sitting] })).run)
  const { venue, version } = (await officer.call('GET', `/staff/sittings/${sitting}`)).body.data
  const change = (changes: Partial<SittingDetails>) =>
    officer.call('PUT', `/staff/sittings/${sitting}`, {
      body: { ...sittingAt(venue.id, { capacity: 5, ...changes }), version },
    })
  expect((await change({ startsAt: '2039-03-04T09:30:00+01:00' })).body.code).toBe('sitting_seated')
  expect((await change({ kind: 'interview' })).body.code).toBe('sitting_seated')
  const elsewhere = await officer.call('GET', `/staff/sittings/${await addOwnSitting()}`)
  expect((await change({ venue: elsewhere.body.data.venue.id })).body.code).toBe('sitting_seated')
  expect((await change({ capacity: 2 })).body.errors).toEqual([
    { path: 'capacity', message: 'Seat 3 is taken: enter a capacity of at least 3.' },
  ])
  expect((await change({ capacity: 3, label: 'Renamed' })).status).toBe(200)
  const pool = api.database.pool
  await expect(pool.query('update sittings set capacity = 2 where id = $1', [sitting])).rejects.toThrow('is taken')
  const again = `insert into seats (sitting_id, kind, application_id, seat_number, run_id)
    select sitting_id, kind, application_id, $2, run_id from seats where sitting_id = $1 limit 1`
  await expect(pool.query(again, [sitting, 3])).rejects.toThrow(/seats_one/)
  await expect(pool.query(again, [sitting, 4])).rejects.toThrow('beyond the capacity')
  const empty = await addOwnSitting()
  await pool.query('update sittings set capacity = 1 where id = $1', [empty])
  // Also of a sitting that is locked in the same moment.
  const lock = `update sittings set state = 'locked' where id = '${sitting}'`
  const add = () => pool.query(again, [sitting, 3]).catch(({ message }) => message)
  expect(await raceAtLock(api.database.url, lock, [add])).toEqual([expect.stringContaining('not open')])
  await pool.query(`update sittings set state = 'open' where id = $1`, [sitting])

  const reason = 'The hall has no electricity.'
  await officer.call('POST', `/staff/sittings/${sitting}/state`, {
    body: { step: 'cancel', reason, version: version + 1 },
  })
  const cancelled = await api.database.db.select().from(auditLog).where(eq(auditLog.action, 'sitting_cancelled'))
  expect(cancelled).toMatchObject([{ subjectId: sitting, detail: { released: 3 } }])
  expect(await listSeats(`sitting=${sitting}`)).toEqual([])
  await expect(pool.query(again, [sitting, 3])).rejects.toThrow('not open')
  // A seat that was given back is not taken.
  await pool.query('update sittings set capacity = 2 where id = $1', [sitting])
  const other = await addOwnSitting()
  const next = await commit((await preview({ selection, sittings: [other] })).run)
  expect(next.body.data).toMatchObject({ seated: 3, unseatedCount: 0 })
})

test('V8.2.1 V8.2.2 a run is of who may arrange seats; a recused person neither seats nor sees the applicant', async () => {
  const { school, added } = await addShortlisted(2)
  const [one] = added as [AddedApplication]
  const selection = await select(school)
  const sitting = await addOwnSitting()
  const { run } = await preview({ selection, sittings: [sitting] })
  const registry = await createStaff(api, ['registry'])
  expect((await post({ selection, sittings: [sitting] }, registry)).body.code).toBe('not_permitted')
  expect((await commit(run, registry)).body.code).toBe('not_permitted')
  expect((await commit(run, await createStaff(api, ['exam']))).body.data.seated).toBe(2)
  const recused = await createStaff(api, ['exam'])
  const ownSelection = await select(school, recused)
  await api.database.db
    .insert(recusals)
    .values({ staffId: recused.id, applicationId: one.applicationId, reason: 'We are related.', madeBy: registry.id })
  const seen = await listSeats(`sitting=${sitting}`, recused)
  expect(seen.map(({ number }) => number)).not.toContain(one.number)
  expect(seen).toHaveLength(1)
  const own = await preview({ selection: ownSelection, sittings: [sitting] }, recused)
  expect(Object.keys(findWhy(own))).toEqual([added[1]?.number])
  const later = await preview({ selection, sittings: [sitting] })
  expect(Object.keys(findWhy((await commit(later.run)).body.data))).toContain(one.number)
  const told = Object.keys(findWhy((await commit(later.run, recused)).body.data))
  expect(told).toEqual(added.map(({ number }) => number).filter((number) => number !== one.number))
})

test('seats are listed by sitting and number, and found by application number or name', async () => {
  const { school, added } = await addShortlisted(3)
  const sitting = await addOwnSitting()
  await commit((await preview({ selection: await select(school), sittings: [sitting] })).run)
  const first = await officer.call('GET', `/staff/seats?exercise=2024&sitting=${sitting}&limit=2`)
  expect(first.body.data.count).toEqual({ value: 3, more: false })
  const next = await officer.call(
    'GET',
    `/staff/seats?exercise=2024&sitting=${sitting}&limit=2&after=${first.body.data.next}`,
  )
  const numbers = [...first.body.data.rows, ...next.body.data.rows].map(({ seatNumber }: SeatRow) => seatNumber)
  expect(numbers).toEqual([1, 2, 3])
  const wanted = added[1]?.number ?? ''
  expect((await listSeats(`q=${wanted.toLowerCase()}`)).map(({ number }) => number)).toEqual([wanted])
  expect(await listSeats(`q=amaka&school=${school}`)).toHaveLength(3)
  expect(await listSeats(`q=sule%20am&school=${school}`)).toHaveLength(3)
  expect(await listSeats(`q=maka&school=${school}`)).toEqual([])
  // What is no name and no number of an application.
  expect(await listSeats(`q=${wanted.replace('APP-2024', 'RE24')}`)).toEqual([])
})

test('a search by name pages through every seat of an applicant who has two', async () => {
  const { school } = await addShortlisted(2)
  for (const changes of [{}, { kind: 'interview', ...nextDay } as const])
    await commit((await preview({ selection: await select(school), sittings: [await addOwnSitting(changes)] })).run)
  const found: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const page = await officer.call('GET', `/staff/seats?q=sule&school=${school}&limit=1${next && `&after=${next}`}`)
    expect(page.body.data.count).toEqual({ value: 4, more: false })
    found.push(...page.body.data.rows.map(({ id }: SeatRow) => id))
    next = page.body.data.next
  }
  expect(found).toHaveLength(4)
  expect(new Set(found).size).toBe(4)
  // An interview at another time is no obstacle to a move.
  const tests = (await listSeats(`school=${school}&kind=cbt`)).map(({ id }) => id)
  expect((await moveSeats({ sitting: await addOwnSitting(), seats: tests })).body.data).toEqual({ moved: 2 })
})

test('what a committed run did is told to no exam officer of another exercise', async () => {
  const { school } = await addShortlisted(1)
  const { run } = await preview({ selection: await select(school), sittings: [await addOwnSitting()] })
  expect((await commit(run)).body.data.seated).toBe(1)
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  const elsewhere = await createStaff(api, [{ role: 'exam', exerciseId: rows[0].id }])
  expect((await commit(run, elsewhere)).status).toBe(404)
})

const moveSeats = (body: { sitting: string; seats: readonly string[]; reason?: string }, person = officer) =>
  person.call('POST', '/staff/seats/move', { body: { reason: 'A clash with another test.', ...body } })

/** Shortlisted applicants with seats in a sitting of their own. */
async function addSeated(count: number, changes: SittingChanges = {}, rules: object = {}) {
  const { school, added } = await addShortlisted(count)
  const sitting = await addOwnSitting(changes)
  await commit((await preview({ selection: await select(school), sittings: [sitting], rules })).run)
  return { school, added, sitting, seats: await listSeats(`sitting=${sitting}`) }
}

test('chosen applicants go to another sitting of the kind, each to the lowest seat that is free there; the others stay', async () => {
  const { sitting, seats } = await addSeated(4)
  const [one, two, three, four] = seats as [SeatRow, SeatRow, SeatRow, SeatRow]
  const { sitting: to, seats: before } = await addSeated(3, { capacity: 4 })
  await api.database.pool.query('update seats set released_at = now() where id = $1', [before[1]?.id])
  // Their order is that of the seats, not that of their ids.
  const lastId = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
  await api.database.pool.query('update seats set id = $2 where id = $1', [one.id, lastId])
  one.id = lastId
  const move = () => moveSeats({ sitting: to, seats: [three.id, one.id, one.id] })
  expect((await withoutAuditLog(api, move)).status).toBe(500)
  const moved = await move()
  expect([moved.status, moved.body.data]).toEqual([201, { moved: 2 }])
  expect((await listSeats(`sitting=${sitting}`)).map(({ number }) => number)).toEqual([two.number, four.number])
  expect((await listSeats(`sitting=${to}`)).map(({ number, seatNumber }) => [number, seatNumber])).toEqual([
    [before[0]?.number, 1],
    [one.number, 2],
    [before[2]?.number, 3],
    [three.number, 4],
  ])
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, one.number))
  const { rows: accounts } = await api.database.pool.query(
    'select account_id, exercise_id from applications where number = $1',
    [one.number],
  )
  expect(events).toMatchObject([
    {
      action: 'seat_moved',
      accountId: accounts[0].account_id,
      exerciseId: accounts[0].exercise_id,
      staffId: officer.id,
      subjectKind: 'application',
      reason: 'A clash with another test.',
      detail: { from: sitting, to },
    },
  ])
  // The history keeps the former seat; no seat is left, so nobody follows.
  const { rows } = await api.database.pool.query(
    'select seat_number from seats where id = $1 and released_at is not null',
    [one.id],
  )
  expect(rows).toEqual([{ seat_number: one.seatNumber }])
  expect((await moveSeats({ sitting: to, seats: [two.id] })).body).toMatchObject({
    code: 'seats_refused',
    message: 'That sitting has 0 free seats.',
  })
})

test('seats go only to an open sitting that is not over, and where each of them can go; otherwise none moves', async () => {
  const { added, sitting, seats } = await addSeated(6, { isStepFree: true })
  const [movable, withdrawn, present, scored, disputed, rejected] = seats as [SeatRow, ...SeatRow[]] &
    Record<1 | 2 | 3 | 4 | 5, SeatRow>
  const to = await addOwnSitting()
  const { pool } = api.database
  await pool.query(`update seats set marks = 1, attendance = 'present' where id = any($1)`, [
    [withdrawn.id, present.id],
  ])
  await pool.query(`update seats set marks = 2, attendance = 'absent', has_conflict = true where id = $1`, [
    disputed.id,
  ])
  await pool.query(`update applications set withdrawn_at = now(), decision = 'pending' where number = $1`, [
    withdrawn.number,
  ])
  // Who was turned away keeps the seat, as history.
  await pool.query(`update seats set marks = 1, attendance = 'turned_away' where id = $1`, [rejected.id])
  await pool.query(`update applications set decision = 'rejected' where number = $1`, [rejected.number])
  // That of an interview is not of the seat of the test.
  const confirmer = await createStaff(api, ['exam'])
  for (const [{ id }, kind] of [
    [scored, 'cbt'],
    [movable, 'interview'],
  ] as const)
    await pool.query(
      `with entry as (insert into result_entries (application_id, kind, score, maximum, entered_by, entered_at, seen_version)
          select application_id, $4, 40, 100, $2, now(), 0 from seats where id = $1 returning id)
        insert into results (application_id, kind, score, maximum, seat_id, entered_by, entered_at, confirmed_by, entry_id)
          select application_id, $4, 40, 100, case kind when $4 then seats.id end, $2, now(), $3, entry.id
          from seats, entry where seats.id = $1`,
      [id, officer.id, confirmer.id, kind],
    )
  const ofNeeds = await addSeated(1, { isStepFree: true })
  await pool.query(
    `update seating_runs set rules = rules || jsonb_build_object('specialNeeds', jsonb_build_array($2::text))
      where id = (select run_id from seats where id = $1)`,
    [ofNeeds.seats[0]?.id, ofNeeds.seats[0]?.number],
  )
  const refused = await moveSeats({
    sitting: to,
    seats: [movable, withdrawn, present, scored, disputed, rejected, ...ofNeeds.seats].map(({ id }) => id),
  })
  expect(refused.body).toMatchObject({ code: 'seats_refused' })
  expect(
    Object.fromEntries(refused.body.data.refused.map(({ number, why }: Record<string, string>) => [number, why])),
  ).toEqual({
    [withdrawn.number]: 'not_invited',
    [rejected.number]: 'not_invited',
    [present.number]: 'has_sat',
    [scored.number]: 'has_sat',
    [disputed.number]: 'has_sat',
    [ofNeeds.seats[0]?.number ?? '']: 'not_step_free',
  })
  const stepFree = await addOwnSitting({ isStepFree: true })
  const ids = ofNeeds.seats.map(({ id }) => id)
  expect((await moveSeats({ sitting: stepFree, seats: ids })).body.data).toEqual({ moved: 1 })
  const findRefusal = async (target: string) => {
    const { body } = await moveSeats({ sitting: target, seats: [movable.id] })
    return body.data?.refused?.[0]?.why ?? body.message
  }
  expect(await findRefusal(sitting)).toBe('same_sitting')
  expect(await findRefusal(await addOwnSitting({ kind: 'interview' }))).toBe('other_kind')
  const locked = await addOwnSitting()
  await officer.call('POST', `/staff/sittings/${locked}/state`, { body: { step: 'lock', version: 1 } })
  expect(await findRefusal(locked)).toBe('This is not possible in the state of the sitting.')
  const over = await addOwnSitting({
    reportsAt: '2020-03-04T08:00:00+01:00',
    startsAt: '2020-03-04T09:00:00+01:00',
    endsAt: '2020-03-04T11:00:00+01:00',
  })
  expect(await findRefusal(over)).toBe('That sitting is over.')
  expect(await listSeats(`sitting=${to}`)).toEqual([])
  expect(await listSeats(`sitting=${sitting}`)).toHaveLength(added.length)
  const unknown = Array.from({ length: 101 }, () => crypto.randomUUID())
  expect((await moveSeats({ sitting: to, seats: [] })).body.errors).toEqual([
    { path: 'seats', message: 'Choose at least one seat.' },
  ])
  expect((await moveSeats({ sitting: to, seats: unknown })).body.errors).toEqual([
    { path: 'seats', message: 'Choose at most 100 seats.' },
  ])
  expect((await moveSeats({ sitting: to, seats: [movable.id, ...unknown.slice(0, 1)] })).body.code).toBe('not_found')
  expect((await moveSeats({ sitting: movable.id, seats: [movable.id] })).body.code).toBe('not_found')
  // From a locked sitting seats go, as all of it can.
  await officer.call('POST', `/staff/sittings/${sitting}/state`, { body: { step: 'lock', version: 1 } })
  expect((await moveSeats({ sitting: to, seats: [movable.id] })).status).toBe(201)
  await officer.call('POST', `/staff/sittings/${sitting}/state`, { body: { step: 'unlock', version: 2 } })
  // Who was away may sit another time.
  await pool.query(`update seats set attendance = 'absent' where id = $1`, [present.id])
  expect((await moveSeats({ sitting: to, seats: [present.id] })).status).toBe(201)
  expect((await moveSeats({ sitting, seats: [present.id] })).body.message).toBe(
    `No seat is moved: ${present.number} has this seat no more.`,
  )
})

test('V8.2.1 V8.2.2 seats are moved by an exam officer of the exercise, who is not recused from one of them', async () => {
  const { seats } = await addSeated(2)
  const ids = seats.map(({ id }) => id)
  const sitting = await addOwnSitting()
  const registry = await createStaff(api, ['registry'])
  expect((await moveSeats({ sitting, seats: ids }, registry)).body.code).toBe('not_permitted')
  const recused = await createStaff(api, ['exam'])
  await api.database.pool.query(
    `insert into recusals (staff_id, application_id, reason, made_by)
      select $1, application_id, 'We are related.', $2 from seats where id = $3`,
    [recused.id, registry.id, ids[0]],
  )
  expect((await moveSeats({ sitting, seats: ids }, recused)).body.code).toBe('not_found')
  const { rows } = await api.database.pool.query(
    `with exercise as (insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2032, 0, 0, '[]', 'Vendor') returning id),
    venue as (insert into venues (exercise_id, name, address, state) select id, 'Hall', '1 Road', 'kano' from exercise returning *)
    insert into sittings (exercise_id, venue_id, kind, label, reports_at, starts_at, ends_at, capacity, made_by)
    select exercise_id, id, 'cbt', 'A', '2039-03-04', '2039-03-04', '2039-03-05', 9, $1 from venue returning id, exercise_id`,
    [officer.id],
  )
  // To a sitting of another year.
  expect((await moveSeats({ sitting: rows[0].id, seats: ids })).body.code).toBe('not_found')
  const elsewhere = await createStaff(api, [{ role: 'exam', exerciseId: rows[0].exercise_id }])
  expect((await moveSeats({ sitting, seats: ids }, elsewhere)).body.code).toBe('not_found')
  expect((await moveSeats({ sitting: rows[0].id, seats: ids }, elsewhere)).body.code).toBe('not_found')
  expect(await listSeats('', elsewhere)).toEqual([])
  expect(await listSeats(`sitting=${sitting}`)).toEqual([])
  expect((await moveSeats({ sitting, seats: [ids[1] ?? ''] }, recused)).status).toBe(201)
})

test('of many who move applicants to the last seat in the same moment one does, and nobody has two seats', async () => {
  const { seats } = await addSeated(6)
  const to = await addOwnSitting({ capacity: 1 })
  const answers = await raceAtLock(
    api.database.url,
    `update sittings set label = 'Raced' where id = '${to}'`,
    seats.slice(0, 2).map(
      ({ id }) =>
        () =>
          moveSeats({ sitting: to, seats: [id] }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const others = [await addOwnSitting(), await addOwnSitting()]
  const last = seats[5]?.id ?? ''
  const twice = await raceAtLock(
    api.database.url,
    `update sittings set label = 'Raced' where id in ('${others.join("', '")}')`,
    others.map((sitting) => () => moveSeats({ sitting, seats: [last] })),
  )
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
  const all = await listSeats(`school=${seats[0]?.school}`)
  expect(new Set(all.map(({ number }) => number)).size).toBe(all.length)
  expect(all).toHaveLength(6)
})

test('who has a CBT gets no seat in an interview at that time, also when both are given in the same moment', async () => {
  const { school, added, seats } = await addSeated(1)
  const selection = await select(school)
  // Applicants report before the CBT ends.
  const interview = await addOwnSitting({
    kind: 'interview',
    reportsAt: '2039-03-04T10:30:00+01:00',
    startsAt: '2039-03-04T11:00:00+01:00',
    endsAt: '2039-03-04T15:00:00+01:00',
  })
  const number = added[0]?.number ?? ''
  const previewed = await preview({ selection, sittings: [interview] })
  expect([previewed.seated, findWhy(previewed)]).toEqual([0, { [number]: 'clash' }])
  const later = await addOwnSitting({ kind: 'interview', ...nextDay })
  const both = await preview({ selection, sittings: [interview, later] })
  expect(both.perSitting.map(({ sitting, seated }) => [sitting, seated])).toEqual([
    [interview, 0],
    [later, 1],
  ])
  await commit(both.run)
  // Nor is the CBT moved there.
  const toThatDay = await addOwnSitting(nextDay)
  expect((await moveSeats({ sitting: toThatDay, seats: [seats[0]?.id ?? ''] })).body.data.refused).toMatchObject([
    { number, why: 'clash' },
  ])
  await api.database.pool.query('update seats set released_at = now() where sitting_id = $1', [later])
  // The interview of somebody else is no obstacle.
  const { school: theirs } = await addShortlisted(1)
  await commit((await preview({ selection: await select(theirs), sittings: [later] })).run)
  expect((await moveSeats({ sitting: toThatDay, seats: [seats[0]?.id ?? ''] })).body.data).toEqual({ moved: 1 })
  // The former time of the CBT is free.
  expect((await preview({ selection, sittings: [interview] })).seated).toBe(1)

  const next = await addShortlisted(1)
  const own = await select(next.school)
  const one = await preview({ selection: own, sittings: [await addOwnSitting()] })
  const other = await preview({ selection: own, sittings: [await addOwnSitting({ kind: 'interview' })] })
  const answers = await raceAtLock(
    api.database.url,
    `update applications set decision = decision where id = '${next.added[0]?.applicationId}'`,
    [() => commit(one.run), () => commit(other.run)],
  )
  expect(answers.map(({ body }) => body.data.seated).sort()).toEqual([0, 1])
  expect(answers.flatMap(({ body }) => Object.values(findWhy(body.data)))).toEqual(['clash'])
})

test('a sitting that moves to the time of an interview says who has both, but for those from whom the reader is recused', async () => {
  const count = maxNamedClashes + 1
  const { school, sitting, seats } = await addSeated(count)
  const interview = await addOwnSitting({ kind: 'interview', ...nextDay })
  await commit((await preview({ selection: await select(school), sittings: [interview] })).run)
  const read = async (id: string, person = officer) => (await person.call('GET', `/staff/sittings/${id}`)).body.data
  expect(await read(sitting)).toMatchObject({ clashCount: 0, clashes: [] })
  const moved = await officer.call('POST', `/staff/sittings/${sitting}/move`, {
    body: { ...nextDay, reason: 'The hall has no electricity.', version: 1 },
  })
  const of = { label: 'Batch A', sitting: interview, venue: expect.any(String) }
  expect(moved.body.data).toMatchObject({
    clashCount: count,
    clashes: seats.slice(0, maxNamedClashes).map(({ number }) => ({ number, ...of })),
  })
  expect(await read(interview)).toMatchObject({ clashCount: count })
  const recused = await createStaff(api, ['exam'])
  await api.database.pool.query(
    `insert into recusals (staff_id, application_id, reason, made_by)
      select $1, application_id, 'We are related.', $2 from seats where id = $3`,
    [recused.id, officer.id, seats[0]?.id],
  )
  const readFirst = async (person = officer) => {
    const { clashCount, clashes } = await read(moved.body.data.id, person)
    return [clashCount, clashes[0].number]
  }
  expect(await readFirst(recused)).toEqual([count - 1, seats[1]?.number])
  // Whose seat was given back, here or there, has one sitting at that time.
  const giveBack = (kind: string, number: string | undefined) =>
    api.database.pool.query(
      'update seats set released_at = now() where kind = $1 and released_at is null and number = $2',
      [kind, number],
    )
  await giveBack('cbt', seats[0]?.number)
  expect(await readFirst()).toEqual([count - 1, seats[1]?.number])
  await giveBack('interview', seats[1]?.number)
  expect(await readFirst()).toEqual([count - 2, seats[2]?.number])
  // One that ends as the other begins is at another time, before or after it.
  for (const begins of ['06:00', '11:00']) {
    await api.database.pool.query(
      `update sittings set reports_at = at, starts_at = at + interval '1 hour', ends_at = at + interval '2 hours'
      from (select ($2 || '+01:00')::timestamptz as at) as moved where id = $1`,
      [interview, `2039-03-05T${begins}`],
    )
    expect([begins, (await read(moved.body.data.id)).clashCount]).toEqual([begins, 0])
  }
})

test('a preview that nobody committed goes after a day, a committed run stays', async () => {
  const { school } = await addShortlisted(1)
  const request = { selection: await select(school), sittings: [await addOwnSitting()] }
  const [kept, left] = [await preview(request), await preview(request)]
  await commit(kept.run)
  const listRuns = async () => {
    const { rows } = await api.database.pool.query('select id from seating_runs where id = any($1)', [
      [kept.run, left.run],
    ])
    return rows.map(({ id }) => id)
  }
  await api.services.seating.prune()
  expect(await listRuns()).toHaveLength(2)
  api.clock.advance(25 * 3_600_000)
  await api.services.seating.prune()
  expect(await listRuns()).toEqual([kept.run])
})

// The last one: the exercise stays archived, and the session of the others is a day old.
test('in an archived exercise nobody is seated, not by a preview that was made before either', async () => {
  officer = await createStaff(api, ['exam'])
  const { school, added } = await addShortlisted(1)
  const selection = await select(school)
  const sittings = [await addOwnSitting()]
  const { run } = await preview({ selection, sittings })
  const seated = await addSeated(1)
  await api.database.pool.query('update exercises set archived_at = now() where year = 2024')
  const codes = [(await post({ selection, sittings })).body.code, (await commit(run)).body.code]
  expect(codes).toEqual(['exercise_archived', 'exercise_archived'])
  expect((await moveSeats({ sitting: sittings[0] ?? '', seats: seated.seats.map(({ id }) => id) })).body.code).toBe(
    'exercise_archived',
  )
  const { rows } = await api.database.pool.query('select from seats where application_id = $1', [
    added[0]?.applicationId,
  ])
  expect(rows).toEqual([])
})

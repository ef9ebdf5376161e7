// The exam officer arranges venues and sittings; who only reads them changes nothing.

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import type { Sitting, Venue } from '#shared/api/staff/sittings.ts'
import type { SittingDetails, VenueDetails } from '#shared/staff/sittings.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents, withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { sittingAt, venueOf } from '#tests/support/fixtures/sittings.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let officer: TestStaff
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  officer = await createStaff(api, ['exam'], { name: 'Ngozi Uba' })
  registry = await createStaff(api, ['registry'])
  // One that has ended leaves this one as it is.
  await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name, archived_at)
     values ('Institute', 'I', 'Recruitment', 1997, 0, 0, '[]', 'Vendor', now())`,
  )
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const venuesPath = '/staff/exercises/2024/venues'
let names = 0
const uniqueName = (prefix: string) => `${prefix} ${++names}`

async function addVenue(changes: Partial<VenueDetails> = {}): Promise<Venue> {
  const { status, body } = await officer.call('POST', venuesPath, {
    body: venueOf({ name: uniqueName('Hall'), ...changes }),
  })
  expect([status, body.message]).toEqual([201, 'The venue is added.'])
  return body.data
}

const postSitting = (details: Partial<SittingDetails> & { venue: string }, person = officer) =>
  person.call('POST', '/staff/sittings', { body: { ...sittingAt(details.venue, details), exercise: 2024 } })

async function addSitting(changes: Partial<SittingDetails> = {}): Promise<Sitting> {
  const venue = changes.venue ?? (await addVenue()).id
  const { status, body } = await postSitting({ ...changes, venue })
  expect([status, body.message]).toEqual([201, 'The sitting is added.'])
  return body.data
}

const change = ({ id, version }: Sitting, details: SittingDetails, person = officer) =>
  person.call('PUT', `/staff/sittings/${id}`, { body: { ...details, version } })
const takeStep = ({ id }: Sitting, body: object, person = officer) =>
  person.call('POST', `/staff/sittings/${id}/state`, { body })

test('a venue is added and changed; its name is of one venue alone', async () => {
  const body = venueOf({ name: 'Senate building', state: 'kano' })
  expect((await withoutAuditLog(api, () => officer.call('POST', venuesPath, { body }))).status).toBe(500)
  const venue = await addVenue(body)
  expect(venue).toEqual({ ...venueOf({ name: 'Senate building', state: 'kano' }), id: venue.id, version: 1 })
  const again = await officer.call('POST', venuesPath, { body: venueOf({ name: ' Senate building ' }) })
  expect(again).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'name', message: 'There is a venue of this name.' }] },
  })
  const other = await addVenue()
  const put = (of: Venue, changes: Partial<Venue>) =>
    officer.call('PUT', `${venuesPath}/${of.id}`, {
      body: { ...venueOf({ name: of.name }), version: of.version, ...changes },
    })
  expect((await put(other, { name: 'Senate building' })).body.errors).toEqual([
    { path: 'name', message: 'There is a venue of this name.' },
  ])
  expect((await put({ ...venue, id: '00000000-0000-4000-8000-000000000000' }, {})).status).toBe(404)
  const move = () => put(venue, { address: '1 New Road, Kano', state: 'kano', isActive: false })
  expect((await withoutAuditLog(api, move)).status).toBe(500)
  const lock = `select from venues where id = '${venue.id}' for update`
  const answers = await raceAtLock(api.database.url, lock, [move, move])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const changed = answers.find(({ status }) => status === 200) as Answer
  expect(changed.body.data).toMatchObject({ address: '1 New Road, Kano', isActive: false, version: 2 })
  const stale = await put(venue, { address: '2 New Road' })
  expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', data: changed.body.data } })
  const { venues } = (await registry.call('GET', venuesPath)).body.data
  expect(venues).toContainEqual(changed.body.data)
  const places = venues.map(({ state, name }: Venue) => `${state} ${name}`)
  expect(places).toEqual(places.toSorted())
  expect(await listAuditEvents(api, 'venue', venue.id)).toMatchObject([
    { action: 'venue_added', by: officer.id },
    { action: 'venue_changed', by: officer.id },
  ])
})

test('an exercise has at most 500 venues, whatever names those of another have', async () => {
  const { pool } = api.database
  await pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor')`,
  )
  await pool.query(
    `insert into venues (exercise_id, name, address, state)
      select id, 'Hall ' || n, '1 Road', 'kano' from exercises, generate_series(1, 499) as n where year = 2031`,
  )
  const add = (name: string) => officer.call('POST', '/staff/exercises/2031/venues', { body: venueOf({ name }) })
  expect((await add('The last')).status).toBe(201)
  const refused = await add('One more')
  expect([refused.status, refused.body.message]).toEqual([400, 'An exercise has at most 500 venues.'])
  const { id, version } = await addVenue()
  const renaming = { body: { ...venueOf({ name: 'Hall 1' }), version } }
  expect((await officer.call('PUT', `${venuesPath}/${id}`, renaming)).status).toBe(200)
})

test.each<[string, Partial<VenueDetails>, string]>([
  ['no name', { name: ' ' }, 'Enter the name of the venue.'],
  ['a name of two lines', { name: 'Hall\nB' }, 'Use one line.'],
  ['no address', { address: '' }, 'Enter the address.'],
  ['a state that there is not', { state: 'lagosa' }, 'Choose a state.'],
])('a venue with %s is refused with the field that is wrong', async (_, changes, message) => {
  const { status, body } = await officer.call('POST', venuesPath, { body: venueOf(changes) })
  expect([status, body.errors]).toEqual([400, [{ path: Object.keys(changes)[0], message }]])
})

test('a sitting is added, read and listed with its venue', async () => {
  const venue = await addVenue({ name: 'Library annex', isStepFree: true })
  expect((await withoutAuditLog(api, () => postSitting({ venue: venue.id }))).status).toBe(500)
  const sitting = await addSitting({ venue: venue.id, capacity: 40 })
  expect(sitting).toMatchObject({
    exercise: 2024,
    kind: 'cbt',
    label: 'Batch A',
    venue,
    reportsAt: '2039-03-04T07:00:00.000Z',
    startsAt: '2039-03-04T08:00:00.000Z',
    endsAt: '2039-03-04T10:00:00.000Z',
    capacity: 40,
    state: 'open',
    version: 1,
    madeBy: 'Ngozi Uba',
  })
  expect((await registry.call('GET', `/staff/sittings/${sitting.id}`)).body.data).toEqual(sitting)
  const { rows, count } = (await registry.call('GET', `/staff/sittings?exercise=2024&venue=${venue.id}`)).body.data
  expect([rows, count.value]).toEqual([
    [
      expect.objectContaining({
        id: sitting.id,
        venue: { id: venue.id, name: 'Library annex', state: 'kaduna', isStepFree: true },
      }),
    ],
    1,
  ])
})

test('the list has the next sitting first, and is filtered by kind, state, place and day', async () => {
  const { id: venue } = await addVenue({ name: 'Ordered hall', state: 'sokoto' })
  const at = (day: string) => ({
    reportsAt: `${day}T08:00:00+01:00`,
    startsAt: `${day}T09:00:00+01:00`,
    endsAt: `${day}T10:00:00+01:00`,
  })
  await addSitting({ venue, label: 'Later', ...at('2039-05-02') })
  await addSitting({ venue, label: 'Sooner', ...at('2039-05-01') })
  const interview = await addSitting({ venue, label: 'Panel', kind: 'interview', ...at('2039-05-03') })
  await takeStep(interview, { step: 'lock', version: 1 })
  const read = async (query: string) => {
    const { body } = await registry.call('GET', `/staff/sittings?exercise=2024&place=sokoto&${query}`)
    return body.data.rows.map(({ label }: { label: string }) => label)
  }
  expect(await read('')).toEqual(['Sooner', 'Later', 'Panel'])
  expect(await read('sort=-starts')).toEqual(['Panel', 'Later', 'Sooner'])
  expect(await read('kind=interview')).toEqual(['Panel'])
  expect(await read('state=open')).toEqual(['Sooner', 'Later'])
  expect(await read('startsFrom=2039-05-02&startsTo=2039-05-02')).toEqual(['Later'])
  expect(await read('q=soon')).toEqual(['Sooner'])
})

test.each<[string, Partial<SittingDetails>, string, string]>([
  ['no batch', { label: '' }, 'label', 'Enter the name of the batch.'],
  ['no start', { startsAt: '' }, 'startsAt', 'Enter the date and time of the start.'],
  ['no seat', { capacity: 0 }, 'capacity', 'Enter a capacity of at least 1.'],
  ['half a seat', { capacity: 1.5 }, 'capacity', 'Enter the capacity as a whole number.'],
  ['too many seats', { capacity: 5_001 }, 'capacity', 'Enter a capacity of at most 5,000.'],
  [
    'reporting after the start',
    { reportsAt: '2039-03-04T09:00:01+01:00' },
    'reportsAt',
    'Applicants report before the start, or at the start.',
  ],
  [
    'a year that was typed in part',
    { reportsAt: '0203-03-04T08:00:00+01:00' },
    'reportsAt',
    'Enter a year since 2000.',
  ],
  ['an end at the start', { endsAt: '2039-03-04T09:00:00+01:00' }, 'endsAt', 'The end is after the start.'],
  [
    'an end a day after reporting',
    { endsAt: '2039-03-05T08:00:01+01:00' },
    'endsAt',
    'A sitting ends within a day of reporting.',
  ],
])('a sitting with %s is refused with the field that is wrong', async (_, changes, path, message) => {
  const { id: venue } = await addVenue()
  const { status, body } = await postSitting({ venue, ...changes })
  expect([status, body.errors]).toEqual([400, [{ path, message }]])
})

test('a sitting has a venue of its exercise that is offered; a batch has a name of its own there', async () => {
  const venue = await addVenue()
  const sitting = await addSitting({ venue: venue.id })
  const taken = { path: 'label', message: 'The venue has a batch of this name.' }
  expect((await postSitting({ venue: venue.id })).body.errors).toEqual([taken])
  const other = await addSitting({ venue: venue.id, label: 'Batch B' })
  expect((await change(other, sittingAt(venue.id))).body.errors).toEqual([taken])
  // A batch of the interviews may have the name of one of the tests.
  const interview = await addSitting({ venue: venue.id, label: 'Panel', kind: 'interview' })
  expect((await change(interview, sittingAt(venue.id, { kind: 'interview' }))).body.data.label).toBe(sitting.label)
  await officer.call('PUT', `${venuesPath}/${venue.id}`, {
    body: { ...venueOf({ name: venue.name, isActive: false }), version: 1 },
  })
  const choose = [{ path: 'venue', message: 'Choose a venue.' }]
  expect((await postSitting({ venue: venue.id, label: 'Batch C' })).body.errors).toEqual(choose)
  expect((await postSitting({ venue: '00000000-0000-4000-8000-000000000000' })).body.errors).toEqual(choose)
  const elsewhere = await addSitting()
  expect((await change(elsewhere, sittingAt(venue.id))).body.errors).toEqual(choose)
  // What it has stays, and can be changed there.
  expect((await change(sitting, sittingAt(venue.id, { capacity: 30 }))).body.data.capacity).toBe(30)
  const later = { startsAt: '2039-03-04T09:30:00+01:00', reason: 'The hall has no power.', version: 2 }
  expect((await officer.call('POST', `/staff/sittings/${sitting.id}/move`, { body: later })).status).toBe(201)
})

test('a sitting is changed while it is open, by who saw its newest version', async () => {
  const sitting = await addSitting()
  // Without seats its time changes, too.
  const startsAt = '2039-03-04T08:30:00.000Z'
  const details = sittingAt(sitting.venue.id, { label: 'Morning', capacity: 60, startsAt })
  const save = () => change(sitting, details)
  expect((await withoutAuditLog(api, save)).status).toBe(500)
  const lock = `select from sittings where id = '${sitting.id}' for update`
  const twice = await raceAtLock(api.database.url, lock, [save, save])
  const [changed, stale] = twice.toSorted((one, other) => one.status - other.status)
  expect(changed).toMatchObject({
    status: 200,
    body: { data: { label: 'Morning', capacity: 60, startsAt, version: 2 } },
  })
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', data: { label: 'Morning', version: 2 } },
  })
  const lockSitting = () => takeStep(sitting, { step: 'lock', version: 2 })
  expect((await withoutAuditLog(api, lockSitting)).status).toBe(500)
  const locked = await lockSitting()
  expect(locked.body.data).toMatchObject({ state: 'locked', version: 3 })
  const refused = await change(locked.body.data, details)
  expect(refused).toMatchObject({ status: 409, body: { code: 'sitting_state', data: { state: 'locked' } } })
  const open = await takeStep(sitting, { step: 'unlock', version: 3 })
  expect((await change(open.body.data, details)).status).toBe(200)
  const events = await api.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, sitting.id))
    .orderBy(auditLog.id)
  expect(events.map(({ action }) => action)).toEqual([
    'sitting_added',
    'sitting_changed',
    'sitting_locked',
    'sitting_unlocked',
    'sitting_changed',
  ])
})

test('a sitting is cancelled for a reason, and stays so', async () => {
  const sitting = await addSitting()
  const short = await takeStep(sitting, { step: 'cancel', reason: 'Too short', version: 1 })
  expect(short.body.errors).toEqual([{ path: 'reason', message: 'Enter a reason of at least 10 characters.' }])
  const reason = 'The centre was delisted.'
  const cancelled = await takeStep(sitting, { step: 'cancel', reason, version: 1 })
  expect(cancelled.body.data).toMatchObject({ state: 'cancelled', reason, version: 2 })
  for (const step of ['unlock', 'lock', 'cancel'])
    expect((await takeStep(sitting, { step, reason, version: 2 })).body.code).toBe('sitting_state')
  // Its name is free again.
  const venue = sitting.venue.id
  const another = await addSitting({ venue, label: 'Another' })
  expect((await change(another, sittingAt(venue))).body.data.label).toBe(sittingAt(venue).label)
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, sitting.id))
  expect(events.map(({ action, staffId }) => [action, staffId])).toEqual([
    ['sitting_added', officer.id],
    ['sitting_cancelled', officer.id],
  ])
})

test('a sitting moves with seats for all that are taken, and a cancelled one does not', async () => {
  const { id, venue, applicants } = await addSeatedSitting(api, { count: 4, madeBy: officer.id })
  // Was given back, and is not taken.
  await api.database.pool.query('update seats set released_at = now() where application_id = $1', [
    applicants[3]?.applicationId,
  ])
  const move = (body: object) =>
    officer.call('POST', `/staff/sittings/${id}/move`, {
      body: { reason: 'The hall has no power.', startsAt: '2039-03-04T09:30:00+01:00', version: 1, ...body },
    })
  expect((await move({ capacity: 2 })).body.errors).toEqual([
    { path: 'capacity', message: 'Seat 3 is taken: enter a capacity of at least 3.' },
  ])
  expect((await move({ capacity: 3, venue: id })).body.errors).toEqual([{ path: 'venue', message: 'Choose a venue.' }])
  const { startsAt } = (await officer.call('GET', `/staff/sittings/${id}`)).body.data
  expect((await move({ capacity: 3, startsAt })).body.errors).toEqual([
    { path: 'venue', message: 'Choose another venue or another time.' },
  ])
  expect((await withoutAuditLog(api, () => move({ capacity: 3 }))).status).toBe(500)
  const moved = await move({ capacity: 3 })
  expect(moved).toMatchObject({ status: 201, body: { data: { capacity: 3, seated: 3, movedFrom: id } } })
  const { rows } = (await registry.call('GET', `/staff/sittings?exercise=2024&venue=${venue}`)).body.data
  expect(rows.map(({ state, seated }: Sitting) => [state, seated])).toEqual([
    ['cancelled', 0],
    ['open', 3],
  ])
  expect((await officer.call('GET', `/staff/sittings/${id}`)).body.data).toMatchObject({
    reason: 'The hall has no power.',
    movedTo: moved.body.data.id,
  })
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
  const { rows: current } = await api.database.pool.query('select id from exercises where year = 2024')
  expect(events).toMatchObject([
    {
      action: 'sitting_moved',
      staffId: officer.id,
      subjectKind: 'sitting',
      exerciseId: current[0].id,
      detail: { moved: 3 },
    },
  ])
  expect((await move({ capacity: 3, version: 2 })).body).toMatchObject({
    code: 'sitting_state',
    data: { state: 'cancelled' },
  })
})

test('V8.2.1 the exam officer alone changes venues and sittings', async () => {
  const sitting = await addSitting()
  for (const role of ['registry', 'chair', 'helpdesk', 'dpo', 'auditor'] as const) {
    const person = await createStaff(api, [role])
    expect((await person.call('GET', `/staff/sittings/${sitting.id}`)).status).toBe(200)
    expect((await person.call('POST', venuesPath, { body: venueOf() })).body.code).toBe('not_permitted')
    expect((await postSitting({ venue: sitting.venue.id }, person)).body.code).toBe('not_permitted')
    expect((await change(sitting, sittingAt(sitting.venue.id), person)).body.code).toBe('not_permitted')
    expect((await takeStep(sitting, { step: 'lock', version: 1 }, person)).body.code).toBe('not_permitted')
  }
})

test('an archived exercise keeps its sittings as they are; another year begins with the venues that are offered', async () => {
  const sitting = await addSitting()
  await addVenue({ name: 'Closed hall', isActive: false })
  await addVenue({ name: 'Ground floor hall', isStepFree: true })
  const admin = await createStaff(api, ['admin'])
  await admin.call('POST', '/staff/exercises', { body: { year: 2062, from: 2024 } })
  const { venues } = (await officer.call('GET', '/staff/exercises/2062/venues')).body.data
  expect(venues).toContainEqual(expect.objectContaining({ name: sitting.venue.name, version: 1 }))
  expect(venues).toContainEqual(expect.objectContaining({ name: 'Ground floor hall', isStepFree: true }))
  expect(venues.map(({ name }: Venue) => name)).not.toContain('Closed hall')
  const elsewhere = { ...sittingAt(sitting.venue.id), exercise: 2062 }
  const refused = await officer.call('POST', '/staff/sittings', { body: elsewhere })
  expect(refused.body.errors).toEqual([{ path: 'venue', message: 'Choose a venue.' }])
  expect((await officer.call('GET', '/staff/sittings?exercise=2062')).body.data.rows).toEqual([])
  const { rows } = await api.database.pool.query('select id from exercises where year = 2062')
  const nextOfficer = await createStaff(api, [{ role: 'exam', exerciseId: rows[0].id }])
  expect((await nextOfficer.call('GET', '/staff/sittings?exercise=2024')).body.data.rows).toEqual([])
  await expect(
    api.database.pool.query('update sittings set exercise_id = (select id from exercises where year = 2062)'),
  ).rejects.toThrow('sittings_venue')
  const archive = (moment: string) =>
    api.database.pool.query(`update exercises set archived_at = ${moment} where year = 2024`)
  await archive('now()')
  try {
    expect((await officer.call('POST', venuesPath, { body: venueOf({ name: 'Late hall' }) })).body.code).toBe(
      'exercise_archived',
    )
    expect((await postSitting({ venue: sitting.venue.id, label: 'Late' })).body.code).toBe('exercise_archived')
    expect((await change(sitting, sittingAt(sitting.venue.id))).body.code).toBe('exercise_archived')
    expect((await takeStep(sitting, { step: 'lock', version: 1 })).body.code).toBe('exercise_archived')
    const { venue } = sitting
    const renaming = { body: { ...venueOf({ name: 'Renamed hall' }), version: venue.version } }
    expect((await officer.call('PUT', `${venuesPath}/${venue.id}`, renaming)).body.code).toBe('exercise_archived')
  } finally {
    await archive('null')
  }
})

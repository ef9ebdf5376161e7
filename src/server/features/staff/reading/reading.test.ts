// What reading in lists leaves behind, and where it ends.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListDescription } from '#shared/lists/list.ts'
import { staffLists } from '#shared/lists/lists.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createAppWith } from '#tests/support/api/create-app.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'

const dailyPersons = 100

let api: TestApi
let admin: TestStaff
beforeAll(async () => {
  api = await startApi({ settings: { STAFF_DAILY_PERSONS: String(dailyPersons) } })
  admin = await createStaff(api, ['admin'])
  for (let n = 0; n < 3; n++) await createApplicant(api)
})
afterAll(() => api.close())
beforeEach(() => api.forgetRateLimits())

const hourMs = 3_600_000
const list = (by: TestStaff, query: Record<string, string> = {}, name = 'applicants') =>
  by.call('GET', `/staff/${name}?${new URLSearchParams(query)}`)

async function readEvents({ id }: TestStaff, action: string) {
  const { rows } = await api.database.pool.query(
    'select detail from audit_log where action = $1 and (staff_id = $2 or subject_id = $2::text) order by id',
    [action, id],
  )
  return rows.map(({ detail }) => detail)
}

/** Advances the clock to the next such hour in Lagos. */
function advanceTo(hour: number) {
  const dayMs = 24 * hourMs
  const sinceMidnight = (api.clock.now().getTime() + hourMs) % dayMs
  api.clock.advance((hour * hourMs - sinceMidnight + dayMs) % dayMs)
}

/** As if the person had been shown so many rows this hour. */
const pretendRead = ({ id }: TestStaff, rows: number, list = 'applications') =>
  api.database.pool.query(
    `insert into staff_readings (staff_id, list, hour, pages, rows, filters)
     values ($1, $2, to_timestamp(floor($3::numeric / 3600000) * 3600), 1, $4, '{}')`,
    [id, list, api.clock.now().getTime(), rows],
  )

test('reading a complaint is an event, once an hour', async () => {
  const { body } = await api.call('POST', '/contact/create', { body: { complain: 'I cannot log in.' } })
  const person = await createStaff(api, ['helpdesk'])
  for (let n = 0; n < 2; n++)
    expect((await person.call('GET', `/staff/complaints/${body.data.number}`)).status).toBe(200)
  expect(await readEvents(person, 'complaint_viewed')).toHaveLength(1)
})

test('reading a list is an event, and at the end of the hour another one: filter names, pages and rows, for a person and list', async () => {
  const person = await createStaff(api, ['auditor'])
  expect((await list(person, { q: 'somebody@example.org' })).status).toBe(200)
  expect(await readEvents(person, 'applicants_listed')).toEqual([{ filters: ['q'], pages: 1, rows: 0 }])
  await list(person, { limit: '2' })
  const { body } = await list(person, { state: 'osun|ogun', sort: 'name' })
  for (let n = 0; n < 5; n++) await list(person, { limit: '1' })
  await list(person, { q: 'somebody@example.org' })
  await list(person, {}, 'applications')
  expect(await readEvents(person, 'applicants_listed')).toHaveLength(1)
  await api.services.reading.closeHours()
  expect(await readEvents(person, 'applicants_listed')).toHaveLength(1)
  api.clock.advance(hourMs)
  for (let n = 0; n < 2; n++) await api.services.reading.closeHours()
  expect(await readEvents(person, 'applicants_listed')).toEqual([
    { filters: ['q'], pages: 1, rows: 0 },
    {
      filters: ['q', 'state'],
      pages: 9,
      rows: 7 + body.data.rows.length,
      from: expect.stringMatching(/:00:00\.000Z$/),
    },
  ])
  // One page is told by the first event.
  expect(await readEvents(person, 'applications_listed')).toHaveLength(1)
  const { rows } = await api.database.pool.query(`select detail from audit_log where action like '%_listed'`)
  expect(JSON.stringify(rows)).not.toContain('somebody@example.org')
})

test('reading any list that names applicants leaves an event; the audit log is read by those who watch over it', async () => {
  const person = await createStaff(api, ['registry', 'helpdesk', 'bursar'])
  const isOfApplicants = ({ name, columns }: ListDescription) =>
    name !== 'audit' && Object.values(columns).some(({ personal }) => personal)
  for (const { name, reading } of Object.values<ListDescription>(staffLists).filter(isOfApplicants)) {
    for (let n = 0; n < 2; n++) expect((await list(person, {}, name)).status, name).toBe(200)
    expect(await readEvents(person, reading ?? 'none'), name).toHaveLength(1)
    expect(reading).toBe(name === 'cases' ? 'money_cases_listed' : `${name}_listed`)
  }
})

test('who reads names of applicants beside the lists leaves the event of the list', async () => {
  const officer = await createStaff(api, ['exam'])
  const interview = await addSeatedSitting(api, { count: 2, madeBy: officer.id, sitting: { kind: 'interview' } })
  expect((await officer.call('GET', `/staff/sittings/${interview.id}/panels`)).status).toBe(200)
  expect(await readEvents(officer, 'seats_listed')).toEqual([{ filters: ['sitting'], pages: 1, rows: 2 }])
  expect((await officer.call('GET', '/staff/results/waiting?exercise=2024')).status).toBe(200)
  expect(await readEvents(officer, 'results_listed')).toHaveLength(1)
})

test('the pages after the first of a list are counted together, and none is lost when the server stops', async () => {
  const person = await createStaff(api, ['auditor'])
  const app = await createAppWith(api, {})
  const read = (limit: number) =>
    app.inject({ url: `/api/v1/staff/applicants?limit=${limit}`, headers: person.credentials })
  const readCounted = async () =>
    (await api.database.pool.query('select pages, rows from staff_readings where staff_id = $1', [person.id])).rows
  expect((await read(1)).statusCode).toBe(200)
  expect(await readCounted()).toEqual([{ pages: 1, rows: 1 }])
  for (let n = 0; n < 3; n++) await read(2)
  await expect.poll(readCounted).toEqual([{ pages: 4, rows: 7 }])
  await read(1)
  await app.close()
  expect(await readCounted()).toEqual([{ pages: 5, rows: 8 }])
})

test('a page that is read while the first page of its list, or of another one, is written is counted', async () => {
  const { pool } = api.database
  const { id: staffId, email } = await createStaff(api, ['auditor'])
  const [session] = (await pool.query('select id from staff_sessions where staff_id = $1', [staffId])).rows
  const actor = { staffId, sessionId: session.id, email, name: 'A Reader', grants: [], freshUntil: null }
  const { record, writeAll } = api.services.reading
  const readPage = (list: 'applicants' | 'applications') => record(actor, { list, rows: 2, filters: [] })
  await readPage('applicants')
  const readTwo = async () => {
    await readPage('applications')
    await readPage('applications')
  }
  await Promise.all([readTwo(), readTwo(), readPage('applicants')])
  await writeAll()
  const { rows } = await pool.query('select list, pages, rows from staff_readings where staff_id = $1 order by list', [
    staffId,
  ])
  expect(rows).toEqual([
    { list: 'applicants', pages: 2, rows: 4 },
    { list: 'applications', pages: 4, rows: 8 },
  ])
})

test('what could not be written is written once the database takes it', async () => {
  const person = await createStaff(api, ['auditor'])
  const { pool } = api.database
  expect(api.log()).not.toContain('what the staff have read could not be written')
  for (let n = 0; n < 3; n++) await list(person, { limit: '2' })
  await pool.query('alter table staff_readings rename to readings_away')
  const writing = api.services.reading.writeAll()
  await list(person, { limit: '1' })
  await writing
  // Nor does it wait for another page.
  await api.services.reading.writeAll()
  await pool.query('alter table readings_away rename to staff_readings')
  expect(api.log()).toContain('what the staff have read could not be written; trying again')
  await expect
    .poll(
      async () => (await pool.query('select pages, rows from staff_readings where staff_id = $1', [person.id])).rows,
    )
    .toEqual([{ pages: 4, rows: 7 }])
})

test('above the daily number of persons the active administrators are told once a day, by email, log and metrics', async () => {
  const person = await createStaff(api, ['auditor'])
  const others = [await createStaff(api, ['admin'], { status: 'suspended' }), await createStaff(api, ['registry'])]
  await pretendRead(person, dailyPersons - 2)
  await list(person, { limit: '2' })
  expect(await readEvents(person, 'staff_reading_exceeded')).toEqual([])
  for (let n = 0; n < 3; n++) expect((await list(person, { limit: '2' })).status).toBe(200)
  expect(await readEvents(person, 'staff_reading_exceeded')).toEqual([{ rows: dailyPersons + 2 }])
  // The pages that are over it are no first page of the list.
  expect(await readEvents(person, 'applicants_listed')).toHaveLength(1)
  await expect.poll(() => api.mailbox.messages(admin.email).map(({ subject }) => subject)).toHaveLength(1)
  expect(api.mailbox.messages(admin.email)[0]?.text).toContain(`${person.email}) the data of 102 persons today.`)
  const waiting = "select from graphile_worker._private_jobs where payload ->> 'to' = $1"
  for (const { email } of others) {
    const { rowCount } = await api.database.pool.query(waiting, [email])
    expect([rowCount, api.mailbox.messages(email)]).toEqual([0, []])
  }
  expect(api.log()).toContain('action required: a staff member has read the data of very many persons today')
  expect(await (await api.fetch('/metrics')).text()).toContain('portal_staff_above_daily_persons 1\n')
})

test('administrators are told once the database takes it, when it failed as they were to be told', async () => {
  const person = await createStaff(api, ['auditor'])
  const { pool } = api.database
  await pretendRead(person, dailyPersons - 1)
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refused before insert on audit_log for each row when (new.action = 'staff_reading_exceeded')
      execute function refuse()`)
  expect((await list(person, { limit: '2' })).status).toBe(500)
  await pool.query('drop trigger refused on audit_log; drop function refuse')
  expect((await list(person, { limit: '2' })).status).toBe(200)
  expect(await readEvents(person, 'staff_reading_exceeded')).toEqual([{ rows: dailyPersons + 1 }])
})

test('far above it lists of persons are refused in plain words until midnight in Lagos, to that person alone', async () => {
  advanceTo(22)
  const [person, other] = [await createStaff(api, ['auditor']), await createStaff(api, ['auditor'])]
  await pretendRead(person, dailyPersons * 10 - 1)
  expect((await list(person)).status).toBe(200)
  const last = await createStaff(api, ['auditor'])
  await pretendRead(last, dailyPersons * 10)
  expect((await list(last)).status).toBe(429)
  // Also where the pages before are not written yet.
  const fast = await createStaff(api, ['auditor'])
  await pretendRead(fast, dailyPersons * 10 - 3)
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push((await list(fast, { limit: '1' })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  for (const name of ['applicants', 'applications']) {
    const { status, body } = await list(person, {}, name)
    expect([status, body.code]).toEqual([429, 'too_many_persons'])
    expect(body.message).toMatch(/^Your lists have shown the data of very many people today\./)
  }
  expect((await list(person, {}, 'publications')).status).toBe(200)
  expect((await list(other)).status).toBe(200)
  advanceTo(0.5)
  await api.services.reading.closeHours()
  const again = await createStaff(api, ['auditor'])
  await api.database.pool.query('update staff_readings set staff_id = $1 where staff_id = $2', [again.id, person.id])
  expect((await list(again)).status).toBe(200)
  expect(await (await api.fetch('/metrics')).text()).toContain('portal_staff_above_daily_persons 0\n')
})

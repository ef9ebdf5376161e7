// What applicants read of their seat: nothing before its publication, and everything of it in one moment.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sitting } from '#shared/api/staff/sittings.ts'
import type { SittingDetails } from '#shared/staff/sittings.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createPublishing, createPublishingStaff, type PublishingStaff } from '#tests/support/api/publications.ts'
import { createWithdrawing } from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { venueOf } from '#tests/support/fixtures/sittings.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

const restrictViolation = '23001'

let api: TestApi
let people: PublishingStaff
let publishing: ReturnType<typeof createPublishing>
let officer: TestStaff
let one: ApplicationToReview
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  people = await createPublishingStaff(api)
  publishing = createPublishing(api, people)
  officer = await createStaff(api, ['exam'])
})
beforeEach(async () => {
  await api.forgetRateLimits()
  one = await createApplicationToReview(api)
  await api.database.pool.query(`update applications set decision = 'verified' where id = $1`, [one.id])
})
afterAll(() => api.close())

const nextDay = {
  reportsAt: '2039-03-05T08:00:00+01:00',
  startsAt: '2039-03-05T09:00:00+01:00',
  endsAt: '2039-03-05T11:00:00+01:00',
}

let names = 0
async function addVenue(): Promise<{ id: string; name: string }> {
  const { body } = await officer.call('POST', '/staff/exercises/2024/venues', {
    body: venueOf({ name: `Hall ${++names}` }),
  })
  return body.data
}

/** The applicant has seat 1 of a sitting of its own. */
async function seat(changes: Partial<SittingDetails> = {}): Promise<Sitting> {
  const { id } = await addSeatedSitting(api, { applications: [one.id], madeBy: officer.id, sitting: changes })
  // Somebody else gets a seat later.
  await addSeatedSitting(api, { count: 1, madeBy: officer.id })
  return readSitting(id)
}

const readSitting = async (id: string): Promise<Sitting> =>
  (await officer.call('GET', `/staff/sittings/${id}`)).body.data

const make = (sitting: string, by = officer, more: string[] = []) =>
  by.call('POST', '/staff/publications', {
    body: { kind: 'seats', title: 'Seats of the CBT', sittings: [sitting, ...more] },
  })

/** A sitting that is named twice counts once. */
async function propose(sitting: string, by = officer) {
  const made = await make(sitting, by, [sitting])
  expect(made.status).toBe(201)
  return (await publishing.propose(made.body.data.id, made.body.data.version, by)).body.data
}

async function publish(sitting: string): Promise<string> {
  const proposed = await propose(sitting)
  await publishProposed(proposed)
  return proposed.id
}

async function publishProposed(proposed: Awaited<ReturnType<typeof propose>>): Promise<void> {
  expect((await publishing.approve(proposed)).status).toBe(200)
  await api.services.publications.publish({ publicationId: proposed.id })
  await api.services.publications.sendEmails({ publicationId: proposed.id })
  // The moment of the next one is a later one.
  api.clock.advance(1_000)
}

const move = (sitting: Sitting, body: object) =>
  officer.call('POST', `/staff/sittings/${sitting.id}/move`, {
    body: { reason: 'The hall has no power.', version: sitting.version, ...body },
  })

const endSitting = ({ id }: Sitting) =>
  api.database.pool.query(
    `update sittings set reports_at = now() - interval '3 days', starts_at = now() - interval '2 days',
      ends_at = now() - interval '1 day' where id = $1`,
    [id],
  )

const get = (path: string) => api.fetch(`/api/v1/slips/${path}`, { headers: { authorization: `Bearer ${one.token}` } })
const readCalendar = async () => (await (await get('exam.ics')).text()).replaceAll('\r\n ', '')
const readExam = async () => (await api.call('GET', '/users/me', { token: one.token })).body.data
/** The emails that wait for the applicant, as if they were sent. */
async function takeEmails() {
  const waiting = await listWaitingJobs(api, 'send_email')
  await api.database.pool.query(`delete from graphile_worker._private_jobs where key like 'publication:%'`)
  return waiting.filter((job) => job.accountId === one.accountId && job.email === 'seatPublished')
}

const readSlip = async () =>
  (await readPdf(new Uint8Array(await (await get('application.pdf')).arrayBuffer()))).text.replaceAll(/\s+/g, ' ')

/** All that the applicant can get, without the minute in which it was made. */
async function readEverything(): Promise<string> {
  const texts = await Promise.all(
    ['/users/me', '/applications/my', '/applications/my/summary'].map(async (path) =>
      JSON.stringify((await api.call('GET', path, { token: one.token })).body),
    ),
  )
  const slip = readPdf(new Uint8Array(await (await get('application.pdf')).arrayBuffer()))
  const all = [...texts, (await slip).text, JSON.stringify(await (await get('exam.ics')).json())].join('\n')
  return all.replace(/\d+:\d\d [ap]m/g, '…')
}

test('the dashboard, the slip and the emails know whether it is a test or an interview', async () => {
  const readKind = async () =>
    (await api.call('GET', '/applications/my/summary', { token: one.token })).body.data.exam?.kind
  const cbt = await seat()
  await publish(cbt.id)
  expect(await readKind()).toBe('cbt')
  expect(await readSlip()).toMatch(/Examination.*Exam date .*Exam time .*Exam venue /)
  expect(await takeEmails()).toMatchObject([{ data: { kind: 'cbt', change: 'new' } }])
  const interview = await propose((await seat({ kind: 'interview', ...nextDay })).id)
  expect(await readKind()).toBe('cbt')
  await publishProposed(interview)
  expect(await readKind()).toBe('interview')
  expect(await readCalendar()).toContain('SEQUENCE:0')
  expect(await takeEmails()).toMatchObject([{ data: { kind: 'interview', change: 'new' } }])
  const slip = await readSlip()
  expect(slip).toMatch(/Interview date .*Interview time .*Interview venue /)
  expect(slip).not.toMatch(/Exam(ination)? /)
  // Nor does the result of the test, which is told later, say that it is one.
  await api.database.pool.query(
    `with later as (
      insert into publications select (jsonb_populate_record(null::publications, to_jsonb(publications)
        || jsonb_build_object('id', gen_random_uuid(), 'kind', 'cbt', 'published_at', published_at + interval '1 hour'))).*
        from publications where id = $2 returning id)
    insert into publication_items (publication_id, application_id, source_table, source_id, content, state)
      select id, $1, 'results', gen_random_uuid(), '{"kind": "cbt"}', 'done' from later`,
    [one.id, interview.id],
  )
  expect(await readKind()).toBe('interview')
  expect(await readCalendar()).toContain(`UID:interview-${one.accountId}@localhost`)
  // That the test is cancelled is not told by the seat of the interview.
  const body = { step: 'cancel', reason: 'The centre was delisted.', version: cbt.version }
  await officer.call('POST', `/staff/sittings/${cbt.id}/state`, { body })
  expect((await readSitting(cbt.id)).unpublished).toBe(1)
})

test('a venue of which applicants were told keeps its name and address until its sittings are over', async () => {
  const sitting = await seat()
  const put = (changes: object, version: number) =>
    officer.call('PUT', `/staff/exercises/2024/venues/${sitting.venue.id}`, {
      body: { ...venueOf({ name: sitting.venue.name }), ...changes, version },
    })
  expect((await put({ address: '1 New Road' }, 1)).status).toBe(200)
  expect((await put({}, 2)).status).toBe(200)
  await publish(sitting.id)
  const told = 'Applicants were told of seats here: add another venue, and move the sittings to it.'
  const refused = await put({ name: 'Another hall', address: '2 New Road' }, 3)
  expect(refused.body.errors).toEqual([
    { path: 'name', message: told },
    { path: 'address', message: told },
  ])
  expect((await put({ isActive: false, isStepFree: true }, 3)).status).toBe(200)
  await endSitting(sitting)
  expect((await put({ name: `${sitting.venue.name}, main hall` }, 4)).status).toBe(200)
})

test('a seat is nowhere before its publication; then page, slip, calendar and one email have it', async () => {
  const before = await readEverything()
  const sitting = await seat()
  expect([sitting.seated, sitting.unpublished]).toEqual([1, 1])
  const { id } = await propose(sitting.id)
  expect(await readEverything()).toBe(before)
  expect(await takeEmails()).toEqual([])

  const { rows } = (await people.maker.call('GET', `/staff/publications/${id}/items`)).body.data
  expect(rows).toMatchObject([
    {
      number: one.number,
      publishes: { change: 'new', examDate: '2039-03-04', examTime: '9:00 am', reportTime: '8:00 am' },
    },
  ])
  const email = await people.maker.call('GET', `/staff/publications/${id}/items/${one.number}/email`)
  expect(email.body.data.text).toContain('Be there by: 8:00 am')
  await people.maker.call('POST', `/staff/publications/${id}/return`, { body: { reason: 'To be made anew.' } })

  await publish(sitting.id)
  const examVenue = `${sitting.venue.name}, seat 1`
  expect(await readExam()).toMatchObject({ examDate: '2039-03-04', examTime: '9:00 am', examVenue })
  expect((await readPdf(new Uint8Array(await (await get('application.pdf')).arrayBuffer()))).text).toContain(examVenue)
  const calendar = await readCalendar()
  for (const line of [
    `UID:exam-${one.accountId}@localhost`,
    'SEQUENCE:0',
    'DTSTART;TZID=Africa/Lagos:20390304T090000',
    'STATUS:CONFIRMED',
    `LOCATION:${examVenue.replace(',', '\\,')}`,
  ])
    expect(calendar).toContain(`${line}\r\n`)
  expect(calendar).toContain('Batch A. Be there by 8:00 am.\\n12 College Road\\, Kaduna\\nBring your application slip')
  expect(await takeEmails()).toMatchObject([{ data: { change: 'new', examVenue, applicationNumber: one.number } }])
  expect((await readSitting(sitting.id)).unpublished).toBe(0)
  expect((await make(sitting.id)).body).toMatchObject({
    code: 'publication_empty',
    data: { excluded: [{ exclusionReason: 'already_published', count: 1 }] },
  })
})

test('an applicant who is moved alone reads the new seat once it is published, with one email, as those of a moved sitting do', async () => {
  const sitting = await seat()
  await publish(sitting.id)
  await takeEmails()
  const [{ id: seatId }] = (await officer.call('GET', `/staff/seats?exercise=2024&sitting=${sitting.id}`)).body.data
    .rows
  const to = await addSeatedSitting(api, {
    count: 1,
    madeBy: officer.id,
    sitting: nextDay,
  })
  const before = await readExam()
  const body = { sitting: to.id, seats: [seatId], reason: 'A wheelchair user.' }
  expect((await officer.call('POST', '/staff/seats/move', { body })).status).toBe(201)
  expect(await readExam()).toEqual(before)
  expect(await readSitting(sitting.id)).toMatchObject({ seated: 0, unpublished: 0 })
  // With the one who sits there already.
  expect(await readSitting(to.id)).toMatchObject({ seated: 2, unpublished: 2 })
  await publish(to.id)
  expect(await readExam()).toMatchObject({ examDate: '2039-03-05', examVenue: expect.stringMatching(/, seat 2$/) })
  expect(await takeEmails()).toMatchObject([{ data: { change: 'moved' } }])
  expect(await readCalendar()).toMatch(/DTSTART.*20390305/)
  expect(await readSlip()).toMatch(/seat 2/)
})

test('a moved sitting keeps the numbers of the seats; what the applicant reads and the event follow its publication', async () => {
  const sitting = await seat()
  await publish(sitting.id)
  expect(await takeEmails()).toHaveLength(1)
  const venue = await addVenue()
  const moved = await move(sitting, {
    venue: venue.id,
    reportsAt: '2039-03-05T12:30:00+01:00',
    startsAt: '2039-03-05T13:30:00+01:00',
    endsAt: '2039-03-05T15:00:00+01:00',
  })
  expect(moved).toMatchObject({
    status: 201,
    body: {
      data: { label: 'Batch A', movedFrom: sitting.id, seated: 1, unpublished: 1, state: 'open', capacity: 250 },
    },
  })
  const to: Sitting = moved.body.data
  // Nobody has a seat at the former venue any more.
  const renamed = await officer.call('PUT', `/staff/exercises/2024/venues/${sitting.venue.id}`, {
    body: { ...venueOf({ name: `${sitting.venue.name}, annex` }), version: 1 },
  })
  expect(renamed.status).toBe(200)
  expect(await readSitting(sitting.id)).toMatchObject({
    state: 'cancelled',
    reason: 'The hall has no power.',
    movedTo: to.id,
    seated: 0,
    unpublished: 0,
  })
  expect((await readExam()).examDate).toBe('2039-03-04')
  // Who has had seats in several sittings is told once.
  expect((await make(to.id, officer, [sitting.id])).body.data.counts.items).toBe(1)
  await publish(to.id)
  expect(await readExam()).toMatchObject({
    examDate: '2039-03-05',
    examTime: '1:30 pm',
    examVenue: `${venue.name}, seat 1`,
  })
  const calendar = await readCalendar()
  for (const line of [`UID:exam-${one.accountId}@localhost`, 'SEQUENCE:1', 'DTSTART;TZID=Africa/Lagos:20390305T133000'])
    expect(calendar).toContain(`${line}\r\n`)
  expect(await takeEmails()).toMatchObject([{ data: { change: 'moved', address: '12 College Road, Kaduna' } }])
})

test('a cancelled sitting stays on the page until that is published; then the event is cancelled', async () => {
  const sitting = await seat()
  await publish(sitting.id)
  await takeEmails()
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, {
    body: { step: 'cancel', reason: 'The centre was delisted.', version: sitting.version },
  })
  expect((await readSitting(sitting.id)).unpublished).toBe(1)
  expect((await readExam()).examDate).toBe('2039-03-04')
  await publish(sitting.id)
  expect(await readExam()).toMatchObject({ examDate: null, examTime: null, examVenue: null })
  const calendar = await readCalendar()
  for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:1', `UID:exam-${one.accountId}@localhost`])
    expect(calendar).toContain(`${line}\r\n`)
  expect(calendar).toContain('It does not take place.')
  expect(calendar).not.toContain('Be there by')
  expect(await takeEmails()).toMatchObject([{ data: { change: 'cancelled', examDate: '2039-03-04' } }])
  expect((await readSitting(sitting.id)).unpublished).toBe(0)

  const again = await seat()
  await publish(again.id)
  expect(await takeEmails()).toMatchObject([{ data: { change: 'new' } }])
  expect(await readCalendar()).toContain('STATUS:CONFIRMED')
})

test('a sitting that was moved, and is cancelled where it went, is told once as cancelled, and another seat is a new one', async () => {
  const sitting = await seat()
  await publish(sitting.id)
  await takeEmails()
  const to: Sitting = (await move(sitting, nextDay)).body.data
  await publish(to.id)
  await takeEmails()
  const body = { step: 'cancel', reason: 'The centre was delisted.', version: to.version }
  await officer.call('POST', `/staff/sittings/${to.id}/state`, { body })
  expect([(await readSitting(sitting.id)).unpublished, (await readSitting(to.id)).unpublished]).toEqual([0, 1])
  await publish(to.id)
  expect(await takeEmails()).toMatchObject([{ data: { change: 'cancelled', examDate: '2039-03-05' } }])
  expect([(await readSitting(sitting.id)).unpublished, (await readSitting(to.id)).unpublished]).toEqual([0, 0])
  for (const { id } of [sitting, to])
    expect((await make(id)).body.data.excluded).toEqual([{ exclusionReason: 'not_seated', count: 1 }])
  await publish((await seat()).id)
  expect(await takeEmails()).toMatchObject([{ data: { change: 'new' } }])
})

test('who has withdrawn gets no calendar file of a sitting that was cancelled', async () => {
  const sitting = await seat()
  await publish(sitting.id)
  const body = { step: 'cancel', reason: 'The centre was delisted.', version: sitting.version }
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, { body })
  await publish(sitting.id)
  await createWithdrawing(api, people.maker, one).withdraw()
  expect((await get('exam.ics')).status).toBe(404)
})

test('all seats of an applicant, also those that are released, are found without reading those of others', async () => {
  await seat()
  const client = await api.database.pool.connect()
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
  const { rows } = await client.query(`explain select from seats where application_id = '${one.id}' and kind = 'cbt'`)
  client.release(true)
  expect(rows[0]['QUERY PLAN']).toMatch(/^Index.* using seats_application /)
})

test('a seat that was given back before anybody was told of it is not told', async () => {
  const sitting = await seat()
  await api.database.pool.query('update seats set released_at = now() where application_id = $1', [one.id])
  const selection = await publishing.select({ numbers: [one.number] })
  const body = { kind: 'seats', title: 'Seats of the CBT', selection }
  const makeOfSelection = async () => (await people.maker.call('POST', '/staff/publications', { body })).body
  const empty = (exclusionReason: string) => ({
    code: 'publication_empty',
    data: { excluded: [{ exclusionReason, count: 1 }] },
  })
  expect(await makeOfSelection()).toMatchObject(empty('not_seated'))
  expect(sitting.unpublished).toBe(1)
  expect((await readSitting(sitting.id)).unpublished).toBe(0)
  await api.database.pool.query(`update applications set decision = 'pending' where id = $1`, [one.id])
  expect(await makeOfSelection()).toMatchObject(empty('not_shortlisted'))
})

test('a seat that changes between approval and publication is skipped, and the applicant keeps what was published', async () => {
  const sitting = await seat()
  const proposed = await propose(sitting.id)
  expect((await publishing.approve(proposed)).status).toBe(200)
  const venue = await addVenue()
  await move(sitting, { venue: venue.id })
  await api.services.publications.publish({ publicationId: proposed.id })
  const { state, skipped, counts } = await publishing.read(proposed.id)
  expect([state, counts.done, skipped]).toEqual(['published', 0, [{ exclusionReason: 'superseded', count: 1 }]])
  expect((await readExam()).examDate).toBeNull()
})

test('nobody is told of a seat in a sitting that is over, nor waited for with it', async () => {
  const sitting = await seat()
  await endSitting(sitting)
  expect((await make(sitting.id)).body.data.excluded).toEqual([{ exclusionReason: 'sitting_over', count: 1 }])
  expect((await readSitting(sitting.id)).unpublished).toBe(0)
})

test('nobody is to be told of a seat by a publication whose moment comes after the sitting', async () => {
  const sitting = await seat()
  const make = async (publishAt: string) => {
    const body = { kind: 'seats', title: 'Seats of the CBT', sittings: [sitting.id], publishAt }
    return (await officer.call('POST', '/staff/publications', { body })).body.data
  }
  expect(await make('2039-03-06T08:00:00+01:00')).toEqual({ excluded: [{ exclusionReason: 'sitting_over', count: 1 }] })
  expect(await make('2039-03-03T08:00:00+01:00')).toMatchObject({ counts: { waiting: 1 } })
})

test('who is not on the published shortlist is told of no seat', async () => {
  const sitting = await seat()
  await api.database.pool.query(`update applications set decision = 'pending' where id = $1`, [one.id])
  expect((await make(sitting.id)).body.data.excluded).toEqual([{ exclusionReason: 'not_shortlisted', count: 1 }])
})

test('who left the shortlist after being told of a seat is told to be invited no more, and of no other date', async () => {
  const sitting = await seat()
  await publish(sitting.id)
  await takeEmails()
  await api.database.pool.query(`update applications set decision = 'rejected' where id = $1`, [one.id])
  await officer.call('POST', `/staff/sittings/${sitting.id}/state`, {
    body: { step: 'cancel', reason: 'The centre was delisted.', version: sitting.version },
  })
  // Also when it would be over by now.
  await endSitting(sitting)
  await publish(sitting.id)
  expect(await readExam()).toMatchObject({ examDate: null, examTime: null, examVenue: null })
  expect(await takeEmails()).toMatchObject([{ data: { change: 'uninvited' } }])
  expect(await readCalendar()).toContain('METHOD:CANCEL')
  expect((await readSitting(sitting.id)).unpublished).toBe(0)
})

test('the seat of who withdrew stands nowhere any more, also once the application is reinstated', async () => {
  const sitting = await seat()
  await publish(sitting.id)
  const { examVenue } = await readExam()
  const readExams = async () => ({
    summary: (await api.call('GET', '/applications/my/summary', { token: one.token })).body.data.exam,
    isOnSlip: (await readSlip()).includes(examVenue),
    calendar: (await get('exam.ics')).status,
  })
  expect(await readExams()).toMatchObject({ summary: { venue: examVenue }, isOnSlip: true, calendar: 200 })
  const nowhere = { summary: null, isOnSlip: false, calendar: 404 }
  const withdrawing = createWithdrawing(api, people.maker, one)
  await withdrawing.withdraw()
  expect(await readExams()).toEqual(nowhere)
  await withdrawing.reinstate()
  expect(await readExams()).toEqual(nowhere)
})

test('who left the shortlist reads of the seat no more, and who is considered again keeps it', async () => {
  const former = await seat()
  // A draft has told nobody.
  await make(former.id)
  const moved = await move(former, { endsAt: '2039-03-04T16:00:00+01:00' })
  await publish(moved.body.data.id)
  const readExamOf = async () =>
    (await api.call('GET', '/applications/my/summary', { token: one.token })).body.data.exam
  const decide = (decision: string) =>
    api.database.pool.query('update applications set decision = $2 where id = $1', [one.id, decision])
  await decide('pending')
  expect(await readExamOf()).not.toBeNull()
  await decide('rejected')
  expect(await readExamOf()).toBeNull()
  expect((await get('exam.ics')).status).toBe(404)
})

test('the exam officer makes publications of seats alone, and approves none; a sitting out of reach is unknown', async () => {
  const sitting = await seat()
  const { id, digest, version } = await propose(sitting.id)
  expect((await publishing.approve({ id, digest, version }, officer)).status).toBe(403)
  const { rows } = (await officer.call('GET', '/staff/publications')).body.data
  expect(rows.map(({ kind }: { kind: string }) => kind)).toContain('seats')
  const shortlist = { kind: 'shortlist', title: 'A shortlist', selection: crypto.randomUUID() }
  expect((await officer.call('POST', '/staff/publications', { body: shortlist })).body.code).toBe('not_permitted')
  expect((await make(crypto.randomUUID())).status).toBe(404)
  expect((await make(sitting.id, officer, [crypto.randomUUID()])).status).toBe(404)
  const admin = await createStaff(api, ['admin'])
  expect((await admin.call('POST', '/staff/exercises', { body: { year: 2031, from: 2024 } })).status).toBe(201)
  const { rows: others } = await api.database.pool.query<{ id: number }>('select id from exercises where year = 2031')
  const stranger = await createStaff(api, [{ role: 'exam', exerciseId: others[0]?.id ?? null }])
  expect((await make(sitting.id, stranger)).status).toBe(404)
  expect((await stranger.call('GET', '/staff/publications')).body.data.rows).toEqual([])
  const both = { kind: 'seats', title: 'Both', sittings: [sitting.id], selection: crypto.randomUUID() }
  expect((await officer.call('POST', '/staff/publications', { body: both })).body.errors).toEqual([
    { path: 'selection', message: 'Name the selection.' },
  ])
})

test('while seats are published, an account gets the published seat alone', async () => {
  const sitting = await seat()
  const { id } = await propose(sitting.id)
  const run = (text: string, values: unknown[] = []) => api.serverDatabase.pool.query(text, values)
  await run(`update publications set state = 'publishing', approved_by = $2 where id = $1`, [id, people.approver.id])
  await run(`update publication_items set state = 'done' where publication_id = $1`, [id])
  const show = (day: string, venue: string) =>
    run(`update accounts set exam_date = $2, exam_time = '9:00 am', exam_venue = $3 where id = $1`, [
      one.accountId,
      day,
      venue,
    ])
  const venue = `${sitting.venue.name}, seat 1`
  await expect(show('2039-03-05', venue)).rejects.toMatchObject({ code: restrictViolation })
  await expect(show('2039-03-04', 'Elsewhere')).rejects.toMatchObject({ code: restrictViolation })
  await show('2039-03-04', venue)
})

test.each<[string, object, string, string]>([
  ['nowhere else', {}, 'venue', 'Choose another venue or another time.'],
  ['to an end before the start', { endsAt: '2039-03-04T07:00:00+01:00' }, 'endsAt', 'The end is after the start.'],
  [
    'without a reason',
    { reason: 'No', endsAt: '2039-03-04T12:00:00+01:00' },
    'reason',
    'Say why, in at least 10 characters.',
  ],
])('a sitting is not moved %s', async (_name, body, path, message) => {
  const { status, body: reply } = await move(await seat(), body)
  expect([status, reply.errors]).toEqual([400, expect.arrayContaining([{ path, message }])])
})

test('a sitting is moved only as it was seen, and while it is not cancelled', async () => {
  const sitting = await seat()
  const later = { endsAt: '2039-03-04T12:00:00+01:00' }
  expect((await move(sitting, { ...later, capacity: 0, version: 1 })).status).toBe(400)
  expect((await move(sitting, { ...later, version: sitting.version + 1 })).body.code).toBe('changed_meanwhile')
  expect((await move(sitting, later)).status).toBe(201)
  expect((await move({ ...sitting, version: sitting.version + 1 }, later)).body.code).toBe('sitting_state')
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb } from '#server/database/connection.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, startStaffTestSession, type TestStaff } from '#tests/support/api/staff.ts'
import { type AddedApplication, addApplications } from '#tests/support/fixtures/many-applications.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { createReviewQueue } from './queue.ts'

let api: TestApi
let registry: TestStaff
let exercise = 0
let applications: AddedApplication[]
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

/** Each test has an exercise of its own, so that its queues begin empty. */
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'])
  exercise += 1
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
    select institution, short_name, title, $1, fee_kobo, charge_kobo, posts, vendor_name from exercises order by id limit 1
    returning id`,
    [2030 + exercise],
  )
  const prefix = `Q${exercise}N`
  applications = await addApplications(api, { count: 6, prefix, exerciseId: rows[0].id })
  await api.database.pool.query(
    `update applications set submitted_at = submitted_at + right(number, 6)::int * interval '1 second' where exercise_id = $1`,
    [rows[0].id],
  )
})

const year = () => 2030 + exercise
const findExerciseId = async (): Promise<number> =>
  (await api.database.pool.query('select id from exercises where year = $1', [year()])).rows[0].id
const reviewerGrants = [{ role: 'reviewer', exerciseId: null, school: null, department: null } as const]
const principal = { sessionId: '', email: '', name: '', freshUntil: null }
const getNumber = (index: number) => applications[index]?.number ?? ''
const readNext = async (by: TestStaff, skip = '') =>
  (await by.call('GET', `/staff/review/next?exercise=${year()}&skip=${skip}`)).body.data
const review = (by: TestStaff, number: string, version: number, verdict = 'shortlist') =>
  by.call('POST', `/staff/applications/${number}/reviews`, {
    body: { verdict, reasons: verdict === 'reject' ? [{ code: 'referee_declined' }] : [], version },
  })
const select = async (...numbers: string[]) => {
  const filter = { exercise: year(), ...(numbers.length > 0 && { numbers }) }
  const { body } = await registry.call('POST', '/staff/selections', { body: { of: 'applications', filter } })
  return body.data.id as string
}
const assign = async (to: readonly TestStaff[], ...numbers: string[]) =>
  registry.call('POST', '/staff/assignments', {
    body: { selection: await select(...numbers), to: to.map(({ id }) => id), how: 'even' },
  })
const list = async (by: TestStaff, query: string) =>
  (await by.call('GET', `/staff/applications?exercise=${year()}&sort=submitted&${query}`)).body.data

test('the oldest application comes first, with the one after it; what has been reviewed counts for the day', async () => {
  const reviewer = await createStaff(api, ['reviewer'])
  expect(await readNext(reviewer)).toEqual({
    number: getNumber(0),
    following: getNumber(1),
    progress: { done: 0, total: 6, more: false },
  })
  await review(reviewer, getNumber(0), 1)
  expect(await readNext(reviewer)).toEqual({
    number: getNumber(1),
    following: getNumber(2),
    progress: { done: 1, total: 6, more: false },
  })
  expect((await readNext(reviewer, `${getNumber(1)}|${getNumber(2)}`)).number).toBe(getNumber(3))
  await api.database.pool.query(
    `update applications set submitted_at = submitted_at - interval '1 hour' where number in ($1, $2)`,
    [getNumber(4), getNumber(5)],
  )
  expect(await readNext(reviewer)).toMatchObject({ number: getNumber(4), following: getNumber(5) })
  // Whatever PostgreSQL finds first.
  const client = await api.database.pool.connect()
  await client.query('begin')
  for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) await client.query(`set local enable_${way} = off`)
  const queue = createReviewQueue({ clock: api.clock.now, staffDatabase: { db: createDb(client) } })
  const found = await queue.findNext(
    { exercise: year() },
    { ...principal, staffId: reviewer.id, grants: [...reviewerGrants] },
  )
  await client.query('rollback')
  client.release()
  expect(found).toMatchObject({ number: getNumber(4), following: getNumber(5) })
})

test('in an archived exercise nothing waits for a review', async () => {
  const reviewer = await createStaff(api, ['reviewer'])
  await review(reviewer, getNumber(0), 1)
  await api.database.pool.query('update exercises set archived_at = now() where year = $1', [year()])
  const progress = { done: 1, total: 1, more: false }
  expect(await readNext(reviewer)).toEqual({ number: null, following: null, progress })
})

test('what counts for the day is of the day in Lagos', async () => {
  const [dayMs, hourMs] = [86_400_000, 3_600_000]
  // To half an hour before the next midnight there, which is 23:00 UTC.
  api.clock.advance((2 * dayMs - ((api.clock.now().getTime() + 1.5 * hourMs) % dayMs)) % dayMs)
  const reviewer = await createStaff(api, ['reviewer'])
  expect((await review(reviewer, getNumber(0), 1)).status).toBe(201)
  expect((await readNext(reviewer)).progress.done).toBe(1)
  api.clock.advance(hourMs)
  const headers = await startStaffTestSession(api, reviewer.id)
  const { body } = await api.call('GET', `/staff/review/next?exercise=${year()}&skip=`, { headers })
  expect(body.data.progress.done).toBe(0)
})

test('what somebody has reviewed for whom the person is no second one is not offered to that person, and not counted', async () => {
  const [first, invited] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  await api.database.pool.query('update staff set created_by = $2, created_at = $3 where id = $1', [
    invited.id,
    first.id,
    api.clock.now(),
  ])
  await review(first, getNumber(0), 1)
  await assign([invited], getNumber(0))
  expect(await readNext(invited)).toEqual({
    number: getNumber(1),
    following: getNumber(2),
    progress: { done: 0, total: 5, more: false },
  })
})

test('what waits for a second review comes before what is new, and what is assigned to the person before both', async () => {
  const [first, second] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  await review(first, getNumber(4), 1)
  await assign([second], getNumber(5))
  expect(await readNext(second)).toEqual({
    number: getNumber(5),
    following: getNumber(4),
    progress: { done: 0, total: 6, more: false },
  })
  expect(await readNext(first)).toMatchObject({ number: getNumber(0), progress: { done: 1, total: 5 } })
  // What somebody has reviewed is kept from that person alone, and nothing else is.
  await review(second, getNumber(0), 1)
  expect(await readNext(second)).toMatchObject({
    number: getNumber(5),
    following: getNumber(4),
    progress: { done: 1, total: 6 },
  })
})

test('what two reviews disagree about comes first for the chair, and for nobody else', async () => {
  const [first, second] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  const chair = await createStaff(api, ['chair'])
  await review(first, getNumber(3), 1, 'reject')
  await review(second, getNumber(3), 2)
  expect((await readNext(chair)).number).toBe(getNumber(3))
  const third = await createStaff(api, ['reviewer'])
  expect((await readNext(third)).progress.total).toBe(5)
})

/** Where the work on an application has come to, however it came there. */
const setStatus = (
  index: number,
  { stage, reviewed = 0, assignedTo }: { stage: string; reviewed?: number; assignedTo?: TestStaff },
) =>
  api.database.pool.query(
    `insert into application_statuses (application_id, stage, version, review_count, assigned_to)
    select id, $2, 2, $3, $4 from applications where number = $1
    on conflict (application_id) do update set stage = excluded.stage, review_count = excluded.review_count,
      assigned_to = excluded.assigned_to`,
    [getNumber(index), stage, reviewed, assignedTo?.id ?? null],
  )

/** Returned for correction, until so many hours from now. */
const returnUntil = (index: number, hours: number) =>
  api.database.pool.query(
    `update applications set returned_until = $2, return_reason = 'A page is missing.' where number = $1`,
    [getNumber(index), new Date(api.clock.now().getTime() + hours * 3_600_000)],
  )

test('a second review is of those who have the case and have not reviewed it, if somebody has it', async () => {
  const [first, second, third] = [
    await createStaff(api, ['reviewer']),
    await createStaff(api, ['reviewer']),
    await createStaff(api, ['reviewer']),
  ]
  await review(first, getNumber(3), 1)
  await setStatus(3, { stage: 'screening', reviewed: 1, assignedTo: third })
  expect((await readNext(second)).number).toBe(getNumber(0))
  expect((await readNext(third)).number).toBe(getNumber(3))
  await setStatus(0, { stage: 'submitted', assignedTo: third })
  expect((await readNext(second)).number).toBe(getNumber(1))
  await setStatus(3, { stage: 'screening', reviewed: 1, assignedTo: first })
  expect((await readNext(second)).number).toBe(getNumber(3))
})

test('a review of an earlier round does not keep its author from the next one', async () => {
  const [first, second] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  await review(first, getNumber(3), 1)
  await api.database.pool.query(
    `update application_statuses set round = 2, review_count = 0
    where application_id = (select id from applications where number = $1)`,
    [getNumber(3)],
  )
  expect((await review(second, getNumber(3), 2)).status).toBe(201)
  expect((await readNext(first)).number).toBe(getNumber(3))
  expect((await readNext(second)).number).toBe(getNumber(0))
  expect((await assign([first], getNumber(3))).body.data).toMatchObject({ assigned: 1, skipped: 0 })
})

test('what is with its applicant waits for nobody until the date for sending it again has passed, also for whom it is assigned to', async () => {
  const [reviewer, other] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  await setStatus(3, { stage: 'returned', reviewed: 1 })
  await setStatus(4, { stage: 'returned', assignedTo: reviewer })
  await returnUntil(3, 1)
  await returnUntil(4, 1)
  expect(await readNext(reviewer)).toMatchObject({ number: getNumber(0), progress: { total: 4 } })
  await returnUntil(3, -1)
  expect(await readNext(reviewer)).toMatchObject({ number: getNumber(3), following: getNumber(0) })
  await returnUntil(4, -1)
  expect(await readNext(reviewer)).toMatchObject({ number: getNumber(4), following: getNumber(3) })
  expect(await readNext(other)).toMatchObject({ number: getNumber(3), following: getNumber(0) })
})

test('what has its reviews, or is held by two who agree, waits for a decision and not for a review', async () => {
  const [reviewer, chair] = [await createStaff(api, ['reviewer']), await createStaff(api, ['chair'])]
  await setStatus(0, { stage: 'screening', reviewed: 2 })
  await setStatus(1, { stage: 'held', reviewed: 2 })
  await setStatus(2, { stage: 'held', reviewed: 2, assignedTo: reviewer })
  expect(await readNext(reviewer)).toMatchObject({ number: getNumber(3), progress: { total: 3 } })
  expect((await readNext(chair)).number).toBe(getNumber(3))
})

test('a case that a colleague has open, that is on hold, or from which the person is recused is not offered', async () => {
  const [first, second] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  await first.call('PUT', `/staff/applications/${getNumber(0)}/viewers/me`)
  await second.call('POST', `/staff/applications/${getNumber(1)}/recusals`, { body: { reason: 'A former student.' } })
  expect(await readNext(second)).toMatchObject({ number: getNumber(2), progress: { total: 5 } })
  const { userId } = (await list(registry, `number=${getNumber(2)}`)).rows[0]
  const hold = (step: string) =>
    registry.call('POST', `/staff/applicants/${userId}/${step}`, { body: { reason: 'The certificate is in doubt.' } })
  expect((await hold('hold')).status).toBe(201)
  expect(await readNext(second)).toMatchObject({ number: getNumber(3), progress: { total: 4 } })
  expect((await hold('release')).status).toBe(200)
  expect((await readNext(first)).number).toBe(getNumber(0))
  await api.database.pool.query(`update application_viewers set expires_at = expires_at - interval '5 minutes'`)
  expect((await readNext(second)).number).toBe(getNumber(0))
})

test('nothing is offered outside the own school, and nothing when nothing waits', async () => {
  const elsewhere = await createStaff(api, [{ role: 'reviewer', school: 'Management' }])
  expect(await readNext(elsewhere)).toEqual({
    number: null,
    following: null,
    progress: { done: 0, total: 0, more: false },
  })
  // Nor in a year without an exercise.
  expect((await elsewhere.call('GET', '/staff/review/next?exercise=2029')).body.data.number).toBeNull()
})

test('what is assigned to somebody who cannot review it any more waits for everybody', async () => {
  const admin = await createStaff(api, ['admin'], { isFresh: true })
  const people = [
    await createStaff(api, ['reviewer']),
    await createStaff(api, ['reviewer', 'helpdesk']),
    await createStaff(api, ['reviewer']),
    await createStaff(api, ['reviewer']),
  ]
  const [suspended, moved, recused, stays] = people as [TestStaff, TestStaff, TestStaff, TestStaff]
  for (const [index, person] of people.entries()) await assign([person], getNumber(index))
  const colleague = await createStaff(api, ['reviewer'])
  expect((await readNext(colleague)).number).toBe(getNumber(4))
  const change = async ({ id }: TestStaff, body: object) => {
    const { version } = (await admin.call('GET', `/staff/people/${id}`)).body.data
    expect((await admin.call('PATCH', `/staff/people/${id}`, { body: { ...body, version } })).status).toBeLessThan(202)
  }
  const listWaiting = async () => {
    const numbers: string[] = []
    for (let next = await readNext(colleague); next.number; next = await readNext(colleague, numbers.join('|')))
      numbers.push(next.number)
    return numbers.toSorted()
  }
  await change(suspended, { status: 'suspended' })
  // From the own case, and from one of a colleague, who keeps it.
  for (const index of [2, 3])
    await recused.call('POST', `/staff/applications/${getNumber(index)}/recusals`, {
      body: { reason: 'A former student.' },
    })
  expect(await listWaiting()).toEqual([0, 2, 4, 5].map(getNumber))
  // The applications of the school are of no department.
  const ofDepartment = { role: 'reviewer', school: 'Technology', department: 'Computer Science' }
  await change(moved, { roles: [ofDepartment, { role: 'helpdesk' }] })
  expect(await listWaiting()).toEqual([0, 1, 2, 4, 5].map(getNumber))
  const addElsewhere = async (elsewhere: number, archivedAt: Date | null) => {
    const { rows } = await api.database.pool.query(
      `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name, archived_at)
      values ('Institute', 'I', 'Recruitment', $1, 0, 0, '[]', 'Vendor', $2) returning id`,
      [elsewhere, archivedAt],
    )
    const [one] = await addApplications(api, { count: 1, prefix: `E${elsewhere}N`, exerciseId: rows[0].id })
    await api.database.pool.query(
      `insert into application_statuses (application_id, stage, version, assigned_to) values ($1, 'screening', 2, $2)`,
      [one?.applicationId, stays.id],
    )
  }
  await addElsewhere(1998, new Date())
  await addElsewhere(1999, null)
  await change(stays, { roles: [{ role: 'reviewer', exercise: year(), school: 'Technology' }, { role: 'helpdesk' }] })
  const { rows } = await api.database.pool.query(
    `select year from application_statuses join applications on applications.id = application_id
    join exercises on exercises.id = exercise_id where assigned_to = $1 order by year`,
    [stays.id],
  )
  expect(rows).toEqual([{ year: 1998 }, { year: year() }])
})

test('a selection is divided evenly, past those who are recused', async () => {
  const people = [
    await createStaff(api, ['reviewer'], { name: 'Ada' }),
    await createStaff(api, ['reviewer'], { name: 'Bayo' }),
  ]
  const [first, second] = people as [TestStaff, TestStaff]
  await first.call('POST', `/staff/applications/${getNumber(0)}/recusals`, { body: { reason: 'A former student.' } })
  const { status, body } = await assign(people)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ assigned: 6, recused: 1, skipped: 0 })
  expect(body.data.people.map(({ count }: { count: number }) => count)).toEqual([3, 3])
  const mine = await list(first, 'assigned=me')
  // Of those who have as few, who comes first by name.
  expect(mine.rows.map(({ number }: { number: string }) => number)).toEqual([1, 2, 4].map(getNumber))
  expect(mine.rows[0]).toMatchObject({ stage: 'screening', assigned: { id: first.id } })
  expect((await list(second, `assigned=${second.id}`)).rows).toHaveLength(3)
  const readOf = async (of: number) => {
    const { rows } = (await registry.call('GET', `/staff/reviewers?exercise=${of}`)).body.data
    return rows.find(({ id }: { id: string }) => id === first.id)
  }
  expect(await readOf(year())).toMatchObject({ waiting: 3, roles: ['reviewer'] })
  expect(await readOf(2024)).toMatchObject({ waiting: 0 })
  // A case waits until the person has reviewed it, also when a colleague has.
  expect((await review(first, mine.rows[0].number, 2)).status).toBe(201)
  expect((await review(second, mine.rows[1].number, 2)).status).toBe(201)
  expect(await readOf(year())).toMatchObject({ waiting: 2 })
  // What is held or returned waits for nobody's review.
  const setStage = (index: number, stage: string) =>
    api.database.pool.query(
      'update application_statuses set stage = $2 where application_id = (select id from applications where number = $1)',
      [mine.rows[index].number, stage],
    )
  await setStage(1, 'held')
  expect(await readOf(year())).toMatchObject({ waiting: 1 })
  await setStage(2, 'returned')
  expect(await readOf(year())).toMatchObject({ waiting: 0 })
})

test('whose recusal has ended gets the case as the others', async () => {
  const [chair, reviewer] = [await createStaff(api, ['chair']), await createStaff(api, ['reviewer'])]
  const path = `/staff/applications/${getNumber(0)}/recusals`
  const { body } = await chair.call('POST', path, { body: { reason: 'A former student.', person: reviewer.id } })
  expect((await assign([reviewer])).body.data).toMatchObject({ assigned: 5, recused: 1 })
  expect((await chair.call('DELETE', `${path}/${body.data.id}`)).status).toBe(200)
  expect((await assign([reviewer])).body.data).toMatchObject({ recused: 0, people: [{ count: 6 }] })
})

test('a case from which the person who assigns is recused since is left out', async () => {
  const reviewer = await createStaff(api, ['reviewer'])
  const selection = await select(getNumber(0), getNumber(1))
  const path = `/staff/applications/${getNumber(0)}/recusals`
  for (const person of [registry, reviewer])
    expect((await person.call('POST', path, { body: { reason: 'A former student.' } })).status).toBe(201)
  const body = { selection, to: [reviewer.id], how: 'even' }
  const assigned = await registry.call('POST', '/staff/assignments', { body })
  expect(assigned.body.data).toMatchObject({ assigned: 1, recused: 0, skipped: 1 })
})

test('a case is not assigned to who is recused from it in the same moment', async () => {
  const [recused, other] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  const [number, id] = [getNumber(0), applications[0]?.applicationId]
  const selection = await select(number)
  const begin = `insert into application_statuses (application_id, stage, version) values ('${id}', 'submitted', 1)`
  const isRecused = `insert into recusals (application_id, staff_id, reason, made_by)
    values ('${id}', '${recused.id}', 'A former student.', '${recused.id}')`
  const assignTo = (person: TestStaff) => () =>
    registry.call('POST', '/staff/assignments', { body: { selection, to: [person.id], how: 'even' } })
  const [assigned] = await raceAtLock(api.database.url, `${begin}; ${isRecused}`, [assignTo(recused)])
  expect(assigned?.body.data).toMatchObject({ assigned: 0, recused: 1, skipped: 1 })
  // Nor to who is recused a moment later.
  const lock = `select from application_statuses where application_id = '${id}' for update`
  const recuse = () =>
    other.call('POST', `/staff/applications/${number}/recusals`, { body: { reason: 'A former student.' } })
  await raceAtLock(api.database.url, lock, [recuse, assignTo(other)])
  expect((await list(registry, `number=${number}`)).rows).toMatchObject([{ assigned: null }])
})

test('nothing is assigned to who is suspended in the same moment', async () => {
  const [suspended, other] = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  const suspend = `update staff set status = 'suspended', suspended_at = now() where id = '${suspended.id}'`
  const [assigned] = await raceAtLock(api.database.url, suspend, [() => assign([suspended, other])])
  expect(assigned?.body.data.people.map(({ count }: { count: number }) => count).toSorted()).toEqual([0, 6])
})

test('a large selection is assigned to the last of its applications', async () => {
  await addApplications(api, { count: 501, prefix: `L${exercise}N`, exerciseId: await findExerciseId() })
  expect((await assign([await createStaff(api, ['reviewer'])])).body.data).toMatchObject({ assigned: 507 })
})

test('cases that were assigned before the server failed stand in the audit log, and nothing else does', async () => {
  await addApplications(api, { count: 495, prefix: `B${exercise}N`, exerciseId: await findExerciseId() })
  const { rows } = await api.database.pool.query(
    'select max(id::text) as last from applications where exercise_id = $1',
    [await findExerciseId()],
  )
  const change = (what: string) => api.database.pool.query(`alter table application_statuses ${what}`)
  const reviewer = await createStaff(api, ['reviewer'])
  expect((await withoutAuditLog(api, () => assign([reviewer]))).status).toBe(500)
  const { rows: unrecorded } = await api.database.pool.query(
    'select count(*)::int from application_statuses where assigned_to = $1',
    [reviewer.id],
  )
  expect(unrecorded).toEqual([{ count: 0 }])
  await change(`add constraint no_last check (application_id <> '${rows[0].last}')`)
  try {
    expect((await assign([reviewer])).status).toBe(500)
  } finally {
    await change('drop constraint no_last')
  }
  const readEvents = async () => {
    const { rows: events } = await api.database.pool.query(
      `select staff_id as by, subject_kind as about, detail from audit_log where action = 'applications_assigned'
        and exercise_id = $1`,
      [await findExerciseId()],
    )
    return events
  }
  const detail = { assigned: 500, recused: 0, skipped: 0, how: 'even', to: [reviewer.id] }
  expect(await readEvents()).toEqual([{ by: registry.id, about: 'selection', detail }])
  await api.database.pool.query(`insert into recusals (application_id, staff_id, reason, made_by)
    select id, '${reviewer.id}', 'A former student.', '${reviewer.id}' from applications where number = '${getNumber(1)}'`)
  expect((await assign([reviewer], getNumber(1))).body.data).toMatchObject({ assigned: 0 })
  expect(await readEvents()).toHaveLength(1)
})

test('at random each gets as many, but chance says which', async () => {
  const people = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])]
  const divisions = new Set<string>()
  for (let tries = 0; divisions.size < 2 && tries < 30; tries += 1) {
    const body = { selection: await select(), to: people.map(({ id }) => id), how: 'random' }
    const { data } = (await registry.call('POST', '/staff/assignments', { body })).body
    expect(data.people.map(({ count }: { count: number }) => count)).toEqual([3, 3])
    const { rows } = await list(registry, `assigned=${people[0]?.id}`)
    divisions.add(rows.map(({ number }: { number: string }) => number).join())
  }
  expect(divisions.size).toBe(2)
})

test('the next case of somebody with 2,600 reads a thousand rows of the index, and no applications but those that it offers', async () => {
  const reviewer = await createStaff(api, ['reviewer'])
  const exerciseId = await findExerciseId()
  const added = await addApplications(api, { count: 2_600, prefix: `M${exercise}N`, exerciseId })
  const client = await api.database.pool.connect()
  await client.query(
    `insert into application_statuses (application_id, stage, version, assigned_to) select id, 'screening', 2, $2 from unnest($1::uuid[]) as id`,
    [added.map(({ applicationId }) => applicationId), reviewer.id],
  )
  await client.query('analyze applicant_index')
  await client.query('begin')
  const countRead = async () => {
    const { rows } = await client.query<{ relname: string; rows: number }>(
      `select relname, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
      where relname in ('applications', 'applicant_index')`,
    )
    return new Map(rows.map(({ relname, rows }) => [relname, rows]))
  }
  const queue = createReviewQueue({ clock: api.clock.now, staffDatabase: { db: createDb(client) } })
  const findNext = () =>
    queue.findNext({ exercise: year() }, { ...principal, staffId: reviewer.id, grants: [...reviewerGrants] })
  const before = await countRead()
  const found = await findNext()
  const after = await countRead()
  await client.query(
    `insert into application_viewers (application_id, staff_id, opened_at, expires_at)
      select id, $2, $3, $3::timestamptz + interval '5 minutes' from unnest($1::uuid[]) as id`,
    [added.map(({ applicationId }) => applicationId), registry.id, api.clock.now()],
  )
  const beside = await findNext()
  await client.query('rollback')
  client.release()
  expect(found.progress).toEqual({ done: 0, total: 1_000, more: true })
  // While colleagues have all of them open, what is new is offered.
  expect(beside.number).toBe(getNumber(0))
  const read = (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0)
  expect(read('applications')).toBe(2)
  expect(read('applicant_index')).toBeLessThan(1_100)
})

test('PostgreSQL knows how many applications are in a stage', async () => {
  const { pool } = api.database
  await addApplications(api, { count: 500, prefix: `K${exercise}N`, exerciseId: await findExerciseId() })
  await pool.query('analyze applicant_index')
  const condition = `submitted_at is not null and review_stage in ('submitted', 'held')`
  const { rows } = await pool.query(`explain (format json) select from applicant_index where ${condition}`)
  const { rows: counted } = await pool.query(`select count(*)::int from applicant_index where ${condition}`)
  expect(rows[0]['QUERY PLAN'][0].Plan['Plan Rows'] / counted[0].count).toBeCloseTo(1, 0)
})

test('only those who can review get a case: by role, by school, and not twice', async () => {
  const elsewhere = await createStaff(api, [{ role: 'reviewer', school: 'Management' }])
  const reviewer = await createStaff(api, ['reviewer'])
  const exam = await createStaff(api, ['exam'])
  expect((await assign([reviewer, exam])).body.errors[0].path).toBe('to')
  await review(reviewer, getNumber(0), 1)
  expect((await assign([elsewhere, reviewer])).body.data).toMatchObject({ assigned: 5, recused: 0, skipped: 1 })
  const [row] = (await list(registry, `number=${getNumber(0)}`)).rows
  expect(row.assigned).toBeNull()
})

test('a decided case is not assigned, and assigning raises the version that reviewers have seen', async () => {
  const people = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])] as const
  await review(people[0], getNumber(0), 1)
  await review(people[1], getNumber(0), 2)
  const third = await createStaff(api, ['reviewer'])
  expect((await assign([third])).body.data).toMatchObject({ assigned: 5, skipped: 1 })
  expect((await review(third, getNumber(1), 1)).body.code).toBe('changed_meanwhile')
  expect((await review(third, getNumber(1), 2)).status).toBe(201)
  // Also when a colleague had it before.
  expect((await assign([third], getNumber(3))).body.data).toMatchObject({ assigned: 1 })
  expect((await review(third, getNumber(3), 2)).body.code).toBe('changed_meanwhile')
  expect((await review(third, getNumber(3), 3)).status).toBe(201)
  // Nor is one that is decided in the same moment.
  await setStatus(2, { stage: 'screening' })
  const decision = `update application_statuses set stage = 'shortlisted' where application_id = '${applications[2]?.applicationId}'`
  await raceAtLock(api.database.url, decision, [() => assign([third], getNumber(2))])
  const { rows } = await api.database.pool.query(
    'select stage, assigned_to from application_statuses where application_id = $1',
    [applications[2]?.applicationId],
  )
  expect(rows).toEqual([{ stage: 'shortlisted', assigned_to: null }])
})

test('in an archived exercise nothing is assigned', async () => {
  const reviewer = await createStaff(api, ['reviewer'])
  const body = { selection: await select(), to: [reviewer.id], how: 'even' }
  await api.database.pool.query('update exercises set archived_at = now() where year = $1', [year()])
  expect((await registry.call('POST', '/staff/assignments', { body })).body.code).toBe('exercise_archived')
})

test('more than 20,000 applications are not assigned at once', async () => {
  const reviewer = await createStaff(api, ['reviewer'])
  const selection = await select()
  await api.database.pool.query('update selections set count = 20001 where id = $1', [selection])
  const body = { selection, to: [reviewer.id], how: 'even' }
  expect((await registry.call('POST', '/staff/assignments', { body })).body.code).toBe('assignment_too_large')
})

test("somebody else's selection cannot be assigned", async () => {
  const other = await createStaff(api, ['registry'])
  const reviewer = await createStaff(api, ['reviewer'])
  const answer = await other.call('POST', '/staff/assignments', {
    body: { selection: await select(), to: [reviewer.id], how: 'even' },
  })
  expect(answer.status).toBe(404)
})

test('the list is read in pages, none twice and none left out, in both directions and by name', async () => {
  const orders: Record<string, string[]> = {}
  for (const sort of ['submitted', '-submitted', 'name', '-name']) {
    const numbers: string[] = []
    for (let after = ''; ; ) {
      const query = `exercise=${year()}&sort=${sort}&limit=4${after && `&after=${after}`}`
      const { data } = (await registry.call('GET', `/staff/applications?${query}`)).body
      numbers.push(...data.rows.map(({ number }: { number: string }) => number))
      expect(data.count).toEqual({ value: 6, more: false })
      after = data.next
      if (!after) break
    }
    expect([...numbers].sort()).toEqual(applications.map(({ number }) => number))
    orders[sort] = numbers
  }
  expect(orders.submitted).toEqual(applications.map(({ number }) => number))
  expect(orders['-submitted']).toEqual(orders.submitted?.toReversed())
  expect(orders['-name']).toEqual(orders.name?.toReversed())
})

test.each([
  ['stage=submitted', 4],
  ['stage=screening', 1],
  ['stage=screening|submitted', 5],
  ['reviews=0', 4],
  ['reviews=1|2', 2],
  ['decided=shortlisted', 1],
  ['decided=none', 5],
  ['published=none', 6],
  ['assigned=nobody', 6],
  ['assigned=me', 0],
  ['school=Management', 0],
  ['q=sule', 6],
  ['q=nobody', 0],
])('a filter by %s finds %i', async (query, expected) => {
  const people = [await createStaff(api, ['reviewer']), await createStaff(api, ['reviewer'])] as const
  await review(people[0], getNumber(0), 1)
  await review(people[1], getNumber(0), 2)
  await review(people[0], getNumber(1), 1, 'reject')
  expect((await list(registry, query)).count).toEqual({ value: expected, more: false })
})

test('a page of another order is refused', async () => {
  const { data } = (await registry.call('GET', `/staff/applications?exercise=${year()}&limit=2`)).body
  for (const after of [data.next.slice(0, -4), 'x', Buffer.from('["-submitted","x","y"]').toString('base64url')]) {
    const answer = await registry.call('GET', `/staff/applications?exercise=${year()}&sort=name&after=${after}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'cursor_invalid'])
  }
})

// A result that one person enters counts nowhere until another confirms it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WaitingResult } from '#shared/api/staff/results.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createPublishing, createPublishingStaff, type PublishingStaff } from '#tests/support/api/publications.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { recuseFrom } from '#tests/support/api/staff-objects.ts'
import { addInterviewResults } from '#tests/support/fixtures/interview-results.ts'
import type { AddedApplication } from '#tests/support/fixtures/many-applications.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { formerTimes } from '#tests/support/fixtures/sittings.ts'

let api: TestApi
let officer: TestStaff
let people: PublishingStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  officer = await createStaff(api, ['exam'], { name: 'Enterer' })
  people = await createPublishingStaff(api)
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

/** Shortlisted, with a seat in a CBT and the result of an interview. */
async function addSeated(count = 1): Promise<AddedApplication[]> {
  const { applicants } = await addSeatedSitting(api, { count, madeBy: officer.id, sitting: formerTimes })
  const ids = applicants.map(({ applicationId }) => applicationId)
  await api.database.pool.query(`update applications set decision = 'verified' where id = any($1)`, [ids])
  await addInterviewResults(api, ids, [officer.id, people.maker.id])
  return applicants
}
async function addOne(): Promise<AddedApplication> {
  const [one] = await addSeated()
  if (!one) throw new Error('Nobody was seated.')
  return one
}

const getPath = ({ number }: Pick<AddedApplication, 'number'>) => `/staff/applications/${number}/result`
const read = async (one: AddedApplication, by = officer) => (await by.call('GET', `${getPath(one)}?kind=cbt`)).body.data
const enter = (one: AddedApplication, given: object = {}, by = officer) =>
  by.call('POST', getPath(one), { body: { kind: 'cbt', score: 61.5, maximum: 100, version: 0, ...given } })
const confirm = (one: AddedApplication, version = 1, by = people.maker) =>
  by.call('POST', `${getPath(one)}/confirm`, { body: { kind: 'cbt', version } })

const list = async ({ number }: AddedApplication) =>
  (await officer.call('GET', `/staff/results?exercise=2024&kind=cbt&q=${number}`)).body.data.rows
const countScored = async () =>
  (await officer.call('GET', '/staff/results/cut-off?kind=cbt&exercise=2024&score=0')).body.data.scored
const listWaiting = async (by = officer): Promise<WaitingResult[]> =>
  (await by.call('GET', '/staff/results/waiting?exercise=2024')).body.data.results
const listWaitingOf = async (some: readonly AddedApplication[], by = officer) =>
  (await listWaiting(by)).filter(({ number }) => some.some((one) => one.number === number))

const listEvents = async ({ number }: AddedApplication) =>
  (
    await api.database.pool.query(
      `select action, staff_id as by, (select year from exercises where id = exercise_id) as year, detail from audit_log
        where action like 'result_%' and action <> 'result_viewed' and subject_kind = 'application' and subject_id = $1 order by id`,
      [number],
    )
  ).rows

async function excludeFromPublication({ number }: AddedApplication) {
  const publishing = createPublishing(api, people)
  const selection = await publishing.select({ numbers: [number] })
  const body = { kind: 'cbt', title: 'CBT results', selection }
  const made = await people.maker.call('POST', '/staff/publications', { body })
  return made.body.data.excluded.map(({ exclusionReason }: { exclusionReason: string }) => exclusionReason)
}

test('what one person has entered is in no list, no cut-off and no publication; once it is confirmed, in each', async () => {
  const one = await addOne()
  const before = await countScored()
  expect((await withoutAuditLog(api, () => enter(one))).status).toBe(500)
  const entered = await enter(one, { remark: 'By paper' })
  expect([entered.status, entered.body.message]).toEqual([201, 'The result is entered. Another person confirms it.'])
  expect(entered.body.data).toMatchObject({
    version: 1,
    newest: null,
    waiting: { score: 61.5, maximum: 100, remark: 'By paper', by: 'Enterer', isOfPanel: false },
    isSecondPerson: false,
  })
  expect([await list(one), await countScored(), await excludeFromPublication(one)]).toEqual([[], before, ['no_result']])
  expect(await listWaiting(people.maker)).toMatchObject([{ number: one.number, score: 61.5, isSecondPerson: true }])

  expect((await withoutAuditLog(api, () => confirm(one))).status).toBe(500)
  const confirmed = await confirm(one)
  expect([confirmed.status, confirmed.body.data.newest, confirmed.body.data.waiting]).toEqual([
    201,
    expect.objectContaining({ score: 61.5, by: 'Enterer', confirmedBy: 'Maker', isPublished: false }),
    null,
  ])
  expect(await list(one)).toMatchObject([{ number: one.number, score: 61.5, remark: 'By paper' }])
  expect([await countScored(), await excludeFromPublication(one), await listWaiting()]).toEqual([before + 1, [], []])
  expect(await listEvents(one)).toEqual([
    { action: 'result_entered', by: officer.id, year: 2024, detail: { kind: 'cbt' } },
    { action: 'result_confirmed', by: people.maker.id, year: 2024, detail: { kind: 'cbt' } },
  ])
})

test('who reads the results of an applicant is in the audit log, once an hour, and reads none that it cannot record', async () => {
  const one = await addOne()
  const reader = await createStaff(api, ['auditor'])
  const readAs = () => reader.call('GET', `${getPath(one)}?kind=cbt`)
  expect((await withoutAuditLog(api, readAs)).status).toBe(500)
  expect([(await readAs()).status, (await readAs()).status]).toEqual([200, 200])
  const query = `person=${reader.id}&subject=${one.number}`
  const { rows } = (await reader.call('GET', `/staff/audit?${query}&kind=reading`)).body.data
  expect(rows).toMatchObject([{ action: 'result_viewed', subject: { kind: 'application', id: one.number } }])
  // What was done with the case does not tell who has read of it.
  const { history } = (await reader.call('GET', `/staff/applications/${one.number}`)).body.data
  expect(history.map(({ action }: { action: string }) => action)).not.toContain('result_viewed')
})

test('nobody confirms the own entry, whatever roles they have, nor can the database store it', async () => {
  const both = await createStaff(api, ['exam', 'registry'])
  const one = await addOne()
  const readToConfirm = async () => (await both.call('GET', '/staff/counts?exercise=2024')).body.data.results
  const toConfirm = await readToConfirm()
  await enter(one, {}, both)
  expect(await readToConfirm()).toEqual(toConfirm)
  expect((await confirm(one, 1, both)).body.code).toBe('second_person_required')
  expect((await confirm(one, 1, officer)).body.code).toBe('not_permitted')
  const { pool } = api.database
  const store = (enteredBy: string, confirmedBy: string, score = 61.5) =>
    pool.query(
      `insert into results (application_id, kind, score, maximum, entry_id, entered_by, confirmed_by)
       select application_id, kind, $3, maximum, id, $1, $2 from result_entries where kind = 'cbt' and application_id = $4`,
      [enteredBy, confirmedBy, score, one.applicationId],
    )
  await expect(store(both.id, both.id)).rejects.toThrow('results_second_person')
  await expect(store(officer.id, people.maker.id)).rejects.toThrow('results_of_entry')
  await expect(store(both.id, people.maker.id, 99)).rejects.toThrow('results_of_entry')
  const withoutSecond = `insert into results (application_id, kind, score, maximum, entered_by) values ($1, 'cbt', 1, 1, $2)`
  await expect(pool.query(withoutSecond, [one.applicationId, both.id])).rejects.toThrow('results_source')
  await expect(pool.query('update result_entries set score = 99')).rejects.toThrow('append-only')
})

test('of entries at the same moment one is stored, and of confirmations one', async () => {
  const one = await addOne()
  const entered = await Promise.all([40, 50, 60].map((score) => enter(one, { score })))
  expect(entered.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(entered.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'changed_meanwhile',
    data: { version: 1, waiting: { by: 'Enterer' } },
  })
  const confirmed = await Promise.all([confirm(one), confirm(one), confirm(one, 1, people.approver)])
  expect(confirmed.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await list(one)).toHaveLength(1)
})

test('a later entry takes the place of the one that waits; the confirmed one supersedes what a file has brought', async () => {
  const one = await addOne()
  const form = new FormData()
  form.set('file', new File([`number,score,maximum\n${one.number},50,100`], 'results.csv', { type: 'text/csv' }))
  await officer.call('POST', '/staff/results?kind=cbt&exercise=2024&count=1', { body: form })
  expect((await enter(one)).body.data).toMatchObject({ version: 1, newest: { score: 50, confirmedBy: null } })
  await enter(one, { score: 70, version: 1 })
  expect(await listWaitingOf([one])).toMatchObject([{ replaces: { score: 50, maximum: 100 } }])
  expect((await enter(one, { score: 75, version: 2 })).body.data.waiting).toMatchObject({ score: 75, remark: null })
  expect((await confirm(one, 2)).body.code).toBe('changed_meanwhile')
  expect((await confirm(one, 3)).status).toBe(201)
  expect(await list(one)).toMatchObject([{ score: 75 }])
  expect(await read(one)).toMatchObject({ version: 4, newest: { score: 75, confirmedBy: 'Maker' }, waiting: null })
  expect((await confirm(one, 4)).body).toMatchObject({ code: 'result_refused', data: { why: 'nothing_waiting' } })
  await enter(one, { score: 80, version: 4 })
  expect(await listWaitingOf([one])).toMatchObject([{ replaces: { score: 75, maximum: 100 } }])
})

test('a file that comes after an entry counts, and the entry waits no more', async () => {
  const one = await addOne()
  await enter(one)
  const form = new FormData()
  form.set('file', new File([`number,score,maximum\n${one.number},50,100`], 'results.csv', { type: 'text/csv' }))
  await officer.call('POST', '/staff/results?kind=cbt&exercise=2024&count=1', { body: form })
  // What waits of the interview is nothing of the test.
  await api.database.pool.query(
    `insert into result_entries (application_id, kind, score, maximum, entered_by, seen_version) values ($1, 'interview', 90, 100, $2, 4)`,
    [one.applicationId, officer.id],
  )
  expect(await read(one)).toMatchObject({ version: 2, newest: { score: 50 }, waiting: null })
})

test('who was absent, was turned away, has withdrawn or has no seat gets no result, and no score is above its maximum', async () => {
  const [absent, away, withdrawn, unseated, other] = (await addSeated(5)) as [
    AddedApplication,
    AddedApplication,
    AddedApplication,
    AddedApplication,
    AddedApplication,
  ]
  const { pool } = api.database
  const mark = `update seats set attendance = $2 where application_id = $1`
  await pool.query(mark, [absent.applicationId, 'absent'])
  await pool.query(mark, [away.applicationId, 'turned_away'])
  await pool.query(`update applications set withdrawn_at = now(), decision = 'pending' where id = $1`, [
    withdrawn.applicationId,
  ])
  await pool.query('update seats set released_at = now() where application_id = $1', [unseated.applicationId])
  const why = async (one: AddedApplication) => (await enter(one)).body.data.why
  const obstacles = [await why(absent), await why(away), await why(withdrawn), await why(unseated)]
  expect(obstacles).toEqual(['absent', 'turned_away', 'withdrawn', 'not_seated'])
  expect((await enter(other, { score: 101 })).body.errors).toEqual([
    { path: 'score', message: 'The score is above the maximum.' },
  ])
  expect((await enter(other, { score: 1.234 })).status).toBe(400)
})

test('who has entered a result takes it back until it is confirmed, nobody else does, and then it waits no more', async () => {
  const one = await addOne()
  const takeBack = (version: number, by = officer) =>
    by.call('POST', `${getPath(one)}/take-back`, { body: { kind: 'cbt', version } })
  await enter(one)
  expect(await listWaitingOf([one])).toMatchObject([{ number: one.number, isOwn: true, obstacle: null }])
  const colleague = await createStaff(api, ['exam'])
  expect((await takeBack(1, colleague)).body).toMatchObject({ code: 'result_refused', data: { why: 'not_own' } })
  expect((await takeBack(0)).body.code).toBe('changed_meanwhile')
  expect((await withoutAuditLog(api, () => takeBack(1))).status).toBe(500)
  const taken = await Promise.all([takeBack(1), takeBack(1)])
  expect(taken.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(await read(one)).toMatchObject({ version: 2, newest: null, waiting: null })
  expect([await listWaitingOf([one]), (await confirm(one, 2)).body.data.why]).toEqual([[], 'nothing_waiting'])
  expect((await takeBack(2)).body.data.why).toBe('nothing_waiting')
  expect((await listEvents(one)).map(({ action }) => action)).toEqual(['result_entered', 'result_taken_back'])

  expect((await enter(one, { score: 44, version: 2 })).body.data.waiting.score).toBe(44)
  expect((await confirm(one, 3)).status).toBe(201)
  expect((await takeBack(4)).body.data.why).toBe('nothing_waiting')
  expect(await list(one)).toMatchObject([{ score: 44 }])
  await expect(api.database.pool.query('delete from result_entries_taken_back')).rejects.toThrow('append-only')
})

test('what waits says why it cannot be confirmed any more, asks nobody to, and can still be taken back', async () => {
  const [absent, withdrawn] = (await addSeated(2)) as [AddedApplication, AddedApplication]
  const countToConfirm = async () =>
    (await people.maker.call('GET', '/staff/counts?exercise=2024')).body.data.results.count
  const before = await countToConfirm()
  await enter(absent)
  // By a server whose clock is behind: the list goes by what the entries say.
  api.clock.advance(-60_000)
  await enter(withdrawn)
  api.clock.advance(60_000)
  expect(await countToConfirm()).toBe(before + 2)
  const { pool } = api.database
  await pool.query(`update seats set attendance = 'absent' where application_id = $1`, [absent.applicationId])
  await pool.query(`update applications set withdrawn_at = now(), decision = 'pending' where id = $1`, [
    withdrawn.applicationId,
  ])
  const waiting = await listWaitingOf([absent, withdrawn], people.maker)
  expect(waiting.map(({ number, obstacle }) => [number, obstacle])).toEqual([
    [withdrawn.number, 'withdrawn'],
    [absent.number, 'absent'],
  ])
  expect(await countToConfirm()).toBe(before)
  expect((await confirm(absent)).body.data.why).toBe('absent')
  for (const one of [absent, withdrawn])
    expect(
      (await officer.call('POST', `${getPath(one)}/take-back`, { body: { kind: 'cbt', version: 1 } })).status,
    ).toBe(201)
  expect(await listWaitingOf([absent, withdrawn])).toEqual([])
})

test('a score that was entered before the sitting was moved does not count, though it is confirmed afterwards', async () => {
  const one = await addOne()
  await enter(one)
  const { rows } = (await officer.call('GET', `/staff/seats?exercise=2024&kind=cbt&number=${one.number}`)).body.data
  const { id, version } = (await officer.call('GET', `/staff/sittings/${rows[0].sitting.id}`)).body.data
  const body = { endsAt: '2024-03-04T12:00:00+01:00', reason: 'The hall has no power.', version }
  expect((await officer.call('POST', `/staff/sittings/${id}/move`, { body })).status).toBe(201)
  expect((await confirm(one)).status).toBe(201)
  expect(await excludeFromPublication(one)).toEqual(['sitting_changed'])
  expect((await enter(one, { version: 2 })).status).toBe(201)
  expect((await confirm(one, 3)).status).toBe(201)
  expect(await excludeFromPublication(one)).toEqual([])
})

test('V8.2.2 a recused person and one of another exercise neither enter, confirm nor see a result', async () => {
  const one = await addOne()
  const recused = await createStaff(api, ['exam', 'registry'])
  await recuseFrom(api, recused.id, one.applicationId, officer.id)
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  const elsewhere = await createStaff(api, [
    { role: 'exam', exerciseId: rows[0].id },
    { role: 'registry', exerciseId: rows[0].id },
  ])
  await enter(one)
  for (const outsider of [recused, elsewhere]) {
    for (const of of [one, { number: 'APP-1999-000001' }])
      expect((await outsider.call('GET', `${getPath(of)}?kind=cbt`)).status).toBe(404)
    expect([(await enter(one, { version: 1 }, outsider)).status, (await confirm(one, 1, outsider)).status]).toEqual([
      404, 404,
    ])
  }
  const seen = (await listWaiting(recused)).map(({ number }: { number: string }) => number)
  expect(seen).not.toContain(one.number)
  expect((await confirm(one, 1)).status).toBe(201)
  const list = async (person: TestStaff) =>
    (await person.call('GET', `/staff/results?exercise=2024&kind=cbt&q=${one.number}`)).body.data.rows.length
  expect([await list(officer), await list(recused), await list(elsewhere)]).toEqual([1, 0, 0])
  expect((await elsewhere.call('GET', '/staff/results/waiting?exercise=2024')).status).toBe(404)
  const own = await elsewhere.call('GET', '/staff/results/waiting?exercise=2031')
  expect([own.status, own.body.data?.results]).toEqual([200, []])
})

test('of a sitting that has not begun no result is entered or confirmed; from its start on one is', async () => {
  const startsAt = new Date(api.clock.now().getTime() + 60_000)
  const sitting = {
    reportsAt: formerTimes.reportsAt,
    startsAt: startsAt.toISOString(),
    endsAt: '2039-03-04T11:00:00+01:00',
  }
  const { applicants } = await addSeatedSitting(api, { count: 1, madeBy: officer.id, sitting })
  const one = applicants[0] as AddedApplication
  expect((await read(one)).obstacle).toBe('not_begun')
  expect((await enter(one)).body).toMatchObject({
    code: 'result_refused',
    message: 'The sitting of the applicant has not begun.',
  })
  api.clock.advance(60_000)
  expect((await enter(one)).status).toBe(201)
  await api.database.pool.query(
    `update sittings set starts_at = '2039-03-04T09:00:00+01:00' where id = (
    select sitting_id from seats where application_id = $1)`,
    [one.applicationId],
  )
  expect((await confirm(one)).body.data).toEqual({ why: 'not_begun' })
})

test('in an archived exercise no result is entered, confirmed or taken back', async () => {
  const [entered, other] = [await addOne(), await addOne()]
  await enter(entered)
  expect((await read(entered)).isArchived).toBe(false)
  await api.database.pool.query('update exercises set archived_at = now() where year = 2024')
  expect((await read(entered)).isArchived).toBe(true)
  const takeBack = await officer.call('POST', `${getPath(entered)}/take-back`, { body: { kind: 'cbt', version: 1 } })
  const codes = [await enter(other), await confirm(entered), takeBack].map(({ body }) => body.code)
  expect(codes).toEqual(['exercise_archived', 'exercise_archived', 'exercise_archived'])
})

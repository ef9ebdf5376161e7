// What becomes of an application: one person records it, another confirms it, and no post has more offers than vacancies.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { recuseFrom } from '#tests/support/api/staff-objects.ts'
import { type AddedApplication, addApplications } from '#tests/support/fixtures/many-applications.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { lockOutcomes } from './outcome-store.ts'

let api: TestApi
let chair: TestStaff
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  chair = await createStaff(api, ['chair'], { name: 'Chair' })
  registry = await createStaff(api, ['registry'], { name: 'Registry' })
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
/** Of the exercise of an event. */
const year = '(select year from exercises where id = exercise_id)'
const getUntil = (days = 14) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString()

let posts = 0
/** Shortlisted applications for a post of their own. */
async function addPost(vacancies: number | null, count: number): Promise<AddedApplication[]> {
  posts += 1
  const school = `School ${posts}`
  // Posts like it, which have no vacancies.
  await query(
    `with elsewhere as (
      insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
        select 'Institute', 'I', 'Recruitment', 2040 + $2, 0, 0, '[]', 'Vendor' returning id)
    insert into posts (exercise_id, school, department, role, vacancies)
      select elsewhere.id, $1, null, 'Lecturer II', 0 from elsewhere
      union all select exercises.id, $1, department, role, 0
        from (select id from exercises order by year limit 1) as exercises,
          (values ('Physics', 'Lecturer II'), (null, 'Lecturer I')) as other (department, role)`,
    [school, posts],
  )
  await query(
    `insert into posts (exercise_id, school, role, vacancies) select id, $1, 'Lecturer II', $2 from exercises order by year limit 1`,
    [school, vacancies],
  )
  const added = await addApplications(api, { count, prefix: `F${posts}N`, school })
  await query(`update applications set decision = 'verified' where id = any($1)`, [
    added.map(({ applicationId }) => applicationId),
  ])
  return added
}

const addOne = async (vacancies: number | null = 1): Promise<AddedApplication> => {
  const [one] = await addPost(vacancies, 1)
  if (!one) throw new Error('No application was added.')
  return one
}

const getPath = ({ number }: AddedApplication) => `/staff/applications/${number}/outcome`
const read = async (one: AddedApplication) => (await chair.call('GET', getPath(one))).body.data
const record = (one: AddedApplication, body: object, by = chair) =>
  by.call('POST', getPath(one), { body: { version: 0, ...body } })
const select = (one: AddedApplication, body: object = {}, by = chair) =>
  record(one, { outcome: 'selected', until: getUntil(), ...body }, by)
const confirm = (one: AddedApplication, version: number, by = registry) =>
  by.call('POST', `${getPath(one)}/confirm`, { body: { version } })
const choose = async (added: AddedApplication[], by = chair): Promise<string> => {
  const filter = { numbers: added.map(({ number }) => number) }
  return (await by.call('POST', '/staff/selections', { body: { of: 'applications', filter } })).body.data.id
}

const confirmMany = (outcome: string, selection: string, by = registry) =>
  by.call('POST', '/staff/outcomes/confirm', { body: { selection, outcome } })

test('one person records an outcome and another confirms it, never the same; both stand in the audit log', async () => {
  const one = await addOne()
  const until = getUntil()
  expect((await withoutAuditLog(api, () => select(one))).status).toBe(500)
  // Only a reserve has a rank.
  expect((await select(one, { until, rank: 1 })).body.data).toMatchObject({
    version: 1,
    isConfirmed: false,
    isSecondPerson: false,
    post: { vacancies: 1, taken: 1 },
    records: [{ outcome: 'selected', rank: null, until, recordedBy: 'Chair', confirmedBy: null, isPublished: false }],
    offer: null,
  })
  expect((await confirm(one, 1, chair)).body.code).toBe('second_person_required')
  expect((await withoutAuditLog(api, () => confirm(one, 1))).status).toBe(500)
  expect((await confirm(one, 1)).body.data).toMatchObject({ version: 2, isConfirmed: true })
  expect((await confirm(one, 2)).body.message).toBe('This outcome is confirmed already.')
  await expect(
    query(
      `insert into outcome_confirmations (outcome_id, recorded_by, confirmed_by)
        select outcome_id, recorded_by, recorded_by from final_outcome_statuses status
        join final_outcomes recorded on recorded.id = status.outcome_id where status.application_id = $1`,
      [one.applicationId],
    ),
  ).rejects.toMatchObject({ constraint: 'outcome_confirmations_second_person' })
  const { rows } = await query(
    `select action, staff_id as by, account_id as "accountId", detail, ${year} as year
      from audit_log where subject_kind = 'application' and subject_id = $1 order by id`,
    [one.number],
  )
  const event = { accountId: one.accountId, detail: { outcome: 'selected' }, year: 2024 }
  expect(rows).toEqual([
    { ...event, action: 'final_outcome_recorded', by: chair.id },
    { ...event, action: 'final_outcome_confirmed', by: registry.id },
  ])
})

test('an outcome is undone by one that supersedes it, which is to be confirmed anew; history stays', async () => {
  const one = await addOne()
  await select(one)
  await confirm(one, 1)
  const again = await record(one, { outcome: 'unsuccessful', version: 2 })
  expect(again.body.data).toMatchObject({
    version: 3,
    isConfirmed: false,
    post: { taken: 0 },
    records: [
      { outcome: 'unsuccessful', isNewest: true, confirmedBy: null },
      { outcome: 'selected', isNewest: false, confirmedBy: 'Registry' },
    ],
  })
  await expect(query(`update final_outcomes set outcome = 'unsuccessful'`)).rejects.toThrow('append-only')
})

test('who saw an older version is told what there is now', async () => {
  const one = await addOne()
  await select(one)
  const late = await record(one, { outcome: 'unsuccessful' })
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  expect(late.body.data).toMatchObject({ version: 1, records: [{ outcome: 'selected' }] })
  const lock = `select from final_outcome_statuses where application_id = '${one.applicationId}' for update`
  const again = (by: TestStaff) => () => record(one, { outcome: 'unsuccessful', version: 1 }, by)
  const raced = await raceAtLock(api.database.url, lock, [again(chair), again(registry)])
  expect(raced.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([201, 'changed_meanwhile'])
})

test('of twenty at once for two vacancies, two are selected and eighteen are told why not', async () => {
  const added = await addPost(2, 20)
  const answers = await Promise.all(added.map((one, n) => select(one, {}, n % 2 ? chair : registry)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.message))).toEqual(
    new Set(['Every vacancy of this post is taken by an offer, or by somebody who is selected.']),
  )
})

test('the database itself refuses a second offer for one vacancy', async () => {
  const [first, second] = await addPost(1, 2)
  if (!first || !second) throw new Error('No applications were added.')
  await select(first)
  // An offer of another post that has ended gives nothing back here.
  const other = await addOne()
  await select(other)
  const decline = ({ applicationId }: AddedApplication) =>
    query(
      `insert into offers (application_id, post_id, outcome_id, until, state, settled_at)
        select application_id, post_id, id, coalesce(until, now()), 'declined', now() from final_outcomes where application_id = $1`,
      [applicationId],
    )
  await decline(other)
  const bypass = () =>
    query(
      `with recorded as (
        insert into final_outcomes (application_id, post_id, outcome, until, recorded_by, seen_version)
        select $2, post_id, 'selected', until, recorded_by, 0 from final_outcomes where application_id = $1 limit 1 returning *
      ) insert into final_outcome_statuses (application_id, version, outcome_id, post_id, outcome)
        select application_id, 1, id, post_id, outcome from recorded`,
      [first.applicationId, second.applicationId],
    )
  const refused = { constraint: 'offers_within_vacancies' }
  await expect(bypass()).rejects.toMatchObject(refused)
  const setVacancies = (vacancies: number) =>
    `update posts set vacancies = ${vacancies}
      where id in (select post_id from final_outcomes where application_id = '${first.applicationId}')`
  await expect(query(setVacancies(0))).rejects.toMatchObject(refused)
  await query(setVacancies(2))
  await expect(raceAtLock(api.database.url, setVacancies(1), [bypass]), 'at once').rejects.toMatchObject(refused)
  // Who declined is selected again: the offer of before has nothing to do with it.
  await decline(first)
  expect((await select(first, { version: 1 })).status).toBe(201)
  await expect(bypass(), 'selected again').rejects.toMatchObject(refused)
  await record(second, { outcome: 'unsuccessful' })
  const change = query(`update final_outcome_statuses set outcome = 'selected' where application_id = $1`, [
    second.applicationId,
  ])
  await expect(change, 'of another outcome').rejects.toMatchObject(refused)
  await decline(second)
  const accept = query(`update offers set state = 'accepted' where application_id = $1`, [second.applicationId])
  await expect(accept, 'accepted after all').rejects.toMatchObject(refused)
})

test('who has a vacancy of a former post takes one of the post to which they moved, as does who declined an offer there', async () => {
  const selected = await addOne()
  const [accepted, rival] = (await addPost(1, 2)) as [AddedApplication, AddedApplication]
  const declined = await addOne(2)
  for (const one of [selected, accepted, declined]) await select(one)
  await query(
    `insert into offers (application_id, post_id, outcome_id, until, state, settled_at)
      select application_id, post_id, id, until, case application_id when $1 then 'accepted' else 'declined' end, now()
      from final_outcomes where application_id in ($1, $2)`,
    [accepted.applicationId, declined.applicationId],
  )
  await record(accepted, { outcome: 'unsuccessful', version: 1 })
  const withoutVacancy = query(
    'update posts set vacancies = 0 where id in (select post_id from offers where application_id = $1)',
    [accepted.applicationId],
  )
  await expect(withoutVacancy).rejects.toMatchObject({ constraint: 'offers_within_vacancies' })
  // Whose offer takes it is selected again.
  expect((await select(accepted, { version: 2 })).status).toBe(201)
  const until = getUntil()
  const recordMany = async (outcome: string, ...added: AddedApplication[]) =>
    (await chair.call('POST', '/staff/outcomes', { body: { selection: await choose(added), outcome, until } })).body
      .data
  expect(await recordMany('selected', rival)).toEqual({
    done: 0,
    leftOut: [{ number: rival.number, why: 'no_vacancy' }],
  })
  await record(accepted, { outcome: 'unsuccessful', version: 3 })
  await query('update accounts set school = (select school from accounts where id = $1) where id = any($2)', [
    declined.accountId,
    [selected.accountId, accepted.accountId],
  ])
  expect(await recordMany('selected', selected, accepted, declined)).toEqual({
    done: 2,
    leftOut: [{ number: declined.number, why: 'no_vacancy' }],
  })
  expect((await read(declined)).post).toMatchObject({ vacancies: 2, taken: 2 })
  // The own vacancy is not another applicant's.
  expect((await select(selected, { version: 2 })).status).toBe(201)
  // Of several at once nobody loses an offer; whose offer has ended has none.
  expect(await recordMany('unsuccessful', accepted, declined)).toEqual({
    done: 1,
    leftOut: [{ number: accepted.number, why: 'has_offer' }],
  })
})

test('nobody is selected for a post without a stated number of vacancies', async () => {
  const one = await addOne(null)
  expect((await select(one)).body).toMatchObject({
    code: 'outcome_refused',
    message: 'The settings do not say how many vacancies this post has. Enter the number there first.',
  })
  expect((await record(one, { outcome: 'unsuccessful' })).status).toBe(201)
})

test.each([
  ['no vacancy', 0, 'no_vacancy'],
  ['an unknown number of vacancies', null, 'vacancies_unknown'],
])('nobody is selected for a post that is given %s in the same moment', async (_what, vacancies, why) => {
  const one = await addOne()
  const change = `update posts set vacancies = ${vacancies} where school = 'School ${posts}' and vacancies = 1`
  const [answer] = await raceAtLock(api.database.url, change, [() => select(one)])
  expect([answer?.status, answer?.body.code, answer?.body.data]).toEqual([409, 'outcome_refused', { why }])
})

test('of several outcomes the same is locked first, in whichever order they were chosen', async () => {
  const [first = '', second = ''] = (await addPost(2, 2)).map(({ applicationId }) => applicationId).toSorted()
  const { accountId: somebodyElse } = await addOne()
  const { db, pool } = api.database
  const [holder, other] = [await pool.connect(), await pool.connect()]
  const add = 'insert into final_outcome_statuses (application_id) values ($1)'
  try {
    await holder.query('begin')
    await holder.query(add, [first])
    const locking = db.transaction(async (tx) => {
      await lockOutcomes(tx, [second, first])
      await pool.query('select from accounts where id = $1 for update nowait', [somebodyElse])
    })
    await expect.poll(() => countLockWaits(pool)).toBe(1)
    // The second is still free.
    await other.query(`begin; set local lock_timeout = '1s'`)
    await other.query(add, [second])
    await other.query('rollback')
    await holder.query('rollback')
    await locking
  } finally {
    for (const client of [holder, other]) client.release(true)
  }
})

test('a rank on the reserve list is of one applicant of the post', async () => {
  const [first, second, third] = await addPost(1, 3)
  if (!first || !second || !third) throw new Error('No applications were added.')
  expect((await record(first, { outcome: 'reserve', rank: 1 })).status).toBe(201)
  expect((await record(first, { outcome: 'reserve', rank: 1, version: 1 })).status).toBe(201)
  expect((await record(await addOne(), { outcome: 'reserve', rank: 1 })).status).toBe(201)
  const twice = await record(second, { outcome: 'reserve', rank: 1 })
  expect(twice.body.message).toBe('Another applicant has this rank on the reserve list of the post.')
  const raced = await Promise.all([second, third].map((one) => record(one, { outcome: 'reserve', rank: 2 })))
  expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409])
})

test.each<[string, string, string]>([
  [
    'that is withdrawn',
    `update applications set decision = 'pending', withdrawn_at = now() where id = $1`,
    'withdrawn',
  ],
  [
    'that is not on the published shortlist',
    `update applications set decision = 'pending' where id = $1`,
    'not_shortlisted',
  ],
  [
    'whose applicant is on hold',
    `insert into account_holds (account_id, reason, made_by)
      select account_id, 'A question is open.', (select id from staff limit 1) from applications where id = $1`,
    'on_hold',
  ],
])(
  'an application %s gets no outcome, and none that was recorded before is confirmed',
  async (_what, statement, why) => {
    const [one, recorded] = await addPost(2, 2)
    if (!one || !recorded) throw new Error('No applications were added.')
    await select(recorded)
    for (const { applicationId } of [one, recorded]) {
      if (why === 'withdrawn')
        await query(
          `insert into application_withdrawals (application_id, event, reason, decision, rejection_reasons, made_by)
          select $1, 'withdrawn', 'By phone, as asked.', 'verified', '[]', id from staff limit 1`,
          [applicationId],
        )
      await query(statement, [applicationId])
    }
    const { version } = await read(recorded)
    for (const { status, body } of [await select(one), await confirm(recorded, version)])
      expect([status, body.code, body.data]).toEqual([409, 'outcome_refused', { why }])
    expect((await read(one)).obstacle).toBe(why)
    const many = await confirmMany('selected', await choose([recorded], registry))
    expect(many.body.data).toEqual({ done: 0, leftOut: [{ number: recorded.number, why }] })
  },
)

test.each<[string, string, (one: AddedApplication) => string]>([
  [
    'whose applicant is put on hold',
    'on_hold',
    ({ accountId }) =>
      `select from accounts where id = '${accountId}' for no key update;
        insert into account_holds (account_id, reason, made_by) values ('${accountId}', 'A question is open.', '${chair.id}')`,
  ],
  [
    'that is withdrawn',
    'withdrawn',
    ({ applicationId }) =>
      `update applications set decision = 'pending', withdrawn_at = now() where id = '${applicationId}'`,
  ],
])('an application %s in the same moment gets no outcome', async (_what, why, change) => {
  const one = await addOne()
  const [answer] = await raceAtLock(api.database.url, change(one), [() => select(one)])
  expect([answer?.body.code, answer?.body.data]).toEqual(['outcome_refused', { why }])
})

test('more than 5,000 applications at once get no outcome', async () => {
  const one = await addOne()
  const selection = await choose([one])
  await query('update selections set count = 5001 where id = $1', [selection])
  const { body } = await chair.call('POST', '/staff/outcomes', { body: { selection, outcome: 'unsuccessful' } })
  expect([body.code, (await read(one)).records]).toEqual(['outcomes_too_many', []])
})

test('a frozen selection gets one outcome as far as the vacancies go; the others are named with why', async () => {
  const added = (await addPost(2, 3)) as [AddedApplication, AddedApplication, AddedApplication]
  const selection = await choose(added)
  const body = { selection, outcome: 'selected', until: getUntil() }
  const recordMany = () => chair.call('POST', '/staff/outcomes', { body })
  expect((await withoutAuditLog(api, recordMany)).status).toBe(500)
  expect((await read(added[0])).records).toEqual([])
  const recorded = await recordMany()
  expect(recorded.body.data).toEqual({ done: 2, leftOut: [{ number: added[2].number, why: 'no_vacancy' }] })
  // Who has a vacancy takes no other one.
  const [holder, another] = (await addPost(2, 2)) as [AddedApplication, AddedApplication]
  await select(holder)
  const both = await choose([holder, another])
  const again = await chair.call('POST', '/staff/outcomes', { body: { ...body, selection: both } })
  expect(again.body.data).toEqual({ done: 2, leftOut: [] })
  const [first, ...others] = (await addPost(2, 3)) as [AddedApplication, ...AddedApplication[]]
  const chosen = await choose(others)
  const [, meanwhile] = await raceAtLock(api.database.url, 'lock table audit_log in share mode', [
    () => select(first),
    async () => {
      await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
      return chair.call('POST', '/staff/outcomes', { body: { ...body, selection: chosen } })
    },
  ])
  expect(meanwhile?.body.data).toEqual({ done: 1, leftOut: [{ number: others[1]?.number, why: 'no_vacancy' }] })
  const own = await confirmMany('selected', await choose(added), chair)
  expect(own.body.data.leftOut.map(({ why }: { why: string }) => why)).toEqual([
    'own_record',
    'own_record',
    'not_recorded',
  ])
  const other = await choose(added, registry)
  expect((await withoutAuditLog(api, () => confirmMany('selected', other))).status).toBe(500)
  const confirmed = await confirmMany('selected', other)
  expect(confirmed.body.data).toEqual({ done: 2, leftOut: [{ number: added[2].number, why: 'not_recorded' }] })
  const { rows } = await query(
    `select action, staff_id as by, detail, ${year} as year from audit_log
      where subject_kind = 'selection' and subject_id = any($1) order by id`,
    [[selection, other]],
  )
  const event = { detail: { done: 2, leftOut: 1 }, year: 2024 }
  expect(rows).toEqual([
    { ...event, action: 'final_outcomes_recorded', by: chair.id },
    { ...event, action: 'final_outcomes_confirmed', by: registry.id },
  ])
})

test('applications, applicants, outcomes and posts are locked in one order, so that no two requests wait for each other', async () => {
  const added: AddedApplication[] = []
  for (let n = 0; n < 5; n++) added.push(await addOne())
  const ids = added.map(({ applicationId }) => applicationId)
  const body = { outcome: 'selected', until: getUntil(), selection: await choose(added) }
  expect((await chair.call('POST', '/staff/outcomes', { body })).body.data.done).toBe(5)
  for (const [table, key, values] of [
    ['accounts', 'id', 'select account_id from applications where id = any($1)'],
    ['applications', 'id', 'select unnest($1::uuid[])'],
    ['final_outcome_statuses', 'application_id', 'select unnest($1::uuid[])'],
    ['posts', 'id', 'select post_id from final_outcomes where application_id = any($1)'],
  ] as const) {
    const { rows } = await query(`select ${key} as key from ${table} where ${key} in (${values}) order by 1`, [ids])
    const [first, ...others] = rows.map(({ key }) => `'${key}'`)
    // The first one to be locked is the last one of the table.
    await query(`update ${table} set ${key} = ${key} where ${key} = ${first}`)
    const ended = 'select pg_advisory_xact_lock(1)'
    const [answer] = await raceAtLock(
      api.database.url,
      `${ended}; select from ${table} where ${key} = ${first} for update`,
      [
        () => chair.call('POST', '/staff/outcomes', { body }),
        async () => {
          await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
          await query(`select from ${table} where ${key} in (${others}) for update nowait; ${ended}`)
          return null
        },
      ],
    )
    expect(answer?.body.data, table).toEqual({ done: 5, leftOut: [] })
  }
})

test('nobody records an outcome for a selection with applications from which they are recused since', async () => {
  const [one, two] = [await addOne(), await addOne()]
  const relative = await createStaff(api, ['chair'])
  const selection = await choose([one, two], relative)
  await recuseFrom(api, relative.id, one.applicationId, chair.id)
  const body = { selection, outcome: 'unsuccessful' }
  expect((await relative.call('POST', '/staff/outcomes', { body })).body.data).toEqual({ done: 1, leftOut: [] })
  expect([(await read(one)).records, (await read(two)).records]).toMatchObject([[], [{ outcome: 'unsuccessful' }]])
})

test('of a selection nobody replaces unseen what a colleague has recorded since, but the own try again', async () => {
  const [one, two] = [await addOne(), await addOne()]
  await record(two, { outcome: 'unsuccessful' }, registry)
  api.clock.advance(1_000)
  const selection = await choose([one, two])
  api.clock.advance(1_000)
  await record(one, { outcome: 'reserve', rank: 1 }, registry)
  const body = { selection, outcome: 'unsuccessful' }
  const recordMany = async () => (await chair.call('POST', '/staff/outcomes', { body })).body.data
  const expected = { done: 1, leftOut: [{ number: one.number, why: 'recorded_since' }] }
  expect([await recordMany(), await recordMany()]).toEqual([expected, expected])
  expect((await read(one)).records).toMatchObject([{ outcome: 'reserve', recordedBy: 'Registry' }])
  expect((await read(two)).records[0]).toMatchObject({ outcome: 'unsuccessful', recordedBy: 'Chair' })
})

test('of a selection the outcome that the person names is confirmed, as it was recorded when they chose', async () => {
  const [one, two] = [await addOne(), await addOne()]
  await record(one, { outcome: 'unsuccessful' })
  await select(two)
  const selection = await choose([one, two], registry)
  api.clock.advance(1_000)
  await select(one, { version: 1 })
  const [first, second] = [await confirmMany('unsuccessful', selection), await confirmMany('selected', selection)]
  const leftOut = [one, two].map(({ number }) => ({ number, why: 'other_outcome' }))
  expect(first.body.data).toEqual({ done: 0, leftOut })
  expect(second.body.data).toEqual({ done: 1, leftOut: [{ number: one.number, why: 'recorded_since' }] })
})

test.each<[string, object, string, string]>([
  [
    'an offer without a date',
    { outcome: 'selected' },
    'until',
    'Choose the date and the hour until which the offer can be answered.',
  ],
  [
    'an offer that has ended',
    { outcome: 'selected', until: '2020-01-01T00:00:00Z' },
    'until',
    'Choose a moment in the future.',
  ],
  ['a reserve without a rank', { outcome: 'reserve' }, 'rank', 'Enter the rank on the reserve list as a whole number.'],
])('%s is refused', async (_what, body, path, message) => {
  const { status, body: reply } = await record(await addOne(), body)
  expect([status, reply.errors]).toEqual([400, [{ path, message }]])
})

test('an offer can be answered after this very moment, and for 90 days at most', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const one = await addOne()
  expect((await select(one, { until: getUntil(0) })).body.errors).toEqual([
    { path: 'until', message: 'Choose a moment in the future.' },
  ])
  const later = new Date(Date.parse(getUntil(90)) + 1).toISOString()
  expect((await select(one, { until: later })).body.errors).toEqual([
    { path: 'until', message: 'Choose a day within 90 days.' },
  ])
  expect((await select(one, { until: getUntil(90) })).status).toBe(201)
})

test('a withdrawn application gives its vacancy back', async () => {
  const [first, second] = await addPost(1, 2)
  if (!first || !second) throw new Error('No applications were added.')
  await select(first)
  await confirm(first, 1)
  const fresh = await createStaff(api, ['registry'], { isFresh: true })
  const reason = 'The applicant wrote an email.'
  await fresh.call('POST', `/staff/applications/${first.number}/withdraw`, { body: { reason } })
  expect(await read(first)).toMatchObject({ version: 3, isConfirmed: false, records: [{ isNewest: false }] })
  expect((await select(second)).status).toBe(201)
})

// The last one: the exercise stays archived.
test('in an archived exercise no outcome is recorded, confirmed or recorded for many', async () => {
  const [recorded, other] = [await addOne(), await addOne()]
  await select(recorded)
  const selection = await choose([other])
  await query('update exercises set archived_at = now() where year = 2024')
  const codes = [
    (await select(other)).body.code,
    (await confirm(recorded, 1)).body.code,
    (await chair.call('POST', '/staff/outcomes', { body: { selection, outcome: 'unsuccessful' } })).body.code,
  ]
  expect(codes).toEqual(['exercise_archived', 'exercise_archived', 'exercise_archived'])
})

test('who reads the outcome of an application by its number leaves the trace of who opens its page', async () => {
  const { number } = await addOne()
  const reader = await createStaff(api, ['auditor'])
  for (const path of ['/outcome', '', '/outcome']) {
    expect((await reader.call('GET', `/staff/applications/${number}${path}`)).status).toBe(200)
    const { rows } = await query('select action, subject_id from audit_log where staff_id = $1', [reader.id])
    expect(rows).toEqual([{ action: 'application_viewed', subject_id: number }])
  }
})

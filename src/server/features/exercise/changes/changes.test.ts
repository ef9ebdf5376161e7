import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drafts } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { exerciseChanges, exercises } from '#server/database/schema/exercises.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createPaidApplicant,
  createReadyApplicant,
  insertFileRow,
} from '#tests/support/fixtures/applicants.ts'
import { scoreAll } from '#tests/support/fixtures/interviews.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { formerTimes } from '#tests/support/fixtures/sittings.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let admin: TestStaff
let second: TestStaff
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await createStaff(api, ['admin'])
  second = await createStaff(api, ['admin'], { name: 'Chidi Second' })
})

const read = async (year: number, person = admin) => (await person.call('GET', `/staff/exercises/${year}`)).body.data
/** On Home. */
const readWaiting = async (person: TestStaff) => (await person.call('GET', '/staff/counts')).body.data.settings
const change = async (year: number, settings: object, person = admin) => {
  const { version } = await read(year, person)
  return person.call('PUT', `/staff/exercises/${year}`, { body: { ...settings, version } })
}
const preview = async (year: number, settings: object) =>
  (await admin.call('POST', `/staff/exercises/${year}/preview`, { body: settings })).body.data
const decide = (proposal: string, decision: string, person: TestStaff) =>
  person.call('POST', `/staff/exercise-changes/${proposal}`, { body: { decision } })
const prepare = (year: number, from = 2024, person = admin) =>
  person.call('POST', '/staff/exercises', { body: { year, from } })
const listEvents = (person: TestStaff) =>
  api.database.db.select().from(auditLog).where(eq(auditLog.staffId, person.id)).orderBy(auditLog.id)

test('while nobody has an account, one administrator changes settings, by the version that was seen', async () => {
  expect((await prepare(2031)).status).toBe(201)
  // Who may only propose needs somebody else, also then.
  const registry = await createStaff(api, ['registry'])
  const proposing = await registry.call('POST', '/staff/exercises/2031/preview', { body: { fee: 15_000 } })
  expect([proposing.body.data.secondPerson, (await preview(2031, { fee: 15_000 })).secondPerson]).toEqual([true, false])
  const changed = await change(2031, { fee: 15_000, deadline: '2031-12-31T23:59:59+01:00' })
  expect(changed).toMatchObject({ status: 200, body: { data: { version: 2 } } })
  const stale = await admin.call('PUT', '/staff/exercises/2031', { body: { fee: 1, version: 1 } })
  expect(stale).toMatchObject({
    status: 409,
    body: {
      code: 'changed_meanwhile',
      data: { version: 2, settings: { fee: 15_000, deadline: '2031-12-31T22:59:59.000Z' } },
    },
  })
  const { pool } = api.database
  const { rows } = await pool.query('select id from exercises where year = 2031')
  const about = { exerciseId: rows[0].id, subjectKind: 'exercise', subjectId: '2031' }
  expect(await listEvents(admin)).toMatchObject([
    { action: 'exercise_added', ...about, detail: { year: 2031, from: 2024 } },
    { action: 'exercise_changed', ...about, detail: { year: 2031, columns: ['deadline', 'feeKobo'] } },
  ])
  const recorded = await pool.query('select before, after from exercise_changes where made_by = $1 order by id', [
    admin.id,
  ])
  const deadline = '2031-12-31T22:59:59.000Z'
  expect(recorded.rows).toEqual([
    { before: null, after: { year: 2031 } },
    { before: { feeKobo: 1_200_000, deadline: null }, after: { feeKobo: 1_500_000, deadline } },
  ])

  // Once it is archived nobody changes it; another year begins from it all the same.
  await pool.query('update exercises set archived_at = now() where year = 2031')
  expect((await change(2031, { fee: 16_000 })).body.code).toBe('exercise_archived')
  expect((await prepare(2030, 2031)).status).toBe(201)
  expect(await read(2030)).toMatchObject({ isArchived: false, isCurrent: false, settings: { deadline: null } })
})

test('no exercise is prepared and none changed where that cannot be recorded', async () => {
  expect((await prepare(2040)).status).toBe(201)
  const text = { kind: 'category', code: 'login', title: 'Signing in', isOffered: true, version: 0 }
  const answers = await withoutAuditLog(api, async () => [
    await prepare(2041),
    await change(2040, { fee: 15_000 }),
    await admin.call('PUT', '/staff/exercises/2040/texts', { body: text }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
  expect((await admin.call('GET', '/staff/exercises/2041')).status).toBe(404)
  expect(await read(2040)).toMatchObject({ version: 1, settings: { fee: 12_000 } })
  expect((await admin.call('GET', '/staff/exercises/2040/texts/history')).body.data.versions).toEqual([])
})

test('settings that are already in effect change nothing', async () => {
  const { settings, version } = await read(2024)
  const same = await admin.call('PUT', '/staff/exercises/2024', { body: { ...settings, version } })
  expect(same).toMatchObject({ status: 200, body: { data: { version } } })
})

test('how many persons a shortlisting needs is a setting, with its effect, and reviews go by it', async () => {
  expect((await prepare(2037)).status).toBe(201)
  expect((await read(2037)).settings.reviewRules).toEqual({ shortlistReviews: 2 })
  const settings = { reviewRules: { shortlistReviews: 1 } }
  const { effects } = await preview(2037, settings)
  expect(effects).toMatchObject([{ kind: 'shortlist_reviews_1', count: null, refused: false }])
  expect(effects[0].text).toContain('One review is enough to shortlist')
  expect(effects[0].text).toContain('A rejection needs two persons as before.')
  expect(await change(2037, settings)).toMatchObject({ status: 200, body: { data: { version: 2 } } })
  expect((await read(2037)).settings.reviewRules).toEqual({ shortlistReviews: 1 })
  // The default of an exercise that never set it is no change.
  expect((await prepare(2038)).status).toBe(201)
  expect(await change(2038, { reviewRules: { shortlistReviews: 2 } })).toMatchObject({ body: { data: { version: 1 } } })
  const wrong = await change(2037, { reviewRules: { shortlistReviews: 0 } })
  expect(wrong.body.errors).toMatchObject([{ path: 'reviewRules.shortlistReviews', message: 'must be 1 or 2' }])
  const unknown = await change(2037, { reviewRules: { shortlistReviews: 1, rejectReviews: 1 } })
  expect(unknown.status).toBe(400)

  const { rows } = await api.database.pool.query('select id from exercises where year = 2037')
  const [application] = await addApplications(api, { count: 1, prefix: 'RULES', exerciseId: rows[0].id })
  const reviewer = await createStaff(api, ['reviewer'])
  const reviewed = await reviewer.call('POST', `/staff/applications/${application?.number}/reviews`, {
    body: { verdict: 'shortlist', version: 1 },
  })
  expect(reviewed.body.data).toMatchObject({ status: { stage: 'shortlisted', reviewsNeeded: 1 } })
})

/** One applicant before a panel of one member. */
async function addInterview(year: number) {
  const { rows } = await api.database.pool.query('select id from exercises where year = $1', [year])
  const officer = await createStaff(api, ['exam'])
  const member = await createStaff(api, ['reviewer'])
  const sitting = { kind: 'interview', ...formerTimes } as const
  const { id } = await addSeatedSitting(api, { count: 1, madeBy: officer.id, exerciseId: rows[0].id, sitting })
  await officer.call('POST', `/staff/sittings/${id}/panels`, { body: { name: 'Panel A', members: [member.id] } })
  await officer.call('POST', `/staff/sittings/${id}/slots`, { body: { minutes: 20 } })
  const { slots, maximum } = (await officer.call('GET', `/staff/sittings/${id}/panels`)).body.data
  return { officer, member, seat: slots[0].seat, maximum }
}

test('what panels score is a setting, by which sheets and results go, until the first sheet is handed in', async () => {
  await prepare(2081)
  const scoreCriteria = [
    { name: 'Seminar', maximum: 60 },
    { name: 'Questions', maximum: 15 },
  ]
  const { effects } = await preview(2081, { scoreCriteria })
  expect(effects).toMatchObject([{ kind: 'criteria_changed', refused: false }])
  expect(effects[0].text).toBe('Members of panels score Seminar (60), Questions (15): 75 in all.')
  expect((await change(2081, { scoreCriteria })).body.data).toEqual({ version: 2 })
  for (const [wrong, path] of [
    [[], 'scoreCriteria'],
    [[scoreCriteria[0], scoreCriteria[0]], 'scoreCriteria'],
    [[{ name: 'Seminar', maximum: 101 }], 'scoreCriteria.0.maximum'],
    [[{ name: ' ', maximum: 10 }], 'scoreCriteria.0.name'],
  ])
    expect((await change(2081, { scoreCriteria: wrong })).body.errors).toMatchObject([{ path }])

  const { officer, member, seat, maximum } = await addInterview(2081)
  expect(maximum).toBe(75)
  expect((await member.call('GET', `/staff/interviews/${seat}`)).body.data.criteria).toEqual(scoreCriteria)
  const handIn = (seminar: number) =>
    member.call('POST', `/staff/interviews/${seat}/sheet`, {
      body: {
        scores: [
          { criterion: 'Seminar', score: seminar },
          { criterion: 'Questions', score: 9 },
        ],
      },
    })
  expect((await handIn(61)).body.errors).toMatchObject([{ message: 'Enter a whole number from 0 to 60.' }])
  expect((await handIn(51)).body.data.summary).toMatchObject({ mean: 60 })
  const taken = await officer.call('POST', `/staff/interviews/${seat}/result`, { body: { version: 0 } })
  expect(taken.body.data.waiting).toMatchObject({ score: 60, maximum: 75 })

  const said = 'What panels score stays as it is: 1 score sheet is handed in.'
  const refused = await change(2081, { scoreCriteria: [{ name: 'Seminar', maximum: 100 }] })
  expect([refused.body.code, refused.body.message]).toEqual(['settings_refused', said])
  expect((await read(2081)).settings.scoreCriteria).toEqual(scoreCriteria)
  // Another year begins with the same.
  await prepare(2082, 2081)
  expect((await read(2082)).settings.scoreCriteria).toEqual(scoreCriteria)
  // The sheets of the year before are no reason against another choice.
  expect((await change(2082, { scoreCriteria: scoreCriteria.slice(0, 1) })).body.data).toEqual({ version: 2 })
})

test('a sheet that is handed in while what panels score changes is of one or the other', async () => {
  await prepare(2083)
  const { member, seat } = await addInterview(2083)
  const client = await api.database.pool.connect()
  try {
    // As a change of the settings does it.
    await client.query('begin')
    await client.query('select from exercises where year = 2083 for no key update')
    const handedIn = member.call('POST', `/staff/interviews/${seat}/sheet`, { body: { scores: scoreAll(10) } })
    await expect.poll(() => countWaiting(api)).toBeGreaterThan(0)
    await client.query(`update exercises set score_criteria = '[{"name":"Seminar","maximum":50}]' where year = 2083`)
    await client.query('commit')
    expect((await handedIn).body.data).toEqual({ why: 'criteria_changed' })
  } finally {
    client.release()
  }
})

/** How many statements wait for a lock. */
async function countWaiting({ database }: TestApi): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].waiting
}

test('how to reach the registry is changed with its effect, approved by a second person, and public then', async () => {
  await createApplicant(api)
  const wrong = await change(2024, { contact: { phone: 'call us', hours: 'Monday\nTuesday' } })
  expect(wrong).toMatchObject({ status: 400 })
  expect(wrong.body.errors).toMatchObject([
    { path: 'contact.phone', message: 'must be one phone number of 7 to 15 digits, such as +234 800 000 0000' },
    { path: 'contact.hours', message: 'must be one line' },
  ])
  const contact = { address: 'Registry\n12 College Road', phone: '+234 800 000 0000' }
  const texts = (await preview(2024, { contact })).effects.map(({ text }: { text: string }) => text)
  expect(texts).toEqual([
    'The registry’s address becomes “Registry, 12 College Road” on the contact page, emails and slips.',
    'The registry’s phone number becomes “+234 800 000 0000” on the contact page, emails and slips.',
  ])
  const { proposal } = (await change(2024, { contact })).body.data
  expect((await read(2024)).settings.contact).toEqual({ address: null, phone: null, hours: null })
  expect((await decide(proposal, 'approve', admin)).status).toBe(403)
  expect(await decide(proposal, 'approve', second)).toMatchObject({ status: 200, body: { data: { state: 'applied' } } })
  expect((await read(2024)).settings.contact).toEqual({ ...contact, hours: null })
  api.clock.advance(5_000)
  expect((await api.call('GET', '/exercise')).body.data.contact).toEqual({ ...contact, hours: null })
  const removed = await preview(2024, { contact: { phone: null } })
  expect(removed.effects).toMatchObject([{ text: 'The registry’s phone number is not given any more.' }])
})

test('wrong settings are refused with the field', async () => {
  const wrong = { fee: -1, deadline: '31/12/2031', colour: 'red', version: 1 }
  const { status, body } = await admin.call('PUT', '/staff/exercises/2024', { body: wrong })
  expect(status).toBe(400)
  expect(body.errors).toEqual(
    expect.arrayContaining([expect.objectContaining({ path: 'fee', message: 'must not be negative' })]),
  )
})

test('a preview says in numbers whom a change concerns, and changes nothing', async () => {
  await createPaidApplicant(api)
  const drafting = await createApplicant(api)
  await createApplicant(api)
  await api.database.db.insert(drafts).values({ accountId: drafting.id, document: {}, revision: 1 })
  const { rows } = await api.database.pool.query<{ unpaid: number; accounts: number }>(
    `select count(*) filter (where not is_paid)::int as unpaid, count(*)::int as accounts from applicant_index
     where exercise_id = (select id from exercises where year = 2024)`,
  )
  const [{ unpaid, accounts } = { unpaid: 0, accounts: 0 }] = rows
  const before = await read(2024)
  const posts = before.settings.posts.filter(
    ({ department }: { department: string }) => department !== 'Computer Science',
  )
  const { effects, secondPerson } = await preview(2024, {
    fee: 15_000,
    deadline: '2031-01-31T12:00:00+01:00',
    title: 'Staff Recruitment',
    posts,
  })
  expect(secondPerson).toBe(true)
  expect(effects).toEqual(
    expect.arrayContaining([
      {
        kind: 'deadline_earlier',
        count: 1,
        text: 'The exercise gets a deadline, 31 January 2031, 12:00 pm: 1 draft shut out unless submitted by then.',
        refused: false,
      },
      {
        kind: 'fee_changed',
        count: unpaid,
        text: `The fee changes from ₦12,000.00 to ₦15,000.00: ${unpaid} unpaid accounts keep theirs; it holds for accounts issued from now on.`,
        refused: false,
      },
      expect.objectContaining({ kind: 'name_changed', count: accounts }),
      {
        kind: 'post_removed',
        count: accounts,
        text: `Lecturer II, Computer Science, Technology: removed, but ${accounts} accounts hold it.`,
        refused: true,
      },
    ]),
  )
  expect(await read(2024)).toEqual(before)
})

test('effects name nobody where nobody is concerned, and a first deadline is not an earlier one', async () => {
  expect((await prepare(2039)).status).toBe(201)
  const first = await preview(2039, { deadline: '2039-01-31T12:00:00+01:00', title: 'Recruitment', fee: 15_000 })
  expect(first.effects.map(({ text }: { text: string }) => text)).toEqual([
    'The exercise gets a deadline, 31 January 2039, 12:00 pm.',
    'The fee changes from ₦12,000.00 to ₦15,000.00; it holds for accounts issued from now on.',
    'The title becomes “Recruitment” on the pages, emails and slips.',
  ])
})

test('a post that somebody holds cannot be removed', async () => {
  await createApplicant(api)
  const { settings } = await read(2024)
  const refused = await change(2024, { posts: settings.posts.slice(-1) })
  expect(refused).toMatchObject({ status: 409, body: { code: 'settings_refused' } })
  expect(refused.body.data.effects).toEqual([expect.objectContaining({ kind: 'post_removed', refused: true })])
})

test('once accounts exist, another administrator must approve a change', async () => {
  await createApplicant(api)
  const proposed = await change(2024, { fee: 13_000 })
  expect(proposed.status).toBe(201)
  const { proposal } = proposed.body.data
  expect(await read(2024)).toMatchObject({ settings: { fee: 12_000 }, proposals: [{ isOwn: true, mayApprove: false }] })
  expect((await read(2024, second)).proposals).toMatchObject([
    { id: proposal, isOwn: false, mayApprove: true, settings: { fee: 13_000 }, effects: [{ kind: 'fee_changed' }] },
  ])
  expect(await readWaiting(admin)).toEqual({ count: 0, since: null })
  expect(await readWaiting(second)).toEqual({ count: 1, since: expect.any(String) })
  expect(await readWaiting(await createStaff(api, ['registry']))).toBeNull()

  expect(await decide(proposal, 'approve', admin)).toMatchObject({
    status: 403,
    body: { code: 'second_person_required' },
  })
  expect(await decide(proposal, 'approve', second)).toMatchObject({ status: 200, body: { data: { state: 'applied' } } })
  expect(await read(2024)).toMatchObject({ settings: { fee: 13_000 }, proposals: [] })
  const [recorded] = await api.database.db.select().from(exerciseChanges).where(eq(exerciseChanges.madeBy, admin.id))
  expect(recorded).toMatchObject({ approvedBy: second.id, after: { feeKobo: 1_300_000 } })
  expect((await decide(proposal, 'approve', second)).status).toBe(404)
  await expect
    .poll(async () => (await listEvents(admin)).map(({ action }) => action))
    .toEqual(['exercise_change_proposed', 'request_refused'])
})

test('a change that is sent again waits once, also for its moment; another one waits beside it', async () => {
  await createApplicant(api)
  const sendAll = (body: object, { by = admin, year = 2024 } = {}) =>
    Promise.all([1, 2, 3].map(async () => (await change(year, body, by)).body.data))
  const [first, ...again] = await sendAll({ fee: 21_000 })
  expect(again).toEqual([first, first])
  const effectiveAt = new Date(api.clock.now().getTime() + 86_400_000).toISOString()
  const [postponed, ...postponedAgain] = await sendAll({ fee: 21_000, effectiveAt })
  expect(postponedAgain).toEqual([postponed, postponed])
  const [ofSecond] = await sendAll({ fee: 21_000 }, { by: second })
  const [ofUnpaid] = await sendAll({ fee: 21_000, applyToUnpaid: true })
  const ids = [first, postponed, ofSecond, ofUnpaid].map(({ proposal }) => proposal)
  expect((await read(2024)).proposals.map(({ id }: { id: string }) => id)).toEqual(ids)
  const declineAll = async () => {
    for (const { id } of (await read(2024)).proposals) expect((await decide(id, 'decline', admin)).status).toBe(200)
  }
  await declineAll()
  const [afterDecline] = await sendAll({ fee: 21_000 })
  const [ofTitle] = await sendAll({ title: 'Renamed' })
  expect((await decide(ofTitle.proposal, 'approve', second)).status).toBe(200)
  // That of an older version can no longer be approved.
  const [ofNewVersion] = await sendAll({ fee: 21_000 })
  expect(new Set([...ids, afterDecline.proposal, ofNewVersion.proposal]).size).toBe(6)
  await declineAll()

  const sendPlanned = (year: number) => sendAll({ title: 'Later', effectiveAt }, { year })
  for (const year of [2051, 2052]) await prepare(year)
  const [planned, ...plannedAgain] = await sendPlanned(2051)
  expect(planned).toEqual({ planned: expect.any(String) })
  expect(plannedAgain).toEqual([planned, planned])
  const [ofOtherYear] = await sendPlanned(2052)
  expect(ofOtherYear).toEqual({ planned: expect.not.stringMatching(planned.planned) })
})

test('a change that is made while accounts are issued waits for them, and then for a second person', async () => {
  await prepare(2039)
  const issue = (userId: string, school: string) => `
    with issuing as (select id from exercises where year = 2039 for no key update)
    insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, email, phone,
      date_of_birth, gender, state, lga, school, department, role, fee_kobo, charge_kobo)
    select issuing.id, '${userId}', '', '', 'Bello', 'Amina', 'amina@example.org', '08031234567', '1985-06-15', 'f', 'Kaduna', 'Zaria',
      school, department, role, 0, 0 from issuing, lateral (
        select school, department, role from posts where exercise_id = issuing.id and school = '${school}' limit 1) as post`
  const { posts } = (await read(2039)).settings
  const fewer = posts.filter(({ school }: { school: string }) => school !== 'Management')
  const makeChange = () => change(2039, { posts: fewer })
  const [changed] = await raceAtLock(api.database.url, issue('RE39-00001', 'Technology'), [makeChange])
  expect([changed?.status, (await read(2039)).proposals.length]).toEqual([201, 1])
  // Nor is it approved once it concerns one of them.
  const approve = () => decide(changed?.body.data.proposal, 'approve', second)
  const [refused] = await raceAtLock(api.database.url, issue('RE39-00002', 'Management'), [approve])
  expect([refused?.status, refused?.body.code]).toEqual([409, 'settings_refused'])
})

test('proposals are listed from the oldest; one that was declined, or that somebody was faster than, changes nothing', async () => {
  await createApplicant(api)
  const declined = await change(2024, { charge: 600 })
  expect((await decide(declined.body.data.proposal, 'decline', second)).body.data.state).toBe('declined')
  expect((await listEvents(second)).at(-1)).toMatchObject({
    action: 'exercise_change_declined',
    detail: { year: 2024, proposal: declined.body.data.proposal },
  })
  const slower = await change(2024, { charge: 700 })
  const faster = await change(2024, { charge: 800 })
  const ids = [faster, slower].map(({ body }) => body.data.proposal)
  await api.database.pool.query(
    `update exercise_proposals set made_at = made_at - interval '1 minute' where id = $1`,
    ids.slice(0, 1),
  )
  expect((await read(2024)).proposals.map(({ id }: { id: string }) => id)).toEqual(ids)
  await decide(faster.body.data.proposal, 'approve', second)
  expect(await decide(slower.body.data.proposal, 'approve', second)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', data: { settings: { charge: 800 } } },
  })
})

test('the registry proposes and cannot approve; nobody else reads or changes settings', async () => {
  await prepare(2032)
  const registry = await createStaff(api, ['registry'])
  const proposed = await change(2032, { title: 'Registry Recruitment' }, registry)
  expect(proposed.status).toBe(201)
  const other = await createStaff(api, ['registry'])
  expect(await read(2032, other)).toMatchObject({
    onlyProposes: true,
    proposals: [{ isOwn: false, mayApprove: false }],
  })
  expect(await read(2032)).toMatchObject({ onlyProposes: false, proposals: [{ mayApprove: true }] })
  expect((await decide(proposed.body.data.proposal, 'approve', other)).body.code).toBe('not_permitted')
  expect((await prepare(2033, 2024, registry)).body.code).toBe('not_permitted')
  expect((await decide(proposed.body.data.proposal, 'approve', admin)).status).toBe(200)
  expect((await read(2032)).settings.title).toBe('Registry Recruitment')
  const chair = await createStaff(api, ['chair'])
  expect((await chair.call('GET', '/staff/exercises/2024')).status).toBe(403)
})

test('an administrator of one exercise neither sees nor changes another one', async () => {
  await prepare(2034)
  const [own] = await api.database.db.select().from(exercises).where(eq(exercises.year, 2034))
  const limited = await createStaff(api, [{ role: 'admin', exerciseId: own?.id ?? 0 }])
  const { body } = await limited.call('GET', '/staff/exercises')
  expect(body.data.rows.map(({ year }: { year: number }) => year)).toEqual([2034])
  expect((await limited.call('GET', '/staff/exercises/2024')).status).toBe(404)
  // Nor prepares one: it would be outside of the role.
  for (const from of [2024, 2034]) expect((await prepare(2035, from, limited)).body.code).toBe('not_permitted')
})

test("the next year's exercise changes nothing for this year's applicants, emails, slips and public pages", async () => {
  const applicant = await createReadyApplicant(api)
  const { token, email } = applicant
  const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, applicant.id)))
  await api.call('POST', '/applications/', { token, body: answers })
  const collectOwn = async () => {
    api.clock.advance(6_000)
    const { body: application } = await api.call('GET', '/applications/my', { token })
    const { body: payment } = await api.call('GET', '/payments/my', { token })
    return {
      exercise: (await api.call('GET', '/exercise')).body,
      me: (await api.call('GET', '/users/me', { token })).body.data.exercise,
      application: application.data,
      slips: [
        (await api.call('GET', `/slips/${application.data.slipCode}`)).body.data,
        (await api.call('GET', `/slips/${payment.data.slipCode}`)).body.data,
      ],
    }
  }
  const before = await collectOwn()

  expect((await prepare(2036)).body.data).toEqual({ year: 2036, version: 1 })
  expect((await prepare(2036)).body.code).toBe('exercise_exists')
  const next = {
    institution: 'Hillside Polytechnic',
    shortName: 'HP',
    title: 'Senior Staff',
    fee: 20_000,
    status: 'open',
  }
  expect((await change(2036, next)).status).toBe(200)
  expect(await collectOwn()).toEqual(before)
  const registry = await createStaff(api, ['registry'])
  await registry.call('POST', `/staff/applicants/${applicant.userId}/password-reset`, { body: {} })
  const isReset = ({ subject }: { subject: string }) => /password/i.test(subject)
  await expect.poll(() => api.mailbox.messages(email).filter(isReset)).toHaveLength(1)
  for (const { text, subject } of api.mailbox.messages(email)) expect(subject + text).not.toContain('Hillside')
  const proposed = await change(2036, { current: true })
  expect(proposed.status).toBe(201)
  expect(await collectOwn()).toEqual(before)
  await decide(proposed.body.data.proposal, 'approve', second)
  const after = await collectOwn()
  expect(after.exercise.data).toMatchObject({ year: 2036, institution: 'Hillside Polytechnic', fee: 20_000 })
  expect({ ...after, exercise: before.exercise }).toEqual(before)
})

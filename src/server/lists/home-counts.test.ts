// Home's counts are those of the lists behind its links, for everybody who asks.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveDrill } from '#server/domain/backup-drills.ts'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { payTwice } from '#tests/support/api/money-cases.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { recuseFrom } from '#tests/support/api/staff-objects.ts'
import { createPaidApplicant, createReadyApplicant } from '#tests/support/fixtures/applicants.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { scoreAll } from '#tests/support/fixtures/interviews.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { formerTimes } from '#tests/support/fixtures/sittings.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  for (const school of ['Technology', 'Technology', 'Management']) await createApplicationToReview(api, { school })
  await api.call('POST', '/contact/create', { body: { complain: 'I cannot log in.' } })
  // Counted without an order, by which nobody has waited longest.
  await createStaff(api, [], { status: 'invited' })
})
afterAll(() => api.close())

const readHome = async (by: TestStaff, query = ''): Promise<HomeCounts> => {
  const { status, body } = await by.call('GET', `/staff/counts${query}`)
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}
const readList = async (by: TestStaff, list: string, query: Record<string, string>) =>
  (await by.call('GET', `/staff/${list}?${new URLSearchParams(query)}`)).body.data
const findWaiting = ({ counts }: HomeCounts, wanted: string) => {
  const found = counts.find(({ label }) => label === wanted)
  return found && { count: found.count.value, since: found.since }
}
const unreviewed = 'Applications without a review'
/** The steps with their numbers. */
const readProgress = ({ progress }: HomeCounts) =>
  Object.fromEntries(progress.map(({ label, count }) => [label, count]))

const addPublication = (proposedBy: TestStaff) =>
  api.database.pool.query(
    `insert into publications (exercise_id, kind, title, state, summary, made_by, proposed_by, proposed_at)
    select id, 'shortlist', 'Waits', 'proposed', '{"byPost":[],"excluded":[],"skipped":[],"waiting":0,"done":0}',
      $1, $1, now() from exercises limit 1`,
    [proposedBy.id],
  )

const cases: [string, Parameters<typeof createStaff>[1], string[]][] = [
  ['registry', ['registry'], ['applications', 'publications', 'cases', 'complaints', 'emails', 'applicants']],
  ['chair', ['chair'], ['applications', 'publications', 'applicants']],
  ['reviewer of a school', [{ role: 'reviewer', school: 'Management' }], ['applications']],
  ['helpdesk', ['helpdesk'], ['complaints', 'emails', 'applicants']],
  [
    'helpdesk, and reviewer of a school',
    ['helpdesk', { role: 'reviewer', school: 'Management' }],
    ['applications', 'complaints', 'emails', 'applicants'],
  ],
  ['bursar', ['bursar'], ['cases', 'complaints']],
  ['exam officer', ['exam'], ['publications']],
  ['administrator', ['admin'], ['people']],
  ['auditor', ['auditor'], []],
]

/** What a row says of the moment by which the list is sorted. */
const momentOf: Record<string, string> = {
  submitted: 'submitted',
  received: 'receivedAt',
  queued: 'queuedAt',
  made: 'madeAt',
  opened: 'openedAt',
  proposed: 'proposed',
}

test.each(cases)('%s: each count is that of the list, and there are no others', async (_name, grants, lists) => {
  await api.forgetRateLimits()
  const person = await createStaff(api, grants)
  const home = await readHome(person)
  expect([...new Set(home.counts.map(({ list }) => list))]).toEqual(lists)
  const own = ['Publications for your approval', 'Refunds and write-offs for your approval']
  for (const { list, label, query, count, since } of home.counts) {
    const page = await readList(person, list, { ...query, ...(own.includes(label) && { by: 'others' }) })
    expect({ label, count }).toEqual({ label, count: page.count })
    const [first] = page.rows
    expect({ label, since }).toEqual({ label, since: (query.sort && first?.[momentOf[query.sort] ?? '']) ?? null })
  }
  expect(home.administrators === null).toBe(!lists.includes('people'))
})

test('an administrator who is suspended does not count among those who can approve', async () => {
  const admin = await createStaff(api, ['admin'])
  const count = async () => (await readHome(admin)).administrators?.value ?? 0
  const before = await count()
  const other = await createStaff(api, ['admin'])
  expect(await count()).toBe(before + 1)
  await api.database.pool.query(`update staff set status = 'suspended' where id = $1`, [other.id])
  expect(await count()).toBe(before)
})

test('a reviewer counts the applications of the own school, and not those from which they are recused', async () => {
  const reviewer = await createStaff(api, [{ role: 'reviewer', school: 'Management' }])
  expect(findWaiting(await readHome(await createStaff(api, ['chair'])), unreviewed)?.count).toBe(3)
  const home = await readHome(reviewer)
  expect(readProgress(home)).toMatchObject({ 'Account issued': 1, Submitted: 1, Decided: 0 })
  const { rows } = await readList(reviewer, 'applications', {})
  expect(findWaiting(home, unreviewed)).toEqual({ count: 1, since: rows[0].submitted })
  await reviewer.call('POST', `/staff/applications/${rows[0].number}/recusals`, {
    body: { reason: 'The applicant is my cousin.' },
  })
  const recused = await readHome(reviewer)
  expect(findWaiting(recused, unreviewed)).toEqual({ count: 0, since: null })
  expect(readProgress(recused)).toMatchObject({ 'Account issued': 0, Submitted: 0 })
})

test('a publication waits for the approval of those who have neither made nor proposed it', async () => {
  const [maker, other] = [await createStaff(api, ['registry']), await createStaff(api, ['registry'])]
  const count = async (by: TestStaff) => findWaiting(await readHome(by), 'Publications for your approval')?.count
  const [before, beforeOther] = [await count(maker), await count(other)]
  await addPublication(maker)
  expect([await count(maker), await count(other)]).toEqual([before, Number(beforeOther) + 1])
})

test('a refund waits for the approval of others, and then to be paid out by accounts', async () => {
  const [ada, bola] = [
    await createStaff(api, ['bursar'], { isFresh: true }),
    await createStaff(api, ['bursar'], { isFresh: true }),
  ]
  const read = async (by: TestStaff) => {
    const home = await readHome(by)
    return [
      'Money cases that are open',
      'Refunds and write-offs for your approval',
      'Refunds approved and not paid out',
    ].map((label) => findWaiting(home, label)?.count)
  }
  const { id } = await payTwice(api)
  expect([await read(ada), await read(bola)]).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ])
  const proposal = { act: 'propose_refund', amount: 100, note: 'Paid twice.', version: 0 }
  await ada.call('POST', `/staff/cases/${id}/actions`, { body: proposal })
  expect([await read(ada), await read(bola)]).toEqual([
    [0, 0, 0],
    [0, 1, 0],
  ])
  const approval = { act: 'approve_refund', amount: 100, version: 1 }
  await bola.call('POST', `/staff/cases/${id}/approval`, { body: approval })
  expect([await read(ada), await read(bola)]).toEqual([
    [0, 0, 1],
    [0, 0, 1],
  ])
})

test('a proposed correction or move waits for others who can approve it, the oldest first, until it is decided', async () => {
  const [maker, other] = [
    await createStaff(api, ['registry'], { isFresh: true }),
    await createStaff(api, ['registry'], { isFresh: true }),
  ]
  const helpdesk = await createStaff(api, ['helpdesk'])
  const [corrected, later] = [await createReadyApplicant(api), await createReadyApplicant(api)]
  const moved = await createPaidApplicant(api)
  const reason = 'The list had it wrong from the start.'
  const change = async (by: TestStaff, path: string, body: object): Promise<string> =>
    (await by.call('PATCH', `/staff/applicants/${path}`, { body: { ...body, reason, version: 1 } })).body.data.proposal
  // Of two columns, and the newer account first, so that the order is not that of the accounts.
  const facts = { firstName: 'Halima', placeOfBirth: 'Lafia' }
  const proposals = [await change(maker, later.userId, facts), await change(maker, corrected.userId, facts)]
  const post = { school: 'Management', department: 'Accountancy', role: 'Lecturer I' }
  proposals.push(await change(maker, `${moved.userId}/post`, { post }))
  // One that was decided before, of another person.
  await api.database.pool.query(
    `insert into account_corrections (correction_id, account_id, "column", encrypted_old, encrypted_new, reason, state, seen_version,
      made_by, made_at)
    select gen_random_uuid(), id, 'phone', '', '', $3, 'applied', 1, $2, now() - interval '2 days' from accounts where user_id = $1`,
    [corrected.userId, other.id, reason],
  )
  const [corrections, moves] = [
    'Applicants with a correction for your approval',
    'Applicants with another post or fee for your approval',
  ]
  const read = async (by: TestStaff) => {
    const home = await readHome(by)
    return [findWaiting(home, corrections), findWaiting(home, moves)]
  }
  const { rows } = await readList(other, 'applicants', { proposed: 'correction', sort: 'proposed' })
  expect(rows.map(({ userId }: { userId: string }) => userId)).toEqual([later.userId, corrected.userId])
  const first = await readList(other, 'applicants', { proposed: 'correction', sort: 'proposed', limit: '1' })
  const second = await readList(other, 'applicants', {
    proposed: 'correction',
    sort: 'proposed',
    limit: '1',
    after: first.next,
  })
  expect([first, second].map((page) => page.rows[0].userId)).toEqual([later.userId, corrected.userId])
  const { userId } = await createPaidApplicant(api)
  expect((await readList(other, 'applicants', { userId })).rows).toMatchObject([{ userId, proposed: null }])
  expect(await read(other)).toEqual([
    { count: 2, since: rows[0].proposed },
    { count: 1, since: expect.any(String) },
  ])
  expect(await read(helpdesk)).toEqual([{ count: 2, since: rows[0].proposed }, undefined])
  expect(await read(maker)).toEqual([
    { count: 0, since: null },
    { count: 0, since: null },
  ])
  expect((await readHome(await createStaff(api, ['chair']))).counts.map(({ label }) => label)).not.toContain(
    corrections,
  )
  for (const proposal of proposals)
    await other.call('POST', `/staff/corrections/${proposal}`, { body: { decision: 'decline' } })
  expect((await read(other)).map((one) => one?.count)).toEqual([0, 0])
  expect((await readList(other, 'applicants', { sort: 'proposed' })).rows).toEqual([])
})

test('of an exercise that does not exist nothing is counted but complaints and emails', async () => {
  const { counts, progress } = await readHome(await createStaff(api, ['registry']), '?exercise=1999')
  expect(new Set(counts.map(({ list }) => list))).toEqual(new Set(['complaints', 'emails']))
  expect(progress).toEqual([])
})

test('in an archived exercise nothing waits that could not be done any more; money, complaints, emails and people go on', async () => {
  const both = await createStaff(api, ['registry', 'chair', 'admin', 'exam'])
  const { pool } = api.database
  const archive = (at: string) => pool.query(`update exercises set archived_at = ${at} where is_current`)
  const before = await readHome(both)
  await archive('now()')
  const { counts, progress, ...others } = await readHome(both)
  await archive('null')
  const waiting = (lists: HomeCounts['counts']) => new Set(lists.map(({ list }) => list))
  expect(waiting(counts)).toEqual(new Set(['cases', 'complaints', 'emails', 'people']))
  expect(waiting(before.counts)).toEqual(new Set([...waiting(counts), 'applications', 'publications', 'applicants']))
  expect(progress).toEqual(before.progress)
  const ofRunning = { firstSteps: null, settings: null, results: null, interviews: null }
  expect(others).toMatchObject(ofRunning)
  for (const name of Object.keys(ofRunning)) expect(before, name).not.toMatchObject({ [name]: null })
})

test('without a session nothing is counted', async () => {
  expect((await api.call('GET', '/staff/counts')).body.code).toBe('not_logged_in')
})

test('administrators read what the drills say about the backups, and nobody else does', async () => {
  const admin = await createStaff(api, ['admin'])
  expect((await readHome(admin)).backup).toEqual({ newest: null, restored: null })
  const madeAt = new Date(Date.now() - 86_400_000)
  await saveDrill(api.database.pool, { madeAt, rows: 40, files: 2, failure: null })
  await saveDrill(api.database.pool, { madeAt: null, rows: null, files: null, failure: 'cut short' })
  expect((await readHome(admin)).backup).toEqual({
    newest: { at: expect.any(String), isRestored: false },
    restored: { madeAt: madeAt.toISOString(), rows: 40, files: 2 },
  })
  for (const role of ['registry', 'auditor', 'helpdesk'] as const)
    expect((await readHome(await createStaff(api, [role]))).backup).toBeNull()
})

test('a result that one person has entered waits for the confirmation of another, the oldest first, until it is confirmed', async () => {
  const [maker, other] = [await createStaff(api, ['exam', 'registry']), await createStaff(api, ['registry'])]
  const officer = await createStaff(api, ['exam'])
  const { applicants } = await addSeatedSitting(api, { count: 2, madeBy: officer.id, sitting: formerTimes })
  const call = (by: TestStaff, one: number, path: string, body: object) =>
    by.call('POST', `/staff/applications/${applicants[one]?.number}/${path}`, { body: { kind: 'cbt', ...body } })
  const entered = []
  for (const one of [1, 0])
    entered.push((await call(maker, one, 'result', { score: 50, maximum: 100, version: 0 })).body.data.waiting.at)
  const none = { count: 0, since: null }
  expect((await readHome(maker)).results).toEqual(none)
  expect((await readHome(other)).results).toEqual({ count: 2, since: entered[0] })
  expect((await readHome(officer)).results).toBeNull()
  await call(other, 1, 'result/confirm', { version: 1 })
  expect((await readHome(other)).results).toEqual({ count: 1, since: entered[1] })
  await recuseFrom(api, other.id, applicants[0]?.applicationId ?? '', officer.id)
  expect((await readHome(other)).results).toEqual(none)
})

test('an interview waits for the sheet of each member of its panel once its time has come, the oldest first', async () => {
  const officer = await createStaff(api, ['exam'])
  const [member, other] = [await createStaff(api, ['reviewer']), await createStaff(api, ['chair'])]
  const addInterviews = async (count: number, day: string) => {
    const at = (time: string) => `${day}T${time}:00+01:00`
    const sitting = { kind: 'interview', reportsAt: at('08:00'), startsAt: at('09:00'), endsAt: at('11:00') } as const
    const { id } = await addSeatedSitting(api, { count, madeBy: officer.id, sitting })
    const path = `/staff/sittings/${id}`
    await officer.call('POST', `${path}/panels`, { body: { name: 'Panel A', members: [member.id, other.id] } })
    await officer.call('POST', `${path}/slots`, { body: { minutes: 20 } })
    return (await officer.call('GET', `${path}/panels`)).body.data.slots.map(({ seat }: { seat: string }) => seat)
  }
  const [first, absent] = await addInterviews(3, '2024-03-04')
  await addInterviews(1, '2039-03-04')
  await api.database.pool.query(`update seats set attendance = 'absent' where id = $1`, [absent])
  const read = async (by: TestStaff) => (await readHome(by)).interviews
  const both = { count: 2, since: '2024-03-04T08:00:00.000Z' }
  expect([await read(member), await read(other)]).toEqual([both, both])
  const scores = scoreAll(10)
  await member.call('POST', `/staff/interviews/${first}/sheet`, { body: { scores } })
  expect([await read(member), await read(other)]).toEqual([{ count: 1, since: '2024-03-04T08:40:00.000Z' }, both])
  expect(await read(officer)).toEqual({ count: 0, since: null })
  expect(await read(await createStaff(api, ['bursar']))).toBeNull()
})

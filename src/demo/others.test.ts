import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/database/connection.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { createSettlementService } from '#server/features/settlements/service.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import {
  createThreadedTableReader,
  type ThreadedTableReader,
} from '#server/providers/files/tables/threaded-table-reader.ts'
import { staffFileContracts } from '#shared/api/staff/files.ts'
import { staffRoleNames } from '#shared/roles/permissions.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { seedDemoInbox } from './inbox.ts'
import { seedDemoInterviews } from './interviews.ts'
import { createDemoSettlement, seedDemoMoney } from './money.ts'
import { seedOtherApplicants } from './others.ts'
import { seedDemoPublications } from './publications.ts'
import { seedDemoReviews } from './reviews.ts'
import { seedDemo } from './seed.ts'
import { seedDemoSittings } from './sittings.ts'
import { findDemoPrincipal, seedDemoStaff } from './staff.ts'

let directory: string
let testDatabase: TestDatabase
let database: Database
let files: FileStore
let tables: ThreadedTableReader
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-demo-'))
  files = await openLocalFileStore(directory)
  tables = createThreadedTableReader()
  testDatabase = await createTestDatabase()
  // As the server does at its start.
  database = connect(testDatabase.url)
  await createExerciseService(database).ensureExercise()
  await seedAll()
}, 60_000)
afterAll(async () => {
  await tables.close()
  await database.close()
  await testDatabase.drop()
  await rm(directory, { recursive: true })
})

const now = new Date('2024-11-20T10:00:00Z')

async function seedAll() {
  const clock = () => now
  const demo = { database, db: database.db, files, tables, encryption: createEncryption([randomBytes(32)]), clock }
  await seedDemo(demo)
  await seedOtherApplicants(demo)
  await seedDemoStaff(demo)
  await seedDemoInbox(demo)
  await seedDemoReviews(demo)
  await seedDemoPublications(demo)
  await seedDemoSittings(demo)
  await seedDemoInterviews(demo)
  await seedDemoMoney(demo)
}

const readRows = async (sql: string) => (await database.pool.query(sql)).rows

test('everything lies within the ten weeks before the first start, exams before their results, and only the next exam ahead', async () => {
  const moments =
    await readRows(`select created_at as at from accounts union all select paid_at from payments where paid_at is not null
    union all select submitted_at from applications union all select requested_at from nin_verifications`)
  for (const { at } of moments) {
    expect(at.getTime()).toBeLessThanOrEqual(now.getTime())
    expect(at.getTime()).toBeGreaterThan(now.getTime() - 70 * 86_400_000)
  }
  expect(
    await readRows(`select number from applications join nin_verifications using (account_id)
      where outcome = 'matched' and requested_at > submitted_at`),
  ).toEqual([])
  const exams = await readRows(`select exam_date::date as day, cbt_result is not null as has_result
    from accounts join applications on account_id = accounts.id where exam_date is not null`)
  expect(new Set(exams.map(({ has_result }) => has_result))).toEqual(new Set([true, false]))
  for (const { day } of exams.filter(({ has_result }) => has_result)) expect(day < now).toBe(true)
  const ahead = exams.filter(({ day }) => day > now).map(({ day }) => day.getTime())
  expect([ahead.length > 0, new Set(ahead).size]).toEqual([true, 1])
})

test('every role has a member', async () => {
  const roles = await readRows('select distinct role from staff_roles order by role')
  expect(roles.map(({ role }) => role)).toEqual(staffRoleNames.toSorted())
})

test('a test goes on, the next one has two venues, one of them full and one with free seats, and some who are shortlisted have no seat yet', async () => {
  const planned = await readRows(`select v.name, s.starts_at as starts, s.capacity, count(seats.id)::int as seated
    from sittings s join venues v on v.id = s.venue_id left join seats on seats.sitting_id = s.id
    group by v.name, s.id order by s.starts_at, v.name`)
  expect(planned).toEqual([
    { name: 'ICT Centre, Hall A', starts: new Date('2024-11-13T11:00:00Z'), capacity: 20, seated: 6 },
    { name: 'ICT Centre, Hall A', starts: new Date('2024-11-20T09:00:00Z'), capacity: 10, seated: 3 },
    { name: 'ICT Centre, Hall B', starts: new Date('2024-11-20T09:30:00Z'), capacity: 2, seated: 2 },
    { name: 'ICT Centre, Hall A', starts: new Date('2024-12-08T08:00:00Z'), capacity: 5, seated: 5 },
    { name: 'ICT Centre, Hall B', starts: new Date('2024-12-08T08:00:00Z'), capacity: 40, seated: 0 },
  ])
  const [{ count }] = await readRows(`select count(*)::int as count from applications where decision = 'verified'`)
  expect(count).toBeGreaterThan(5)
})

test('a test was sat, its results wait for a publication, and one was absent', async () => {
  const sat = await readRows(`select attendance, count(*)::int as count, count(r.id)::int as results from seats
    join sittings on sittings.id = sitting_id and sittings.starts_at < '2024-11-20'
    left join results r on r.application_id = seats.application_id group by 1 order by 1`)
  expect(sat).toEqual([
    { attendance: 'absent', count: 1, results: 0 },
    { attendance: 'present', count: 5, results: 5 },
  ])
  expect(await readRows(`select from publication_items where source_table = 'results'`)).toEqual([])
})

test('a panel has finished with one applicant, whose mean waits to be confirmed, and has begun with another', async () => {
  const slots = await readRows(`select count(sheet.staff_id)::int as sheets from interview_slots slot
    left join score_sheets sheet on sheet.seat_id = slot.seat_id group by slot.seat_id, slot.starts_at order by slot.starts_at`)
  expect(slots).toEqual([{ sheets: 3 }, { sheets: 2 }, { sheets: 0 }])
  expect(await readRows('select kind, score::float8 as score, maximum::float8 as maximum from result_entries')).toEqual(
    [{ kind: 'interview', score: 77, maximum: 100 }],
  )
})

test('of three offers one is accepted, one declined, and one waits', async () => {
  const offers = await readRows('select state, until > offered_at as is_open from offers order by state')
  expect(offers.map(({ state }) => state)).toEqual(['accepted', 'declined', 'offered'])
})

test('two hundred others follow the seven applicants, in every stage', async () => {
  const userIds = (await readRows('select user_id from accounts order by user_id')).map((row) => row.user_id)
  expect(userIds).toEqual(Array.from({ length: 207 }, (_, index) => `RE24-${String(index + 1).padStart(5, '0')}`))
  const stages = await readRows(`select stage, count(*)::int as count from applicant_index where user_id > 'RE24-00007'
    group by stage order by stage`)
  expect(stages.map(({ stage }) => stage)).toEqual(['entered', 'identified', 'issued', 'paid', 'submitted'])
  for (const { count } of stages) expect(count).toBeGreaterThan(15)
  const published = await readRows(`select distinct published from applicant_index where user_id > 'RE24-00007'`)
  expect(new Set(published.map((row) => row.published))).toEqual(new Set([null, 'rejected', 'verified']))
  const flags = await readRows('select distinct unnest(flags) as flag from applicant_index order by flag')
  expect(flags.map(({ flag }) => flag)).toEqual(expect.arrayContaining(['complaint', 'nin_mismatch']))
})

test('the files of those who submitted can be opened', async () => {
  const rows = await readRows(`select p.id as photo, n.id as nin_photo, c.id as certificate
    from applications join accounts on accounts.id = applications.account_id
    left join files p on p.id = accounts.photo_file_id and p.id = applications.photo_file_id
    left join files n on n.id = applications.nin_photo_file_id
    left join files c on answers::text like '%' || c.id || '%' and c.account_id = accounts.id`)
  expect(rows.length).toBeGreaterThan(40)
  for (const ids of rows.slice(0, 10))
    for (const id of Object.values<string>(ids)) {
      expect(staffFileContracts.staffFile.params.safeParse({ id }).success, id).toBe(true)
      const content = await files.get(id)
      expect(content).not.toBeNull()
      content?.destroy()
    }
  expect(rows.filter(({ photo, nin_photo, certificate }) => !photo || !nin_photo || !certificate)).toEqual([])
})

test('four complaints wait in the inbox, about others than the seven', async () => {
  const complaints = await readRows(`select number, complaints.state, user_id, staff.email as staff,
    (select count(*)::int from complaint_messages where complaint_id = complaints.id) as messages
    from complaints left join staff on staff.id = assigned_to order by number`)
  expect(complaints).toMatchObject([
    { number: 'C-2024-00001', state: 'answered', staff: 'helpdesk@example.org', messages: 1 },
    { number: 'C-2024-00002', state: 'open', staff: 'helpdesk@example.org', messages: 1 },
    { number: 'C-2024-00003', state: 'new', staff: null, messages: 0 },
    { number: 'C-2024-00004', state: 'new', user_id: null, messages: 0 },
  ])
  for (const { user_id } of complaints.slice(0, 3)) expect(user_id > 'RE24-00007').toBe(true)
})

test('reviewers have begun with the applications of the others, and what is published was decided so', async () => {
  const stages = await readRows(`select review_stage as stage, count(*)::int as count
    from applicant_index where submitted_at is not null and user_id > 'RE24-00007' group by 1 order by 1`)
  expect(stages.map(({ stage }) => stage)).toEqual([
    'held',
    'rejected',
    'returned',
    'screening',
    'shortlisted',
    'submitted',
    'withdrawn',
  ])
  const outcomes = { verified: 'shortlisted', rejected: 'rejected' } as const
  const published = await readRows(`select published, decided from applicant_index
    where published is not null and user_id > 'RE24-00007'`)
  for (const row of published) expect(row.decided).toBe(outcomes[row.published as keyof typeof outcomes])
  expect(await readRows(`select from applicant_index where decided = 'rejected' and published is null`)).not.toEqual([])
  expect(await readRows('select from applicant_index where is_split')).not.toEqual([])
  expect(await readRows('select event from application_withdrawals join applications on withdrawn_at = at')).toEqual([
    { event: 'withdrawn' },
  ])
  expect(await readRows('select submission from applications where returned_until is not null')).toEqual([
    { submission: 1 },
  ])
  expect(
    await readRows(`select from applicant_index where review_stage <> 'submitted' and user_id <= 'RE24-00007'`),
  ).toEqual([])
})

test('a shortlist waits for its approval, and rejections are a draft', async () => {
  const rows = await readRows(`select kind, state, (summary ->> 'waiting')::int as items, staff.email as maker
    from publications join staff on staff.id = made_by order by kind`)
  const maker = 'registry@example.org'
  expect(rows).toMatchObject([
    { kind: 'rejection', state: 'draft', maker },
    { kind: 'shortlist', state: 'proposed', maker },
  ])
  for (const { items } of rows) expect(items).toBeGreaterThan(1)
})

test('every payment has its history, from its request to what it became', async () => {
  const histories = await readRows(`select distinct status, kinds from payments cross join lateral (
    select string_agg(kind, ', ' order by event.id) as kinds, array_agg(at order by event.id) = array_agg(at order by at) as in_order
    from payment_events event where payment_id = payments.id) as history where in_order order by status, kinds`)
  expect(histories).toEqual([
    { status: 'expired', kinds: 'requested, issued, expired' },
    { status: 'expired', kinds: 'requested, issued, underpaid, expired' },
    { status: 'paid', kinds: 'requested, issued, paid' },
    { status: 'paid', kinds: 'requested, issued, paid_again' },
  ])
})

test('a settlement has a line of each kind that somebody must look at, and the first of its days is closed by a bursar', async () => {
  const verdicts = await readRows(
    `select verdict, count(*)::int as count from reconciliation where verdict <> 'not_settled' group by 1`,
  )
  const counts = Object.fromEntries(verdicts.map(({ verdict, count }) => [verdict, count]))
  expect(counts).toMatchObject({ differs: 1, repeated: 1, missing_here: 1, missing_there: 1 })
  expect(counts.matched).toBeGreaterThan(5)
  const closed = await readRows(`select email, differences from closed_days join settlements on day = first_day
    join staff on staff.id = closed_by`)
  expect(closed).toEqual([{ email: 'bursar@example.org', differences: 0 }])
})

test('a file that somebody who tries the demo imports is of other days, and differs from the payments in each way', async () => {
  const [bursar, exercise] = [
    await findDemoPrincipal(database.db, 'bursar'),
    await findExerciseOfYear(database.db, undefined),
  ]
  if (!bursar || !exercise) throw new Error('The demo has a bursar and an exercise.')
  const made = await createDemoSettlement(database, exercise.id)
  if (!made) throw new Error('There are payments that no settlement covers.')
  const { name, csv, firstDay, lastDay, lines } = made
  const payments = { scheduleCheck: async () => {}, scheduleChecks: async () => {} }
  const service = createSettlementService({ staffDatabase: database, tables, payments, clock: () => now })
  const options = { year: exercise.year, firstDay, lastDay, mapping: {} }
  const checked = await service.check({ name, bytes: Buffer.from(csv) }, options, bursar)
  const one = { count: 1 }
  expect(checked).toMatchObject({
    lines,
    newLines: lines,
    errors: [],
    sums: { differs: one, repeated: one, missing_here: one, missing_there: one, imported_before: { count: 0 } },
  })
})

test('a refund of a double payment waits for the second bursar, and the differences of the settlement are cases', async () => {
  const cases = await readRows(`select kind, state, email as proposer from money_cases
    left join staff on staff.id = proposed_by order by state, kind`)
  expect(cases).toEqual([
    { kind: 'differs', state: 'open', proposer: null },
    { kind: 'double', state: 'open', proposer: null },
    { kind: 'missing_here', state: 'open', proposer: null },
    { kind: 'missing_there', state: 'open', proposer: null },
    { kind: 'short', state: 'open', proposer: null },
    { kind: 'double', state: 'refund_due', proposer: 'bursar@example.org' },
  ])
})

test('a second start adds nothing and changes nothing', async () => {
  const counts = `select (select count(*)::int from accounts) as accounts, (select count(*)::int from files) as files,
    (select count(*)::int from complaints) as complaints, (select sum(version)::int from accounts) as versions,
    (select count(*)::int from results) as results, (select count(*)::int from score_sheets) as sheets,
    (select count(*)::int from offers) as offers, (select count(*)::int from sittings) as sittings,
    (select count(*)::int from reviews) as reviews, (select count(*)::int from payment_events) as payments,
    (select sum(version)::int from money_cases) as cases, (select count(*)::int from settlement_lines) as lines, (select sum(version)::int from application_statuses) as work`
  const before = await readRows(counts)
  await seedAll()
  expect(await readRows(counts)).toEqual(before)
})

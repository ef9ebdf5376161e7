import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Database } from '#server/database/connection.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { verifyPassword } from '#server/platform/encryption/password-hashing.ts'
import { getCellText, type TableCell } from '#shared/forms/table.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { demoPassword } from '../applicants.ts'
import { seedMany } from './seed-many.ts'

const encryption = createEncryption([randomBytes(32)])
let testDatabase: TestDatabase
let database: Database
let pool: pg.Pool
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url)
  pool = database.pool
  await createExerciseService(database).ensureExercise()
})
afterEach(async () => {
  await database.close()
  await testDatabase.drop()
})

const readRows = async (sql: string) => (await pool.query(sql)).rows

const differingRows = `select count(*)::int as count from accounts
  left join applicant_index stored on stored.account_id = accounts.id
  cross join lateral applicant_index_row(accounts.id) as fresh
  where stored is distinct from fresh`

const definitions = `
  select pg_get_constraintdef(oid) as definition, conrelid::regclass::text as name, convalidated from pg_constraint
    where conrelid::regclass::text in ('accounts', 'payments', 'payment_events', 'nin_verifications', 'applications', 'applicant_index', 'drafts', 'files', 'audit_log')
  union all select indexdef, indexname, true from pg_indexes where schemaname = 'public'
  union all select tgname, tgrelid::regclass::text, tgenabled = 'O' from pg_trigger where not tgisinternal
  order by 1, 2`

describe.each([
  { way: 'row by row', isBulk: false },
  { way: 'in bulk', isBulk: true },
])('applicants added $way', ({ isBulk }) => {
  test('are in the index as its triggers would have written them, in every stage', async () => {
    await seedMany(database, { count: 600, encryption, isBulk })
    expect(await readRows(differingRows)).toEqual([{ count: 0 }])
    const ofOthers = await readRows(
      `select payments.id from payments join accounts on accounts.id = account_id where payments.exercise_id <> accounts.exercise_id`,
    )
    expect(ofOthers).toEqual([])
    const stages = await readRows(
      'select stage, count(*)::int as count from applicant_index group by stage order by stage',
    )
    expect(stages.map(({ stage }) => stage)).toEqual(['entered', 'identified', 'issued', 'paid', 'submitted'])
    for (const { count } of stages) expect(count).toBeGreaterThan(40)
    expect(await readRows('select count(distinct published)::int as published from applicant_index')).toEqual([
      { published: 2 },
    ])
    expect(await readRows(`select count(*)::int as count from applicant_index where flags <> '{}'`)).not.toEqual([
      { count: 0 },
    ])
  })

  test('leave every index, constraint and trigger as it was', async () => {
    const before = await readRows(definitions)
    await seedMany(database, { count: 20, encryption, isBulk })
    expect(await readRows(definitions)).toEqual(before)
    await pool.query(`update accounts set surname = 'Ọ̀kín' where user_id = 'RE24-00208'`)
    expect(await readRows(`select surname_folded from applicant_index where user_id = 'RE24-00208'`)).toEqual([
      { surname_folded: 'okin' },
    ])
  })

  test('that fail on the way leave nothing behind', async () => {
    const before = await readRows(definitions)
    const onProgress = () => {
      throw new Error('killed')
    }
    await expect(seedMany(database, { count: 20, encryption, isBulk, onProgress })).rejects.toThrow('killed')
    expect(await readRows('select count(*)::int as count from accounts')).toEqual([{ count: 0 }])
    expect(await readRows(definitions)).toEqual(before)
  })
})

test.each([{ isBulk: false }, { isBulk: true }])(
  'applicants with a history have drafts, three files and ten audit events on average (in bulk: $isBulk)',
  async ({ isBulk }) => {
    await seedMany(database, { count: 600, encryption, isBulk, hasHistory: true })
    expect(await readRows(differingRows)).toEqual([{ count: 0 }])
    const [counts] = await readRows(`select (select count(*) from files)::int / 600.0::float as files,
      (select count(*) from audit_log where action <> 'exercise_added')::int / 600.0::float as events,
      (select count(*) from drafts)::int as drafts,
      (select count(*) from applicant_index where stage in ('entered', 'paid', 'identified'))::int as unsubmitted`)
    expect(counts.files).toBeGreaterThan(2.8)
    expect(counts.events).toBeGreaterThan(9)
    expect(counts.drafts).toBe(counts.unsubmitted)
    // Every upload is named by a form: the nightly job has nothing to discard.
    const unnamed = await readRows(`select count(*)::int as count from files where kind = 'upload' and not exists (
      select from drafts d where d.account_id = files.account_id and position(files.id::text in document::text) > 0
      union all select from applications a where a.account_id = files.account_id
        and (position(files.id::text in answers::text) > 0 or a.photo_file_id = files.id))`)
    expect(unnamed).toEqual([{ count: 0 }])
    // In the order of their time, as if they had been added one after the other.
    expect(
      await readRows(`select count(*)::int as count from audit_log a join audit_log b on b.id = a.id + 1
      where b.at < a.at and b.action <> 'exercise_added'`),
    ).toEqual([{ count: 0 }])
  },
)

test('the same numbers are the same people, and a second run goes on after the first', async () => {
  const list = `select a.user_id, a.surname, a.first_name, a.email, a.date_of_birth::text, a.state, a.lga, a.role, i.stage
    from accounts a join applicant_index i on i.account_id = a.id order by a.user_id`
  expect(await seedMany(database, { count: 30, encryption })).toEqual({ first: 'RE24-00208', last: 'RE24-00237' })
  const first = await readRows(list)
  expect(await seedMany(database, { count: 30, encryption })).toEqual({ first: 'RE24-00238', last: 'RE24-00267' })
  expect((await readRows(list)).slice(0, 30)).toEqual(first)

  const other = await createTestDatabase()
  const otherDatabase = connect(other.url)
  await createExerciseService(otherDatabase).ensureExercise()
  await seedMany(otherDatabase, { count: 60, encryption, isBulk: true })
  expect((await otherDatabase.pool.query(list)).rows).toEqual(await readRows(list))
  await otherDatabase.close()
  await other.drop()
})

test('an added applicant can log in with the password of the demo, and has a NIN of their own', async () => {
  await seedMany(database, { count: 20, encryption })
  const [account] = await readRows('select password_hash from accounts limit 1')
  expect(await verifyPassword(demoPassword, account.password_hash)).toBe(true)
  const lookUps = await readRows('select encrypted_nin, nin_hash from nin_verifications')
  expect(lookUps.length).toBeGreaterThan(5)
  const nins = lookUps.map(({ encrypted_nin }) => encryption.decrypt(encrypted_nin))
  expect(new Set(nins).size).toBe(nins.length)
  for (const [index, nin] of nins.entries()) {
    expect(nin).toMatch(/^100000012\d\d$/)
    expect(lookUps[index].nin_hash).toEqual(encryption.fingerprint(nin))
  }
})

test('an application shows its own applicant', async () => {
  await seedMany(database, { count: 40, encryption })
  const [row] = await readRows(
    `select rendered_tables, surname, number, role, answers from applications join accounts on accounts.id = account_id
    where department is null order by number limit 1`,
  )
  expect(row.number).toMatch(/^APP-2024-\d{6}$/)
  const facts = Object.fromEntries(row.rendered_tables[0].rows.map((cells: TableCell[]) => cells.map(getCellText)))
  expect(facts).toMatchObject({ Surname: row.surname, Role: row.role, Department: '', 'Place of birth': 'Ibadan' })
})

test("a database with applicants of other people than the demo's is not filled", async () => {
  await pool.query(`insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, email,
    phone, date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
    select id, 'RE24-00001', '', '', 'Example', 'Amina', 'amina@example.com', '08011112222', '1985-06-15', 'f', 'ogun',
      'Ijebu Ode', 'Technology', 'Lecturer II', 0, 0 from exercises`)
  await expect(seedMany(database, { count: 1, encryption })).rejects.toThrow(
    "This is not the demo's database: it has 1 accounts of other applicants.",
  )
})

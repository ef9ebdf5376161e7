import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { canChangeRecords } from './application-role.ts'
import { migrate } from './migrate.ts'

let testDatabase: TestDatabase
let client: pg.Client
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
  await client.query(`insert into audit_log (actor, action) values ('system', 'test')`)
  await client.query(`insert into payment_events (kind) values ('test')`)
  await client.query(`insert into exercises (id, institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
    values (1, 'Institute', 'I', 'Recruitment', 2024, 0, 0, '[]', 'Vendor')`)
  await client.query(`insert into exercise_changes (exercise_id, version, after) values (1, 1, '{}')`)
  await client.query(`with one as (insert into complaints (complaint) values ('test') returning id)
    insert into complaint_messages (complaint_id, direction, body) select id, 'note', 'test' from one`)
  await client.query(`with account as (
      insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, middle_name, email,
        phone, date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
      values (1, 'RE24-00001', '', '', 'Bello', 'Amina', '', 'amina@example.org', '08011112222', '1985-06-15', 'f', 'ogun',
        'Ijebu Ode', 'Technology', 'Lecturer II', 0, 0) returning id),
    application as (
      insert into applications (exercise_id, account_id, number, answers, rendered_tables, answers_digest)
      select 1, id, 'APP-1', '{}', '[]', '' from account returning id),
    person as (insert into staff (email, name, status) values ('chair@example.org', 'A name', 'active') returning id),
    review as (insert into reviews (application_id, round, staff_id, verdict, seen_version)
      select application.id, 1, person.id, 'hold', 1 from application, person),
    note as (insert into application_notes (application_id, staff_id, text)
      select application.id, person.id, 'test' from application, person)
    insert into decisions (application_id, stage, outcome, decided_by, seen_version)
    select application.id, 'screening', 'held', person.id, 1 from application, person`)
})
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
})

const restrictViolation = '23001'
const insufficientPrivilege = '42501'

const appendOnlyTables = [
  'audit_log',
  'payment_events',
  'exercise_changes',
  'complaint_messages',
  'reviews',
  'decisions',
  'application_notes',
]

test.each(appendOnlyTables)('V16.4.2 rows of %s cannot be changed or deleted', async (table) => {
  for (const statement of [`update ${table} set at = now()`, `delete from ${table}`, `truncate ${table} cascade`])
    await expect(client.query(statement)).rejects.toMatchObject({
      code: restrictViolation,
      message: `${table} is append-only`,
    })
  expect((await client.query(`select from ${table}`)).rowCount).toBe(1)
})

test('V16.4.2 rows of every table that must not change cannot be changed, deleted or truncated by anybody', async () => {
  // Statements are refused before they find a row, so the tables may be empty.
  const { rows } = await client.query<{ table: string; column: string }>(`
    select c.relname as table, min(a.attname) as column
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
    where t.tgfoid = 'refuse_change'::regproc group by c.relname order by c.relname collate "C"`)
  expect(rows.map(({ table }) => table)).toEqual(
    [
      ...appendOnlyTables,
      'application_returns',
      'application_versions',
      'application_withdrawals',
      'attendance',
      'exercise_texts',
      'final_outcomes',
      'money_case_events',
      'outcome_confirmations',
      'result_entries',
      'result_entries_taken_back',
      'results',
      'score_sheets',
      'settlement_lines',
      'settlements',
    ].sort(),
  )
  const accepted: string[] = []
  for (const { table, column } of rows)
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await client.query(statement).then(
        () => accepted.push(statement),
        (error: unknown) => expect(error).toMatchObject({ code: restrictViolation }),
      )
  expect(accepted).toEqual([])
})

describe('V16.4.2 the role that the server works as', () => {
  let application: pg.Client
  beforeAll(async () => {
    application = new pg.Client({ connectionString: testDatabase.applicationUrl })
    await application.connect()
  })
  afterAll(() => application.end())

  test('reads and adds rows of the audit log', async () => {
    await application.query(`insert into audit_log (actor, action) values ('system', 'test')`)
    expect((await application.query('select from audit_log')).rowCount).toBe(2)
  })

  test.each(
    appendOnlyTables.flatMap((table) => [
      `update ${table} set at = now()`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `drop trigger ${table}_append_only on ${table}`,
      `create trigger own before insert on ${table} for each row execute function refuse_change()`,
      `drop table ${table}`,
      `create rule own as on insert to ${table} do instead nothing`,
    ]),
  )('may not: %s', async (statement) => {
    await expect(application.query(statement)).rejects.toMatchObject({ code: insufficientPrivilege })
  })

  test.each([
    'truncate accounts cascade',
    'set session_replication_role = replica',
    `select set_config('session_replication_role', 'replica', false)`,
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return old; end $$',
    'create table own ()',
    'create schema own',
    'create role own superuser',
    'alter role current_user superuser',
    'alter role postgres rename to own',
    `copy audit_log to program 'cat'`,
    `select pg_read_file('postgresql.conf')`,
    'select * from drizzle.__drizzle_migrations',
    'delete from graphile_worker.migrations',
  ])('may not: %s', async (statement) => {
    await expect(application.query(statement)).rejects.toMatchObject({ code: insufficientPrivilege })
  })

  test('is told from one that could, which the server warns of', async () => {
    expect(await canChangeRecords(application)).toBe(false)
    expect(await canChangeRecords(client)).toBe(true)
  })

  test('may not migrate, and the operator is told what is missing', async () => {
    await expect(migrate(testDatabase.applicationUrl)).rejects.toThrow(
      "The database's role may not migrate it: name the role that owns the tables in DATABASE_OWNER_URL.",
    )
  })
})

test('V13.2.2 a table of a later migration is open to the application, and append-only when it has the trigger', async () => {
  await client.query('create table later (at timestamptz); create table later_events (at timestamptz)')
  await client.query(`create trigger append_only before update or delete or truncate on later_events
    for each statement execute function refuse_change()`)
  await migrate(testDatabase.url, testDatabase.applicationUrl)
  const application = new pg.Client({ connectionString: testDatabase.applicationUrl })
  await application.connect()
  await application.query('insert into later values (now()); update later set at = now(); delete from later')
  await application.query('insert into later_events values (now())')
  await expect(application.query('delete from later_events')).rejects.toMatchObject({ code: insufficientPrivilege })
  await application.end()
})

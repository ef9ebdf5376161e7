// Seats, results, offers and payments have copies of what their lists filter by; triggers keep them.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'

let testDatabase: TestDatabase
let owner: pg.Client
/** The role of the server. */
let server: pg.Client
const account = '00000000-0000-4000-8000-00000000000a'
const application = '00000000-0000-4000-8000-00000000000b'
const sitting = '00000000-0000-4000-8000-00000000000c'
const id = '00000000-0000-4000-8000-00000000000d'

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  owner = new pg.Client({ connectionString: testDatabase.url })
  server = new pg.Client({ connectionString: testDatabase.applicationUrl })
  await owner.connect()
  await server.connect()
  await owner.query(`
    insert into exercises (id, institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values (1, 'Institute', 'I', 'Recruitment', 2024, 0, 0, '[]', 'Vendor');
    insert into accounts (id, exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, middle_name, email,
      phone, date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
      values ('${account}', 1, 'RE24-00001', '', '', 'Bello', 'Amina', '', 'amina@example.org', '08011112222', '1985-06-15', 'f', 'ogun',
        'Ijebu Ode', 'Technology', 'Lecturer II', 0, 0);
    insert into applications (id, exercise_id, account_id, number, answers, rendered_tables, answers_digest)
      values ('${application}', 1, '${account}', 'APP-2024-00001', '{}', '[]', '');
    insert into staff (id, email, name, status) values ('${id}', 'exam@example.org', 'Officer', 'active');
    insert into venues (id, exercise_id, name, address, state) values ('${id}', 1, 'Hall', 'Road', 'ogun');
    insert into sittings (id, exercise_id, venue_id, kind, label, reports_at, starts_at, ends_at, capacity, made_by)
      values ('${sitting}', 1, '${id}', 'cbt', 'Batch A', '2039-03-04 08:00Z', '2039-03-04 09:00Z', '2039-03-04 11:00Z', 10, '${id}');
    insert into seating_runs (id, exercise_id, kind, selection_id, sitting_ids, rules, seed, made_by)
      values ('${id}', 1, 'cbt', '${id}', '{}', '{}', 1, '${id}');
    insert into imports (id, kind, sha256, exercise_id, state, made_by) values ('${id}', 'cbt', '', 1, 'checked', '${id}');
    insert into posts (id, exercise_id, school, role, vacancies) values (7, 1, 'Management', 'Reader', 1);
    insert into final_outcomes (id, application_id, post_id, outcome, until, recorded_by, seen_version)
      values ('${id}', '${application}', 7, 'selected', now(), '${id}', 0);
    insert into seats (sitting_id, kind, application_id, seat_number, run_id, school, number)
      values ('${sitting}', 'cbt', '${application}', 1, '${id}', 'Made up', 'Made up');
    insert into results (application_id, kind, score, maximum, import_id, entered_by)
      values ('${application}', 'cbt', 60, 100, '${id}', '${id}');
    insert into offers (application_id, post_id, outcome_id, until) values ('${application}', 7, '${id}', now());`)
})
afterAll(async () => {
  await owner.end()
  await server.end()
  await testDatabase.drop()
})

const read = async (table: string) => {
  const { rows } = await owner.query(
    `select exercise_id, number, school, department, role, home_state from ${table} order by 1`,
  )
  return rows.map((row) => Object.values(row))
}
const readAll = async () => [await read('seats'), await read('results'), await read('offers')]

test('a payment is of the exercise of its account, by any writer', async () => {
  await owner.query(`
    insert into exercises (id, institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values (2, 'Institute', 'I', 'Recruitment', 2025, 0, 0, '[]', 'Vendor');
    insert into payments (account_id, exercise_id, order_id, fee_kobo, charge_kobo, status)
      values ('${account}', 2, 'order', 1, 0, 'requested')`)
  const readExercise = async () => (await owner.query('select exercise_id from payments')).rows
  expect(await readExercise()).toEqual([{ exercise_id: 1 }])
  for (const exercise of [2, 1]) {
    await owner.query('update accounts set exercise_id = $1', [exercise])
    expect(await readExercise()).toEqual([{ exercise_id: exercise }])
  }
})

test('what lists filter by is that of the applicant, by any writer; of an offer the post is its own', async () => {
  const own = [1, 'APP-2024-00001', 'Technology', null, 'Lecturer II', 'ogun']
  expect(await readAll()).toEqual([[own], [own], [[1, 'APP-2024-00001', 'Management', null, 'Reader', 'ogun']]])
  expect((await owner.query('select gender from offers')).rows).toEqual([{ gender: 'f' }])
})

test('a correction or a move of the applicant, by the server, reaches every row; the post of an offer stays', async () => {
  const readResult = async () =>
    (
      await owner.query(
        'select results.*, home_state as state, gender from results, (select gender from offers) as offer',
      )
    ).rows[0]
  for (const [column, value] of Object.entries({
    state: 'kano',
    gender: 'm',
    school: 'Engineering',
    department: 'Civil',
    role: 'Professor',
  })) {
    await server.query(`update accounts set ${column} = '${value}'`)
    expect(await readResult()).toMatchObject({ [column]: value })
  }
  const moved = [1, 'APP-2024-00001', 'Engineering', 'Civil', 'Professor', 'kano']
  expect(await readAll()).toEqual([[moved], [moved], [[1, 'APP-2024-00001', 'Management', null, 'Reader', 'kano']]])
})

test('a seat starts when its sitting does, also when that has changed, until it is given back; then it stays as it was', async () => {
  const readStart = async (kind = 'cbt') =>
    (await owner.query('select starts_at from seats where kind = $1', [kind])).rows[0].starts_at.toISOString()
  expect(await readStart()).toBe('2039-03-04T09:00:00.000Z')
  await owner.query(`insert into sittings (id, exercise_id, venue_id, kind, label, reports_at, starts_at, ends_at, capacity, made_by)
    select made_by, exercise_id, venue_id, 'interview', label, reports_at, starts_at, ends_at, capacity, made_by from sittings`)
  await owner.query(`insert into seats (sitting_id, kind, application_id, seat_number, run_id)
    values ('${id}', 'interview', '${application}', 1, '${id}')`)
  const move = (time: string) => server.query('update sittings set starts_at = $1 where id = $2', [time, sitting])
  await move('2039-03-04 10:00Z')
  expect([await readStart(), await readStart('interview')]).toEqual([
    '2039-03-04T10:00:00.000Z',
    '2039-03-04T09:00:00.000Z',
  ])
  await server.query('update seats set released_at = now()')
  const before = await read('seats')
  await move('2039-03-04 10:30Z')
  await server.query(`update accounts set school = 'Arts'`)
  expect(await readStart()).toBe('2039-03-04T10:00:00.000Z')
  expect(await read('seats')).toEqual(before)
})

test('V16.4.2 of a result nothing else can be changed, and by the server not even that', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'results'::regclass and attnum > 0 and not attisdropped`,
  )
  const changeable: string[] = []
  for (const { name } of rows) {
    await owner.query(`update results set ${name} = ${name}`).then(
      () => changeable.push(name),
      (error: unknown) => expect(error).toMatchObject({ message: 'results is append-only' }),
    )
    await expect(server.query(`update results set ${name} = ${name}`)).rejects.toMatchObject({ code: '42501' })
  }
  expect(changeable).toEqual(['exercise_id', 'number', 'school', 'department', 'role', 'home_state'])
})

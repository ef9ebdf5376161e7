// The posts and the list of their names in exercises.posts, which follow each other.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { posts } from '#shared/reference-data/posts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'

let testDatabase: TestDatabase
/** As the role of the server: it needs the rights for what the triggers do. */
let client: pg.Client
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  client = new pg.Client({ connectionString: testDatabase.applicationUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
})

let year = 2030
/** With a list of names, as the version before the table writes it. */
async function addExercise(listed: unknown = posts, by = client): Promise<number> {
  year += 1
  const { rows } = await by.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
    values ('Institute', 'I', 'Recruitment', $1, 0, 0, $2, 'Vendor') returning id`,
    [year, JSON.stringify(listed)],
  )
  return rows[0].id
}
const setNames = (exercise: number, listed: unknown) =>
  client.query('update exercises set posts = $2 where id = $1', [exercise, JSON.stringify(listed)])
async function readNames(exercise: number): Promise<string> {
  const { rows } = await client.query('select posts::text as names from exercises where id = $1', [exercise])
  return rows[0].names
}
async function listRoles(exercise: number) {
  const { rows } = await client.query(
    'select role, vacancies from posts where exercise_id = $1 order by position, id',
    [exercise],
  )
  return rows.map(({ role, vacancies }) => (vacancies === null ? role : `${role}: ${vacancies}`))
}

test('an exercise that is added with names has its posts, in the order of the names', async () => {
  const exercise = await addExercise()
  expect(await listRoles(exercise)).toEqual(posts.flatMap(({ roles }) => roles))
  expect(JSON.parse(await readNames(exercise))).toEqual(posts)
})

test('names that are written add and remove posts of their exercise; those that stay keep what else they have', async () => {
  const other = await addExercise([{ school: 'Law', department: null, roles: ['Clerk'] }])
  const exercise = await addExercise([
    { school: 'Science', department: null, roles: ['Dean'] },
    { school: 'Arts', department: null, roles: ['Reader', 'Dean'] },
    { school: 'Arts', department: 'History', roles: ['Reader'] },
  ])
  await client.query("update posts set vacancies = 3 where exercise_id = $1 and role = 'Dean'", [exercise])
  await setNames(exercise, [
    { school: 'Arts', department: 'Music', roles: ['Reader'] },
    { school: 'Arts', department: null, roles: ['Dean', 'Clerk'] },
  ])
  expect(await listRoles(exercise)).toEqual(['Reader', 'Dean: 3', 'Clerk'])
  expect(await listRoles(other)).toEqual(['Clerk'])
})

test('posts that are written show in the names', async () => {
  const exercise = await addExercise([{ school: 'Arts', department: null, roles: ['Dean'] }])
  await client.query(
    `insert into posts (exercise_id, school, department, role, position)
    values ($1, 'Arts', 'Music', 'Reader', 30000), ($1, 'Arts', null, 'Clerk', 1)`,
    [exercise],
  )
  expect(JSON.parse(await readNames(exercise))).toEqual([
    { school: 'Arts', department: null, roles: ['Clerk', 'Dean'] },
    { school: 'Arts', department: 'Music', roles: ['Reader'] },
  ])
  const { rows } = await client.query('select position from posts where exercise_id = $1 order by position', [exercise])
  expect(rows.map(({ position }) => position)).toEqual([1, 10_001, 30_000])
  await client.query('delete from posts where exercise_id = $1', [exercise])
  expect(await readNames(exercise)).toBe('[]')
})

test('a post that changes without its name leaves the row of its exercise alone: nobody waits for it', async () => {
  const exercise = await addExercise([{ school: 'Arts', department: null, roles: ['Dean'] }])
  const readVersion = async () => (await client.query('select xmin from exercises where id = $1', [exercise])).rows
  const before = await readVersion()
  await client.query('update posts set vacancies = 3 where exercise_id = $1', [exercise])
  expect(await readVersion()).toEqual(before)
})

test('an exercise and its posts are restored together from a backup', async () => {
  await client.query('begin')
  const exercise = await addExercise([{ school: 'Arts', department: null, roles: ['Dean'] }])
  await client.query(
    "insert into posts (exercise_id, school, role, position, vacancies) values ($1, 'Arts', 'Dean', 10001, 4)",
    [exercise],
  )
  await client.query('commit')
  expect(await listRoles(exercise)).toEqual(['Dean: 4'])
})

test('a post that accounts hold cannot be removed; the same role elsewhere can', async () => {
  const dean = { school: 'Arts', department: null, roles: ['Dean'] }
  const exercise = await addExercise([
    { ...dean, roles: ['Dean', 'Clerk'] },
    { ...dean, school: 'Science' },
    { ...dean, department: 'Music' },
  ])
  const other = await addExercise([dean])
  await client.query(
    `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, middle_name,
      email, phone, date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
    values ($1, 'RE31-00001', '', '', 'Example', 'Amina', '', 'amina@example.org', '08011112222', '1985-06-15', 'f',
      'ogun', 'Ijebu Ode', 'Arts', 'Dean', 0, 0)`,
    [exercise],
  )
  await setNames(other, [])
  await setNames(exercise, [dean])
  await expect(setNames(exercise, [])).rejects.toThrow('accounts that hold the post Dean: 1')
  expect(await listRoles(exercise)).toEqual(['Dean'])
})

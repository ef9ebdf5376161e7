import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { executeCommand } from './command-line.ts'
import { setExerciseCommand } from './set-exercise.ts'

const script = fileURLToPath(new URL('./set-exercise.ts', import.meta.url))
let directory: string
let testDatabase: TestDatabase
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-exercise-'))
  testDatabase = await createTestDatabase()
})
afterAll(async () => {
  await testDatabase.drop()
  await rm(directory, { recursive: true })
})

const execute = (...args: string[]) => executeCommand(setExerciseCommand, args, { DATABASE_URL: testDatabase.url })

async function writeSettings(content: string) {
  const file = join(directory, 'settings.json')
  await writeFile(file, content)
  return file
}

test('the exercise is changed from a file', async () => {
  const database = connect(testDatabase.url)
  await createExerciseService(database).ensureExercise()
  const settings = await writeSettings('{"status": "open", "charge": 750}')
  const done = await runProgram(script, [settings], { DATABASE_URL: testDatabase.url })
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toBe(
    'The exercise of 2024 was changed: status, chargeKobo.\n' +
      'Accounts issued before keep the fee and charge they were issued with.\n',
  )
  expect(await database.db.select().from(exercises)).toMatchObject([{ status: 'open', chargeKobo: 75_000 }])
  // No account has been issued for a new one.
  const added = await execute(await writeSettings('{"year": 2026, "fee": 14000}'))
  expect(added.stdout).toBe('The exercise of 2026 was added. Make it public with "current": true.\n')
  const next = await execute(await writeSettings('{"year": 2027, "current": true}'))
  expect(next.stdout).toBe('The exercise of 2027 was added, and is public.\n')
  await database.close()
})

test('the first exercise is public at once', async () => {
  const empty = await createTestDatabase()
  const settings = {
    year: 2027,
    institution: 'Hillside Polytechnic',
    shortName: 'HP',
    title: 'Staff',
    fee: 0,
    charge: 0,
  }
  const file = await writeSettings(JSON.stringify(settings))
  const { stdout } = await executeCommand(setExerciseCommand, [file], { DATABASE_URL: empty.url })
  expect(stdout).toBe('The exercise of 2027 was added, and is public.\n')
  await empty.drop()
})

test('each error is reported in one sentence, and nothing is changed', async () => {
  expect(await execute()).toMatchObject({ code: 1, stderr: expect.stringContaining('Say which file') })
  const missing = join(directory, 'missing.json')
  expect(await execute(missing)).toMatchObject({ code: 1, stderr: `${missing} can't be read (ENOENT).\n` })
  expect(await execute(await writeSettings('{"feee": 1}'))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The settings are not right:\n  feee: there is no such setting\n',
  })
})

test("V13.3.1 a command reads the database's address from a file too", async () => {
  const file = join(directory, 'database-url')
  await writeFile(file, `${testDatabase.url}\n`)
  const settings = await writeSettings('{"status": "closed"}')
  expect(await executeCommand(setExerciseCommand, [settings], { DATABASE_URL_FILE: file })).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(await executeCommand(setExerciseCommand, [settings], { DATABASE_URL_FILE: `${file}.txt` })).toMatchObject({
    code: 1,
    stderr: "DATABASE_URL_FILE can't be read (ENOENT)\n",
  })
})

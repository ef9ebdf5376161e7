import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { createExerciseService } from '#server/features/exercise/service.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'

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

const run = (...args: string[]) => runWith({ DATABASE_URL: testDatabase.url }, ...args)

const runWith = (settings: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, ...settings }
    execFile(process.execPath, ['--import', 'tsx', script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

async function writeSettings(content: string) {
  const file = join(directory, 'settings.json')
  await writeFile(file, content)
  return file
}

test('the exercise is changed from a file', async () => {
  const database = connect(testDatabase.url)
  await createExerciseService(database).ensureExercise()
  const done = await run(await writeSettings('{"status": "open", "charge": 750}'))
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toBe(
    'The exercise of 2024 was changed: status, chargeKobo.\n' +
      'Accounts issued before keep the fee and charge they were issued with.\n',
  )
  expect(await database.db.select().from(exercises)).toMatchObject([{ status: 'open', chargeKobo: 75_000 }])
  await database.close()
})

test('each error is reported in one sentence, and nothing is changed', async () => {
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('Say which file') })
  const missing = join(directory, 'missing.json')
  expect(await run(missing)).toMatchObject({ code: 1, stderr: `${missing} can't be read (ENOENT).\n` })
  expect(await run(await writeSettings('{"feee": 1}'))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The settings are not right:\n  feee: there is no such setting\n',
  })
})

test("V13.3.1 a command reads the database's address from a file too", async () => {
  const file = join(directory, 'database-url')
  await writeFile(file, `${testDatabase.url}\n`)
  const settings = await writeSettings('{"status": "closed"}')
  expect(await runWith({ DATABASE_URL_FILE: file }, settings)).toMatchObject({ code: 0, stderr: '' })
  expect(await runWith({ DATABASE_URL_FILE: `${file}.txt` }, settings)).toMatchObject({
    code: 1,
    stderr: "DATABASE_URL_FILE can't be read (ENOENT)\n",
  })
})

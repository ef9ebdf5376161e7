import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { executeCommand } from '#server/commands/command-line.ts'
import { connect } from '#server/database/connection.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { seedManyCommand } from './seed-many.ts'

const script = fileURLToPath(new URL('./seed-many.ts', import.meta.url))

const SECRET_KEY = randomBytes(32).toString('base64')

const execute = (settings: Record<string, string>, ...args: string[]) =>
  executeCommand(seedManyCommand, args, { SECRET_KEY, ...settings })

test('applicants are added to the database of the demo, and the command says which', async () => {
  const testDatabase = await createTestDatabase()
  const { code, stdout, stderr } = await runProgram(script, ['12'], { SECRET_KEY, DATABASE_URL: testDatabase.url })
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^12 applicants were added in \d+ s: RE24-00208 to RE24-00219, with the demo's password\.\n$/,
    ),
  })
  expect(stderr).toMatch(/^12 of 12 accounts after \d+ s …\n$/)
  const database = connect(testDatabase.url)
  const { rows } = await database.pool.query('select count(*)::int as count from applicant_index')
  expect(rows).toEqual([{ count: 12 }])
  await database.close()
  await testDatabase.drop()
}, 60_000)

test('production has no invented applicants', async () => {
  expect(await execute({ NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1:9/none' }, '12')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'seed-many is for the demo only: NODE_ENV=production has no invented applicants.\n',
  })
})

test('an unknown option is refused', async () => {
  expect(await execute({ DATABASE_URL: 'postgres://127.0.0.1:9/none' }, '12', '--files')).toMatchObject({
    code: 1,
    stderr:
      'There is no option --files. Say how many applicants to add, for instance: npm run seed-many -- 1000000 --history\n',
  })
})

test.each(['many', '0'])('without a count of applicants nothing is done: %s', async (count) => {
  expect(await execute({ DATABASE_URL: 'postgres://127.0.0.1:9/none' }, count)).toMatchObject({
    code: 1,
    stderr: 'Say how many applicants to add, for instance: npm run seed-many -- 1000000\n',
  })
})

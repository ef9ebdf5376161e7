import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'

const script = fileURLToPath(new URL('./seed-many.ts', import.meta.url))

const run = (settings: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, SECRET_KEY: randomBytes(32).toString('base64'), ...settings }
    execFile(process.execPath, ['--import', 'tsx', script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })

test('applicants are added to the database of the demo, and the command says which', async () => {
  const testDatabase = await createTestDatabase()
  const { code, stdout, stderr } = await run({ DATABASE_URL: testDatabase.url }, '12')
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
})

test('production has no invented applicants', async () => {
  expect(await run({ NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1:9/none' }, '12')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'seed-many is for the demo only: NODE_ENV=production has no invented applicants.\n',
  })
})

test('an unknown option is refused', async () => {
  expect(await run({ DATABASE_URL: 'postgres://127.0.0.1:9/none' }, '12', '--files')).toMatchObject({
    code: 1,
    stderr:
      'There is no option --files. Say how many applicants to add, for instance: npm run seed-many -- 1000000 --history\n',
  })
})

test.each(['many', '0'])('without a count of applicants nothing is done: %s', async (count) => {
  expect(await run({ DATABASE_URL: 'postgres://127.0.0.1:9/none' }, count)).toMatchObject({
    code: 1,
    stderr: 'Say how many applicants to add, for instance: npm run seed-many -- 1000000\n',
  })
})

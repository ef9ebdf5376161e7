import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createNewApplicant, createReadyApplicant } from '#tests/support/fixtures/applicants.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { fillApplicantIndex, requestIndexFill } from './fill-index.ts'
import { fillNextAccounts } from './index-store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  await createReadyApplicant(api)
  for (let n = 0; n < 4; n++) await createNewApplicant(api)
})
afterAll(() => api.close())

const query = async (statement: string) => (await api.database.pool.query(statement)).rows
const readIndex = () => query('select * from applicant_index order by account_id')
const countIndex = async () => (await readIndex()).length
const takeStep = () =>
  api.serverDatabase.db.transaction((tx) => fillNextAccounts(tx, { count: 2, now: api.clock.now() }))
const runJob = () => fillApplicantIndex({ database: api.serverDatabase, clock: api.clock.now })()

/** As the migration leaves a database that has accounts. */
beforeEach(async () => {
  await query('delete from applicant_index')
  await query('update background_work set position = null, finished_at = null')
})

test('accounts from before the index are added to it as their sources are', async () => {
  await query('update accounts set phone = phone')
  const expected = await readIndex()
  expect(expected).toHaveLength(5)
  await query('delete from applicant_index')
  await runJob()
  expect(await readIndex()).toEqual(expected)
  const registry = await createStaff(api, ['registry'])
  expect((await registry.call('GET', '/staff/applicants?stage=identified')).body.data.rows).toHaveLength(1)
})

test('the work goes on where it stopped, and ends once', async () => {
  expect(await takeStep()).toBe(true)
  expect(await countIndex()).toBe(2)
  const [{ position }] = await query('select position from background_work')
  expect(position).not.toBeNull()
  expect(await takeStep()).toBe(true)
  expect(await takeStep()).toBe(false)
  expect(await countIndex()).toBe(5)
  await query('delete from applicant_index')
  expect(await takeStep()).toBe(false)
  expect(await countIndex()).toBe(0)
})

test('a step that fails leaves nothing behind', async () => {
  const failing = api.serverDatabase.db.transaction(async (tx) => {
    await fillNextAccounts(tx, { count: 2, now: api.clock.now() })
    throw new Error('the server is killed')
  })
  await expect(failing).rejects.toThrow('the server is killed')
  expect(await countIndex()).toBe(0)
  await runJob()
  expect(await countIndex()).toBe(5)
})

test('work that another transaction holds up is put off, so that the other one never ends in a deadlock', async () => {
  const other = await api.database.pool.connect()
  try {
    await other.query('begin')
    await other.query('update accounts set phone = phone')
    await runJob()
    expect(await listWaitingJobs(api, 'fill_applicant_index')).toHaveLength(1)
    await other.query('commit')
  } finally {
    other.release()
  }
  await runJob()
  expect(await countIndex()).toBe(5)
})

test('two servers at once add every account', async () => {
  await Promise.all([runJob(), runJob()])
  expect(await countIndex()).toBe(5)
})

test('a starting server asks for the work once, and not any more when it is done', async () => {
  const countJobs = async () => (await listWaitingJobs(api, 'fill_applicant_index')).length
  await requestIndexFill({ database: api.serverDatabase })
  await requestIndexFill({ database: api.serverDatabase })
  expect(await countJobs()).toBe(1)
  await runJob()
  await query('delete from graphile_worker._private_jobs')
  await requestIndexFill({ database: api.serverDatabase })
  expect(await countJobs()).toBe(0)
})

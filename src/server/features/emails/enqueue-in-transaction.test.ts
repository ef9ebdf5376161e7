// An email must be enqueued in the transaction of the change that it reports: when the commit fails, nothing is sent.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createNewApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
let applicant: TestApplicant
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  await api.database.pool.query(
    "create function fail() returns trigger language plpgsql as $$ begin raise 'the commit fails'; end $$",
  )
})
afterAll(() => api.close())
beforeEach(async () => {
  applicant = await createNewApplicant(api)
})

const tables = ['complaints', 'sessions', 'audit_log'] as const
afterEach(async () => {
  for (const table of tables) await api.database.pool.query(`drop trigger if exists fail_at_commit on ${table}`)
})

const countWaitingEmails = async () =>
  (await listWaitingJobs(api, 'send_email')).length + (await listWaitingJobs(api, 'send_password_reset')).length

interface Case {
  change: string
  /** A row is inserted into this table. */
  table: (typeof tables)[number]
  act: () => ReturnType<TestApi['call']>
}

test.each<Case>([
  {
    change: 'complaint',
    table: 'complaints',
    act: () => {
      const body = { userId: null, complain: 'The page does not load.', fullname: null, email: 'bisi@example.org' }
      return api.call('POST', '/contact/create', { body })
    },
  },
  {
    change: 'password change',
    table: 'sessions',
    act: () => {
      const { token } = applicant
      return api.call('PATCH', '/users/update-password', { token, body: { password: 'seven goats dancing' } })
    },
  },
  {
    change: 'reset request',
    table: 'audit_log',
    act: () => {
      const { userId, email } = applicant
      return api.call('POST', '/users/forgot-password', { body: { userId, email } })
    },
  },
])('V2.3.3 no email is sent about a $change that is not committed', async ({ table, act }) => {
  await api.database.pool.query(`create constraint trigger fail_at_commit after insert on ${table}
    deferrable initially deferred for each row execute function fail()`)
  expect((await act()).status).toBe(500)
  expect(await countWaitingEmails()).toBe(0)

  await api.database.pool.query(`drop trigger fail_at_commit on ${table}`)
  expect((await act()).status).toBeLessThan(300)
  expect(await countWaitingEmails()).toBe(1)
  await api.database.pool.query('delete from graphile_worker._private_jobs')
})

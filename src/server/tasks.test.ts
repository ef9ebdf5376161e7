// The jobs as the server wires them: what each scheduled one leaves of a day, and of a year ago.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRegister } from '#server/database/schema/exports.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { makeMailing } from '#tests/support/api/mailings.ts'
import { createStaff, staffPassword, type TestStaff } from '#tests/support/api/staff.ts'
import { createReadyApplicant, createUnusedAccount, logIn } from '#tests/support/fixtures/applicants.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import type { JobName, Jobs } from './platform/queue/queue.ts'
import { startWorker } from './platform/queue/worker.ts'
import { createTasks } from './tasks.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry', 'chair'], { isFresh: true })
  // Never suspended, as the last one.
  await createStaff(api, ['admin'])
  await fillTables()
})
afterAll(() => api.close())

/** Jobs without a payload, which nobody enqueues. */
type ScheduledJob = { [J in JobName]: object extends Jobs[J] ? J : never }[JobName]
const scheduled = Object.keys({
  prune: true,
  apply_retention: true,
  discard_contents: true,
  remove_data_exports: true,
  remove_exports: true,
  close_reading_hours: true,
} satisfies Record<ScheduledJob, true>) as ScheduledJob[]

async function runJob(name: JobName, payload: object = {}) {
  const job = { id: `1.${name}`, queuedAt: api.clock.now(), isLastAttempt: false }
  await createTasks(api.jobDependencies)[name](payload as never, job)
}
async function runScheduled() {
  for (const name of scheduled) await runJob(name)
}

/** One of each thing that ends by itself. */
async function fillTables() {
  const { db, pool } = api.database
  const { number } = await createApplicationToReview(api)
  const owner = await createReadyApplicant(api)
  await logIn(api, owner.userId)
  await createUnusedAccount(api, { school: 'Waiting' })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await createPdfFile())]), 'unused.pdf')
  const calls = [
    await api.call('POST', '/staff/session', { body: { email: registry.email, password: staffPassword } }),
    await registry.call('GET', '/staff/applications'),
    await registry.call('GET', `/staff/applications/${number}`),
    await registry.call('PUT', `/staff/applications/${number}/viewers/me`),
    await registry.call('POST', '/staff/selections', { body: { of: 'applications', filter: { numbers: [number] } } }),
    await makeMailing(registry, 'firstEmail', { school: 'Waiting' }),
    await registry.call('POST', `/staff/applicants/${owner.userId}/password-reset`, { body: {} }),
    await api.call('POST', '/users/data-export', { token: owner.token }),
    await api.call('POST', '/upload/file', { token: owner.token, body: form }),
    await registry.call('POST', '/staff/exports', {
      body: { of: 'applicants', columns: ['userId'], filter: {}, format: 'csv', reason: 'For the annual report.' },
    }),
  ]
  expect(calls.filter(({ status }) => status >= 300)).toEqual([])
  await runJob('send_password_reset', { accountId: owner.id })
  const [made] = await db.select().from(exportRegister)
  await runJob('make_export', { exportId: made?.id })
  await pool.query(
    `insert into seating_runs (exercise_id, kind, selection_id, sitting_ids, rules, seed, made_by, made_at)
      select id, 'cbt', gen_random_uuid(), '{}', '{}', 1, $1, $2 from exercises`,
    [registry.id, api.clock.now()],
  )
  await pool.query('insert into unreferenced_contents (id, since) values (gen_random_uuid(), $1)', [api.clock.now()])
}

const tables = {
  sessions: 'sessions',
  'links for a new password': 'password_resets',
  networks: 'login_networks',
  selections: 'selections',
  'what was selected': 'selection_items',
  'drafts of mailings': 'mailings',
  'previews of seats': 'seating_runs',
  viewers: 'application_viewers',
  'sign-ins that were begun': 'staff_challenges',
  'hours of reading': 'staff_readings',
  emails: 'emails',
  archives: 'data_exports',
  'files of exports': 'exports where file_id is not null',
  uploads: "files where name = 'unused.pdf'",
  'contents without a row': 'unreferenced_contents',
  'people of the staff who may sign in':
    "staff where status = 'active' and id not in (select staff_id from staff_roles where role = 'admin')",
} as const
type Thing = keyof typeof tables

async function countThings(): Promise<Record<Thing, number>> {
  const counted = Object.entries(tables).map(async ([thing, from]) => {
    const { rows } = await api.database.pool.query(`select count(*)::int as count from ${from}`)
    return [thing, rows[0].count]
  })
  return Object.fromEntries(await Promise.all(counted))
}
const nothing = Object.fromEntries(Object.keys(tables).map((thing) => [thing, 0]))

test('nothing that is in use goes at night, and after 401 days none of it is left', async () => {
  const before = await countThings()
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
  await runScheduled()
  expect(await countThings()).toEqual(before)
  api.clock.advance(401 * 86_400_000)
  await runScheduled()
  expect(await countThings()).toEqual(nothing)
  expect(await api.database.db.select().from(exportRegister)).toHaveLength(1)
})

test('what fails at night keeps nothing else from being done', async () => {
  const { pool } = api.database
  await pool.query(`insert into application_viewers (application_id, staff_id, opened_at, expires_at)
    select id, (select id from staff limit 1), now(), '2020-01-01' from applications limit 1`)
  const rename = (from: string, to: string) => pool.query(`alter table ${from} rename to ${to}`)
  await rename('login_networks', 'login_networks_away')
  try {
    await expect(runJob('prune')).rejects.toThrow()
  } finally {
    await rename('login_networks_away', 'login_networks')
  }
  expect(await countThings()).toMatchObject({ viewers: 0 })
})

test('the scheduled jobs are known to the queue', async () => {
  const worker = await startWorker(api.database.url, createTasks(api.jobDependencies), { error: () => {} })
  const readKnown = async () => {
    const { rows } = await api.database.pool.query('select identifier from graphile_worker._private_known_crontabs')
    return rows.map(({ identifier }) => identifier).sort()
  }
  await expect.poll(readKnown).toEqual([...scheduled].sort())
  await worker.stop()
})

test('each attempt at a job that fails is counted under its name', async () => {
  const { jobFailures } = api.jobDependencies.metrics
  const listCounts = async () => (await jobFailures.get()).values.map(({ labels, value }) => [labels.job, value])
  for (const count of [1, 2]) {
    await expect(runJob('scan_file', { fileId: 'no id' })).rejects.toThrow()
    expect(await listCounts()).toContainEqual(['scan_file', count])
  }
})

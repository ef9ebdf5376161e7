import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createConcurrencyLimiter } from '#server/load/concurrency-limiter.ts'
import { createMemoryBudget } from '#server/load/memory-budget.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createAppWith } from '#tests/support/api/create-app.ts'
import { createMetrics } from './metrics.ts'
import { registerMetricsRoute } from './metrics-route.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const token = 'a-token-for-the-operators'
const readMetrics = async () => (await api.fetch('/metrics')).text()

async function getMetrics(settings: Partial<TestApi['config']>, authorization?: string) {
  const app = await createAppWith(api, settings)
  const { statusCode } = await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
  await app.close()
  return statusCode
}

test('operators see requests by route, limits, the database, jobs, the process and the versions', async () => {
  await api.call('GET', '/users/me')
  const response = await api.fetch('/metrics')
  const text = await response.text()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(text).toMatch(
    /^portal_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/users\/me",status="401"\} 1$/m,
  )
  const [, seconds] =
    /^portal_http_request_duration_seconds_sum\{method="GET",route="\/api\/v1\/users\/me",status="401"\} (\S+)$/m.exec(
      text,
    ) ?? []
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(Number(seconds)).toBeLessThan(60)
  expect(text).toContain(`portal_build_info{version="test",node="${process.version}"} 1`)
  for (const limiter of ['admission', 'standard', 'slow', 'password_hash', 'file_inspection']) {
    expect(text).toMatch(new RegExp(`^portal_concurrency_active\\{limiter="${limiter}"\\} \\d+$`, 'm'))
    expect(text).toMatch(new RegExp(`^portal_concurrency_queued\\{limiter="${limiter}"\\} 0$`, 'm'))
    expect(text).toMatch(new RegExp(`^portal_concurrency_rejected_total\\{limiter="${limiter}"\\} \\d+$`, 'm'))
  }
  for (const sample of [
    'portal_upload_memory_bytes 0',
    'portal_database_connections\\{state="idle"\\} \\d+',
    'portal_database_queries_waiting 0',
    'portal_database_oldest_transaction_seconds [\\d.e-]+',
    'portal_database_archive_failing_seconds 0',
    'portal_unhandled_rejections_total 0',
    'process_cpu_seconds_total [\\d.]+',
    'nodejs_eventloop_lag_p99_seconds [\\d.e-]+',
  ])
    expect(text).toMatch(new RegExp(`^${sample}$`, 'm'))
})

test('every number is that of the moment, also when it is read again; what the database would say is unknown while it is away', async () => {
  const limiter = createConcurrencyLimiter({ limit: 2, queueLimit: 1 })
  const uploadMemory = createMemoryBudget(10)
  uploadMemory.open().add(4)
  expect(() => uploadMemory.open().add(7)).toThrow()
  const { promise, resolve } = Promise.withResolvers<void>()
  // Two run, one waits, and one is rejected.
  const work = Promise.allSettled(Array.from({ length: 4 }, () => limiter.run(() => promise)))
  const madeAt = new Date('2024-10-20T09:00:00Z')
  let isAway = false
  const read = async <T>(value: T) => {
    if (isAway) throw new Error('Connection terminated')
    return value
  }
  const app = Fastify()
  registerMetricsRoute(app, {
    metrics: createMetrics('test'),
    config: { isProduction: false, metricsToken: undefined },
    pool: { totalCount: 9, idleCount: 4, waitingCount: 3 },
    limiters: { own: limiter },
    uploadMemory,
    countJobs: () => read({ waiting: 6, failed: 7 }),
    readOldestTransactionAge: () => read(8),
    readArchiveFailureAge: () => read(10),
    countReadersAboveBudget: () => read(11),
    readDrills: () => read({ newest: { failure: 'The file is damaged.' }, restored: { madeAt } }),
  })
  const list = async () => {
    const { body } = await app.inject({ url: '/metrics' })
    const found = body.matchAll(/^portal_((?:concurrency|upload|database|jobs|staff|backup)\S*) (\S+)$/gm)
    return Object.fromEntries([...found].map(([, name = '', value]) => [name, value]))
  }
  const ofServer = {
    'concurrency_active{limiter="own"}': '2',
    'concurrency_queued{limiter="own"}': '1',
    'concurrency_rejected_total{limiter="own"}': '1',
    'concurrency_rejected_total{limiter="upload_memory"}': '1',
    upload_memory_bytes: '4',
    'database_connections{state="idle"}': '4',
    'database_connections{state="active"}': '5',
    database_queries_waiting: '3',
  }
  const ofDatabase = {
    database_oldest_transaction_seconds: '8',
    database_archive_failing_seconds: '10',
    'jobs{state="waiting"}': '6',
    'jobs{state="failed"}': '7',
    staff_above_daily_persons: '11',
    backup_restored_timestamp_seconds: String(madeAt.getTime() / 1000),
    backup_drill_failed: '1',
  }
  for (const _ of [1, 2]) expect(await list()).toEqual({ ...ofServer, ...ofDatabase })
  isAway = true
  const unknown = Object.fromEntries(Object.keys(ofDatabase).map((name) => [name, 'Nan']))
  expect(await list()).toEqual({ ...ofServer, ...unknown })
  resolve()
  await work
  expect(await list()).toMatchObject({
    'concurrency_active{limiter="own"}': '0',
    'concurrency_queued{limiter="own"}': '0',
  })
  await app.close()
})

test('jobs are counted by what becomes of them', async () => {
  const { pool } = api.database
  await pool.query('delete from graphile_worker._private_jobs')
  await pool.query("select graphile_worker.add_job('prune'), graphile_worker.add_job('prune')")
  await pool.query("select graphile_worker.add_job('prune', run_at => now() + interval '1 hour')")
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts
    where id = (select min(id) from graphile_worker._private_jobs)`)
  const text = await readMetrics()
  expect(text).toContain('portal_jobs{state="waiting"} 1\n')
  expect(text).toContain('portal_jobs{state="failed"} 1\n')
  await pool.query('delete from graphile_worker._private_jobs')
})

test('failed jobs run again, or are given up, by the statements of the manual', async () => {
  const { pool } = api.database
  const manual = readFileSync('docs/operations.md', 'utf8')
  for (const [statement, left] of [
    [/^select id from graphile_worker\.reschedule_jobs.*;$/m, ['prune 0 due', 'prune 1']],
    [/^select id from graphile_worker\.complete_jobs.*;$/m, ['prune 1']],
  ] as const) {
    await pool.query('delete from graphile_worker._private_jobs')
    await pool.query(
      "select graphile_worker.add_job('prune', run_at => now() + interval '1 hour') from generate_series(1, 2)",
    )
    await pool.query(`update graphile_worker._private_jobs
      set attempts = case id when (select min(id) from graphile_worker._private_jobs) then max_attempts else 1 end`)
    await pool.query(statement.exec(manual)?.[0] ?? '')
    const { rows } = await pool.query<{ job: string }>(
      "select concat_ws(' ', task_identifier, attempts, case when run_at <= now() then 'due' end) as job from graphile_worker.jobs order by 1",
    )
    expect(rows.map(({ job }) => job)).toEqual(left)
  }
  await pool.query('delete from graphile_worker._private_jobs')
})

test('a transaction that stays open shows its age', async () => {
  const client = await api.serverDatabase.pool.connect()
  await client.query('begin')
  const { rows } = await client.query('select extract(epoch from now())::float as began')
  const text = await readMetrics()
  const { rows: after } = await client.query('select extract(epoch from clock_timestamp())::float as now')
  await client.query('rollback')
  client.release()
  const age = Number(/^portal_database_oldest_transaction_seconds (\S+)$/m.exec(text)?.[1])
  expect(age).toBeGreaterThan(0)
  expect(age).toBeLessThanOrEqual(after[0].now - rows[0].began)
})

test('while the database is away the other metrics are still served', async () => {
  vi.spyOn(api.serverDatabase.pool, 'query').mockRejectedValue(new Error('Connection terminated') as never)
  const text = await readMetrics()
  vi.restoreAllMocks()
  expect(text).toContain('portal_jobs{state="waiting"} Nan')
  expect(text).toContain('portal_database_oldest_transaction_seconds Nan')
  expect(text).toContain('portal_database_archive_failing_seconds Nan')
  expect(text).toContain('portal_build_info')
})

test('the manual says what each metric of the portal means, and names each limiter', async () => {
  const metrics = await readMetrics()
  const own = [...metrics.matchAll(/^# TYPE (portal_\S+)/gm)].map(([, name = '']) => name)
  const rows = readFileSync('docs/operations.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `portal_'))
  const stated = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/portal_\w+/g)].map(([name]) => name))
  expect(stated.sort()).toEqual(own.sort())
  const limiters = [...metrics.matchAll(/_active\{limiter="(\w+)"/g)].map(([, name = '']) => name)
  expect(limiters.length).toBeGreaterThan(5)
  const row = rows.find((one) => one.includes('{limiter}'))
  expect(limiters.filter((name) => !row?.includes(`\`${name}\``))).toEqual([])
})

/** The rules of `promtool check metrics` that our own metrics could break. */
test('names, types and help texts follow the rules of Prometheus', async () => {
  const text = await readMetrics()
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  const helps = new Map([...text.matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, name = '', help = '']) => [name, help]))
  expect(types.size).toBeGreaterThan(30)
  for (const [name, type] of types) {
    expect(name).toMatch(/^(portal|process|nodejs)_[a-z0-9_]+$/)
    expect(helps.get(name)?.length, name).toBeGreaterThan(5)
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    expect(name).not.toMatch(/_(count|sum|bucket|ms|milliseconds|minutes|kilobytes)$/)
  }
  expect(text).not.toMatch(/quantile="/)
})

test('a path that holds a NIN is counted by its route', async () => {
  await api.call('POST', '/services/nin-verify/10000000001')
  expect(await readMetrics()).not.toContain('10000000001')
})

test('V13.4.5 in production the metrics require the token, and without a configured token nobody gets them', async () => {
  expect(await getMetrics({ isProduction: true })).toBe(404)
  const settings = { isProduction: true, metricsToken: token }
  expect(await getMetrics(settings)).toBe(404)
  expect(await getMetrics(settings, 'Bearer another-token-for-operators')).toBe(404)
  expect(await getMetrics(settings, `Bearer ${token}`)).toBe(200)
})

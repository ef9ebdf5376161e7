import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createExportTables } from '#shared/lists/exports/export-columns.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { addInterviewResults } from '#tests/support/fixtures/interview-results.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { capCount } from './staff-list.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  await addApplications(api, { count: 60, prefix: 'PAGE', department: 'Physics' })
})
afterAll(() => api.close())

/** The names of the statements of this work, null for one that is planned anew. */
async function listStatements(work: () => Promise<unknown>): Promise<(string | null)[]> {
  // Counts of earlier pages, which are written a second later.
  await api.services.reading.writeAll()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const names = query.mock.calls.map(([config]) => (config as { name?: string }).name ?? null)
  query.mockRestore()
  return names
}

test('a page with its count takes two statements: session with exercise and rules, and rows; of one filter it is planned once', async () => {
  const registry = await createStaff(api, ['registry'])
  const read = (query: string) => registry.call('GET', `/staff/applications?limit=50&${query}`)
  const first = (await read('department=Physics')).body.data
  expect([first.rows.length, first.count]).toEqual([50, { value: 60, more: false }])
  const next = await read(`department=Physics&after=${first.next}`)
  expect(next.body.data.rows).toHaveLength(10)
  const page = ['staff_session_applications', expect.stringMatching(/^list_/)]
  expect(await listStatements(() => read('department=Physics'))).toEqual(page)
  expect(await listStatements(() => read('department=Chemistry'))).toEqual(page)
  // What is combined is planned by what is asked for.
  const combined = ['staff_session_applications', null]
  expect(await listStatements(() => read('department=Physics&stage=submitted'))).toEqual(combined)
  expect(await listStatements(() => read('department=Physics&sort=name'))).toEqual(combined)
})

test('a page of one filter is not planned again for each request', async () => {
  const registry = await createStaff(api, ['registry'])
  const connect = vi.spyOn(pg.Client.prototype, 'query')
  for (let n = 0; n < 12; n++) await registry.call('GET', '/staff/applications?department=Physics&limit=49')
  const clients = new Set(connect.mock.contexts as pg.Client[])
  connect.mockRestore()
  const plans: { once: number; anew: number }[] = []
  for (const client of clients) {
    const { rows } = await client.query(
      `select generic_plans::int as once, custom_plans::int as anew from pg_prepared_statements
      where statement like '%limit 50' and name like 'list_%'`,
    )
    plans.push(...rows)
  }
  expect(plans.reduce((sum, { once, anew }) => sum + once + anew, 0)).toBe(12)
  // PostgreSQL compares the plans of the first five executions on a connection with the general one.
  for (const { once, anew } of plans) expect(anew).toBe(Math.min(5, once + anew))
  expect(plans.some(({ once }) => once > 0)).toBe(true)
})

test('the count of a filter is read from its index alone, by a plan for any value', async () => {
  const registry = await createStaff(api, ['registry'])
  const client = await api.database.pool.connect()
  await client.query('vacuum analyze applicant_index')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await registry.call('GET', '/staff/applications?department=Physics')
  const page = query.mock.calls
    .map(([config]) => config as unknown as { name?: string; text: string; values: unknown[] })
    .find(({ name }) => name?.startsWith('list_'))
  query.mockRestore()
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
  const { rows } = await client.query(`explain ${page?.text}`, page?.values)
  client.release(true)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Only Scan using applicant_index_department_submitted/)
  expect(plan).not.toContain('Physics')
})

test('a year without an exercise has no applications, and what is no year is refused', async () => {
  const registry = await createStaff(api, ['registry'])
  for (const year of ['2023', '9999', '0']) {
    const { status, body } = await registry.call('GET', `/staff/applications?exercise=${year}`)
    expect([year, status, body.data]).toEqual([year, 200, { rows: [], next: null, count: { value: 0, more: false } }])
  }
  for (const typed of ['soon', '10000', '-1'])
    expect([typed, (await registry.call('GET', `/staff/applications?exercise=${typed}`)).status]).toEqual([typed, 400])
})

test('there are more than were counted only beyond the limit', () => {
  expect([2, 3, 4].map((count) => capCount(count, 3))).toEqual([
    { value: 2, more: false },
    { value: 3, more: false },
    { value: 3, more: true },
  ])
})

test('a file has nobody of an exercise in which the person may make none, whatever the person may read there', async () => {
  const { id: staffId } = await createStaff(api, ['auditor'])
  const { pool } = api.database
  const { rows } = await pool.query('select id from exercises where is_current')
  const exerciseId: number = rows[0].id
  const grant = (role: StaffRole, exerciseId: number | null) => ({ role, exerciseId, school: null, department: null })
  for (const list of ['applicants', 'applications'] as const) {
    const countRows = async (chairOf: number | null) => {
      const grants = [grant('auditor', null), grant('chair', chairOf)]
      const request = { list, exerciseId, filter: {}, chosen: {}, selectionId: null, staffId, grants }
      const tables = createExportTables(list, { format: 'csv', keys: ['number'] })
      const [queried] = await api.services.lists[list].describeTables(request, tables)
      const { text = '', values = [] } = queried?.statement.count ?? {}
      return (await pool.query(text, [...values])).rows[0].count
    }
    const counts = [await countRows(exerciseId), await countRows(null), await countRows(exerciseId + 1)]
    expect([list, ...counts.map(Number)]).toEqual([list, 60, 60, 0])
  }
})

test('a page behind the last row has none, and says how many there are', async () => {
  const registry = await createStaff(api, ['registry'])
  const read = async (after: string) =>
    (await registry.call('GET', `/staff/applications?department=Physics&limit=59${after}`)).body.data
  const { rows, next } = await read('')
  const seen = rows.map(({ number }: { number: string }) => number)
  const move = `update accounts set department = $1 from applications where account_id = accounts.id and not number = any($2)`
  await api.database.pool.query(move, ['Chemistry', seen])
  expect(await read(`&after=${next}`)).toEqual({ rows: [], next: null, count: { value: 59, more: false } })
  await api.database.pool.query(move, ['Physics', seen])
})

test('what a name finds is counted to 200, other lists to 1,000', async () => {
  const [registry, officer] = [await createStaff(api, ['registry']), await createStaff(api, ['exam'])]
  const added = await addApplications(api, { count: 201, prefix: 'NAMED' })
  const ids = added.map(({ applicationId }) => applicationId)
  await addInterviewResults(api, ids, [officer.id, registry.id])
  const count = async (query: string) =>
    (await officer.call('GET', `/staff/results?kind=interview&${query}`)).body.data.count
  expect(await count('q=Sule')).toEqual({ value: 200, more: true })
  expect(await count('')).toEqual({ value: 201, more: false })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'

// Each export starts a thread; a busy machine takes a while.
vi.setConfig({ testTimeout: 90_000 })

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
  await addApplications(api, { count: 8, prefix: 'CH', school: 'Chosen' })
  await addApplications(api, { count: 3, prefix: 'OT', school: 'Other' })
})
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())

const getUserId = (prefix: string, n: number) => `RE24-${prefix}${String(n).padStart(6, '0')}`

const request = (filter: Record<string, unknown>, more: Record<string, unknown> = {}, staff = registry) =>
  staff.call('POST', '/staff/exports', {
    body: {
      of: 'applicants',
      format: 'csv',
      columns: ['userId'],
      reason: 'For the meeting of the panel',
      filter,
      ...more,
    },
  })

/** @returns the lines of the file after its heading, sorted, and what the register says */
async function make(filter: Record<string, unknown>, more: Record<string, unknown> = {}, staff = registry) {
  const { status, body } = await request(filter, more, staff)
  expect([status, body.code]).toEqual([201, undefined])
  const { id } = body.data
  const read = async () => (await staff.call('GET', `/staff/exports/${id}`)).body.data
  await expect.poll(async () => (await read()).state, { timeout: 30_000, interval: 100 }).toBe('ready')
  const response = await api.fetch(`/api/v1/staff/exports/${id}/content`, { headers: staff.credentials })
  const [, ...lines] = (await response.text()).replace('\uFEFF', '').trimEnd().split('\r\n')
  return { lines: lines.map((line) => line.slice(1, -1)).sort(), registered: await read() }
}

test('the file holds exactly the chosen applicants, also those without an application, and the register says how many', async () => {
  const { userId } = await createUnusedAccount(api, { school: 'Chosen' })
  const chosen = [getUserId('CH', 2), getUserId('OT', 1), userId]
  const { lines, registered } = await make({ userIds: chosen.map((id) => ` ${id.toLowerCase()}`) })
  expect(lines).toEqual([...chosen].sort())
  expect(registered).toMatchObject({ chosen: 3, except: 0, rows: 3, total: 3, filter: {}, selection: null })
  const [listed] = (await registry.call('GET', '/staff/exports')).body.data.rows
  expect(listed).toMatchObject({ id: registered.id, chosen: 3 })
  const [event] = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, registered.id)).limit(1)
  // Without the user IDs, which name applicants.
  expect(event?.detail).toMatchObject({ filters: ['userIds'], chosen: 3 })
  expect(JSON.stringify(event?.detail)).not.toContain('RE24')
})

test('all that a filter finds but some are exported, in the order by submission only those who have submitted', async () => {
  const school = 'Excepted'
  await addApplications(api, { count: 4, prefix: 'EX', school })
  const unused = await createUnusedAccount(api, { school })
  const except = [getUserId('EX', 1), getUserId('OT', 1)]
  const { lines, registered } = await make({ school, except })
  expect(lines).toEqual([...[2, 3, 4].map((n) => getUserId('EX', n)), unused.userId].sort())
  expect(registered).toMatchObject({ chosen: null, except: 2, rows: 4, filter: { school } })
  const [event] = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, registered.id)).limit(1)
  expect(event?.detail).toMatchObject({ except: 2 })
  expect(JSON.stringify(event?.detail)).not.toContain('RE24')
  const sorted = await make({ school, except, sort: '-submitted' })
  expect(sorted.lines).toEqual([2, 3, 4].map((n) => getUserId('EX', n)))
})

test('chosen applicants who do not match the filter, and user IDs that nobody has, are in no file', async () => {
  const userIds = [getUserId('CH', 1), getUserId('OT', 1), 'RE24-NOBODY', "RE24-' or true --"]
  expect((await make({ school: 'Chosen', userIds })).lines).toEqual([getUserId('CH', 1)])
  expect((await make({ userIds: ['RE24-NOBODY'] })).registered).toMatchObject({ rows: 0, chosen: 1 })
})

test('user IDs of another exercise yield nothing, also for who has a role there', async () => {
  const { rows } = await api.database.pool.query<{ id: number }>(`insert into exercises (institution, short_name, title,
    year, fee_kobo, charge_kobo, posts, vendor_name) select institution, short_name, title, 2031, fee_kobo, charge_kobo,
    '[]', vendor_name from exercises order by year limit 1 returning id`)
  const exerciseId = rows[0]?.id ?? 0
  await addApplications(api, { count: 2, prefix: 'NX', exerciseId })
  const userIds = [getUserId('NX', 1), getUserId('CH', 1)]
  expect((await make({ userIds })).lines).toEqual([getUserId('CH', 1)])
  expect((await make({ userIds, exercise: 2031 })).lines).toEqual([getUserId('NX', 1)])
  const elsewhere = await createStaff(api, [{ role: 'registry', exerciseId }], { isFresh: true })
  expect((await request({ userIds }, {}, elsewhere)).body.code).toBe('not_permitted')
  expect((await make({ userIds, exercise: 2031 }, {}, elsewhere)).lines).toEqual([getUserId('NX', 1)])
})

test.each([
  ['more than 1,000', Array.from({ length: 1_001 }, (_, n) => getUserId('CH', n))],
  ['none', []],
  ['no user IDs', ['']],
])('%s are refused, and the field is named', async (_, ids) => {
  for (const field of ['userIds', 'except']) {
    const { status, body } = await request({ [field]: ids })
    expect(status).toBe(400)
    expect(body.errors[0].path).toMatch(new RegExp(`^filter\\.${field}`))
  }
})

test('1,000 named applicants are one export', async () => {
  const userIds = Array.from({ length: 1_000 }, (_, n) => getUserId('CH', n + 1))
  const { lines, registered } = await make({ userIds })
  expect([lines.length, registered.chosen]).toEqual([8, 1_000])
})

test('only applicants are named like this, in a list of text', async () => {
  const userIds = [getUserId('CH', 1)]
  expect((await request({ userIds }, { of: 'applications', columns: ['number'] })).status).toBe(400)
  expect((await request({ school: ['Chosen'] })).body.errors[0].path).toBe('filter.school')
  expect((await request({ userIds: userIds[0] })).body.errors[0].path).toBe('filter.userIds')
})

test('chosen applicants are exported by those alone who export the list, with the same columns and cells', async () => {
  const userIds = [getUserId('CH', 3)]
  for (const role of ['reviewer', 'helpdesk', 'auditor', 'bursar'] as const) {
    const staff = await createStaff(api, [role], { isFresh: true })
    expect((await request({ userIds }, {}, staff)).status).toBe(403)
  }
  const stale = await createStaff(api, ['registry'])
  expect((await request({ userIds }, { columns: ['name'] }, stale)).body.code).toBe('fresh_sign_in_required')
  await api.database.db
    .update(accounts)
    .set({ surname: '=1+1' })
    .where(eq(accounts.userId, userIds[0] ?? ''))
  expect((await make({ userIds }, { columns: ['name'] })).lines).toEqual(["'=1+1 Amaka"])
})

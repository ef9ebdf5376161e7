import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { selectionItems, selections } from '#server/database/schema/selections.ts'
import { maxSelections } from '#shared/lists/selections.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createReadyApplicant } from '#tests/support/fixtures/applicants.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { createSelectionService } from './service.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'])
})

const select = (filter: Record<string, unknown>, person = registry) =>
  person.call('POST', '/staff/selections', { body: { of: 'applications', filter } })

async function listNumbers(id: string): Promise<string[]> {
  const rows = await api.database.db
    .select({ number: applications.number })
    .from(selectionItems)
    .innerJoin(applications, eq(applications.id, selectionItems.applicationId))
    .where(eq(selectionItems.selectionId, id))
    .orderBy(applications.number)
  return rows.map(({ number }) => number)
}

test('a selection keeps the submitted applications that match, whatever matches later', async () => {
  const added = await addApplications(api, { count: 30, prefix: 'FROZEN', school: 'Frozen' })
  await createReadyApplicant(api, { school: 'Frozen' })
  const { status, body } = await select({ school: 'Frozen' })
  const { id, count: counted, expiresAt } = body.data
  expect([status, counted]).toEqual([201, 30])
  expect((Date.parse(expiresAt) - api.clock.now().getTime()) / 3_600_000).toBeCloseTo(24, 2)

  await addApplications(api, { count: 5, prefix: 'LATER', school: 'Frozen' })
  expect((await select({ numbers: [added[0]?.number] })).body.data.count).toBe(1)
  expect(await listNumbers(id)).toEqual(added.map(({ number }) => number))
  expect((await registry.call('GET', `/staff/selections/${id}`)).body.data).toMatchObject({
    id,
    of: 'applications',
    count: 30,
    exercise: 2024,
    filter: { school: 'Frozen' },
  })
})

test("a selection takes the list's filters, its search, and applications chosen one by one", async () => {
  const roles = ['Lecturer I', 'Lecturer II']
  const added = await addApplications(api, { count: 10, prefix: 'CHOSEN', school: 'Chosen', roles })
  const countOf = async (filter: Record<string, unknown>) => (await select(filter)).body.data.count
  expect(await countOf({ school: 'Chosen', role: 'Lecturer I' })).toBe(5)
  expect(await countOf({ school: 'Chosen', published: 'none' })).toBe(10)
  expect(await countOf({ school: 'Chosen', q: 'sule amaka' })).toBe(10)
  expect(await countOf({ school: 'Chosen', q: 'amaka' })).toBe(10)
  expect(await countOf({ q: added[3]?.number })).toBe(1)
  const numbers = [added[1]?.number, added[2]?.number, added[2]?.number, 'APP-2024-UNKNOWN']
  expect(await listNumbers((await select({ numbers })).body.data.id)).toEqual([added[1]?.number, added[2]?.number])
  expect(await countOf({ numbers, role: 'Lecturer I' })).toBe(1)
  const others = await select({ school: 'Chosen', except: numbers })
  expect(await listNumbers(others.body.data.id)).toEqual(
    added.map(({ number }) => number).filter((number) => !numbers.includes(number)),
  )
})

test('what cannot be selected is refused', async () => {
  expect((await select({ school: 'No such school' })).body.code).toBe('selection_empty')
  expect((await select({ school: 'Frozen', exercise: 1999 })).body.code).toBe('selection_empty')
  expect((await select({ unknown: 'filter' })).status).toBe(400)
  expect((await select({ numbers: [] })).status).toBe(400)
  expect((await select({ numbers: Array.from({ length: 1_001 }, (_, n) => `APP-${n}`) })).status).toBe(400)
  // What is not published is not chosen by either.
  const helpdesk = await createStaff(api, ['helpdesk'])
  expect((await select({ school: 'No such school' }, helpdesk)).body.code).toBe('selection_empty')
  expect((await select({ split: 'yes' }, helpdesk)).body.code).toBe('not_permitted')
})

test("a reviewer's selection has only applications of the own school", async () => {
  await addApplications(api, { count: 3, prefix: 'OWNS', school: 'Own school' })
  await addApplications(api, { count: 4, prefix: 'OTHERS', school: 'Other school' })
  const reviewer = await createStaff(api, [{ role: 'reviewer', school: 'Own school' }])
  expect((await select({ school: 'Own school|Other school' }, reviewer)).body.data.count).toBe(3)
  expect((await select({ school: 'Other school' }, reviewer)).body.code).toBe('selection_empty')
  expect((await select({ school: 'Own school' }, await createStaff(api, ['bursar']))).status).toBe(403)
})

test("another person's selection is unknown, and an expired one says so and is deleted at night", async () => {
  await addApplications(api, { count: 2, prefix: 'MINE', school: 'Mine' })
  const { id } = (await select({ school: 'Mine' })).body.data
  const other = await createStaff(api, ['registry'])
  expect((await other.call('GET', `/staff/selections/${id}`)).status).toBe(404)

  api.clock.advance(24 * 3_600_000)
  const { db } = api.database
  const mine = await createStaff(api, ['registry'])
  await db.update(selections).set({ madeBy: mine.id }).where(eq(selections.id, id))
  expect((await mine.call('GET', `/staff/selections/${id}`)).body.code).toBe('selection_expired')
  api.clock.advance(1)
  const { id: kept } = (await select({ school: 'Mine' }, mine)).body.data
  await api.services.selections.prune()
  expect(await db.select().from(selections).where(eq(selections.id, id))).toEqual([])
  expect(await db.select().from(selectionItems).where(eq(selectionItems.selectionId, id))).toEqual([])
  expect((await mine.call('GET', `/staff/selections/${kept}`)).body.data).toMatchObject({ count: 2 })
  expect(await listNumbers(kept)).toHaveLength(2)
})

test('the list of applications takes one of the own selections, and makes others of it', async () => {
  const roles = ['Lecturer I', 'Lecturer II']
  const added = await addApplications(api, { count: 4, prefix: 'LISTED', school: 'Listed', roles })
  const { id } = (await select({ school: 'Listed' })).body.data
  await addApplications(api, { count: 1, prefix: 'SINCE', school: 'Listed' })
  const list = async (query: string, person = registry) => {
    const { status, body } = await person.call('GET', `/staff/applications?selection=${query}`)
    return status === 200 ? body.data.rows.map(({ number }: { number: string }) => number).sort() : status
  }
  const numbers = added.map(({ number }) => number)
  expect(await list(id)).toEqual(numbers)
  expect(await list(`${id}&role=Lecturer+I`)).toHaveLength(2)
  expect(await list(id, await createStaff(api, ['registry']))).toEqual([])
  expect(await list('mine')).toBe(400)
  expect((await select({ selection: id, role: 'Lecturer II' })).body.data.count).toBe(2)
  expect((await select({ selection: id }, await createStaff(api, ['registry']))).body.code).toBe('selection_empty')
  await api.database.db.update(selections).set({ expiresAt: sql`now()` }).where(eq(selections.id, id))
  expect(await list(id)).toEqual([])
})

test('a person keeps a number of selections; one more ends the oldest', async () => {
  await addApplications(api, { count: 1, prefix: 'KEPT', school: 'Kept' })
  const other = await createStaff(api, ['registry'])
  const { id: others } = (await select({ school: 'Kept' }, other)).body.data
  const ids: string[] = []
  for (let n = 0; n <= maxSelections; n++) {
    api.clock.advance(1)
    ids.push((await select({ school: 'Kept' })).body.data.id)
  }
  const codes = await Promise.all(
    ids.slice(0, 2).map(async (id) => (await registry.call('GET', `/staff/selections/${id}`)).body.code),
  )
  expect(codes).toEqual(['selection_expired', undefined])
  expect((await other.call('GET', `/staff/selections/${others}`)).status).toBe(200)
})

test('more applications than one selection may have are refused, and leave nothing behind', async () => {
  const before = await api.database.db.select({ rows: count() }).from(selections)
  await addApplications(api, { count: 6, prefix: 'LARGE', school: 'Large' })
  const service = createSelectionService({ staffDatabase: api.database, clock: api.clock.now, maxItems: 5 })
  const grants = [{ role: 'registry' as const, exerciseId: null, school: null, department: null }]
  const principal = { staffId: registry.id, sessionId: '', email: '', name: '', grants, freshUntil: null }
  const filter: Record<string, unknown> = { school: 'Large' }
  await expect(service.create(filter, principal)).rejects.toMatchObject({ code: 'selection_too_large' })
  expect(await api.database.db.select({ rows: count() }).from(selections)).toEqual(before)
})

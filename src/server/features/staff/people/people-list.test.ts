import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, startStaffTestSession, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
let admin: TestStaff
let reviewer: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  admin = await createStaff(api, ['admin'], { isFresh: true, name: 'Musa Danladi', email: 'musa@example.org' })
  reviewer = await createStaff(api, ['reviewer', 'helpdesk'], { name: 'Aaliyah Bello' })
  await createStaff(api, ['dpo'], { name: 'Zainab Lawal', status: 'suspended' })
})
afterAll(() => api.close())

const read = async (query = '') => (await admin.call('GET', `/staff/people?${query}`)).body
const listNames = async (query: string) => (await read(query)).data.rows.map(({ name }: { name: string }) => name)

test('the staff are filtered by role and status, searched by a part of name or address, and counted', async () => {
  expect(await listNames('role=admin|dpo')).toEqual(['Musa Danladi', 'Zainab Lawal'])
  expect(await listNames('status=suspended|left')).toEqual(['Zainab Lawal'])
  expect(await listNames('q=LIYAH')).toEqual(['Aaliyah Bello'])
  expect(await listNames('q=musa@')).toEqual(['Musa Danladi'])
  expect(await listNames('q=%25')).toEqual([])
  expect((await read('role=admin|dpo&limit=1')).data.count).toEqual({ value: 2, more: false })
  expect((await admin.call('GET', '/staff/people?role=emperor')).status).toBe(400)
})

test('those for whom a change waits are a list of their own', async () => {
  expect(await listNames('waiting=yes')).toEqual([])
  const body = { roles: [{ role: 'dpo' }], version: 1 }
  expect((await admin.call('PATCH', `/staff/people/${reviewer.id}`, { body })).status).toBe(201)
  expect(await listNames('waiting=yes')).toEqual(['Aaliyah Bello'])
  expect(await listNames('waiting=no')).toEqual(['Musa Danladi', 'Zainab Lawal'])
  const { rows } = await api.database.pool.query('select id from staff_proposals where staff_id = $1', [reviewer.id])
  const decline = { body: { decision: 'decline' } }
  expect((await admin.call('POST', `/staff/proposals/${rows[0].id}`, decline)).status).toBe(200)
  expect(await listNames('waiting=yes')).toEqual([])
})

test('every order is walked to its end in pages', async () => {
  for (const sort of ['name', '-name', 'added', '-added']) {
    const names: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: Answer = await admin.call('GET', `/staff/people?sort=${sort}&limit=1${next && `&after=${next}`}`)
      names.push(...page.body.data.rows.map(({ name }: { name: string }) => name))
      next = page.body.data.next
    }
    const ascending = sort.endsWith('name')
      ? ['Aaliyah Bello', 'Musa Danladi', 'Zainab Lawal']
      : ['Musa Danladi', 'Aaliyah Bello', 'Zainab Lawal']
    expect(names).toEqual(sort.startsWith('-') ? ascending.toReversed() : ascending)
  }
  expect((await read(`after=${crypto.randomUUID()}`)).code).toBe('cursor_invalid')
})

test("a person's page has the sessions, and an administrator ends one of them", async () => {
  const person = await createStaff(api, ['helpdesk'], { name: 'Two Devices' })
  await startStaffTestSession(api, person.id)
  const path = `/staff/people/${person.id}`
  const { sessions, roles, addedBy } = (await admin.call('GET', path)).body.data
  expect({ roles, addedBy }).toMatchObject({ roles: [{ role: 'helpdesk' }], addedBy: null })
  expect(sessions).toHaveLength(2)
  const other = (await admin.call('GET', `/staff/people/${admin.id}`)).body.data.sessions[0].id
  expect((await admin.call('DELETE', `${path}/sessions/${other}`)).status).toBe(404)
  const end = (id: string) => admin.call('DELETE', `${path}/sessions/${id}`)
  expect((await withoutAuditLog(api, () => end(sessions[0].id))).status).toBe(500)
  for (const { id } of sessions) expect((await end(id)).status).toBe(200)
  expect((await admin.call('DELETE', `${path}/sessions/${sessions[0].id}`)).status).toBe(404)
  expect((await person.call('GET', '/staff/me')).status).toBe(401)
  expect((await admin.call('GET', path)).body.data.sessions).toEqual([])
  const { rows } = await api.database.pool.query(
    `select staff_id as by, detail from audit_log
      where action = 'staff_session_ended' and subject_kind = 'staff' and subject_id = $1 order by id`,
    [person.id],
  )
  expect(rows).toEqual(sessions.map(({ id }: { id: string }) => ({ by: admin.id, detail: { session: id } })))
})

test('there is no page of somebody who does not exist, and none for other roles', async () => {
  expect((await admin.call('GET', `/staff/people/${crypto.randomUUID()}`)).status).toBe(404)
  const registry = await createStaff(api, ['registry'])
  expect((await registry.call('GET', `/staff/people/${admin.id}`)).body.code).toBe('not_permitted')
})

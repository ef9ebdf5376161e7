import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxSavedViews } from '#shared/api/staff/lists/views.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
let helpdesk: TestStaff
let other: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  helpdesk = await createStaff(api, ['helpdesk'])
  other = await createStaff(api, ['registry'])
})
afterAll(() => api.close())

const save = (name: string, query: object, person = helpdesk, list = 'complaints') =>
  person.call('PUT', '/staff/views', { body: { list, name, query } })
const read = async (person = helpdesk, list = 'complaints') =>
  (await person.call('GET', `/staff/views?list=${list}`)).body.data.rows

test('a view is saved without its search and page, and replaced by one with the same name', async () => {
  const query = { state: 'new|open', sort: 'received', q: 'RE24-00001', after: 'C-2024-00012' }
  const saved = (await save('Unanswered', query)).body.data
  expect(saved).toEqual({ id: saved.id, name: 'Unanswered', query: { state: 'new|open', sort: 'received' } })
  await save('Closed', { state: 'closed' })
  await save('Unanswered', { state: 'new' })
  expect(await read()).toMatchObject([
    { name: 'Closed', query: { state: 'closed' } },
    { id: saved.id, name: 'Unanswered', query: { state: 'new' } },
  ])
})

test('a view is of one list and one person: nobody else reads or deletes it', async () => {
  const { id } = (await save('Mine', { assigned: 'me' })).body.data
  await save('Also mine', {})
  expect(await read(other)).toEqual([])
  expect(await read(helpdesk, 'applicants')).toEqual([])
  expect((await other.call('DELETE', `/staff/views/${id}`)).status).toBe(404)
  expect((await helpdesk.call('DELETE', `/staff/views/${id}`)).status).toBe(200)
  expect((await helpdesk.call('DELETE', `/staff/views/${id}`)).status).toBe(404)
  const names = (await read()).map(({ name }: { name: string }) => name)
  expect(names).toContain('Also mine')
  expect(names).not.toContain('Mine')
})

test('V8.2.3 who does not read a list saves no view of it, and has none', async () => {
  const bursar = await createStaff(api, ['bursar'])
  expect((await save('October', { from: '2024-10-01' }, bursar, 'ledger')).status).toBe(200)
  expect((await save('October', { from: '2024-10-01' }, helpdesk, 'ledger')).body.code).toBe('not_permitted')
  expect(await read(bursar, 'ledger')).toHaveLength(1)
  await api.database.pool.query(`update staff_roles set role = 'helpdesk' where staff_id = $1`, [bursar.id])
  expect(await read(bursar, 'ledger')).toEqual([])
})

test('a view needs a name, and a list has a limited number of them', async () => {
  expect((await save('  ', {})).body.errors).toMatchObject([{ path: 'name', message: 'Enter a name.' }])
  expect((await save('A list of its own', {}, other, 'Not a list!')).status).toBe(400)
  const names = Array.from({ length: maxSavedViews + 3 }, (_, n) => `View ${n}`)
  const answers = await Promise.all(names.map((name) => save(name, {}, other, 'emails')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxSavedViews)
  expect((await save('One more', {}, other, 'emails')).body.code).toBe('too_many_views')
  expect((await save('One more', {}, await createStaff(api, ['registry']), 'emails')).status).toBe(200)
  const [first] = await read(other, 'emails')
  expect((await save(first.name, { state: 'failed' }, other, 'emails')).status).toBe(200)
})

test('a view is refused with a value that its filter does not have, and loses one that has gone since', async () => {
  const bad = await save('Wrong', { stage: 'paid|gone', gender: 'x' }, other, 'applicants')
  expect(bad).toMatchObject({
    status: 400,
    body: {
      errors: [
        { path: 'query.stage', message: 'There is no choice “gone”.' },
        { path: 'query.gender', message: 'There is no choice “x”.' },
      ],
    },
  })
  const query = { stage: 'paid|submitted', gender: 'f', school: 'A school that was removed' }
  await save('Kept', query, other, 'applicants')
  await api.database.pool.query(
    `update staff_views set query = query || '{"stage": "paid|retired", "gender": "retired"}' where name = 'Kept'`,
  )
  const [view] = await read(other, 'applicants')
  expect(view.query).toEqual({ stage: 'paid', school: 'A school that was removed' })
  const list = await other.call('GET', `/staff/applicants?${new URLSearchParams(view.query)}`)
  expect(list).toMatchObject({ status: 200, body: { data: { rows: [] } } })
})

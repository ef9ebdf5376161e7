// Every list of the staff, and what acts on one, refuses a filter's value that does not exist.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffColumn } from '#shared/lists/column.ts'
import { isExportedList } from '#shared/lists/exports/exported-lists.ts'
import { type ListName, staffLists } from '#shared/lists/lists.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
let people: Record<'registry' | 'admin' | 'dpo' | 'bursar', TestStaff>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  people = {
    registry: await createStaff(api, ['registry', 'helpdesk']),
    admin: await createStaff(api, ['admin']),
    dpo: await createStaff(api, ['dpo']),
    bursar: await createStaff(api, ['bursar']),
  }
})
afterAll(() => api.close())

const readerOf: Readonly<Record<string, keyof typeof people>> = {
  audit: 'dpo',
  people: 'admin',
  ledger: 'bursar',
  settlements: 'bursar',
  reconciliation: 'bursar',
}

const enumerated = Object.entries(staffLists).flatMap(([list, { columns }]) =>
  Object.entries<StaffColumn>(columns)
    .filter(([, { filter, options }]) => options && filter !== 'none')
    .map(([name, { options, filter }]) => ({ list, name, filter, known: Object.keys(options ?? {}) })),
)

test('every list has filters with known values', () => {
  expect(new Set(enumerated.map(({ list }) => list))).toEqual(new Set(Object.keys(staffLists)))
})

test.each(enumerated)(
  'the list of $list refuses an unknown $name by its name',
  async ({ list, name, filter, known }) => {
    const reader = people[readerOf[list] ?? 'registry']
    const read = (value: string) => reader.call('GET', `/staff/${list}?${name}=${encodeURIComponent(value)}`)
    const [value = ''] = known
    expect(await read(value), value).toMatchObject({ status: 200 })
    for (const unknown of ['nonsense', `${value.toUpperCase()}_`, ...(filter === 'oneOf' ? [`${value}|nonsense`] : [])])
      expect(await read(unknown), unknown).toMatchObject({ status: 400, body: { errors: [{ path: name }] } })
  },
)

const exported = enumerated.filter(({ list }) => isExportedList(list))

test.each(exported)('an export of $list refuses an unknown $name by its name', async ({ list, name }) => {
  const columns = Object.keys(staffLists[list as ListName].columns).slice(0, 1)
  const body = { of: list, filter: { [name]: 'nonsense' }, columns, format: 'csv', reason: 'To see what is refused' }
  const answer = await people[readerOf[list] ?? 'registry'].call('POST', '/staff/exports', { body })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: `filter.${name}` }] } })
})

test.each(['stage', 'gender', 'decided', 'published', 'assigned', 'flags'])(
  'a selection refuses an unknown %s by its name',
  async (name) => {
    const body = { of: 'applications', filter: { [name]: 'nonsense' } }
    const answer = await people.registry.call('POST', '/staff/selections', { body })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: `filter.${name}` }] } })
  },
)

test('a list takes the id of a staff member to whom applications are assigned', async () => {
  const answer = await people.registry.call('GET', `/staff/applications?assigned=me|${people.admin.id}`)
  expect(answer.status).toBe(200)
})

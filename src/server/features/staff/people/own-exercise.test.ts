// An administrator of one exercise reaches the people of that exercise, and gives roles in it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
let own: number
let other: number
/** Of the own exercise, with a role of other work in the other one. */
let admin: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  const { pool } = api.database
  const current = await pool.query('select id from exercises where year = 2024')
  own = current.rows[0].id
  const added = await pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  other = added.rows[0].id
  admin = await createStaff(
    api,
    [
      { role: 'admin', exerciseId: own },
      { role: 'registry', exerciseId: other },
    ],
    { isFresh: true },
  )
})
afterAll(() => api.close())

const readState = async ({ id }: TestStaff) => {
  const { rows } = await api.database.pool.query(
    `select s.status, s.version, (select jsonb_agg(to_jsonb(r) order by r.id) from staff_roles r where r.staff_id = s.id) as roles,
      (select count(*) from staff_sessions e where e.staff_id = s.id and e.ended_at is null) as sessions,
      (select count(*) from staff_links l where l.staff_id = s.id) as links from staff s where s.id = $1`,
    [id],
  )
  return JSON.stringify(rows)
}

const findSession = async ({ id }: TestStaff): Promise<string> => {
  const { rows } = await api.database.pool.query('select id from staff_sessions where staff_id = $1', [id])
  return rows[0].id
}

const elsewhere = {
  'of another exercise': () => [{ role: 'registry', exerciseId: other }],
  'of every exercise': () => ['registry'],
  'of the own and another exercise': () => [
    { role: 'registry', exerciseId: own },
    { role: 'helpdesk', exerciseId: other },
  ],
} satisfies Record<string, () => Parameters<typeof createStaff>[1]>

test('each person is told of the exercises in which the own roles count, and of no other', async () => {
  const listYears = async (roles: Parameters<typeof createStaff>[1]) => {
    const { body } = await (await createStaff(api, roles)).call('GET', '/staff/me')
    return body.data.me.exercises.map(({ year }: { year: number }) => year)
  }
  expect(await listYears([{ role: 'helpdesk', exerciseId: other }])).toEqual([2031])
  expect(await listYears(['helpdesk'])).toEqual([2031, 2024])
})

test.each(Object.entries(elsewhere))(
  'V8.2.2 an administrator of one exercise does not know a person %s',
  async (_, getRoles) => {
    const person = await createStaff(api, getRoles())
    const before = await readState(person)
    const path = `/staff/people/${person.id}`
    const answers = [
      await admin.call('GET', path),
      await admin.call('PATCH', path, { body: { status: 'suspended', version: 1 } }),
      await admin.call('PATCH', path, { body: { roles: [{ role: 'exam', exercise: 2024 }], version: 1 } }),
      await admin.call('POST', `${path}/reset-link`, { body: {} }),
      await admin.call('DELETE', `${path}/sessions/${await findSession(person)}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await readState(person)).toBe(before)
    const list = await admin.call('GET', `/staff/people?q=${person.email}`)
    expect(list.body.data).toMatchObject({ rows: [], count: { value: 0 } })
  },
)

test('an administrator of one exercise knows its people and changes their roles within it', async () => {
  const person = await createStaff(api, [{ role: 'helpdesk', exerciseId: own }])
  const path = `/staff/people/${person.id}`
  const list = await admin.call('GET', `/staff/people?q=${person.email}`)
  expect(list.body.data.rows).toMatchObject([{ id: person.id }])
  expect(await admin.call('GET', path)).toMatchObject({ status: 200 })
  const roles = [{ role: 'exam', exercise: 2024 }]
  expect(await admin.call('PATCH', path, { body: { roles, version: 1 } })).toMatchObject({ status: 200 })
})

const message = 'You can give roles in your own exercise only.'

test.each([{ exercise: 2031 }, {}])(
  'V8.2.2 an administrator gives no role outside the own exercise: %o',
  async (where) => {
    const body = { email: 'scope@example.org', name: 'Somebody', roles: [{ role: 'registry', ...where }] }
    const refusal = { status: 400, body: { errors: [{ path: 'roles.0.exercise', message }] } }
    expect(await admin.call('POST', '/staff/invitations', { body })).toMatchObject(refusal)
    const person = await createStaff(api, [{ role: 'registry', exerciseId: own }])
    const change = { roles: body.roles, version: 1 }
    expect(await admin.call('PATCH', `/staff/people/${person.id}`, { body: change })).toMatchObject(refusal)
  },
)

test('an invitation of another exercise is neither repeated nor replaced', async () => {
  const invited = await createStaff(api, [{ role: 'registry', exerciseId: other }], { status: 'invited' })
  const before = await readState(invited)
  const body = { email: invited.email, name: 'Somebody', roles: [{ role: 'helpdesk', exercise: 2024 }] }
  const answer = await admin.call('POST', '/staff/invitations', { body })
  expect(answer).toMatchObject({ status: 409, body: { code: 'staff_exists' } })
  expect(await readState(invited)).toBe(before)
})

test('V8.2.2 a role that waits for a second administrator is decided within its own exercise', async () => {
  const everywhere = await createStaff(api, ['admin'], { isFresh: true })
  const propose = async (exercise: number) => {
    const body = { email: `waiting-${exercise}@example.org`, name: 'Somebody', roles: [{ role: 'admin', exercise }] }
    const { data } = (await everywhere.call('POST', '/staff/invitations', { body })).body
    return data.proposal
  }
  const decide = async (id: string) =>
    (await admin.call('POST', `/staff/proposals/${id}`, { body: { decision: 'approve' } })).status
  expect(await decide(await propose(2031))).toBe(404)
  expect(await decide(await propose(2024))).toBe(200)
})

test('a person for whom a role elsewhere was proposed is reached again once that is declined', async () => {
  const everywhere = await createStaff(api, ['admin'], { isFresh: true })
  const person = await createStaff(api, [{ role: 'helpdesk', exerciseId: own }])
  const readPerson = async () => (await admin.call('GET', `/staff/people/${person.id}`)).status
  expect(await readPerson()).toBe(200)
  const roles = [
    { role: 'helpdesk', exercise: 2024 },
    { role: 'admin', exercise: 2031 },
  ]
  const change = { body: { roles, version: 1 } }
  expect((await everywhere.call('PATCH', `/staff/people/${person.id}`, change)).status).toBe(201)
  expect(await readPerson()).toBe(404)
  const { rows } = await api.database.pool.query('select id from staff_proposals where staff_id = $1', [person.id])
  const decline = { body: { decision: 'decline' } }
  expect((await everywhere.call('POST', `/staff/proposals/${rows[0].id}`, decline)).status).toBe(200)
  expect(await readPerson()).toBe(200)
})

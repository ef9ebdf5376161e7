import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGivenByTwo, staffRoleNames } from '#shared/roles/permissions.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents, withoutAuditLog } from '#tests/support/api/audit.ts'
import { readLinkCode } from '#tests/support/api/sign-in/staff-links.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
let admin: TestStaff
let second: TestStaff
beforeAll(async () => {
  api = await startApi()
  admin = await createStaff(api, ['admin'], { isFresh: true, name: 'First Admin' })
  second = await createStaff(api, ['admin'], { isFresh: true })
})
afterAll(() => api.close())

interface Person {
  id: string
  version: number
  status: string
  roles: { role: string }[]
  proposals: { id: string; madeBy: object; add: { role: string }[]; remove: { role: string }[] }[]
}

const find = async ({ id }: { id: string }): Promise<Person> => {
  const { body } = await admin.call('GET', '/staff/people')
  return body.data.rows.find((row: Person) => row.id === id)
}
const listRoles = async (person: { id: string }) => (await find(person)).roles.map(({ role }) => role).sort()
const change = async (person: { id: string }, body: object, by = admin) => {
  const { version } = await find(person)
  return by.call('PATCH', `/staff/people/${person.id}`, { body: { version, ...body } })
}
const decide = (id: string, decision = 'approve', by = second) =>
  by.call('POST', `/staff/proposals/${id}`, { body: { decision } })
const listSubjects = (email: string) => api.mailbox.messages(email).map(({ subject }) => subject)
const isSignedIn = async (person: TestStaff) => (await person.call('GET', '/staff/me')).status === 200

test('the staff are listed by name with their roles, in pages', async () => {
  const reviewer = await createStaff(api, [{ role: 'reviewer', school: 'Technology' }], { name: 'Aaliyah Bello' })
  const { body } = await admin.call('GET', '/staff/people?limit=1')
  expect(body.data.rows).toMatchObject([
    {
      id: reviewer.id,
      name: 'Aaliyah Bello',
      status: 'active',
      version: 1,
      roles: [{ role: 'reviewer', exercise: null, school: 'Technology', department: null }],
      proposals: [],
    },
  ])
  const ids: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Answer = await admin.call('GET', `/staff/people?limit=1${next && `&after=${next}`}`)
    ids.push(...page.body.data.rows.map((row: Person) => row.id))
    next = page.body.data.next
  }
  const { rows } = await api.database.pool.query('select count(*)::int as count from staff')
  expect(new Set(ids).size).toBe(rows[0].count)
  expect(ids).toHaveLength(rows[0].count)
})

test('other roles count at once, end the sessions and are mailed', async () => {
  const person = await createStaff(api, ['helpdesk'])
  // Those that the person has change nothing.
  expect((await change(person, { roles: [{ role: 'helpdesk' }] })).status).toBe(200)
  expect(await isSignedIn(person)).toBe(true)
  const roles = [{ role: 'auditor' }, { role: 'exam', exercise: 2024 }]
  expect((await withoutAuditLog(api, () => change(person, { roles }))).status).toBe(500)
  expect([await listRoles(person), await isSignedIn(person)], 'where it cannot be recorded').toEqual([
    ['helpdesk'],
    true,
  ])
  // The status is the one that the person has.
  const answer = await change(person, { roles, status: 'active' })
  expect(answer).toMatchObject({ status: 200, body: { data: { version: 3 } } })
  expect(await listRoles(person)).toEqual(['auditor', 'exam'])
  expect(await isSignedIn(person)).toBe(false)
  await api.database.pool.query(
    `update staff_roles set granted_at = granted_at - interval '1 day' where staff_id = $1 and role = 'exam'`,
    [person.id],
  )
  expect((await find(person)).roles.map(({ role }) => role)).toEqual(['exam', 'auditor'])
  await expect.poll(() => listSubjects(person.email)).toEqual(['Your roles were changed'])
  const { rows } = await api.database.pool.query('select * from audit_log where subject_id = $1', [person.id])
  expect(rows).toMatchObject([
    {
      action: 'staff_roles_changed',
      staff_id: admin.id,
      detail: { added: ['auditor', 'exam'], removed: ['helpdesk'] },
    },
  ])
})

test('of roles that differ in their school or department alone the others stay', async () => {
  const taken = { role: 'reviewer', school: 'Technology' } as const
  const kept = [
    { role: 'reviewer', school: 'Management' },
    { role: 'reviewer', school: 'Technology', department: 'Computer Science' },
  ] as const
  const person = await createStaff(api, [taken, ...kept])
  expect((await change(person, { roles: kept })).status).toBe(200)
  const { roles } = await find(person)
  expect(roles).toHaveLength(2)
  expect(roles).toEqual(expect.arrayContaining(kept.map((grant) => expect.objectContaining(grant))))
})

test('a role for a school that has no posts any more is kept, and is given to nobody else', async () => {
  const gone = { role: 'reviewer' as const, school: 'Closed school' }
  const holder = await createStaff(api, [gone])
  expect(await change(holder, { roles: [gone, { role: 'helpdesk' }] })).toMatchObject({ status: 200 })
  expect(await listRoles(holder)).toEqual(['helpdesk', 'reviewer'])
  for (const more of [{ exercise: 2024 }, { department: 'Closed department' }])
    expect(await change(holder, { roles: [{ ...gone, ...more }] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'roles.0.school' }] },
    })
  const elsewhere = { role: 'reviewer' as const, school: 'Another closed school' }
  expect(await change(holder, { roles: [gone, elsewhere], version: 2 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'roles.1.school' }] },
  })
  const other = await createStaff(api, ['helpdesk'])
  expect(await change(other, { roles: [{ role: 'helpdesk' }, gone] })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'roles.1.school', message: 'There is no school Closed school in the exercise.' }] },
  })
  expect(await listRoles(other)).toEqual(['helpdesk'])
})

test('a change that is based on an older version is refused with the newest', async () => {
  const person = await createStaff(api, ['helpdesk'])
  const set = (by: TestStaff, role: string) =>
    by.call('PATCH', `/staff/people/${person.id}`, { body: { roles: [{ role }], version: 1 } })
  const answers = await Promise.all([set(admin, 'exam'), set(second, 'auditor')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'changed_meanwhile',
    data: { version: 2 },
  })
})

test('a change whose answer was lost is tried again, and made or proposed once', async () => {
  const person = await createStaff(api, ['helpdesk'])
  const set = async (roles: object[], more = {}) =>
    (await admin.call('PATCH', `/staff/people/${person.id}`, { body: { roles, version: 1, ...more } })).body
  for (const _ of ['lost', 'again']) expect((await set([{ role: 'exam' }])).code).toBeUndefined()
  expect((await set([{ role: 'auditor' }])).code).toBe('changed_meanwhile')
  const { version } = await find(person)
  const wanted = [{ role: 'exam' }, { role: 'dpo' }]
  const { proposal } = (await set(wanted, { version })).data
  expect((await set(wanted, { version })).data.proposal).toBe(proposal)
  expect((await find(person)).proposals).toHaveLength(1)
  const events = await listEvents(person)
  expect(events.map(({ action }) => action)).toEqual(['staff_roles_changed', 'staff_change_proposed'])
})

test.each(staffRoleNames.filter((role) => isGivenByTwo({ role })))(
  'the role %s counts when a second administrator has approved it, and is taken by two as well',
  async (role) => {
    const person = await createStaff(api, ['helpdesk'])
    const given = await change(person, { roles: [{ role: 'helpdesk' }, { role }] })
    expect(given.status).toBe(201)
    expect(await listRoles(person)).toEqual(['helpdesk'])
    expect((await decide(given.body.data.proposal)).body.data).toEqual({ state: 'approved' })
    expect(await listRoles(person)).toEqual([role, 'helpdesk'].sort())
    const taken = await change(person, { roles: [{ role: 'helpdesk' }] })
    expect(taken.status).toBe(201)
    expect(await listRoles(person)).toHaveLength(2)
    expect((await decide(taken.body.data.proposal)).body.data).toEqual({ state: 'approved' })
    expect(await listRoles(person)).toEqual(['helpdesk'])
  },
)

const listEvents = ({ id }: TestStaff) => listAuditEvents(api, 'staff', id)

test('the administrator who proposed a role does not approve it, and it is stored with both', async () => {
  const person = await createStaff(api, ['helpdesk'])
  const propose = () => change(person, { roles: [{ role: 'dpo' }] })
  expect((await withoutAuditLog(api, propose)).status).toBe(500)
  const proposed = await propose()
  expect(proposed.status).toBe(201)
  const { proposal } = proposed.body.data
  expect(await listRoles(person)).toEqual(['helpdesk'])
  expect((await find(person)).proposals).toMatchObject([
    {
      id: proposal,
      add: [{ role: 'dpo' }],
      remove: [{ role: 'helpdesk' }],
      madeBy: { id: admin.id, name: 'First Admin' },
    },
  ])
  const listOwn = async (by: TestStaff) => (await by.call('GET', '/staff/me')).body.data.me.waiting
  expect(await listOwn(person)).toMatchObject([{ roles: [{ role: 'dpo' }], proposedBy: 'First Admin' }])
  expect(await listOwn(admin)).toEqual([])
  expect(await decide(proposal, 'approve', admin)).toMatchObject({
    status: 403,
    body: { code: 'second_person_required' },
  })
  // Recorded a moment later, which must not be without the audit log.
  const refused = `select * from audit_log where action = 'request_refused' and detail->>'code' = 'second_person_required'`
  await expect.poll(async () => (await api.database.pool.query(refused)).rows.length).toBeGreaterThan(0)
  const { version } = await find(person)
  expect((await withoutAuditLog(api, () => decide(proposal))).status).toBe(500)
  expect(await listRoles(person), 'where it cannot be recorded').toEqual(['helpdesk'])
  expect((await decide(proposal)).body.data).toEqual({ state: 'approved' })
  expect(await listRoles(person)).toEqual(['dpo'])
  expect((await find(person)).version).toBe(version + 1)
  expect((await decide(proposal)).status).toBe(404)
  const { rows } = await api.database.pool.query(
    'select granted_by, approved_by from staff_roles where staff_id = $1',
    [person.id],
  )
  expect(rows).toEqual([{ granted_by: admin.id, approved_by: second.id }])
  const detail = { added: ['dpo'], removed: ['helpdesk'], proposal }
  expect(await listEvents(person)).toEqual([
    { action: 'staff_change_proposed', by: admin.id, detail },
    { action: 'staff_change_approved', by: second.id, detail },
  ])
})

test('nobody approves a proposal about the own roles, but may decline it', async () => {
  const person = await createStaff(api, ['admin'], { isFresh: true })
  const propose = async () =>
    (await change(person, { roles: [{ role: 'admin' }, { role: 'registry' }] })).body.data.proposal
  const proposal = await propose()
  expect(await decide(proposal, 'approve', person)).toMatchObject({
    status: 403,
    body: { code: 'second_person_required' },
  })
  expect(await listRoles(person)).toEqual(['admin'])
  expect((await decide(proposal, 'decline', person)).body.data).toEqual({ state: 'declined' })
  expect((await listEvents(person)).at(-1)).toMatchObject({ action: 'staff_change_declined', by: person.id })
})

test('a role is taken away in one exercise only', async () => {
  const person = await createStaff(api, ['auditor', 'exam'])
  await change(person, { roles: [{ role: 'auditor' }, { role: 'auditor', exercise: 2024 }, { role: 'exam' }] })
  await change(person, { roles: [{ role: 'auditor' }, { role: 'exam' }] })
  expect((await find(person)).roles).toHaveLength(2)
  expect((await find(person)).roles).toContainEqual({
    role: 'auditor',
    exercise: null,
    school: null,
    department: null,
  })
})

test('the own roles that wait are named, with who has proposed them', async () => {
  const person = await createStaff(api, [])
  await change(person, { roles: [{ role: 'chair', exercise: 2024 }] })
  const { body } = await person.call('GET', '/staff/me')
  const roles = [{ role: 'chair', exercise: 2024, school: null, department: null }]
  expect(body.data.me).toMatchObject({ roles: [], waiting: [{ roles, proposedBy: 'First Admin' }] })
  // Nothing waits for who would only lose one.
  const losing = await createStaff(api, ['registry', 'helpdesk'])
  expect((await change(losing, { roles: [{ role: 'helpdesk' }] })).status).toBe(201)
  expect((await losing.call('GET', '/staff/me')).body.data.me.waiting).toEqual([])
})

test('a declined change never counts, and taking such a role needs a second administrator too', async () => {
  const person = await createStaff(api, ['dpo'])
  const { proposal } = (await change(person, { roles: [{ role: 'helpdesk' }] })).body.data
  expect((await withoutAuditLog(api, () => decide(proposal, 'decline'))).status).toBe(500)
  expect((await decide(proposal, 'decline')).body.data).toEqual({ state: 'declined' })
  expect(await listRoles(person)).toEqual(['dpo'])
  expect((await decide(proposal)).status).toBe(404)
  // Of two who decide at once one does.
  const again = (await change(person, { roles: [{ role: 'helpdesk' }] })).body.data.proposal
  const lock = `select from staff_proposals where id = '${again}' for update`
  const decided = await raceAtLock(api.database.url, lock, [
    () => decide(again, 'decline'),
    () => decide(again, 'decline'),
  ])
  expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 404])
})

test('an invited administrator gets the role when another one approves it', async () => {
  const body = { email: 'third-admin@example.org', name: 'Third Admin', roles: [{ role: 'admin' }] }
  const { id, proposal } = (await admin.call('POST', '/staff/invitations', { body })).body.data
  expect(await listRoles({ id })).toEqual([])
  expect((await change({ id }, { status: 'active' })).body.errors).toEqual([
    { path: 'status', message: 'This person has not accepted the invitation yet.' },
  ])
  expect((await decide(proposal)).status).toBe(200)
  expect(await listRoles({ id })).toEqual(['admin'])
})

test('nobody becomes administrator and data protection officer', async () => {
  const person = await createStaff(api, ['helpdesk'])
  const first = (await change(person, { roles: [{ role: 'admin' }] })).body.data.proposal
  const other = (await change(person, { roles: [{ role: 'dpo' }] })).body.data.proposal
  // The oldest is listed first.
  await api.database.pool.query(`update staff_proposals set made_at = made_at - interval '1 day' where id = $1`, [
    other,
  ])
  expect((await find(person)).proposals.map(({ id }) => id)).toEqual([other, first])
  expect((await decide(first)).status).toBe(200)
  expect((await decide(other)).body.code).toBe('roles_exclude')
  expect(await listRoles(person)).toEqual(['admin'])
  const back = (await change(person, { roles: [{ role: 'helpdesk' }] })).body.data.proposal
  expect((await decide(back)).status).toBe(200)
})

test('nobody changes the own account', async () => {
  const answer = await change(admin, { roles: [{ role: 'admin' }, { role: 'registry' }] })
  expect(answer).toMatchObject({ status: 403, body: { code: 'second_person_required' } })
  expect((await change(admin, { status: 'left' })).status).toBe(403)
  // To the database it is the same id.
  const body = { roles: [{ role: 'admin' }, { role: 'auditor' }], version: 1 }
  const inCapitals = await admin.call('PATCH', `/staff/people/${admin.id.toUpperCase()}`, { body })
  expect(inCapitals.body.code).toBe('second_person_required')
  expect(await listRoles(admin)).toEqual(['admin'])
})

test('who is suspended is signed out and cannot use a link, until somebody lifts it', async () => {
  const person = await createStaff(api, ['helpdesk'])
  expect(await isSignedIn(person)).toBe(true)
  expect((await admin.call('POST', `/staff/people/${person.id}/reset-link`)).status).toBe(200)
  const code = await readLinkCode(api, person.email, 'Set up your staff sign-in again')
  const openLink = async () => (await api.call('POST', '/staff/invitations/open', { body: { code } })).status
  expect(await openLink()).toBe(200)
  expect((await withoutAuditLog(api, () => change(person, { status: 'suspended' }))).status).toBe(500)
  expect([(await find(person)).status, await isSignedIn(person)], 'where it cannot be recorded').toEqual([
    'active',
    true,
  ])
  expect((await change(person, { status: 'suspended' })).status).toBe(200)
  expect((await listEvents(person)).at(-1)).toEqual({
    action: 'staff_status_changed',
    by: admin.id,
    detail: { from: 'active', to: 'suspended' },
  })
  const isDated = async () => {
    const { rows } = await api.database.pool.query('select suspended_at from staff where id = $1', [person.id])
    return rows[0].suspended_at !== null
  }
  expect([await isSignedIn(person), await isDated()]).toEqual([false, true])
  expect((await change(person, { roles: [{ role: 'auditor' }] })).status).toBe(200)
  expect((await admin.call('POST', `/staff/people/${person.id}/reset-link`)).body.code).toBe('staff_not_active')
  expect((await change(person, { status: 'active' })).status).toBe(200)
  expect((await find(person)).status).toBe('active')
  expect([await isSignedIn(person), await isDated()]).toEqual([false, false])
  // Somebody who reads the mailbox must not come back with it.
  expect(await openLink()).toBe(403)
  expect((await change(person, { status: 'left' })).status).toBe(200)
  expect((await admin.call('POST', `/staff/people/${person.id}/reset-link`)).body.code).toBe('staff_not_active')
  // Nor is who is suspended told of other roles.
  await expect.poll(() => listWaitingJobs(api, 'send_email')).toEqual([])
  expect(listSubjects(person.email)).toEqual(['Set up your staff sign-in again'])
})

test('who was suspended before accepting the invitation can be invited again', async () => {
  const person = await createStaff(api, ['helpdesk'], { status: 'invited' })
  await api.database.pool.query('update staff set password_hash = null where id = $1', [person.id])
  const invite = () => admin.call('POST', `/staff/people/${person.id}/reset-link`)
  for (const status of ['suspended', 'left']) {
    expect((await change(person, { status })).status).toBe(200)
    expect((await invite()).body.code).toBe('staff_not_active')
    expect((await change(person, { status: 'active' })).status).toBe(200)
    expect((await listEvents(person)).at(-1)?.detail).toEqual({ from: status, to: 'invited' })
    expect([(await find(person)).status, (await invite()).status]).toEqual(['invited', 200])
  }
})

test('two administrators who suspend each other at once: one stays', async () => {
  const own = await startApi()
  const [one, other] = [
    await createStaff(own, ['admin'], { isFresh: true }),
    await createStaff(own, ['admin'], { isFresh: true }),
  ]
  const body = { status: 'suspended', version: 1 }
  const answers = await Promise.all([
    one.call('PATCH', `/staff/people/${other.id}`, { body }),
    other.call('PATCH', `/staff/people/${one.id}`, { body }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await own.database.pool.query(`select id from staff where status = 'active'`)
  expect(rows).toHaveLength(1)
  await own.close()
})

test('the last active administrator is not suspended', async () => {
  const own = await startApi({ jobs: 'waiting' })
  const last = await createStaff(own, ['admin'], { isFresh: true })
  await createStaff(own, ['registry'])
  // Holds the permission, and is no administrator any more when the change is committed.
  const leaving = await createStaff(own, ['admin'], { isFresh: true })
  await own.database.pool.query(`create function demote() returns trigger language plpgsql as $$
    begin delete from staff_roles where staff_id = '${leaving.id}'; return new; end $$`)
  await own.database.pool.query(
    'create trigger demote before update of status on staff for each row execute function demote()',
  )
  const answer = await leaving.call('PATCH', `/staff/people/${last.id}`, { body: { status: 'suspended', version: 1 } })
  expect(answer).toMatchObject({ status: 409, body: { code: 'last_administrator' } })
  await own.close()
})

test('a link to set up the sign-in again goes to the person, and replaces password and app when it is used', async () => {
  const person = await createStaff(api, ['helpdesk'])
  const sendLink = () => admin.call('POST', `/staff/people/${person.id}/reset-link`)
  expect((await withoutAuditLog(api, sendLink)).status).toBe(500)
  expect((await sendLink()).status).toBe(200)
  await expect.poll(() => listSubjects(person.email)).toEqual(['Set up your staff sign-in again'])
  const code = /invitation\?code=([\w-]+)/.exec(api.mailbox.messages(person.email)[0]?.text ?? '')?.[1]
  const opened = await api.call('POST', '/staff/invitations/open', { body: { code } })
  expect(opened.body.data).toMatchObject({ kind: 'reset', email: person.email })
  expect(await listEvents(person)).toEqual([{ action: 'staff_link_sent', by: admin.id, detail: { kind: 'reset' } }])
  const { rows } = await api.database.pool.query(
    `select extract(hours from expires_at - created_at)::int + 24 * extract(days from expires_at - created_at)::int as hours
      from staff_links where staff_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ hours: 24 }])
})

test('only administrators manage the staff', async () => {
  const registry = await createStaff(api, ['registry'])
  const answer = await change(second, { status: 'suspended' }, registry)
  expect(answer).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
  expect((await registry.call('GET', '/staff/people')).status).toBe(403)
})

test.each([
  ['POST', '/staff/invitations', { name: 'Bisi Ade', email: 'bisi@example.org', roles: [{ role: 'helpdesk' }] }],
  ['PATCH', '/staff/people/:id', { roles: [{ role: 'auditor' }], version: 1 }],
  ['PATCH', '/staff/people/:id', { status: 'suspended', version: 1 }],
  ['POST', '/staff/people/:id/reset-link', undefined],
  ['POST', '/staff/proposals/:id', { decision: 'approve' }],
] as const)('V7.5.1 what gives or takes rights needs a fresh sign-in: %s %s', async (method, path, body) => {
  const stale = await createStaff(api, ['admin'])
  const person = await createStaff(api, ['helpdesk'])
  const answer = await stale.call(method, path.replace(':id', person.id), { ...(body && { body }) })
  expect([answer.status, answer.body.code]).toEqual([403, 'fresh_sign_in_required'])
  expect(await listRoles(person)).toEqual(['helpdesk'])
})

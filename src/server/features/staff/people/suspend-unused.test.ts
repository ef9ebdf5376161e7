import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '#server/database/schema/staff.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { readLinkCode } from '#tests/support/api/sign-in/staff-links.ts'
import { createStaff, signIn, type TestStaff } from '#tests/support/api/staff.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let admin: TestStaff
beforeAll(async () => {
  api = await startApi()
  admin = await createStaff(api, ['admin'], { isFresh: true })
})
afterAll(() => api.close())

const dayMs = 24 * 60 * 60 * 1000

/** Somebody who used the account last so many days ago. */
async function createUnused(days: number, role: 'helpdesk' | 'admin' | 'reviewer' = 'helpdesk') {
  const person = await createStaff(api, [role])
  const at = new Date(api.clock.now().getTime() - days * dayMs)
  await api.database.db.update(staff).set({ lastSeenAt: at, createdAt: at }).where(eq(staff.id, person.id))
  return person
}
const readStatus = async ({ id }: TestStaff) =>
  (await admin.call('GET', `/staff/people/${id}`)).body.data.status as string
const runNight = () => api.services.staff.prune()

test('an account that nobody used for 60 days is suspended, which its person and the log are told', async () => {
  const [unused, used] = [await createUnused(61, 'reviewer'), await createUnused(59, 'reviewer')]
  const cases = await addApplications(api, { count: 2, prefix: 'UNUSED' })
  for (const [index, { id }] of [unused, used].entries()) {
    await api.database.pool.query(
      `insert into application_statuses (application_id, stage, version, assigned_to) values ($1, 'screening', 2, $2)`,
      [cases[index]?.applicationId, id],
    )
    await api.database.pool.query(`insert into complaints (complaint, assigned_to) values ('Again', $1)`, [id])
  }
  await runNight()
  await runNight()
  expect([await readStatus(unused), await readStatus(used)]).toEqual(['suspended', 'active'])
  expect((await unused.call('GET', '/staff/me')).status).toBe(401)
  expect((await signIn(api, unused.email)).status).toBe(401)
  const { rows } = await api.database.pool.query(
    "select actor, action from audit_log where subject_kind = 'staff' and subject_id = $1 and action like 'staff_suspended%'",
    [unused.id],
  )
  expect(rows).toEqual([{ actor: 'system', action: 'staff_suspended_unused' }])
  // What waited for this person is offered to others.
  const { rows: assigned } = await api.database.pool.query(
    `select assigned_to from application_statuses where assigned_to is not null
     union all select assigned_to from complaints where assigned_to is not null`,
  )
  expect(assigned).toEqual([{ assigned_to: used.id }, { assigned_to: used.id }])
  await expect
    .poll(() => api.mailbox.messages(unused.email).map(({ subject }) => subject))
    .toEqual(['Your staff account is suspended'])
  expect(api.mailbox.messages(used.email)).toEqual([])
})

test('an invitation that nobody accepted stays one', async () => {
  const invited = await createUnused(61)
  await api.database.db.update(staff).set({ status: 'invited' }).where(eq(staff.id, invited.id))
  await runNight()
  expect(await readStatus(invited)).toBe('invited')
})

test('whom an administrator has let in again stays, also before signing in', async () => {
  const person = await createUnused(61)
  expect((await admin.call('POST', `/staff/people/${person.id}/reset-link`)).status).toBe(200)
  const code = await readLinkCode(api, person.email, 'Set up your staff sign-in again')
  await runNight()
  const { version } = (await admin.call('GET', `/staff/people/${person.id}`)).body.data
  const body = { status: 'active', version }
  expect((await admin.call('PATCH', `/staff/people/${person.id}`, { body })).status).toBe(200)
  // A link of before does not come back with the person.
  expect((await api.call('POST', '/staff/invitations/open', { body: { code } })).status).toBe(403)
  await runNight()
  expect(await readStatus(person)).toBe('active')
})

test('a person who signs in while the accounts are looked through stays', async () => {
  const person = await createUnused(61)
  const use = `update staff set last_seen_at = '${api.clock.now().toISOString()}' where id = '${person.id}'`
  await raceAtLock(api.database.url, use, [runNight])
  expect(await readStatus(person)).toBe('active')
})

test('a night in which somebody cannot be suspended fails, so that it is tried again', async () => {
  const person = await createUnused(61)
  const { pool } = api.database
  await pool.query(`alter table staff add constraint stays check (status <> 'suspended' or id <> '${person.id}')`)
  await expect(runNight()).rejects.toThrow()
  await pool.query('alter table staff drop constraint stays')
  await runNight()
  expect(await readStatus(person)).toBe('suspended')
})

type Subject = 'own' | 'of a colleague'

/** What the audit log says so many days ago: done by the person or to the person, or by or to a colleague. */
async function addEvent(action: string, { of, days, subjectKind }: { of: string; days: number; subjectKind?: string }) {
  const at = new Date(api.clock.now().getTime() - days * dayMs).toISOString()
  await api.database.pool.query(
    `insert into audit_log (actor, action, at, staff_id, subject_kind, subject_id)
      values ('staff', $1, $2, case when $3::text is null then $4::uuid end, $3, case when $3::text is not null then $4 end)`,
    [action, at, subjectKind ?? null, of],
  )
}

test.each<[string, number, Subject, string | undefined, 'active' | 'suspended']>([
  ['staff_invitation_accepted', 59, 'own', undefined, 'active'],
  ['staff_credentials_reset', 59, 'own', undefined, 'active'],
  ['staff_credentials_reset', 61, 'own', undefined, 'suspended'],
  ['staff_credentials_reset', 59, 'of a colleague', undefined, 'suspended'],
  ['staff_signed_out', 59, 'own', undefined, 'suspended'],
  ['staff_status_changed', 59, 'own', 'staff', 'active'],
  ['staff_status_changed', 61, 'own', 'staff', 'suspended'],
  ['staff_status_changed', 59, 'of a colleague', 'staff', 'suspended'],
  ['staff_status_changed', 59, 'own', 'publication', 'suspended'],
  ['staff_session_ended', 59, 'own', 'staff', 'suspended'],
])('%s, %i days ago, %s, about %s: an unused account is %s', async (action, days, whose, subjectKind, status) => {
  const [person, colleague] = [await createUnused(61), await createStaff(api, ['helpdesk'])]
  await addEvent(action, { of: whose === 'own' ? person.id : colleague.id, days, ...(subjectKind && { subjectKind }) })
  await runNight()
  expect(await readStatus(person)).toBe(status)
})

test('a sign-in alone is a use: a person who comes for one short approval a week is seen, and stays', async () => {
  const person = await createUnused(61)
  const before = api.clock.now().toISOString()
  expect((await signIn(api, person.email)).status).toBe(200)
  const { rows } = (await admin.call('GET', `/staff/people?q=${person.email}`)).body.data
  expect(rows[0].lastSeenAt >= before).toBe(true)
  await runNight()
  expect(await readStatus(person)).toBe('active')
})

test('the administrator who was there last stays, whatever the time', async () => {
  const own = await startApi()
  try {
    const [first, last] = [await createStaff(own, ['admin']), await createStaff(own, ['admin'])]
    for (const [{ id }, days] of [
      [first, 90],
      [last, 70],
    ] as const) {
      const at = new Date(own.clock.now().getTime() - days * dayMs)
      await own.database.db.update(staff).set({ lastSeenAt: at, createdAt: at }).where(eq(staff.id, id))
    }
    await own.services.staff.prune()
    const people = await own.database.db.select({ id: staff.id, status: staff.status }).from(staff)
    expect(people).toEqual(
      expect.arrayContaining([
        { id: first.id, status: 'suspended' },
        { id: last.id, status: 'active' },
      ]),
    )
  } finally {
    await own.close()
  }
})

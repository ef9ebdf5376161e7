import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTotpCode } from '#server/features/staff/sign-in/totp.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { readLinkCode } from '#tests/support/api/sign-in/staff-links.ts'
import { createStaff, getCode, signIn, type TestStaff, withSession } from '#tests/support/api/staff.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let admin: TestStaff
beforeAll(async () => {
  api = await startApi()
  admin = await createStaff(api, ['admin'], { isFresh: true })
})
afterAll(() => api.close())

const password = 'Seventeen quiet herons'
let count = 0

async function invite(roles: object[] = [{ role: 'helpdesk' }]) {
  count += 1
  const email = `invited-${count}@example.org`
  const answer = await admin.call('POST', '/staff/invitations', { body: { email, name: 'Bisi Ajayi', roles } })
  return { email, answer }
}

/** Details of the events, in their order. */
async function listInvitedEvents(id: string): Promise<object[]> {
  const { rows } = await api.database.pool.query(
    `select detail from audit_log where action = 'staff_invited' and staff_id = $2 and subject_kind = 'staff'
      and subject_id = $1 order by id`,
    [id, admin.id],
  )
  return rows.map(({ detail }) => detail)
}

const open = (code: string) => api.call('POST', '/staff/invitations/open', { body: { code } })
const accept = (code: string, totpCode: string, more: object = {}) =>
  api.call('POST', '/staff/invitations/accept', { body: { code, password, totpCode, ...more } })

test('an invitation is accepted with a password and a code, and then one signs in', async () => {
  const { email, answer } = await invite()
  expect(answer).toMatchObject({ status: 201, body: { data: { proposal: null } } })
  const another = await invite()
  const code = await readLinkCode(api, email)
  const opened = await open(code)
  expect(opened.body.data).toMatchObject({ kind: 'invite', email, name: 'Bisi Ajayi' })
  const { totpSecret, totpUri } = opened.body.data
  expect(totpUri).toContain(`secret=${totpSecret}`)
  expect((await open(code)).body.data.totpSecret).toBe(totpSecret)
  expect((await open(await readLinkCode(api, another.email))).body.data.totpSecret).not.toBe(totpSecret)

  const now = () => api.clock.now()
  expect((await accept(code, '000000x')).status).toBe(401)
  const totpCode = getTotpCode(totpSecret, now())
  const readOthers = async () =>
    (await api.database.pool.query('select * from staff where email <> $1 order by id', [email])).rows
  const others = await readOthers()
  const accepted = await accept(code, totpCode)
  expect(accepted.status).toBe(200)
  expect(await readOthers()).toEqual(others)
  expect(new Set(accepted.body.data.recoveryCodes).size).toBe(10)
  expect(accepted.headers.getSetCookie()).toEqual([expect.stringMatching(/^staff_device=/)])

  expect(await signIn(api, email, { password, code: totpCode })).toMatchObject({ status: 401 })
  const next = getTotpCode(totpSecret, new Date(now().getTime() + 30_000))
  const session = await signIn(api, email, { password, code: next })
  expect(session.body.data.me).toMatchObject({ email, name: 'Bisi Ajayi', roles: [{ role: 'helpdesk' }] })
  for (const used of [await open(code), await accept(code, next)])
    expect(used).toMatchObject({ status: 403, body: { code: 'invitation_invalid' } })

  const [recoveryCode] = accepted.body.data.recoveryCodes
  expect((await signIn(api, email, { password, code: recoveryCode.toUpperCase() })).status).toBe(200)
  expect((await signIn(api, email, { password, code: recoveryCode })).status).toBe(401)
})

test('of two invitations to one new address at the same time one is sent, and the other is told that somebody has it', async () => {
  // Their sessions are new, so that nothing else is written of them.
  const createAdmin = () => createStaff(api, ['admin'], { isFresh: true })
  const admins = [await createAdmin(), await createAdmin()]
  const body = { email: 'invited-twice@example.org', name: 'Bisi Ajayi', roles: [{ role: 'helpdesk' }] }
  const answers = await raceAtLock(
    api.database.url,
    'lock table staff in share mode',
    admins.map((by) => () => by.call('POST', '/staff/invitations', { body })),
  )
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(expect.arrayContaining([201, 'staff_exists']))
})

test('who is invited again before accepting waits for a second administrator once', async () => {
  const body = { email: 'proposed-once@example.org', name: 'Bisi Ajayi', roles: [{ role: 'dpo' }] }
  const colleague = await createStaff(api, ['admin'], { isFresh: true })
  const invite = async (by: TestStaff) => (await by.call('POST', '/staff/invitations', { body })).body.data.proposal
  const proposal = await invite(admin)
  expect(await invite(admin)).toBe(proposal)
  expect(await invite(colleague)).not.toBe(proposal)
})

test('one mailbox gets ten links in an hour, also of many that are sent at once', async () => {
  const { email, answer } = await invite()
  const body = { email, name: 'Bisi Ajayi', roles: [{ role: 'helpdesk' }] }
  const sendAgain = () => admin.call('POST', '/staff/invitations', { body })
  const sendLink = () => admin.call('POST', `/staff/people/${answer.body.data.id}/reset-link`)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? sendAgain() : sendLink())))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(9)
  expect(refused.map(({ body: { code } }) => code)).toEqual(Array(3).fill('too_many_emails'))
  expect(refused[0]?.body.message).toContain('ten links within an hour')
  // Whichever way is tried.
  for (const send of [sendAgain, sendLink]) expect((await send()).body.code).toBe('too_many_emails')
  // As if an hour had passed.
  await api.database.pool.query(`update staff_links set created_at = created_at - interval '1 hour'`)
  expect((await sendAgain()).status).toBe(201)
})

test('who accepts an invitation while another one is sent is not invited again', async () => {
  const { email, answer } = await invite()
  const { id } = answer.body.data
  const body = { email, name: 'Bisi Ajayi', roles: [{ role: 'registry' }] }
  // A new session, so that nothing else is written of it.
  const colleague = await createStaff(api, ['admin'], { isFresh: true })
  const accepted = `with used as (update staff_links set used_at = now() where staff_id = '${id}')
    update staff set status = 'active' where id = '${id}'`
  const [again] = await raceAtLock(api.database.url, accepted, [
    () => colleague.call('POST', '/staff/invitations', { body }),
  ])
  expect([again?.status, again?.body.code]).toEqual([409, 'staff_exists'])
  expect((await admin.call('GET', `/staff/people/${id}`)).body.data.roles).toMatchObject([{ role: 'helpdesk' }])
})

test('an invitation that is opened twice at once has one secret', async () => {
  const { email } = await invite()
  const code = await readLinkCode(api, email)
  const lock = `select from staff where email = '${email}' for update`
  const answers = await raceAtLock(api.database.url, lock, [() => open(code), () => open(code)])
  expect(new Set(answers.map(({ body }) => body.data.totpSecret)).size).toBe(1)
})

test('an invitation that is replaced while it is opened is invalid then', async () => {
  const { email, answer } = await invite()
  const code = await readLinkCode(api, email)
  const [sent, opened] = await raceAtLock(api.database.url, `select from staff where email = '${email}' for update`, [
    () => admin.call('POST', `/staff/people/${answer.body.data.id}/reset-link`),
    async () => {
      await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
      return open(code)
    },
  ])
  expect([sent?.status, opened?.body.code]).toEqual([200, 'invitation_invalid'])
})

test.each([
  ['short', 'Fourteen chars', 'The password needs at least 15 characters.'],
  ['common', 'q1w2e3r4t5y6u7i8', 'This password is too common and would be guessed. Choose another one.'],
  ['repetitive', 'aduraaduraaduraadura', 'This password is too common and would be guessed. Choose another one.'],
  ['the name', 'Bisi      Ajayi', 'Do not use your name as the password.'],
  ['made of words of the institution', 'recruitment2024', 'Do not use your institution or role as the password.'],
  ['made of a role', 'Registry officer', 'Do not use your institution or role as the password.'],
])('V6.2.11 a password that is %s is refused', async (_, refused, message) => {
  const { email } = await invite()
  const code = await readLinkCode(api, email)
  const { totpSecret } = (await open(code)).body.data
  const answer = await accept(code, getTotpCode(totpSecret, api.clock.now()), { password: refused })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'password', message }] } })
})

test.each(['=1+1', '+Bisi', '-Bisi', '@Bisi'])('nobody is invited under the name %s', async (name) => {
  const body = { email: 'name@example.org', name, roles: [{ role: 'helpdesk' }] }
  const answer = await admin.call('POST', '/staff/invitations', { body })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'name' }] } })
})

test('an invitation lasts 72 hours, and a newer one replaces it', async () => {
  const { email, answer } = await invite()
  const first = await readLinkCode(api, email)
  await admin.call('POST', '/staff/invitations', { body: { email, name: 'Bisi', roles: [{ role: 'registry' }] } })
  await expect.poll(() => api.mailbox.messages(email).length).toBe(2)
  expect((await open(first)).body.code).toBe('invitation_invalid')
  // The link to set up the sign-in again is an invitation as well, before there is a sign-in.
  await admin.call('POST', `/staff/people/${answer.body.data.id}/reset-link`)
  await expect.poll(() => api.mailbox.messages(email).length).toBe(3)
  const second = await readLinkCode(api, email)
  expect((await open(second)).body.data.kind).toBe('invite')
  api.clock.advance(72 * 3_600_000 - 60_000)
  expect((await open(second)).status).toBe(200)
  api.clock.advance(60_001)
  expect((await open(second)).body.code).toBe('invitation_invalid')
  admin = await createStaff(api, ['admin'], { isFresh: true })
})

test('roles that decide, approve or reveal wait for a second administrator; nobody is administrator and data protection officer', async () => {
  const unrecorded = await withoutAuditLog(api, () => invite([{ role: 'registry' }]))
  expect(unrecorded.answer.status).toBe(500)
  const added = await api.database.pool.query('select from staff where email = $1', [unrecorded.email])
  expect(added.rows, 'where it cannot be recorded').toEqual([])
  const { answer } = await invite([{ role: 'helpdesk' }, { role: 'registry' }])
  expect(answer.status).toBe(201)
  expect(answer.body.data.proposal).toMatch(/^[0-9a-f-]{36}$/)
  const { rows } = await api.database.pool.query('select role from staff_roles where staff_id = $1', [
    answer.body.data.id,
  ])
  expect(rows).toEqual([{ role: 'helpdesk' }])
  const [given] = await listInvitedEvents(answer.body.data.id)
  expect(given).toEqual({ roles: ['helpdesk', 'registry'], proposal: answer.body.data.proposal })
  const alone = (await invite()).answer.body.data
  expect(await listInvitedEvents(alone.id)).toEqual([{ roles: ['helpdesk'] }])
  expect((await invite([{ role: 'admin' }, { role: 'dpo' }])).answer.body.code).toBe('roles_exclude')
})

test('a role can be limited to an exercise, and a reviewer to a school', async () => {
  const { answer } = await invite([{ role: 'reviewer', exercise: 2024, school: 'Technology' }])
  const { rows } = await api.database.pool.query('select school, exercise_id from staff_roles where staff_id = $1', [
    answer.body.data.id,
  ])
  expect(rows).toEqual([{ school: 'Technology', exercise_id: expect.any(Number) }])
  expect((await invite([{ role: 'registry', exercise: 1999 }])).answer.body.errors).toEqual([
    { path: 'roles.0.exercise', message: 'There is no exercise of 1999.' },
  ])
  await api.database.pool.query(
    `with elsewhere as (
      insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
        values ('Institute', 'I', 'Recruitment', 2039, 0, 0, '[]', 'Vendor') returning id)
    insert into posts (exercise_id, school, role) select id, 'Astronomy', 'Lecturer II' from elsewhere`,
  )
  expect((await invite([{ role: 'reviewer', exercise: 2024, school: 'Astronomy' }])).answer.body.errors).toEqual([
    { path: 'roles.0.school', message: 'There is no school Astronomy in the exercise.' },
  ])
  for (const place of [{ school: 'Astronomy' }, { department: 'Computer Science' }])
    expect((await invite([{ role: 'reviewer', ...place }])).answer.status).toBe(201)
  for (const place of [{ school: 'Technology' }, { department: 'Computer Science' }])
    expect((await invite([{ role: 'registry', ...place }])).answer.body.errors).toEqual([
      { path: 'roles.0.school', message: 'Only a reviewer is limited to a school or department.' },
    ])
})

test.each([
  [
    'a school that the exercise lacks',
    { exercise: 2024, school: 'Astrology' },
    'school',
    'There is no school Astrology in the exercise.',
  ],
  ['a school that no exercise has', { school: 'Astrology' }, 'school', 'There is no school Astrology in the exercise.'],
  [
    'a department of another school',
    { exercise: 2024, school: 'Technology', department: 'Accountancy' },
    'department',
    'There is no department Accountancy in the school.',
  ],
])('a reviewer cannot be limited to %s', async (_, scope, field, message) => {
  const { answer, email } = await invite([{ role: 'helpdesk' }, { role: 'reviewer', ...scope }])
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: `roles.1.${field}`, message }] } })
  const { rows } = await api.database.pool.query('select 1 from staff where email = $1', [email])
  expect(rows).toEqual([])
})

test.each(['suspended', 'left'])('who is %s opens no link of before', async (status) => {
  const { email } = await invite()
  const code = await readLinkCode(api, email)
  expect((await open(code)).status).toBe(200)
  await api.database.pool.query('update staff set status = $2 where email = $1', [email, status])
  expect((await open(code)).body.code).toBe('invitation_invalid')
})

test('somebody who has an account is not invited again', async () => {
  const body = { email: admin.email, name: 'Again', roles: [{ role: 'registry' }] }
  expect((await admin.call('POST', '/staff/invitations', { body })).body.code).toBe('staff_exists')
  // Nor is anything else that fails told as that.
  await api.database.pool.query(`alter table staff add constraint refused check (email <> 'refused@example.org')`)
  const refused = { ...body, email: 'refused@example.org' }
  expect((await admin.call('POST', '/staff/invitations', { body: refused })).body.code).toBe('unexpected')
  await api.database.pool.query('alter table staff drop constraint refused')
})

test('who signs in on a new device gets an email about it', async () => {
  const { email } = await createStaff(api, ['chair'])
  const call = withSession(api, await signIn(api, email))
  expect((await call('GET', '/staff/me')).status).toBe(200)
  const listSubjects = () => api.mailbox.messages(email).map(({ subject }) => subject)
  await expect.poll(listSubjects).toEqual(['You signed in on a new device'])
  // From the same network.
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  expect((await signIn(api, email, { code: getCode(api, 1), headers })).status).toBe(200)
  await expect.poll(listSubjects).toEqual(['You signed in on a new device', 'You signed in on a new device'])
})

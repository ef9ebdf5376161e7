import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { type Deviation, makePasskey, type TestPasskey } from '#tests/support/api/sign-in/authenticator.ts'
import { addTestPasskey } from '#tests/support/api/sign-in/passkeys.ts'
import { readLinkCode } from '#tests/support/api/sign-in/staff-links.ts'
import { createStaff, signIn, type TestStaff, withSession } from '#tests/support/api/staff.ts'

let api: TestApi
let admin: TestStaff
beforeAll(async () => {
  api = await startApi()
  admin = await createStaff(api, ['admin'], { isFresh: true })
})
afterAll(() => api.close())

let count = 0
async function invite() {
  count += 1
  const email = `with-passkey-${count}@example.org`
  const body = { email, name: 'Bisi Ajayi', roles: [{ role: 'helpdesk' }] }
  const { id } = (await admin.call('POST', '/staff/invitations', { body })).body.data
  return { id: id as string, email, code: await readLinkCode(api, email) }
}

const prepare = (code: string) => api.call('POST', '/staff/invitations/passkey-options', { body: { code } })

async function accept(code: string, deviation: Deviation = {}) {
  const made = makePasskey((await prepare(code)).body.data, new URL(api.config.publicUrl).origin, deviation)
  const body = { code, passkey: made.response }
  return { answer: await api.call('POST', '/staff/invitations/accept', { body }), passkey: made.passkey }
}

async function signInWith(passkey: TestPasskey) {
  const options = (await api.call('POST', '/staff/session/passkey-options')).body.data
  return api.call('POST', '/staff/session/passkey', { body: { response: passkey.answer(options) } })
}

async function sendResetLink(person: { id: string; email: string }) {
  await admin.call('POST', `/staff/people/${person.id}/reset-link`)
  return readLinkCode(api, person.email, 'Set up your staff sign-in again')
}

test('an invitation is accepted with a passkey alone, which then signs in', async () => {
  const { id, email, code } = await invite()
  expect((await withoutAuditLog(api, () => accept(code))).answer.status).toBe(500)
  const { answer, passkey } = await accept(code)
  expect(answer.status).toBe(200)
  expect(new Set(answer.body.data.recoveryCodes).size).toBe(10)
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^staff_device=/)])
  const session = await signInWith(passkey)
  expect(session.body.data.me).toMatchObject({ email, roles: [{ role: 'helpdesk' }] })
  const own = (await withSession(api, session)('GET', '/staff/me/passkeys')).body.data
  expect(own).toMatchObject({ hasPassword: false, passkeys: [{ name: 'Unknown device' }] })
  // Nothing was set up before, so nobody is warned that it was set up again.
  const listSubjects = () => api.mailbox.messages(email).map(({ subject }) => subject)
  await expect.poll(listSubjects).toContain('You signed in on a new device')
  expect(listSubjects()).not.toContain('Your sign-in was set up again')
  expect((await prepare(code)).body.code).toBe('invitation_invalid')
  const { rows } = await api.database.pool.query(
    `select detail->>'factor' as factor from audit_log where action = 'staff_invitation_accepted' and staff_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ factor: 'passkey' }])
})

test('V6.6.2 the passkey of one invitation does not accept another, and a wrong one accepts none', async () => {
  const [one, other] = [await invite(), await invite()]
  const made = makePasskey((await prepare(one.code)).body.data, new URL(api.config.publicUrl).origin)
  const crossed = await api.call('POST', '/staff/invitations/accept', {
    body: { code: other.code, passkey: made.response },
  })
  expect(crossed).toMatchObject({ status: 400, body: { code: 'passkey_not_made' } })
  const { answer } = await accept(one.code, { isVerified: false })
  expect(answer.body.code).toBe('passkey_not_made')
  expect((await accept(one.code)).answer.status).toBe(200)
})

test('a passkey that somebody has already accepts no invitation, which another one then does', async () => {
  const owner = await createStaff(api, ['helpdesk'], { isFresh: true })
  await addTestPasskey(api, owner)
  const { code } = await invite()
  const made = makePasskey((await prepare(code)).body.data, new URL(api.config.publicUrl).origin)
  await api.database.pool.query('update staff_passkeys set credential_id = $1 where staff_id = $2', [
    Buffer.from(made.passkey.id, 'base64url'),
    owner.id,
  ])
  const refused = await api.call('POST', '/staff/invitations/accept', { body: { code, passkey: made.response } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'passkey_exists' } })
  expect((await accept(code)).answer.status).toBe(200)
})

test('an invitation takes a password or a passkey, not both and not neither', async () => {
  const { code } = await invite()
  const made = makePasskey((await prepare(code)).body.data, new URL(api.config.publicUrl).origin)
  const send = (body: object) => api.call('POST', '/staff/invitations/accept', { body: { code, ...body } })
  const both = { passkey: made.response, password: 'Seventeen quiet herons', totpCode: '123456' }
  for (const body of [both, {}]) expect((await send(body)).status).toBe(400)
  expect((await send({ password: 'short', totpCode: '123456' })).body.errors).toEqual([
    { path: 'password', message: 'The password needs at least 15 characters.' },
  ])
})

test('a link to set up the sign-in again removes password, code and passkeys of before', async () => {
  const person = await createStaff(api, ['helpdesk'], { isFresh: true })
  const former = await addTestPasskey(api, person)
  const colleague = await addTestPasskey(api, await createStaff(api, ['helpdesk'], { isFresh: true }))
  const code = await sendResetLink(person)
  expect((await signInWith(former)).status).toBe(200)
  const options = (await prepare(code)).body.data
  expect(options.excludeCredentials).toEqual([])
  const { answer, passkey } = await accept(code)
  expect(answer.status).toBe(200)
  expect((await signInWith(former)).status).toBe(401)
  expect((await signInWith(colleague)).status).toBe(200)
  expect((await signIn(api, person.email)).body.code).toBe('sign_in_refused')
  expect((await person.call('GET', '/staff/me')).status).toBe(401)
  const session = await signInWith(passkey)
  expect((await withSession(api, session)('GET', '/staff/me/passkeys')).body.data.passkeys).toHaveLength(1)
  const listSubjects = () => api.mailbox.messages(person.email).map(({ subject }) => subject)
  await expect.poll(listSubjects).toContain('Your sign-in was set up again')
})

test('who signs in with a passkey only is suspended and reactivated like everybody', async () => {
  const { id, code } = await invite()
  const { passkey } = await accept(code)
  const change = async (status: string) => {
    const { version } = (await admin.call('GET', `/staff/people/${id}`)).body.data
    return admin.call('PATCH', `/staff/people/${id}`, { body: { status, version } })
  }
  expect((await change('suspended')).status).toBe(200)
  expect(await signInWith(passkey)).toMatchObject({ status: 401, body: { code: 'passkey_refused' } })
  expect((await change('active')).status).toBe(200)
  expect((await signInWith(passkey)).status).toBe(200)
})

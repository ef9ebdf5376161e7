import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PasskeyRequestOptions } from '#shared/api/staff/passkeys.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { type Deviation, makePasskey, type TestPasskey } from '#tests/support/api/sign-in/authenticator.ts'
import { addTestPasskey } from '#tests/support/api/sign-in/passkeys.ts'
import { createStaff, getCode, signIn, startStaffTestSession, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const createFresh = () => createStaff(api, ['registry'], { isFresh: true })
const list = async ({ call }: TestStaff) => (await call('GET', '/staff/me/passkeys')).body.data
const prepare = ({ call }: TestStaff) => call('POST', '/staff/me/passkeys/options', { body: {} })
const origin = () => new URL(api.config.publicUrl).origin

async function add(person: TestStaff, deviation: Deviation = {}, name?: string) {
  const { response, passkey } = makePasskey((await prepare(person)).body.data, origin(), deviation)
  const body = { response, ...(name && { name }) }
  return { answer: await person.call('POST', '/staff/me/passkeys', { body }), response, passkey }
}

async function signInWith(passkey: TestPasskey) {
  const options: PasskeyRequestOptions = (await api.call('POST', '/staff/session/passkey-options')).body.data
  return api.call('POST', '/staff/session/passkey', { body: { response: passkey.answer(options) } })
}

async function readEvents({ id }: TestStaff): Promise<{ action: string; detail: object }[]> {
  const { rows } = await api.database.pool.query(
    `select action, detail from audit_log where staff_id = $1 and subject_kind = 'staff' and subject_id = $1::text order by id`,
    [id],
  )
  return rows
}

test('the options ask for a passkey that verifies the person, and for none of those that there are', async () => {
  const person = await createFresh()
  const { body } = await prepare(person)
  expect(body.data).toMatchObject({
    rp: { id: 'localhost', name: expect.stringContaining('staff') },
    user: { name: person.email, id: expect.stringMatching(/^[\w-]{22}$/) },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [],
  })
  const passkey = await addTestPasskey(api, person)
  expect((await prepare(person)).body.data.excludeCredentials).toMatchObject([{ id: passkey.id }])
})

test('a passkey is added, listed, renamed and removed by its owner', async () => {
  const person = await createFresh()
  expect((await withoutAuditLog(api, () => add(person))).answer.status).toBe(500)
  expect(await list(person)).toEqual({ passkeys: [], hasPassword: true })
  const { answer, passkey } = await add(person, { attestation: 'own key', keyPadding: 1_900 }, 'Work laptop')
  expect(answer).toMatchObject({
    status: 201,
    body: { data: { name: 'Work laptop', lastUsedAt: null, isBackedUp: false } },
  })
  const { id } = answer.body.data
  expect((await signInWith(passkey)).status).toBe(200)
  expect((await list(person)).passkeys).toMatchObject([{ id, lastUsedAt: expect.stringMatching(/Z$/) }])
  const phone = (await add(person, {}, 'Phone')).answer.body.data.id
  const rename = () => person.call('PATCH', `/staff/me/passkeys/${id}`, { body: { name: ' Old laptop ' } })
  expect((await withoutAuditLog(api, rename)).status).toBe(500)
  expect((await list(person)).passkeys, 'where it cannot be recorded').toContainEqual(
    expect.objectContaining({ id, name: 'Work laptop' }),
  )
  const renamed = await rename()
  expect(renamed.body.data).toMatchObject({ id, name: 'Old laptop' })
  // The oldest first.
  await api.database.pool.query(`update staff_passkeys set created_at = '2024-01-01' where id = $1`, [phone])
  expect((await list(person)).passkeys).toMatchObject([{ id: phone }, { id }])
  const remove = () => person.call('DELETE', `/staff/me/passkeys/${id}`)
  expect((await withoutAuditLog(api, remove)).status).toBe(500)
  expect((await remove()).status).toBe(200)
  expect((await list(person)).passkeys).toMatchObject([{ id: phone, name: 'Phone' }])
  expect((await signInWith(passkey)).status).toBe(401)
  expect(await readEvents(person)).toEqual([
    { action: 'staff_passkey_added', detail: { passkey: id } },
    { action: 'staff_passkey_added', detail: { passkey: phone } },
    { action: 'staff_passkey_renamed', detail: { passkey: id } },
    { action: 'staff_passkey_removed', detail: { passkey: id } },
  ])
})

test('V6.3.7 a new and a removed passkey are mailed', async () => {
  const person = await createFresh()
  const { answer } = await add(person, {}, 'Blue phone')
  await person.call('DELETE', `/staff/me/passkeys/${answer.body.data.id}`)
  const readMail = () => api.mailbox.messages(person.email).map(({ subject }) => subject)
  await expect
    .poll(() => readMail().sort())
    .toEqual(['A passkey was added to your account', 'A passkey was removed from your account'])
  for (const { text } of api.mailbox.messages(person.email)) expect(text).toContain('“Blue phone”')
})

test('a passkey without a name has that of browser and system', async () => {
  const person = await createFresh()
  const { response } = makePasskey((await prepare(person)).body.data, origin())
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const { body } = await person.call('POST', '/staff/me/passkeys', { headers, body: { response } })
  expect(body.data.name).toBe('Firefox on Windows')
})

test('V7.5.1 adding and removing take a sign-in within the last five minutes', async () => {
  const person = await createStaff(api, ['registry'])
  expect(await prepare(person)).toMatchObject({ status: 403, body: { code: 'fresh_sign_in_required' } })
  await person.call('POST', '/staff/session/fresh', { body: { code: getCode(api) } })
  api.clock.advance(5 * 60_000 - 1_000)
  const { answer } = await add(person)
  api.clock.advance(1_001)
  const removal = await person.call('DELETE', `/staff/me/passkeys/${answer.body.data.id}`)
  expect(removal).toMatchObject({ status: 403, body: { code: 'fresh_sign_in_required' } })
})

test('V7.4.3 a changed factor ends the other sessions of the person', async () => {
  const person = await createFresh()
  const isLive = async (headers: Record<string, string>) =>
    (await api.call('GET', '/staff/me', { headers })).status === 200
  const before = await startStaffTestSession(api, person.id)
  const { answer } = await add(person)
  expect([await isLive(before), await isLive(person.credentials)]).toEqual([false, true])
  const between = await startStaffTestSession(api, person.id)
  await person.call('DELETE', `/staff/me/passkeys/${answer.body.data.id}`)
  expect([await isLive(between), await isLive(person.credentials)]).toEqual([false, true])
})

test.each<[string, Deviation]>([
  ['from another origin', { origin: 'https://phishing.example' }],
  ['for another host', { rpId: 'phishing.example' }],
  ['without verification of the person', { isVerified: false }],
  ['for a challenge of the sender', { challenge: 'A'.repeat(43) }],
  ['in a frame of another site', { isInFrame: true }],
  ['with a certificate, which the server would have to look up', { attestation: 'certificate' }],
  ['with a key of more than 2,000 bytes', { keyPadding: 2_000 }],
])('a passkey that was made %s is not added', async (_, deviation) => {
  const person = await createFresh()
  const { answer } = await add(person, deviation)
  expect(answer).toMatchObject({ status: 400, body: { code: 'passkey_not_made' } })
  expect((await list(person)).passkeys).toEqual([])
})

test('V6.6.2 options are good once, for five minutes, in the session that asked for them', async () => {
  const [person, other] = [await createFresh(), await createFresh()]
  const options = (await prepare(person)).body.data
  const send = (by: TestStaff, of = options) =>
    by.call('POST', '/staff/me/passkeys', { body: { response: makePasskey(of, origin()).response } })
  expect((await send(other)).body.code).toBe('passkey_not_made')
  expect((await send(person)).status).toBe(201)
  expect((await send(person)).body.code).toBe('passkey_not_made')
  const [inTime, late] = [(await prepare(person)).body.data, (await prepare(other)).body.data]
  api.clock.advance(5 * 60_000 - 1_000)
  expect((await send(person, inTime)).status).toBe(201)
  api.clock.advance(1_001)
  expect((await send(other, late)).body.code).toBe('passkey_not_made')
  const forSignIn = (await api.call('POST', '/staff/session/passkey-options')).body.data
  const again = await createFresh()
  const { rp, user } = (await prepare(again)).body.data
  expect((await send(again, { rp, user, challenge: forSignIn.challenge })).body.code).toBe('passkey_not_made')
})

test('a passkey belongs to one person', async () => {
  const [person, other] = [await createFresh(), await createFresh()]
  const { response } = await add(person)
  const options = (await prepare(other)).body.data
  const made = makePasskey(options, origin())
  await api.database.pool.query('update staff_passkeys set credential_id = $1 where staff_id = $2', [
    Buffer.from(made.passkey.id, 'base64url'),
    person.id,
  ])
  const answer = await other.call('POST', '/staff/me/passkeys', { body: { response: made.response } })
  expect(answer).toMatchObject({ status: 409, body: { code: 'passkey_exists' } })
  expect(response.id).not.toBe(made.passkey.id)
})

test("V8.2.2 somebody else's passkey is neither renamed nor removed", async () => {
  const [person, other] = [await createFresh(), await createFresh()]
  const { id } = (await add(person)).answer.body.data
  await add(other)
  expect((await other.call('PATCH', `/staff/me/passkeys/${id}`, { body: { name: 'Mine' } })).status).toBe(404)
  expect((await other.call('DELETE', `/staff/me/passkeys/${id}`)).status).toBe(404)
  for (const one of [person, other]) expect((await list(one)).passkeys).toHaveLength(1)
})

test('a person has ten passkeys at most', async () => {
  const person = await createFresh()
  for (let n = 0; n < 9; n++) await addTestPasskey(api, person)
  const [tenth, eleventh] = [(await prepare(person)).body.data, (await prepare(person)).body.data]
  const answers = await Promise.all(
    [tenth, eleventh].map((options) =>
      person.call('POST', '/staff/me/passkeys', { body: { response: makePasskey(options, origin()).response } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await prepare(person)).body.code).toBe('too_many_passkeys')
  const added = (await list(person)).passkeys.map(({ addedAt }: { addedAt: string }) => addedAt)
  expect(added).toEqual(added.toSorted())
})

test('the last way to sign in is not removed, and password and code stay beside passkeys', async () => {
  const person = await createFresh()
  const ids = [(await add(person)).answer.body.data.id, (await add(person)).answer.body.data.id]
  expect((await signIn(api, person.email)).status).toBe(200)
  await api.database.pool.query('update staff set password_hash = null, encrypted_totp_secret = null where id = $1', [
    person.id,
  ])
  expect((await list(person)).hasPassword).toBe(false)
  const body = { code: getCode(api, 1) }
  expect((await person.call('POST', '/staff/session/fresh', { body })).body.code).toBe('code_refused')
  const removals = await Promise.all(ids.map((id) => person.call('DELETE', `/staff/me/passkeys/${id}`)))
  expect(removals.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(removals.find(({ status }) => status === 409)?.body.code).toBe('last_factor')
  expect((await list(person)).passkeys).toHaveLength(1)
})

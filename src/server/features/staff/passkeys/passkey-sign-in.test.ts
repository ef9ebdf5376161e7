import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasskeyChallenges } from '#server/features/staff/sign-in/passkey-challenges.ts'
import type { PasskeyAnswer } from '#shared/api/staff/passkeys.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createAppWith } from '#tests/support/api/create-app.ts'
import type { Deviation, TestPasskey } from '#tests/support/api/sign-in/authenticator.ts'
import { addTestPasskey } from '#tests/support/api/sign-in/passkeys.ts'
import {
  createStaff,
  readStaffCookie,
  staffPassword,
  startStaffTestSession,
  type TestStaff,
  withSession,
} from '#tests/support/api/staff.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  // Nobody else could be suspended.
  await createStaff(api, ['admin'])
})
afterAll(() => api.close())

const prepare = async (body: object = {}, headers: Record<string, string> = {}) =>
  (await api.call('POST', '/staff/session/passkey-options', { body, headers })).body.data
const send = (response: PasskeyAnswer) => api.call('POST', '/staff/session/passkey', { body: { response } })
const signInWith = async (passkey: TestPasskey, deviation?: Deviation) =>
  send(passkey.answer(await prepare(), deviation))

/** How many there were, by their reasons. */
async function readRefusals({ id }: Pick<TestStaff, 'id'>): Promise<Record<string, number>> {
  await api.services.refusals.close()
  const { rows } = await api.database.pool.query(
    `select detail->>'cause' as cause, sum(coalesce((detail->>'count')::int - 1, 1))::int as count from audit_log
     where action = 'staff_passkey_refused' and subject_id = $1 group by cause`,
    [id],
  )
  return Object.fromEntries(rows.map(({ cause, count }) => [cause, count]))
}

const refused = { status: 401, body: { code: 'passkey_refused' } }

async function createPasskeyOwner() {
  const person = await createStaff(api, ['registry'], { isFresh: true })
  return { person, passkey: await addTestPasskey(api, person) }
}

test('a passkey alone starts a session, in the same cookie as a password and a code', async () => {
  const { person, passkey } = await createPasskeyOwner()
  const answer = await signInWith(passkey)
  expect(answer.status).toBe(200)
  expect(readStaffCookie(answer)).toMatch(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(answer.body.data.me).toMatchObject({ email: person.email, roles: [{ role: 'registry' }] })
  expect((await withSession(api, answer)('GET', '/staff/me')).status).toBe(200)
  // Also in a browser that has one already.
  const headers = person.credentials
  const response = passkey.answer(await prepare({}, headers))
  expect((await api.call('POST', '/staff/session/passkey', { headers, body: { response } })).status).toBe(200)
  const { rows } = await api.database.pool.query(
    'select factor from staff_sessions where staff_id = $1 order by created_at desc limit 1',
    [person.id],
  )
  expect(rows).toEqual([{ factor: 'passkey' }])
})

test('V6.3.8 the options name nobody: they are the same for everybody but for the challenge', async () => {
  await createPasskeyOwner()
  const [one, other] = [await prepare(), await prepare()]
  expect(one).toEqual({
    challenge: expect.stringMatching(/^[\w-]{67}$/),
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [],
  })
  expect(other).toEqual({ ...one, challenge: other.challenge })
  expect(other.challenge).not.toBe(one.challenge)
  const named = await api.call('POST', '/staff/session/passkey-options', { body: { email: 'registry@example.org' } })
  expect(named.status).toBe(400)
})

test.each<[string, string, Deviation]>([
  ['from another origin', 'origin', { origin: 'https://phishing.example' }],
  ['for another host', 'response', { rpId: 'phishing.example' }],
  ['without verification of the person', 'response', { isVerified: false }],
  ['with the signature of another key', 'response', { isForged: true }],
  ['for a challenge of the sender', 'challenge', { challenge: 'A'.repeat(43) }],
  ['that says it is of somebody else', 'other_person', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
])('an answer %s is refused', async (_, cause, deviation) => {
  const { person, passkey } = await createPasskeyOwner()
  expect(await signInWith(passkey, deviation)).toMatchObject(refused)
  expect(await signInWith(passkey)).toMatchObject({ status: 200 })
  // Nobody is known to whom an answer without a valid challenge belongs.
  expect(await readRefusals(person)).toEqual(cause === 'challenge' ? {} : { [cause]: 1 })
})

test('an answer that was made in a frame of another site is refused', async () => {
  const { passkey } = await createPasskeyOwner()
  expect(await signInWith(passkey, { isInFrame: true })).toMatchObject(refused)
})

test('V6.7.2 a challenge takes one answer, also of two at the same moment, within five minutes', async () => {
  const { passkey } = await createPasskeyOwner()
  const options = await prepare()
  const answers = await Promise.all([send(passkey.answer(options)), send(passkey.answer(options))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(await send(passkey.answer(options))).toMatchObject(refused)
  const wasted = await prepare()
  expect(await send(passkey.answer(wasted, { isForged: true }))).toMatchObject(refused)
  expect(await send(passkey.answer(wasted))).toMatchObject(refused)
  const [inTime, late] = [await prepare(), await prepare()]
  api.clock.advance(5 * 60_000 - 1_000)
  expect((await send(passkey.answer(inTime))).status).toBe(200)
  api.clock.advance(1_001)
  expect(await send(passkey.answer(late))).toMatchObject(refused)
})

test('a challenge that is written in another way is none', () => {
  const challenges = createPasskeyChallenges(api.config.secretKeys)
  const now = api.clock.now()
  const challenge = challenges.create({ kind: 'passkey', boundTo: null }, now)
  const isValid = (text: string) => challenges.isValid(text, { kind: 'passkey', boundTo: [null], now })
  expect([challenge, `${challenge}=`, ` ${challenge}`].map(isValid)).toEqual([true, false, false])
})

test('a counter that does not go up is refused and audited: the passkey may have been copied', async () => {
  const { person, passkey } = await createPasskeyOwner()
  expect((await signInWith(passkey, { counter: 40 })).status).toBe(200)
  for (const counter of [40, 39, 0]) expect(await signInWith(passkey, { counter })).toMatchObject(refused)
  expect(await readRefusals(person)).toEqual({ counter: 3 })
  expect((await signInWith(passkey, { counter: 41 })).status).toBe(200)
  expect(await signInWith(passkey, { counter: 2, isForged: true })).toMatchObject(refused)
  expect(await readRefusals(person)).toEqual({ counter: 3, response: 1 })
})

test('of two answers with the same counter at the same moment one signs in', async () => {
  const { passkey } = await createPasskeyOwner()
  const answers = [await prepare(), await prepare()].map((options) => passkey.answer(options, { counter: 7 }))
  const replies = await Promise.all(answers.map(send))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('an authenticator that does not count signs in again and again', async () => {
  const person = await createStaff(api, ['registry'], { isFresh: true })
  const passkey = await addTestPasskey(api, person, { counts: false })
  for (let n = 0; n < 3; n++) expect((await signInWith(passkey)).status).toBe(200)
})

test('V6.3.8 a suspended person, an unknown passkey, a removed one and a wrong answer are refused alike', async () => {
  const { person, passkey } = await createPasskeyOwner()
  const removed = await createPasskeyOwner()
  await api.database.pool.query(`update staff set status = 'suspended' where id = $1`, [person.id])
  await api.database.pool.query('delete from staff_passkeys where staff_id = $1', [removed.person.id])
  const other = await createPasskeyOwner()
  const replies = [
    await signInWith(passkey),
    await signInWith(passkey, { isForged: true }),
    await signInWith(removed.passkey),
    await signInWith(other.passkey, { isVerified: false }),
    await send({ ...other.passkey.answer(await prepare()), rawId: 'AAAA', id: 'AAAA' }),
    await send({ ...passkey.answer(await prepare()), id: 'AAAA' }),
  ]
  for (const { status, body } of replies) expect({ status, body }).toEqual({ status: 401, body: replies[0]?.body })
  expect(await readRefusals(person)).toEqual({ not_active: 1, response: 2 })
})

test('unreadable answers are refused, and nothing of them is repeated', async () => {
  const { passkey } = await createPasskeyOwner()
  const answer = passkey.answer(await prepare())
  const parts = { clientDataJSON: 'bm90IGpzb24', authenticatorData: 'AAAA', signature: 'AAAA' }
  for (const [name, part] of Object.entries(parts)) {
    const options = await prepare()
    const { response } = passkey.answer(options)
    expect(await send({ ...answer, response: { ...response, [name]: part } }), name).toMatchObject(refused)
  }
  expect((await send({ ...answer, id: 'not/base64url' })).status).toBe(400)
})

async function beginWithPassword({ email }: TestStaff) {
  const { body } = await api.call('POST', '/staff/session', { body: { email, password: staffPassword } })
  return body.data
}
const completeWith = (attempt: string, passkey: PasskeyAnswer) =>
  api.call('POST', '/staff/session/second', { body: { attempt, passkey } })

test('a passkey is the second step after the password, where the person has one', async () => {
  const { person, passkey } = await createPasskeyOwner()
  const { attempt, methods } = await beginWithPassword(person)
  expect(methods).toEqual(['totp', 'passkey', 'recovery'])
  expect((await beginWithPassword(await createStaff(api, ['registry']))).methods).toEqual(['totp', 'recovery'])
  const options = await prepare({ attempt })
  expect(options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }])
  expect((await completeWith(attempt, passkey.answer(options))).status).toBe(200)
  expect((await completeWith(attempt, passkey.answer(await prepare()))).body.code).toBe('sign_in_expired')
  const without = await createStaff(api, ['registry'])
  expect((await beginWithPassword(without)).methods).toEqual(['totp', 'recovery'])
})

test('a passkey completes no attempt that another server completes at the same moment', async () => {
  const { person, passkey } = await createPasskeyOwner()
  const { attempt } = await beginWithPassword(person)
  const answer = passkey.answer(await prepare({ attempt }))
  const completed = `select from staff where id = '${person.id}' for update;
    update staff_challenges set used_at = now() where staff_id = '${person.id}'`
  const [reply] = await raceAtLock(api.database.url, completed, [() => completeWith(attempt, answer)])
  expect(reply?.body.code).toBe('sign_in_expired')
})

test("somebody else's passkey completes no sign-in, and five refusals end the attempt", async () => {
  const { person } = await createPasskeyOwner()
  const other = await createPasskeyOwner()
  const { attempt } = await beginWithPassword(person)
  for (let n = 0; n < 5; n++)
    expect(await completeWith(attempt, other.passkey.answer(await prepare({ attempt })))).toMatchObject(refused)
  expect((await api.call('POST', '/staff/session/passkey-options', { body: { attempt } })).body.code).toBe(
    'sign_in_expired',
  )
  expect(await readRefusals(other.person)).toEqual({ other_person: 5 })
})

test('V6.6.2 a challenge of an attempt or a session is good nowhere else', async () => {
  const { person, passkey } = await createPasskeyOwner()
  const [first, second] = [await beginWithPassword(person), await beginWithPassword(person)]
  const ofAttempt = await prepare({ attempt: first.attempt })
  expect(await send(passkey.answer(ofAttempt))).toMatchObject(refused)
  const ofOther = await prepare({ attempt: first.attempt })
  expect(await completeWith(second.attempt, passkey.answer(ofOther))).toMatchObject(refused)
  const ofSession = await prepare({}, person.credentials)
  expect(await send(passkey.answer(ofSession))).toMatchObject(refused)
  const ofSignIn = await prepare()
  const body = { passkey: passkey.answer(ofSignIn) }
  expect(await person.call('POST', '/staff/session/fresh', { body })).toMatchObject(refused)
})

test('a passkey opens sensitive actions of the session in which it was asked for', async () => {
  const { person, passkey } = await createPasskeyOwner()
  const credentials = await startStaffTestSession(api, person.id)
  const refresh = (answer: PasskeyAnswer, headers = credentials) =>
    api.call('POST', '/staff/session/fresh', { headers, body: { passkey: answer } })
  const options = await prepare({}, credentials)
  expect(options.allowCredentials).toHaveLength(1)
  const other = await createPasskeyOwner()
  expect(await refresh(other.passkey.answer(options))).toMatchObject(refused)
  expect(await refresh(passkey.answer(await prepare({}, credentials)), person.credentials)).toMatchObject(refused)
  // Where a passkey was asked for, the answer need not say whose it is.
  const answer = await refresh(passkey.answer(await prepare({}, credentials), { userHandle: null }))
  expect(answer.status).toBe(200)
  expect(Date.parse(answer.body.data.freshUntil) - api.clock.now().getTime()).toBeCloseTo(5 * 60_000, -4)
})

test('passkeys are not offered where browsers take none: at an address that is a number', async () => {
  const app = await createAppWith(api, { publicUrl: 'http://127.0.0.1:3000' })
  const reply = await app.inject({ method: 'POST', url: '/api/v1/staff/session/passkey-options', payload: {} })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'passkeys_unavailable'])
  await app.close()
})

test('with an address of their own, the staff use passkeys of that host', async () => {
  const app = await createAppWith(api, { staffUrl: 'https://staff.institute.example' })
  const headers = { host: 'staff.institute.example' }
  const reply = await app.inject({ method: 'POST', url: '/api/v1/staff/session/passkey-options', headers, payload: {} })
  expect(reply.json().data.rpId).toBe('staff.institute.example')
  await app.close()
})

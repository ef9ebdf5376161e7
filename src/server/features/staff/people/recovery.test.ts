import { afterAll, beforeAll, expect, test } from 'vitest'
import { normalizeRecoveryCode } from '#server/features/staff/sign-in/recovery-codes.ts'
import { getTotpCode } from '#server/features/staff/sign-in/totp.ts'
import { replaceRecoveryCodes } from '#server/features/staff/store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { readLinkCode } from '#tests/support/api/sign-in/staff-links.ts'
import { createStaff, signIn, staffPassword } from '#tests/support/api/staff.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const codes = ['aaaa-bbbb-cccc', 'dddd-eeee-ffff']
let count = 0

/** Recovery codes are of one person only; these are the same for each but for their end. */
async function createWithCodes(status: 'active' | 'suspended' = 'active') {
  count += 1
  const person = await createStaff(api, ['registry'], { status })
  const own = codes.map((code) => `${code}${count}`)
  await replaceRecoveryCodes(api.database.db, person.id, own.map(normalizeRecoveryCode))
  return { person, codes: own }
}

const recover = (email: string, code: string) => api.call('POST', '/staff/session/recovery', { body: { email, code } })
const refused = { status: 401, body: { code: 'recovery_refused' } }

test('V6.3.4 V6.4.3 a recovery code brings a link to the mailbox, and works once', async () => {
  const { person, codes: own } = await createWithCodes()
  const [code = ''] = own
  expect((await withoutAuditLog(api, () => recover(person.email, code))).status).toBe(500)
  expect((await recover(person.email, code.toUpperCase())).status).toBe(200)
  const link = await readLinkCode(api, person.email, 'Set up your staff sign-in again')
  const opened = await api.call('POST', '/staff/invitations/open', { body: { code: link } })
  expect(opened.body.data).toMatchObject({ kind: 'reset', email: person.email })
  expect(await recover(person.email, code)).toMatchObject(refused)
  const { rows } = await api.database.pool.query(
    `select actor, subject_kind, subject_id from audit_log where action = 'staff_recovery_started'`,
  )
  expect(rows).toEqual([{ actor: 'guest', subject_kind: 'staff', subject_id: person.id }])
  expect((await signIn(api, person.email)).status).toBe(200)
  const openLink = async () => (await api.call('POST', '/staff/invitations/open', { body: { code: link } })).status
  api.clock.advance(3_600_000 - 60_000)
  expect(await openLink()).toBe(200)
  api.clock.advance(60_001)
  expect(await openLink()).toBe(403)
})

test('a used link ends the sign-ins that were begun with the earlier password', async () => {
  const { person, codes: own } = await createWithCodes()
  const body = { email: person.email, password: staffPassword }
  const { attempt } = (await api.call('POST', '/staff/session', { body })).body.data
  expect((await recover(person.email, own[0] ?? '')).status).toBe(200)
  const code = await readLinkCode(api, person.email, 'Set up your staff sign-in again')
  const { totpSecret } = (await api.call('POST', '/staff/invitations/open', { body: { code } })).body.data
  const getCodeIn = (ms: number) => getTotpCode(totpSecret, new Date(api.clock.now().getTime() + ms))
  const accepted = await api.call('POST', '/staff/invitations/accept', {
    body: { code, password: 'Seventeen quiet herons', totpCode: getCodeIn(0) },
  })
  expect(accepted.status).toBe(200)
  expect(await api.call('POST', '/staff/session/second', { body: { attempt, code: getCodeIn(30_000) } })).toMatchObject(
    { status: 401, body: { code: 'sign_in_expired' } },
  )
})

test('V6.3.8 a wrong code, an unknown address and a suspended person are answered alike', async () => {
  const { person } = await createWithCodes()
  const { person: suspended, codes: own } = await createWithCodes('suspended')
  const answers = [
    await recover(person.email, 'aaaa-aaaa-aaaa'),
    await recover('nobody@example.org', 'aaaa-aaaa-aaaa'),
    await recover(suspended.email, own[0] ?? ''),
    await recover(person.email, own[1] ?? ''),
  ]
  for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 401, body: answers[0]?.body })
  await api.services.refusals.close()
  const { rows } = await api.database.pool.query(
    `select subject_id, detail ->> 'count' as count from audit_log where action = 'staff_recovery_refused'
     order by id desc limit 4`,
  )
  const [counted, ...first] = rows
  expect(counted).toEqual({ subject_id: person.id, count: '2' })
  expect(new Set(first.map((row) => row.subject_id))).toEqual(new Set([person.id, null, suspended.id]))
})

test('V6.3.1 wrong recovery codes slow down further ones', async () => {
  const { person, codes: own } = await createWithCodes()
  for (let n = 0; n < 5; n++) await recover(person.email, 'aaaa-aaaa-aaaa')
  const answer = await recover(person.email, own[0] ?? '')
  expect(answer.status).toBe(429)
  expect(answer.body.message).not.toContain('Forgot password')
  api.clock.advance(16_000)
  expect((await recover(person.email, own[0] ?? '')).status).toBe(200)
})

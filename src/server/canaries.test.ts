// Plants secrets on an applicant's way through the portal, with failing statements and providers too, and searches for them
// wherever they must not be.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Answer, type CallOptions, startApi, type TestApi } from '#tests/support/api/api.ts'
import { logIn } from '#tests/support/fixtures/applicants.ts'
import { dumpDatabase } from '#tests/support/postgres/database-dump.ts'
import { createIssueAccountsService } from './features/imports/service.ts'
import { plainFileCookieName } from './http/principal.ts'
import { createEncryption } from './platform/encryption/encryption.ts'

const nin = '10000000001'
const initialPassword = 'Initial-Canary-7391'
const chosenPassword = 'Chosen-Canary-8264'
const resetPassword = 'Reset-Canary-5127'
const mistypedPassword = 'Mistyped-Canary-6035'
const email = 'canary@example.org'
const complaint = 'Complaint-Canary: the page stood still.'
const draftText = 'Draft-Canary: chess and gardening'

let api: TestApi
let dumps = ''
const errorReplies: string[] = []
/** Secrets that the server creates on the way. */
const tokens: string[] = []
let resetCode = ''
beforeAll(async () => {
  api = await startApi()
  await applyWithCanaries()
}, 60_000)
afterAll(() => api.close())

async function call(method: string, path: string, options?: CallOptions): Promise<Answer> {
  const reply = await api.call(method, path, options)
  const cookie = reply.headers.get('set-cookie')?.match(new RegExp(`${plainFileCookieName}=([\\w-]{20,})`))?.[1]
  if (typeof reply.body.token === 'string') tokens.push(reply.body.token)
  if (cookie) tokens.push(cookie)
  if (reply.status >= 400) errorReplies.push(JSON.stringify([reply.body, ...reply.headers]))
  return reply
}

const addDump = async () => {
  dumps += await dumpDatabase(api.database.pool)
}
const setMailFaults = (faults: object) => setFaults(api.mailbox.url, faults)
const setFaults = (url: string, faults: object) =>
  fetch(`${url}/simulator/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })

/** Every statement on this table fails while `act` runs. */
async function withoutTable(table: string, act: () => Promise<unknown>) {
  await api.database.pool.query(`alter table ${table} rename to hidden_table`)
  await act()
  await api.database.pool.query(`alter table hidden_table rename to ${table}`)
}

const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 15_000, interval: 50 })

async function applyWithCanaries() {
  const userId = await issueAccountWithCanary()
  const token = await changeFirstPassword(userId)
  await verifyNinDespiteFaults(token)
  await runFailingStatements(token, userId)
  await resetPasswordByEmail(userId)
  await addDump()
}

async function issueAccountWithCanary() {
  await setMailFaults({ refuse: { code: 451, times: 1 } })
  const encryption = createEncryption(api.config.secretKeys)
  const service = createIssueAccountsService({ db: api.database.db, encryption, clock: api.clock.now })
  const [issued] = await service.issueAccounts([{ ...canary, password: initialPassword }])
  // The mail server has refused the email once, so its job waits in the queue with the error.
  await waitUntil(() => expect(api.log()).toContain('job failed'))
  await addDump()
  await setMailFaults({})
  await api.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await waitUntil(() => expect(api.mailbox.messages(email)).toHaveLength(1))
  return issued?.userId ?? ''
}

async function changeFirstPassword(userId: string): Promise<string> {
  await call('POST', '/users/login', { body: { userId, password: mistypedPassword } })
  const first = await call('POST', '/users/login', { body: { userId, password: initialPassword } })
  await call('PATCH', '/users/update-password', { token: first.body.token, body: { password: initialPassword } })
  const changed = await call('PATCH', '/users/update-password', {
    token: first.body.token,
    body: { password: chosenPassword },
  })
  expect(changed.status).toBe(200)
  return changed.body.token
}

async function verifyNinDespiteFaults(token: string) {
  const verify = () => call('POST', `/services/nin-verify/${nin}`, { token, body: { consent: true } })
  for (const fault of [{ http500: true }, { html: true }, { code: '99' }, { badKey: true }, { hangUp: true }]) {
    await setFaults(api.nin.url, { prembly: fault })
    await verify()
  }
  await setFaults(api.nin.url, {})
  await call('POST', `/services/nin-verify/${nin}%zz`, { token })
  expect((await verify()).body.tabId).toBe(2)
}

async function runFailingStatements(token: string, userId: string) {
  await api.database.pool.query(`insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at)
    select id, 'order', '123456789012', 1200000, 50000, 'paid', 1250000, now() from accounts where user_id = '${userId}'`)
  const draft = { document: { hobby: draftText, nin, email }, revision: 0 }
  const saveDraft = () => call('PUT', '/applications/draft', { token, body: draft })
  const login = () => call('POST', '/users/login', { body: { userId, password: chosenPassword } })
  const complain = () => call('POST', '/contact/create', { body: { userId, complain: complaint, email } })
  await withoutTable('drafts', saveDraft)
  await withoutTable('sessions', login)
  await withoutTable('rate_limits', login)
  await withoutTable('complaints', complain)
  await withoutTable('nin_verifications', () =>
    call('POST', `/services/nin-verify/${nin}`, { token, body: { consent: true } }),
  )
  await withoutTable('audit_log', () =>
    call('PATCH', '/users/update-password', {
      token,
      body: { password: resetPassword, currentPassword: chosenPassword },
    }),
  )
  expect(errorReplies.filter((text) => text.includes('"statusCode":500')).length).toBeGreaterThanOrEqual(4)
  expect((await saveDraft()).status).toBe(200)
  expect((await complain()).status).toBe(201)
}

async function resetPasswordByEmail(userId: string) {
  await call('POST', '/users/forgot-password', { body: { userId, email } })
  const findResetCode = () =>
    api.mailbox.messages(email).flatMap(({ text }) => /[?&]code=([\w-]+)/.exec(text)?.slice(1) ?? [])[0]
  await waitUntil(() => expect(findResetCode()).toBeDefined())
  resetCode = findResetCode() ?? ''
  const reset = () =>
    call('PATCH', '/users/update-password-user', { body: { userId, email, password: resetPassword, code: resetCode } })
  await addDump()
  await withoutTable('password_resets', reset)
  expect((await reset()).status).toBe(200)
  expect((await reset()).status).toBe(403)
  await logIn(api, userId, resetPassword)
}

const canary = {
  surname: 'Okonkwo',
  firstName: 'Adaeze',
  middleName: 'Chiamaka',
  email,
  phone: '08031234567',
  dateOfBirth: '1988-04-12',
  gender: 'f',
  state: 'kaduna',
  lga: 'Zaria',
  school: 'Technology',
  department: 'Computer Science',
  role: 'Lecturer II',
  feeKobo: 1_200_000,
  chargeKobo: 50_000,
} as const

/** By the name that a failing test shows. */
const secrets = () => ({
  nin,
  initialPassword,
  chosenPassword,
  resetPassword,
  mistypedPassword,
  resetCode,
  ...Object.fromEntries(tokens.map((token, n) => [`token ${n + 1}`, token])),
  'secret key': api.config.secretKeys[0] ? Buffer.from(api.config.secretKeys[0]).toString('base64') : '',
  'key of the NIN service': api.config.nin.apiKey,
})

/** Returns the names of the secrets that a text contains, as they are or encoded. */
const findSecrets = (text: string, planted: Record<string, string> = secrets()) =>
  Object.entries(planted)
    .filter(([, secret]) => encode(secret).some((encoded) => text.includes(encoded)))
    .map(([name]) => name)

const encode = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(secret),
]

test('V16.2.5 the log contains no secret, and nothing that applicants write or that emails say', () => {
  const texts = { email, complaint, draftText, emailText: 'Your initial password', greeting: 'Dear Adaeze' }
  expect(findSecrets(api.log(), { ...secrets(), ...texts })).toEqual([])
  expect(api.log()).toContain('request failed')
  expect(api.log()).toContain('job failed')
})

test('the metrics contain no secret and no personal data', async () => {
  expect(
    findSecrets(await (await api.fetch('/metrics')).text(), { ...secrets(), email, complaint, draftText }),
  ).toEqual([])
})

test('V16.5.1 no error reply contains a secret, also when a statement or a provider fails', () => {
  expect(errorReplies.length).toBeGreaterThan(12)
  expect(findSecrets(errorReplies.join('\n'), { ...secrets(), complaint, draftText })).toEqual([])
  expect(errorReplies.join('\n')).not.toMatch(/select |insert into|relation|at \w+ \(/i)
})

test('V14.2.4 the database contains no readable secret, in its queue neither', () => {
  expect(findSecrets(dumps)).toEqual([])
  // The dump is complete: it contains other texts, and the queue.
  expect(findSecrets(dumps, { complaint, draftText, email })).toEqual(['complaint', 'draftText', 'email'])
  expect(dumps).toContain('graphile_worker._private_jobs (')
})

test('an email contains no secret but the one that it delivers', () => {
  const emails = api.mailbox
    .messages()
    .map(({ subject, text, html }) => ({ subject, secrets: findSecrets(text + html) }))
  const emailsWithSecrets = emails.filter(({ secrets }) => secrets.length > 0)
  expect(emailsWithSecrets).toEqual([
    { subject: expect.stringMatching(/account/i), secrets: ['initialPassword'] },
    { subject: 'Choose a new password', secrets: ['resetCode'] },
  ])
  expect(emails.length).toBeGreaterThan(emailsWithSecrets.length)
})

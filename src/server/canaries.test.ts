// Secrets planted along an applicant's way, through failing statements and failing providers too, and looked for in every
// place where they have no business.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Answer, type CallOptions, startApi, type TestApi } from '#tests/support/api/api.ts'
import { logIn } from '#tests/support/fixtures/applicants.ts'
import { databaseDump } from '#tests/support/postgres/database-dump.ts'
import { createIssueAccountsService } from './features/issue-accounts/service.ts'
import { fileCookieName } from './platform/api/principal.ts'
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
const refusals: string[] = []
/** Secrets that exist from some point of the story on. */
const tokens: string[] = []
let resetCode = ''
beforeAll(async () => {
  api = await startApi()
  await theWholeStory()
}, 60_000)
afterAll(() => api.close())

async function call(method: string, path: string, options?: CallOptions): Promise<Answer> {
  const answer = await api.call(method, path, options)
  const cookie = answer.headers.get('set-cookie')?.match(new RegExp(`${fileCookieName}=([\\w-]{20,})`))?.[1]
  if (typeof answer.body.token === 'string') tokens.push(answer.body.token)
  if (cookie) tokens.push(cookie)
  if (answer.status >= 400) refusals.push(JSON.stringify([answer.body, ...answer.headers]))
  return answer
}

const dump = async () => {
  dumps += await databaseDump(api.database.pool)
}
const mailFaults = (faults: object) => control(api.mailbox.url, faults)
const control = (url: string, faults: object) =>
  fetch(`${url}/simulator/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })

/** While `act` runs, every statement on this table fails. */
async function withoutTable(table: string, act: () => Promise<unknown>) {
  await api.database.pool.query(`alter table ${table} rename to away`)
  await act()
  await api.database.pool.query(`alter table away rename to ${table}`)
}

const eventually = (claim: () => void) => vi.waitFor(claim, { timeout: 15_000, interval: 50 })

async function theWholeStory() {
  const userId = await anAccountIsIssued()
  const token = await theFirstPasswordIsChanged(userId)
  await theNinIsVerified(token)
  await statementsFail(token, userId)
  await thePasswordIsForgotten(userId)
  await dump()
}

async function anAccountIsIssued() {
  await mailFaults({ refuse: { code: 451, times: 1 } })
  const encryption = createEncryption(api.config.secretKeys)
  const issuing = createIssueAccountsService({ db: api.database.db, encryption, clock: api.clock.now })
  const [issued] = await issuing.issueAccounts([{ ...canary, password: initialPassword }])
  // The mail server has refused it once, so the letter waits in the queue with what was said about it.
  await eventually(() => expect(api.log()).toContain('a job failed'))
  await dump()
  await mailFaults({})
  await api.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await eventually(() => expect(api.mailbox.messages(email)).toHaveLength(1))
  return issued?.userId ?? ''
}

async function theFirstPasswordIsChanged(userId: string): Promise<string> {
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

async function theNinIsVerified(token: string) {
  const verify = () => call('POST', `/services/nin-verify/${nin}`, { token, body: { consent: true } })
  for (const fault of [{ http500: true }, { html: true }, { code: '99' }, { badKey: true }, { hangUp: true }]) {
    await control(api.nin.url, { prembly: fault })
    await verify()
  }
  await control(api.nin.url, {})
  await call('POST', `/services/nin-verify/${nin}%zz`, { token })
  expect((await verify()).body.tabId).toBe(2)
}

async function statementsFail(token: string, userId: string) {
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
  await withoutTable('nin_verifications', () => call('POST', `/services/nin-verify/${nin}`, { token }))
  await withoutTable('audit_log', () =>
    call('PATCH', '/users/update-password', {
      token,
      body: { password: resetPassword, currentPassword: chosenPassword },
    }),
  )
  expect(refusals.filter((text) => text.includes('"statusCode":500')).length).toBeGreaterThanOrEqual(4)
  expect((await saveDraft()).status).toBe(200)
  expect((await complain()).status).toBe(201)
}

async function thePasswordIsForgotten(userId: string) {
  await call('POST', '/users/forgot-password', { body: { userId, email } })
  const codeOf = () =>
    api.mailbox.messages(email).flatMap(({ text }) => /[?&]code=([\w-]+)/.exec(text)?.slice(1) ?? [])[0]
  await eventually(() => expect(codeOf()).toBeDefined())
  resetCode = codeOf() ?? ''
  const reset = () =>
    call('PATCH', '/users/update-password-user', { body: { userId, email, password: resetPassword, code: resetCode } })
  await dump()
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

/** What may stand nowhere, by name. */
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

/** Which of them a text holds, also in the ways in which bytes and addresses are written. */
const found = (text: string, planted: Record<string, string> = secrets()) =>
  Object.entries(planted)
    .filter(([, secret]) => writings(secret).some((written) => text.includes(written)))
    .map(([name]) => name)

const writings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(secret),
]

test('the log holds none of them, nor what applicants write and are written', () => {
  const texts = { email, complaint, draftText, letter: 'Your initial password', greeting: 'Dear Adaeze' }
  expect(found(api.log(), { ...secrets(), ...texts })).toEqual([])
  expect(api.log()).toContain('request failed')
  expect(api.log()).toContain('a job failed')
})

test('no refusal tells one, also when a statement or a provider fails', () => {
  expect(refusals.length).toBeGreaterThan(12)
  expect(found(refusals.join('\n'), { ...secrets(), complaint, draftText })).toEqual([])
  expect(refusals.join('\n')).not.toMatch(/select |insert into|relation|at \w+ \(/i)
})

test('the database holds none of them in a readable form, whatever waits in its queue', () => {
  expect(found(dumps)).toEqual([])
  // For control: the dump is one, with the queue in it.
  expect(found(dumps, { complaint, draftText, email })).toEqual(['complaint', 'draftText', 'email'])
  expect(dumps).toContain('graphile_worker._private_jobs (')
})

test('mails hold none but the one that each is about', () => {
  const mails = api.mailbox.messages().map(({ subject, text, html }) => ({ subject, held: found(text + html) }))
  const holding = mails.filter(({ held }) => held.length > 0)
  expect(holding).toEqual([
    { subject: expect.stringMatching(/account/i), held: ['initialPassword'] },
    { subject: 'Choose a new password', held: ['resetCode'] },
  ])
  expect(mails.length).toBeGreaterThan(holding.length)
})

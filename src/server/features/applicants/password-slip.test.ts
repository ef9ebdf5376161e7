import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'
import { createPasswordSlipService } from './password-slip.ts'
import { findAccount } from './store.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())

const print = ({ userId }: { userId: string }, { credentials } = registry) =>
  fetch(`${api.url}/api/v1/staff/applicants/${userId}/password-slip`, { method: 'POST', headers: credentials })
const readCode = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
const logInWith = (userId: string, password: string) => api.call('POST', '/users/login', { body: { userId, password } })

test('a slip has a new initial password, which works, and is printed once', async () => {
  const [applicant, other] = [await createUnusedAccount(api), await createUnusedAccount(api)]
  const answer = await print(applicant)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { text, isTagged } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
  expect(isTagged).toBe(true)
  for (const part of [applicant.userId, 'Destroy this slip.', 'Nobody of the institution will ever ask you'])
    expect(text).toContain(part)
  const [, password = ''] = /Initial password (\S+)/.exec(text) ?? []
  expect(await readCode(await print(applicant))).toEqual([409, 'slip_refused'])
  const { rows } = await api.database.pool.query(`select * from audit_log where action = 'password_slip_printed'`)
  expect(rows).toMatchObject([{ staff_id: registry.id, detail: {} }])
  expect(JSON.stringify(rows)).not.toContain(password)
  const loggedIn = await logInWith(applicant.userId, password)
  expect(loggedIn).toMatchObject({ status: 200, body: { data: { passChange: true } } })
  // Nobody else's is replaced.
  expect((await logInWith(other.userId, 'correct-horse-7')).status).toBe(200)
})

test('a slip is of the institution and the year of its applicant', async () => {
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Hillside Polytechnic', 'HP', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  const answer = await print(await createUnusedAccount(api, { exerciseId: rows[0].id }))
  const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
  for (const part of ['Hillside Polytechnic', '2031']) expect(text).toContain(part)
})

test('of two officers who print at once, one gets the slip, and its password is the one that works', async () => {
  const applicant = await createUnusedAccount(api)
  const answers = await Promise.all([print(applicant), print(applicant)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const slip = answers.find(({ status }) => status === 200)!
  const { text } = await readPdf(new Uint8Array(await slip.arrayBuffer()))
  const [, password = ''] = /Initial password (\S+)/.exec(text) ?? []
  expect((await logInWith(applicant.userId, password)).status).toBe(200)
})

test('a slip that cannot be made or recorded leaves the former password as it is', async () => {
  const { userId } = await createUnusedAccount(api)
  expect((await withoutAuditLog(api, () => print({ userId }))).status).toBe(500)
  const printSlip = createPasswordSlipService({
    staffDatabase: api.database,
    encryption: api.services.encryption,
    log: { error() {} },
    clock: api.clock.now,
    sessionIdleMs: 1,
    documents: { render: () => Promise.reject(new Error('The documents are away.')) },
    config: api.config,
  })
  const account = await findAccount(api.database.db, userId)
  if (!account) throw new Error('The account was not created.')
  const actor = { staffId: registry.id, sessionId: '', email: '', name: '', grants: [], freshUntil: null }
  await expect(printSlip(account, actor)).rejects.toThrow('The documents are away.')
  expect((await logInWith(userId, 'correct-horse-7')).status).toBe(200)
})

test('nobody prints a slip for an applicant who has logged in', async () => {
  const applicant = await createUnusedAccount(api)
  const first = await print(applicant)
  const { text } = await readPdf(new Uint8Array(await first.arrayBuffer()))
  await logInWith(applicant.userId, /Initial password (\S+)/.exec(text)?.[1] ?? '')
  // Nor for one who has chosen a password by a link, and has not logged in since.
  const withOwn = await createUnusedAccount(api, { mustChangePassword: false })
  for (const one of [applicant, withOwn]) {
    const answer = await print(one)
    expect(await answer.json()).toMatchObject({
      code: 'slip_refused',
      message: 'The initial password was used already. Send a link for a new password instead.',
    })
  }
})

test('a slip is printed again once an email has replaced its password, and for nothing else that happened since', async () => {
  const applicant = await createUnusedAccount(api)
  const happens = (action: string, detail: object) =>
    api.database.pool.query(
      `insert into audit_log (actor, action, account_id, detail) select 'staff', $2, id, $3 from accounts where user_id = $1`,
      [applicant.userId, action, detail],
    )
  expect((await print(applicant)).status).toBe(200)
  for (const [action, template] of [
    ['applicant_viewed', undefined],
    ['email_resent', 'complaintReceived'],
    ['email_address_read', 'accountIssued'],
  ] as const) {
    await happens(action, { template })
    expect(await readCode(await print(applicant))).toEqual([409, 'slip_refused'])
  }
  await happens('email_resent', { template: 'accountIssued' })
  expect((await print(applicant)).status).toBe(200)
})

test('a slip needs a fresh sign-in of the registry', async () => {
  const applicant = await createUnusedAccount(api)
  const stale = await createStaff(api, ['registry'])
  expect(await readCode(await print(applicant, stale))).toEqual([403, 'fresh_sign_in_required'])
  const helpdesk = await createStaff(api, ['helpdesk'], { isFresh: true })
  expect(await readCode(await print(applicant, helpdesk))).toEqual([403, 'not_permitted'])
  expect(await readCode(await print({ userId: 'RE24-99999' }))).toEqual([404, 'not_found'])
})

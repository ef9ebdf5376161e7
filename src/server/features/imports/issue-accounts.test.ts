import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { type ApplicantToIssue, createIssueAccountsService, InvalidListError } from './service.ts'

let api: TestApi
let issuing: ReturnType<typeof createService>
beforeAll(async () => {
  api = await startApi()
  // The next one is being prepared.
  await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2047, 0, 0, '[]', 'Vendor')`,
  )
  issuing = createService(api)
})
afterAll(() => api.close())

const createService = ({ database: { db }, config, clock }: TestApi) =>
  createIssueAccountsService({ db, encryption: createEncryption(config.secretKeys), clock: clock.now })

const createApplicant = (email: string): ApplicantToIssue => ({
  surname: 'Bello',
  firstName: 'Amina',
  middleName: '',
  email,
  phone: '08031234567',
  dateOfBirth: '1985-06-15',
  gender: 'f',
  state: 'kaduna',
  lga: 'Zaria',
  school: 'Technology',
  department: 'Computer Science',
  role: 'Lecturer II',
  feeKobo: 1_200_000,
  chargeKobo: 50_000,
})
const createList = (...emails: string[]) =>
  [
    'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role',
    ...emails.map(
      (email) => `Bello,Amina,,${email},08031234567,1985-06-15,f,Kaduna,Zaria,Technology,Computer Science,Lecturer II`,
    ),
  ].join('\n')
const countAccounts = async () => (await api.database.db.select({ id: accounts.id }).from(accounts)).length

test('an applicant gets user ID and password by email, logs in with them and must choose another password', async () => {
  const [issued] = await issuing.issueFromList(createList('first@example.org'))
  await expect.poll(() => api.mailbox.messages('first@example.org')).toHaveLength(1)
  const [email] = api.mailbox.messages('first@example.org')
  const password = /[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}/.exec(email?.text ?? '')?.[0]
  expect(issued?.userId).toMatch(/^RE24-/)
  expect(email?.text).toContain(issued?.userId)

  const login = await api.call('POST', '/users/login', { body: { userId: issued?.userId, password } })
  expect(login).toMatchObject({
    status: 200,
    body: { data: { passChange: true, state: 'kaduna', faculty: 'Technology', amount: 12_000, charge: 500 } },
  })
  const { token } = login.body
  expect((await api.call('PATCH', '/users/update-password', { token, body: { password } })).status).toBe(400)
})

test('user IDs are consecutive, even when two members of staff issue accounts at the same time', async () => {
  const issued = await raceAtLock(api.database.url, 'select from exercises for update', [
    () => issuing.issueAccounts([createApplicant('a1@example.org'), createApplicant('a2@example.org')]),
    () => issuing.issueAccounts([createApplicant('b1@example.org'), createApplicant('b2@example.org')]),
  ])
  const serials = issued
    .flat()
    .map(({ userId }) => userId)
    .sort()
  const first = Number(serials[0]?.slice(5))
  expect(serials).toEqual([0, 1, 2, 3].map((step) => `RE24-${String(first + step).padStart(5, '0')}`))
})

test('the initial password is encrypted in the queue', async () => {
  const waiting = await startApi({ jobs: 'waiting' })
  try {
    await createService(waiting).issueAccounts([
      { ...createApplicant('c@example.org'), password: 'Readable-Nowhere-7' },
    ])
    const { rows } = await waiting.database.db.execute(sql`select * from graphile_worker._private_jobs`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('Readable-Nowhere-7')
  } finally {
    await waiting.close()
  }
})

test('V2.3.3 a list with errors issues no account and reports every error', async () => {
  await issuing.issueFromList(createList('there@example.org'))
  const before = await countAccounts()
  const refused = await issuing
    .issueFromList(createList('new@example.org', 'not an email', 'There@example.org'))
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(InvalidListError)
  expect((refused as InvalidListError).message).toBe(
    'line 3, email: is not an email address\nline 4, email: has an account in this exercise already',
  )
  expect(await countAccounts()).toBe(before)
})

test('a post that the exercise does not offer is refused', async () => {
  const wrong = createList('post@example.org').replace('Lecturer II', 'Professor')
  await expect(issuing.issueFromList(wrong)).rejects.toThrow('line 2, role: Professor is not open in Computer Science')
})

test('a list with somebody who has an account is refused as a whole', async () => {
  await issuing.issueAccounts([createApplicant('once@example.org')])
  const before = await countAccounts()
  await expect(
    issuing.issueAccounts([createApplicant('new2@example.org'), createApplicant('Once@example.org')]),
  ).rejects.toThrow('once@example.org has an account in this exercise already.')
  expect(await countAccounts()).toBe(before)
})

test('every issued account has an audit event', async () => {
  const [issued] = await issuing.issueAccounts([createApplicant('record@example.org')])
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, issued!.accountId))
  expect(events).toMatchObject([{ actor: 'staff', action: 'account_issued' }])
})

test('a fee that changes while the passwords are hashed is that of the accounts', async () => {
  const change = 'update exercises set fee_kobo = 1700000 where year = 2024'
  const [issued] = await raceAtLock(api.database.url, change, [
    () => issuing.issueFromList(createList('fee@example.org')),
  ])
  const [account] = await api.database.db
    .select()
    .from(accounts)
    .where(eq(accounts.id, issued?.[0]?.accountId ?? ''))
  expect([account?.feeKobo, issued?.[0]?.applicant.feeKobo]).toEqual([1_700_000, 1_700_000])
})

test('no account is issued by a command in an exercise that was archived, also while the passwords are hashed', async () => {
  const before = await countAccounts()
  const archive = 'update exercises set archived_at = now() where year = 2024'
  try {
    const issue = () => issuing.issueFromList(createList('late@example.org')).catch(({ message }: Error) => message)
    expect(await raceAtLock(api.database.url, archive, [issue])).toEqual(['The exercise of 2024 is archived.'])
    expect(await countAccounts()).toBe(before)
  } finally {
    await api.database.pool.query('update exercises set archived_at = null')
  }
})

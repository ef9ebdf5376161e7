import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, auditLog } from '#server/platform/database/schema/schema.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { issueAccounts, type NewApplicant } from './issue-accounts.ts'
import { issueFromList, ListRefused } from './issue-from-list.ts'

let api: TestApi
let means: { db: TestApi['database']['db']; seal: ReturnType<typeof createEncryption>; clock: () => Date }
beforeAll(async () => {
  api = await startApi()
  means = { db: api.database.db, seal: createEncryption(api.config.secretKeys), clock: api.clock.now }
})
afterAll(() => api.close())

const person = (email: string): NewApplicant => ({
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
const list = (...emails: string[]) =>
  [
    'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role',
    ...emails.map(
      (email) => `Bello,Amina,,${email},08031234567,1985-06-15,f,Kaduna,Zaria,Technology,Computer Science,Lecturer II`,
    ),
  ].join('\n')
const countOf = async () => (await api.database.db.select({ id: accounts.id }).from(accounts)).length

test('an applicant is mailed a user ID and a password, logs in with them and must choose another', async () => {
  const [issued] = await issueFromList(means, list('first@example.org'))
  await expect.poll(() => api.mailbox.messages('first@example.org')).toHaveLength(1)
  const [letter] = api.mailbox.messages('first@example.org')
  const password = /[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}/.exec(letter?.text ?? '')?.[0]
  expect(letter?.text).toContain(issued?.userId)

  const login = await api.call('POST', '/users/login', { body: { userId: issued?.userId, password } })
  expect(login).toMatchObject({
    status: 200,
    body: { data: { passChange: true, state: 'kaduna', faculty: 'Technology', amount: 12_000, charge: 500 } },
  })
  const { token } = login.body
  expect((await api.call('PATCH', '/users/update-password', { token, body: { password } })).status).toBe(400)
})

test('user IDs follow each other, also when two officers issue at once', async () => {
  const [one, other] = await Promise.all([
    issueAccounts(means, [person('a1@example.org'), person('a2@example.org')]),
    issueAccounts(means, [person('b1@example.org'), person('b2@example.org')]),
  ])
  const serials = [...one, ...other].map(({ userId }) => userId).sort()
  const first = Number(serials[0]?.slice(5))
  expect(serials).toEqual([0, 1, 2, 3].map((step) => `RE24-${String(first + step).padStart(5, '0')}`))
})

test('the password that waits to be mailed cannot be read in the queue', async () => {
  const waiting = await startApi({ jobs: 'waiting' })
  try {
    const { db } = waiting.database
    const seal = createEncryption(waiting.config.secretKeys)
    await issueAccounts({ db, seal }, [{ ...person('c@example.org'), password: 'Readable-Nowhere-7' }])
    const { rows } = await db.execute(sql`select * from graphile_worker._private_jobs`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('Readable-Nowhere-7')
  } finally {
    await waiting.close()
  }
})

test('a list with one fault opens no account and names every fault', async () => {
  await issueFromList(means, list('there@example.org'))
  const before = await countOf()
  const refused = await issueFromList(means, list('new@example.org', 'not an email', 'There@example.org')).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(ListRefused)
  expect((refused as ListRefused).message).toBe(
    'line 3, email: is not an email address\nline 4, email: has an account in this exercise already',
  )
  expect(await countOf()).toBe(before)
})

test('a post that the exercise does not offer is refused', async () => {
  const wrong = list('post@example.org').replace('Lecturer II', 'Professor')
  await expect(issueFromList(means, wrong)).rejects.toThrow('line 2, role: Professor is not open in Computer Science')
})

test('issuing the same people twice is refused as a whole', async () => {
  await issueAccounts(means, [person('once@example.org')])
  const before = await countOf()
  await expect(issueAccounts(means, [person('new2@example.org'), person('Once@example.org')])).rejects.toThrow(
    'once@example.org has an account in this exercise already.',
  )
  expect(await countOf()).toBe(before)
})

test('every account issued is recorded', async () => {
  const [issued] = await issueAccounts(means, [person('record@example.org')])
  const deeds = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, issued!.accountId))
  expect(deeds).toMatchObject([{ actor: 'staff', action: 'account_issued' }])
})

// One applicant who is on no list is checked and issued as a list of one line.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())

const cells = {
  surname: 'Bello',
  firstName: 'Amina',
  middleName: '',
  email: 'forgotten@example.org',
  phone: '0803 123 4567',
  dateOfBirth: '1985-06-15',
  gender: 'f',
  state: 'kaduna',
  lga: 'Zaria',
  school: 'Technology',
  department: 'Computer Science',
  role: 'Lecturer II',
}
const check = (more: object = {}, query = '') =>
  registry.call('POST', `/staff/imports/applicant${query}`, { body: { ...cells, ...more } })
const listImports = async () => (await registry.call('GET', '/staff/imports')).body.data.rows
const findAccount = async (email: string) =>
  (await api.database.db.select().from(accounts).where(eq(accounts.email, email)))[0]

test('an applicant is checked first, then issued with the amounts that were typed, and told by email', async () => {
  const email = 'one@example.org'
  const checked = await check({ email, fee: '9000' })
  expect(checked).toMatchObject({
    status: 201,
    body: { data: { name: 'One applicant', state: 'checked', lines: 1, good: 1, failed: 0, userId: null } },
  })
  expect(await findAccount(email)).toBeUndefined()
  const { id } = checked.body.data
  expect((await registry.call('POST', `/staff/imports/${id}/apply`, { body: { count: 1 } })).status).toBe(200)
  const read = async () => (await registry.call('GET', `/staff/imports/${id}`)).body.data
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('applied')
  const account = await findAccount(email)
  expect(account).toMatchObject({ role: 'Lecturer II', phone: '08031234567', feeKobo: 900_000, chargeKobo: 50_000 })
  expect(await read()).toMatchObject({ applied: 1, userId: account?.userId })
  await expect.poll(() => api.mailbox.messages(email), { timeout: 30_000 }).toHaveLength(1)
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
  expect(events.map(({ action }) => action)).toEqual([
    'import_checked',
    'import_started',
    'account_issued',
    'import_applied',
  ])
  expect((await check({ email, fee: '9000' })).body.code).toBe('already_applied')
  expect((await check({ email })).body.errors).toEqual([
    { path: 'email', message: 'This email address has an account in this exercise already.' },
  ])
})

test('what is wrong is said by field in the words of a form, and nothing is kept', async () => {
  const before = await listImports()
  const wrong = {
    email: 'nobody',
    surname: '+1',
    dateOfBirth: '2999-01-01',
    lga: 'Nowhere',
    role: 'Professor',
    fee: 'much',
  }
  const refused = await check(wrong)
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toEqual([
    { path: 'surname', message: 'Surname must not begin with +, - or @.' },
    { path: 'email', message: 'Enter an email address, such as name@example.org.' },
    { path: 'dateOfBirth', message: 'Enter a date in the past.' },
    { path: 'fee', message: 'Enter naira in figures, such as 12000.' },
    { path: 'lga', message: 'Choose an LGA of the state.' },
    { path: 'role', message: 'Choose a post that is open.' },
  ])
  const none = Object.fromEntries(Object.keys(cells).map((column) => [column, '']))
  const { errors } = (await check(none)).body
  expect(errors).toEqual([
    { path: 'surname', message: 'Enter the surname.' },
    { path: 'firstName', message: 'Enter the first name.' },
    { path: 'email', message: 'Enter the email address.' },
    { path: 'phone', message: 'Enter the phone number.' },
    { path: 'dateOfBirth', message: 'Enter the date of birth.' },
    { path: 'gender', message: 'Choose a gender.' },
    { path: 'state', message: 'Choose a state.' },
    { path: 'school', message: 'Choose a post.' },
  ])
  expect(await listImports()).toEqual(before)
})

test('V8.2.1 nobody but the registry adds an applicant, and not in an exercise where the role does not count', async () => {
  const helpdesk = await createStaff(api, ['helpdesk'], { isFresh: true })
  expect((await helpdesk.call('POST', '/staff/imports/applicant', { body: cells })).body.code).toBe('not_permitted')
  expect((await check({}, '?exercise=2031')).status).toBe(404)
})

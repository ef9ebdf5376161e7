import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { auditSignIn, auditView } from './audit.ts'
import { alertStaff } from './staff-alert.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

let [ada, bisi, applicant, other] = ['', '', '', '']
beforeEach(async () => {
  ;[ada, bisi] = [(await createStaff(api, ['registry'])).id, (await createStaff(api, ['registry'])).id]
  ;[applicant, other] = [(await createApplicant(api)).id, (await createApplicant(api)).id]
})

const count = async (...conditions: Parameters<typeof and>) => api.database.db.$count(auditLog, and(...conditions))

test('of one person and kind twenty events of signing in are kept an hour, others beside them', async () => {
  const { db } = api.database
  const signIn = (staffId: string, action: 'staff_signed_in' | 'staff_signed_out' = 'staff_signed_in', at?: Date) =>
    auditSignIn(db, { actor: 'staff', action, by: { staffId, sessionId: null }, ...(at && { at }) })
  const logins = (staffId: string) => count(eq(auditLog.staffId, staffId), eq(auditLog.action, 'staff_signed_in'))
  const earlier = new Date(Date.now() - 3_601_000)
  await signIn(ada, 'staff_signed_in', earlier)
  for (let n = 0; n < 19; n++) await signIn(ada)
  expect(await logins(ada)).toBe(20)
  await signIn(ada)
  expect(await logins(ada)).toBe(21)
  await signIn(ada)
  expect(await logins(ada)).toBe(21)
  await signIn(bisi)
  await signIn(ada, 'staff_signed_out')
  expect(await logins(bisi)).toBe(1)
  expect(await count(eq(auditLog.staffId, ada), eq(auditLog.action, 'staff_signed_out'))).toBe(1)
})

test('who signs in is a person', async () => {
  await expect(auditSignIn(api.database.db, { actor: 'staff', action: 'staff_signed_in' })).rejects.toThrow(
    'Signing in needs a person.',
  )
})

test('reading is recorded once an hour for each person, account and kind', async () => {
  const { db } = api.database
  const start = new Date('2024-03-04T09:00:00Z')
  const after = (ms: number) => new Date(start.getTime() + ms)
  const read = (
    staffId: string,
    accountId: string,
    now = start,
    action: 'applicant_viewed' | 'application_viewed' = 'applicant_viewed',
  ) => auditView(db, { action, accountId, by: { staffId, sessionId: null }, at: now }, now)
  const views = () => count(eq(auditLog.accountId, applicant), eq(auditLog.action, 'applicant_viewed'))
  await read(ada, applicant)
  await read(ada, applicant, after(3_599_999))
  expect(await views()).toBe(1)
  await read(ada, applicant, after(3_600_000))
  expect(await views()).toBe(2)
  await read(bisi, applicant, after(3_600_000))
  expect(await views()).toBe(3)
  await read(ada, other, after(3_600_000))
  await read(ada, applicant, after(3_600_000), 'application_viewed')
  expect(await count(eq(auditLog.accountId, other), eq(auditLog.action, 'applicant_viewed'))).toBe(1)
  expect(await count(eq(auditLog.accountId, applicant), eq(auditLog.action, 'application_viewed'))).toBe(1)
})

test('so is reading of something that is no account', async () => {
  const read = (id: string, kind: 'exercise' | 'email' = 'exercise') =>
    auditView(
      api.database.db,
      { action: 'interview_viewed', subject: { kind, id }, by: { staffId: ada, sessionId: null } },
      new Date(),
    )
  for (const id of ['C-1', 'C-1', 'C-2']) await read(id)
  await read('C-1', 'email')
  expect(await count(eq(auditLog.staffId, ada), eq(auditLog.action, 'interview_viewed'))).toBe(3)
  const nothing = { action: 'interview_viewed', by: { staffId: ada, sessionId: null } } as const
  await expect(auditView(api.database.db, nothing, new Date())).rejects.toThrow('needs an account or a subject')
})

test('a problem that staff must solve is told once an hour, and another one beside it', async () => {
  const error = vi.fn()
  let now = new Date('2024-03-04T09:00:00Z')
  const alert = (problem: Parameters<typeof alertStaff>[1]) =>
    alertStaff({ database: api.database, clock: () => now, log: { error } }, problem, { code: '020' })
  // An event of an account is no alert.
  await api.database.db
    .insert(auditLog)
    .values({ actor: 'system', action: 'nin_credit_used_up', accountId: applicant, at: now })
  await alert('nin_credit_used_up')
  expect(error.mock.calls).toEqual([
    [{ problem: 'nin_credit_used_up', code: '020' }, 'action required: our credit with the NIN service is used up'],
  ])
  now = new Date('2024-03-04T09:59:59.999Z')
  await Promise.all([alert('nin_credit_used_up'), alert('nin_credit_used_up')])
  expect(error).toHaveBeenCalledTimes(1)
  await alert('nin_credentials_refused')
  expect(error).toHaveBeenCalledTimes(2)
  now = new Date('2024-03-04T10:00:00Z')
  await Promise.all([alert('nin_credit_used_up'), alert('nin_credit_used_up')])
  expect(error).toHaveBeenCalledTimes(3)
})

// Somebody of the staff names an applicant outside the own scope, call by call.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emails } from '#server/database/schema/emails-and-corrections.ts'
import { staffCalls } from '#shared/api/staff/calls.ts'
import { staffRoleNames } from '#shared/roles/permissions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createReadyApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
let applicant: TestApplicant
let objects: Record<string, string>
const strangers: Record<string, TestStaff> = {}
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  applicant = await createReadyApplicant(api, { school: 'Technology' })
  const { db, pool } = api.database
  const session = await pool.query('select id from sessions where account_id = $1', [applicant.id])
  const [email] = await db
    .insert(emails)
    .values({ template: 'passwordChanged', accountId: applicant.id, state: 'sent' })
    .returning()
  objects = {
    userId: applicant.userId,
    session: session.rows[0].id,
    email: email?.id ?? '',
  }
  const { rows } = await pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  const exerciseId: number = rows[0].id
  const roles = staffRoleNames.filter((role) => role !== 'admin').map((role) => ({ role, exerciseId }))
  strangers['of another exercise'] = await createStaff(api, roles, { isFresh: true })
  const reviewer = { role: 'reviewer', school: 'Management' } as const
  strangers['reviewing for another school'] = await createStaff(api, [reviewer], { isFresh: true })
})
afterAll(() => api.close())

/** What each call needs to be understood. */
const bodies: Readonly<Record<string, object>> = {
  correctApplicant: { surname: 'Other', reason: 'Typed wrongly on the list.', version: 1 },
  resetApplicantPassword: {},
  printPasswordSlip: {},
  resendEmail: {},
  revealNin: { reason: 'The police asked in writing.' },
  holdApplicant: { reason: 'The police asked in writing.' },
  releaseApplicant: { reason: 'The police asked in writing.' },
}
/** What stands for `:id` in a path. */
const idOf: Readonly<Record<string, string>> = { endApplicantSession: 'session', resendEmail: 'email' }

const attempts = Object.entries(staffCalls)
  .filter(([, call]) => call.includes('/applicants/:userId'))
  .map(([name, call]) => ({ name, call }))

const readState = async () => {
  const { rows } = await api.database.pool.query(
    `select to_jsonb(a) as account,
      (select jsonb_agg(to_jsonb(s) - 'last_seen_at' order by s.id) from sessions s where s.account_id = a.id) as sessions,
      (select count(*) from account_corrections c where c.account_id = a.id) as corrections
    from accounts a where a.id = $1`,
    [applicant.id],
  )
  return JSON.stringify(rows)
}

test.each(attempts)('$call does not know an applicant outside the scope', async ({ name, call }) => {
  const [method = '', template = ''] = call.split(' ')
  const path = template
    .replace(':userId', objects.userId ?? '')
    .replace(/:\w+/, () => objects[idOf[name] ?? ''] ?? crypto.randomUUID())
  const before = await readState()
  for (const [who, person] of Object.entries(strangers)) {
    const body = bodies[name]
    const { status, body: reply } = await person.call(method, path, { body })
    const text = JSON.stringify(reply)
    // A reviewer has no permission for most calls.
    expect([404, ...(who === 'of another exercise' ? [] : [403])], `${who}: ${text}`).toContain(status)
    expect(text).not.toContain('Example')
  }
  expect(await readState()).toBe(before)
})

test('there are such calls', () => {
  expect(attempts.length).toBeGreaterThan(5)
})

test('lists show nothing outside the scope', async () => {
  const reviewer = strangers['reviewing for another school']
  const list = await reviewer?.call('GET', `/staff/applicants?q=${applicant.userId}`)
  expect(list?.body.data).toMatchObject({ rows: [], count: { value: 0, more: false } })
  const elsewhere = strangers['of another exercise']
  const sent = await elsewhere?.call('GET', `/staff/emails?q=${applicant.userId}`)
  expect(sent?.body.data).toMatchObject({ rows: [], count: { value: 0, more: false } })
  const events = await elsewhere?.call('GET', `/staff/audit?q=${applicant.userId}`)
  expect(events?.body.data).toMatchObject({ rows: [], count: { value: 0, more: false } })
})

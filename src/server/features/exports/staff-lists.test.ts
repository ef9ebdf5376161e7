import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { emails } from '#server/database/schema/emails-and-corrections.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import type { EmailTemplateName, StaffEmailEvent } from '#shared/staff/labels/email-templates.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'
import { readWorkbookSheets } from '#tests/support/fixtures/formats/read-workbook.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'

// Each export starts a thread; a busy machine takes a while.
vi.setConfig({ testTimeout: 90_000 })

let api: TestApi
let registry: TestStaff
let dpo: TestStaff
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'], { isFresh: true, name: 'Ngozi Registry' })
  dpo = await createStaff(api, ['dpo'], { isFresh: true, name: 'Sade Protection' })
})
afterAll(() => api.close())

const request = (body: Record<string, unknown>, staff: TestStaff) =>
  staff.call('POST', '/staff/exports', { body: { format: 'csv', reason: 'For the yearly report', ...body } })

async function make(body: Record<string, unknown>, staff: TestStaff) {
  const requested = await request(body, staff)
  expect([requested.status, requested.body.code]).toEqual([201, undefined])
  const { id } = requested.body.data
  const read = async () => (await staff.call('GET', `/staff/exports/${id}`)).body.data
  await expect.poll(async () => (await read()).state, { timeout: 30_000, interval: 100 }).toBe('ready')
  const response = await api.fetch(`/api/v1/staff/exports/${id}/content`, { headers: staff.credentials })
  return { name: response.headers.get('content-disposition'), bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The lines of the file below its headings. */
const parseRows = (bytes: Buffer) =>
  bytes
    .toString()
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(1, -1).split('","'))
const list = async (path: string, staff: TestStaff) => (await staff.call('GET', path)).body.data.rows

const complain = async (complain: string, more: object = {}): Promise<string> =>
  (await api.call('POST', '/contact/create', { body: { complain, ...more } })).body.data.number
const setCategory = (number: string, category: string) =>
  api.database.db.execute(sql`update complaints set category = ${category} where number = ${number}`)

async function addExercise(): Promise<number> {
  const { rows } = await api.database.db.execute<{ id: number }>(sql`
    insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
    select institution, short_name, title, (select max(year) + 1 from exercises), fee_kobo, charge_kobo, posts, vendor_name
    from exercises limit 1 returning id`)
  return rows[0]?.id ?? 0
}

async function addEmail(
  address: string,
  {
    exerciseId = 0,
    template = 'complaintReceived',
    event = null,
    resentBy = null,
  }: {
    exerciseId?: number
    template?: EmailTemplateName
    event?: StaffEmailEvent | null
    resentBy?: string | null
  } = {},
) {
  const { id: accountId, userId } = await createUnusedAccount(api, exerciseId ? { exerciseId } : {})
  await api.database.db.insert(emails).values({
    template,
    event,
    accountId,
    encryptedAddress: createEncryption(api.config.secretKeys).encrypt(address),
    state: 'sent',
    messageId: address,
    attempts: 1,
    resentBy,
    queuedAt: new Date('2024-10-05T23:30:00Z'),
    sentAt: new Date('2024-10-05T23:31:00Z'),
  })
  return userId
}

test('complaints are exported with the filter of their list, in its order, and a formula arrives as text', async () => {
  const numbers = [
    await complain('=1+1'),
    await complain('I cannot log in.', { fullname: '+234', email: 'a@b.example' }),
  ]
  await complain('Not about this.')
  for (const number of numbers) await setCategory(number, 'login')
  const filter = { category: 'login', state: 'new', sort: 'received' }
  const columns = ['number', 'sender', 'excerpt', 'state', 'category', 'assigned', 'received']
  const { bytes, name } = await make({ of: 'complaints', filter, columns }, registry)
  expect(name).toMatch(/"complaints-all-exported-[\d-]{10}\.csv"/)
  const rows = parseRows(bytes)
  const listed = await list(`/staff/complaints?${new URLSearchParams(filter)}`, registry)
  expect(rows.map(([number]) => number)).toEqual(numbers)
  expect(rows.map(([number]) => number)).toEqual(listed.map((row: { number: string }) => row.number))
  expect(rows[0]?.slice(1, 6)).toEqual(['Not given', "'=1+1", 'New', 'Login', 'Nobody'])
  expect(rows[1]?.slice(1, 3)).toEqual(["'+234", 'I cannot log in.'])
  expect(rows[0]?.[6]).toMatch(/^\d{4}-\d\d-\d\d$/)
  const ofOne = await make({ of: 'complaints', filter: { ...filter, exercise: 2024 }, columns: ['number'] }, registry)
  expect(ofOne.name).toMatch(/"complaints-2024-exported-[\d-]{10}\.csv"/)

  const workbook = await make({ of: 'complaints', filter, columns: ['number', 'text'], format: 'xlsx' }, registry)
  const [sheet] = await readWorkbookSheets(workbook.bytes)
  expect(sheet?.formulas).toEqual([])
  expect(sheet?.rows).toEqual([
    ['Number', 'Whole complaint'],
    [numbers[0], '=1+1'],
    [numbers[1], 'I cannot log in.'],
  ])
})

test('the appointment list has the columns that personnel systems take, and a formula arrives as text', async () => {
  const [one, declined] = await addApplications(api, { count: 2, prefix: 'APPOINT', school: 'Appointments' })
  const { pool } = api.database
  await pool.query(`update accounts set surname = '=1+1', first_name = '+Ada' where id = $1`, [one?.accountId])
  await pool.query(
    `with post as (
      insert into posts (exercise_id, school, role, vacancies)
        select exercise_id, 'Appointments', role, 2 from accounts where id = $4 returning id
    ), recorded as (
      insert into final_outcomes (application_id, post_id, outcome, until, recorded_by, seen_version)
        select application, post.id, 'selected', now() + interval '1 day', $3, 0 from post, unnest($1::uuid[]) as application
        returning *
    ) insert into offers (application_id, post_id, outcome_id, until, state, settled_at)
      select application_id, post_id, id, until, case application_id when $2 then 'accepted' else 'declined' end, now()
      from recorded`,
    [[one?.applicationId, declined?.applicationId], one?.applicationId, registry.id, one?.accountId],
  )
  const columns = ['number', 'school', 'offer', 'surname', 'firstName']
  const body = { of: 'offers', filter: { school: 'Appointments', offer: 'accepted' }, columns }
  const appointed = [one?.number, 'Appointments', 'Accepted', '=1+1', '+Ada']
  const { bytes } = await make(body, registry)
  expect(parseRows(bytes)).toEqual([appointed.map((cell) => cell?.replace(/^(?=[=+])/, "'"))])
  const [sheet] = await readWorkbookSheets((await make({ ...body, format: 'xlsx' }, registry)).bytes)
  expect(sheet?.formulas).toEqual([])
  expect(sheet?.rows).toEqual([['Application', 'School', 'Offer', 'Surname', 'First name'], appointed])
})

test('who answers complaints about data alone exports those alone, and "assigned to me" is the person who exports', async () => {
  const [details, login] = [await complain('My name is wrong.'), await complain('I cannot log in.')]
  await setCategory(details, 'details')
  await setCategory(login, 'login')
  const { bytes } = await make({ of: 'complaints', columns: ['number'] }, dpo)
  expect(parseRows(bytes)).toEqual([[details]])
  await api.database.db.execute(sql`update complaints set assigned_to = ${registry.id} where number = ${login}`)
  const mine = await make({ of: 'complaints', columns: ['number', 'assigned'], filter: { assigned: 'me' } }, registry)
  expect(parseRows(mine.bytes)).toEqual([[login, 'Ngozi Registry']])
})

test('emails are exported as listed, with the addresses to which they went', async () => {
  const userId = await addEmail('=amina@example.org')
  await addEmail('other@example.org', { template: 'staffNotice', event: 'newDevice', resentBy: registry.id })
  const filter = { template: 'complaintReceived', from: '2024-10-06', to: '2024-10-06' }
  const columns = ['queued', 'template', 'person', 'address', 'state', 'sent', 'attempts']
  const rows = parseRows((await make({ of: 'emails', filter, columns }, registry)).bytes)
  // Half past midnight in Nigeria.
  expect(rows).toEqual([
    ['2024-10-06 00:30:00', 'Complaint received', userId, "'=amina@example.org", 'Sent', '2024-10-06 00:31:00', '1'],
  ])
  const about = { of: 'emails', filter: { event: 'newDevice' }, columns: ['template', 'event'] }
  expect(parseRows((await make(about, registry)).bytes)).toEqual([
    ['Staff: about an account (again)', 'Staff: sign-in on a new device'],
  ])
  // To somebody of the staff, and to somebody who is not known.
  await api.database.pool.query(
    `insert into emails (template, staff_id, encrypted_address, attempts, queued_at)
      values ('staffInvitation', $1, '', 1, now()), ('staffInvitation', null, '', 1, now() - interval '1 minute')`,
    [dpo.id],
  )
  const invited = { of: 'emails', filter: { template: 'staffInvitation' }, columns: ['person'] }
  expect(parseRows((await make(invited, registry)).bytes)).toEqual([
    ['Sade Protection'],
    ['A person without an account'],
  ])
  const [listed] = await list(`/staff/emails?${new URLSearchParams(filter)}`, registry)
  expect(listed).toMatchObject({ userId })
  const wrong = await request({ of: 'emails', columns: ['resend'] }, registry)
  expect(wrong.body.message).toBe('There is no column resend.')
})

test('emails and complaints of other exercises are not exported by somebody whose role counts in one', async () => {
  const exerciseId = await addExercise()
  const inside = await addEmail('within@example.org', { exerciseId })
  const elsewhere = await addEmail('other@example.org')
  const ofOther = await complain('Where is my RRR?', { userId: elsewhere })
  const ofInside = await complain('Where is my RRR?', { userId: inside })
  const grants = [{ role: 'registry', exerciseId } as const, { role: 'helpdesk' } as const]
  const limited = await createStaff(api, grants, { isFresh: true })
  const seen = await list('/staff/emails', limited)
  expect(seen.map((row: { userId: string }) => row.userId)).toContain(elsewhere)
  const rows = parseRows((await make({ of: 'emails', columns: ['person', 'address'] }, limited)).bytes)
  expect(rows.filter(([, address]) => /^(within|other)@/.test(address ?? ''))).toEqual([[inside, 'within@example.org']])
  const complaints = parseRows((await make({ of: 'complaints', columns: ['number'] }, limited)).bytes).flat()
  expect(complaints).toContain(ofInside)
  expect(complaints).not.toContain(ofOther)
})

test('the audit log is exported with its filter, newest first, in the sentences and details of the page', async () => {
  const { id: accountId, userId } = await createUnusedAccount(api)
  const invited = 'Sade Protection'
  const id = '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c90'
  const add = (values: Partial<typeof auditLog.$inferInsert>) =>
    api.database.db.insert(auditLog).values({
      actor: 'staff',
      action: 'applicant_viewed',
      staffId: registry.id,
      at: new Date('2024-10-05T23:30:00Z'),
      reason: '=cmd|calc',
      ...values,
    })
  await add({ accountId, detail: { columns: ['surname', 'feeKobo'], proposal: id } })
  const refusal = { call: 'staffMe', code: 'not_permitted', cause: 'scope', account: accountId }
  await add({ action: 'request_refused', detail: refusal, reason: null })
  await add({ action: 'applications_assigned', detail: { to: [id], count: 2 }, reason: null })
  await add({ action: 'staff_invited', subjectKind: 'staff', subjectId: dpo.id, reason: null })
  await add({ action: 'complaint_viewed', subjectKind: 'complaint', subjectId: 'C-2024-00012', reason: null })
  const filter = { person: registry.id, from: '2024-10-06', to: '2024-10-06' }
  const columns = ['at', 'action', 'person', 'subject', 'reason', 'detail', 'network']
  const { bytes, name } = await make({ of: 'audit', filter, columns, format: 'xlsx' }, dpo)
  expect(name).toMatch(/"audit-all-exported-[\d-]{10}\.xlsx"/)
  const [sheet] = await readWorkbookSheets(bytes)
  expect(sheet?.formulas).toEqual([])
  const [who, at] = ['Ngozi Registry', '2024-10-06 00:30:00']
  const details = `Request: ${staffContracts.staffMe.summary}; Answer: ${staffErrors.not_permitted.message}; Why: scope`
  expect(sheet?.rows.slice(1)).toEqual([
    [at, `${who} looked at complaint C-2024-00012.`, who, 'Complaint C-2024-00012', null, null, null],
    [at, `${who} invited ${invited}.`, who, invited, null, null, null],
    [at, `${who} assigned applications.`, who, null, null, 'Count: 2', null],
    [at, `${who} asked for something that was refused.`, who, null, null, details, null],
    [at, `${who} looked at ${userId}.`, who, userId, '=cmd|calc', 'Fields: surname, fee', null],
  ])
  const others = parseRows((await make({ of: 'audit', columns: ['action', 'person'] }, dpo)).bytes)
  expect(others).toContainEqual([expect.stringMatching(/ made an export\.$/), expect.any(String)])
  expect(others.at(-1)?.[1]).not.toBe('')
})

test('the audit log of other exercises is not exported by somebody whose role exports that of one', async () => {
  const exerciseId = await addExercise()
  const inside = await createUnusedAccount(api, { exerciseId })
  const elsewhere = await createUnusedAccount(api)
  for (const { id: accountId } of [inside, elsewhere])
    await api.database.db.insert(auditLog).values({ actor: 'system', action: 'data_export_failed', accountId })
  const grants = [{ role: 'dpo', exerciseId } as const, { role: 'auditor' } as const]
  const limited = await createStaff(api, grants, { isFresh: true })
  const filter = { action: 'data_export_failed' }
  expect(await list(`/staff/audit?${new URLSearchParams(filter)}`, limited)).toHaveLength(2)
  const { bytes } = await make({ of: 'audit', filter, columns: ['person', 'subject'] }, limited)
  expect(parseRows(bytes)).toEqual([['The portal', inside.userId]])
})

test('publications are exported as listed', async () => {
  const summary = {
    waiting: 0,
    done: 4,
    skipped: [{ exclusionReason: 'superseded', count: 2 }],
    excluded: [],
    byPost: [],
  }
  const { rows: exercises } = await api.database.db.execute<{ id: number }>(
    sql`select id from exercises where is_current`,
  )
  for (const title of ['=First list', 'Other'])
    await api.database.db.execute(sql`
      insert into publications (exercise_id, kind, title, state, summary, made_by, made_at, approved_by, approved_at, publish_at)
      values (${exercises[0]?.id}, 'shortlist', ${title}, 'draft', ${JSON.stringify(summary)}, ${registry.id},
        '2024-10-05T23:30:00Z', ${dpo.id}, '2024-10-06T23:30:00Z', '2024-10-07T08:00:00Z')`)
  const columns = ['title', 'kind', 'state', 'items', 'made', 'approved', 'published']
  const { bytes } = await make({ of: 'publications', columns, filter: { q: 'first', kind: 'shortlist' } }, registry)
  expect(parseRows(bytes)).toEqual([
    [
      "'=First list",
      'Shortlist',
      'Draft',
      '6',
      '2024-10-06, Ngozi Registry',
      '2024-10-07, Sade Protection',
      'Planned for 2024-10-07 09:00:00',
    ],
  ])
  const [listed] = await list('/staff/publications?q=first', registry)
  expect(listed.items).toBe(6)
})

test.each<[string, string, StaffRole[]]>([
  ['complaints', 'number', ['helpdesk', 'bursar', 'chair', 'reviewer', 'admin', 'auditor', 'exam']],
  ['emails', 'template', ['helpdesk', 'dpo', 'chair', 'reviewer', 'admin', 'auditor', 'bursar', 'exam']],
  ['audit', 'action', ['registry', 'admin', 'auditor', 'helpdesk', 'chair', 'reviewer', 'bursar', 'exam']],
  ['publications', 'title', ['exam', 'auditor', 'helpdesk', 'reviewer', 'admin', 'bursar']],
])('the list of %s is exported by nobody who may not read it or make exports of it', async (of, column, roles) => {
  for (const role of roles) {
    const refused = await request({ of, columns: [column] }, await createStaff(api, [role], { isFresh: true }))
    expect([role, refused.status, refused.body.code]).toEqual([role, 403, 'not_permitted'])
  }
})

test('an exam officer exports the seats, and no other list', async () => {
  const exam = await createStaff(api, ['exam'], { isFresh: true })
  const { bytes } = await make({ of: 'seats', columns: ['seat', 'name', 'attendance'] }, exam)
  expect(parseRows(bytes)).toEqual([])
  for (const [of, column] of [
    ['applicants', 'userId'],
    ['applications', 'number'],
    ['sittings', 'label'],
    ['publications', 'title'],
  ])
    expect([of, (await request({ of, columns: [column] }, exam)).status]).toEqual([of, 403])
})

test.each([
  ['emails', 'address'],
  ['complaints', 'sender'],
])('%s with personal data need a fresh sign-in', async (of, column) => {
  const refused = await request({ of, columns: [column] }, await createStaff(api, ['registry']))
  expect([refused.status, refused.body.code]).toEqual([403, 'fresh_sign_in_required'])
})

test('a filter of another list is refused', async () => {
  const refused = await request({ of: 'emails', columns: ['state'], filter: { exercise: 2024 } }, registry)
  expect([refused.status, refused.body.message]).toEqual([400, 'There is no field "exercise" here.'])
})

test('the bursar exports approved refunds for accounts, as CSV and Excel, without names and bank accounts', async () => {
  const [ada, bola] = [
    await createStaff(api, ['bursar'], { isFresh: true }),
    await createStaff(api, ['bursar'], { isFresh: true }),
  ]
  const { userId, id: accountId } = await createUnusedAccount(api)
  const { rows } = await api.database.db.execute<{ id: string }>(sql`
    with payment as (insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at)
      values (${accountId}, 'order of a refund', '310000004711', 1200000, 50000, 'paid', 1250050, now()) returning *)
    insert into money_cases (exercise_id, kind, account_id, payment_id, rrr, amount_kobo)
    select (select exercise_id from accounts where id = ${accountId}), 'double', ${accountId}, id, rrr, 1250050
    from payment returning id`)
  const path = `/staff/cases/${rows[0]?.id}`
  const seen = { amount: 12_500.5 }
  const proposal = { act: 'propose_refund', ...seen, note: 'Paid twice.', version: 0 }
  expect((await ada.call('POST', `${path}/actions`, { body: proposal })).status).toBe(200)
  expect(
    (await bola.call('POST', `${path}/approval`, { body: { act: 'approve_refund', ...seen, version: 1 } })).status,
  ).toBe(200)
  const columns = ['rrr', 'userId', 'kind', 'refund', 'state', 'approved', 'paidOut', 'reference']
  const filter = { state: 'refund_approved' }
  const { name, bytes } = await make({ of: 'refunds', filter, columns }, ada)
  expect(name).toMatch(/refunds-.*\.csv"/)
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  expect(bytes.toString()).toContain('"RRR","User ID","Kind","Amount (₦)","State","Approved","Paid out","Reference"')
  expect(bytes.toString()).toContain(`310000004711","${userId}","Paid twice",`)
  expect(bytes.toString()).toContain(`12500.5`)
  expect(bytes.toString()).toContain(today)
  const workbook = await make({ of: 'refunds', filter, columns, format: 'xlsx' }, ada)
  const [sheet] = await readWorkbookSheets(workbook.bytes)
  expect(JSON.stringify(sheet)).toContain('310000004711')
  expect(JSON.stringify(sheet)).toContain('12500.5')

  const cases = await make({ of: 'cases', filter: { q: userId }, columns: ['rrr', 'amount', 'proposed'] }, ada)
  expect(cases.bytes.toString()).toContain('310000004711')

  // Payments and the ledger name each channel in words.
  await api.database.db.execute(sql`
    insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at, payment_type, created_at)
    select ${accountId}, 'order ' || n, 310000004711 + n, 1200000, 50000, 'paid', 1250000, '2024-09-02', type,
      now() - make_interval(days => n::int)
    from unnest('{BRANCH,Kiosk 7}'::text[]) with ordinality as one (type, n)`)
  const paid = await make({ of: 'payments', filter: { q: userId }, columns: ['rrr', 'due', 'paid', 'channel'] }, ada)
  expect(parseRows(paid.bytes)).toEqual([
    ['310000004711', '12500', '12500.5', ''],
    ['310000004712', '12500', '12500', 'Bank branch'],
    ['310000004713', '12500', '12500', 'Kiosk 7'],
  ])
  const entries = await make({ of: 'ledger', columns: ['day', 'channel', 'account', 'debit', 'credit'] }, ada)
  expect(parseRows(entries.bytes).filter(([, , account]) => account === 'Remita')).toEqual([
    [today, 'Not named', 'Remita', '12500.5', '0'],
    ['2024-09-02', 'Kiosk 7', 'Remita', '12500', '0'],
    ['2024-09-02', 'Bank branch', 'Remita', '12500', '0'],
  ])

  for (const role of ['helpdesk', 'exam'] as const) {
    const other = await createStaff(api, [role], { isFresh: true })
    expect((await request({ of: 'refunds', filter, columns }, other)).body.code).toBe('not_permitted')
  }
  // Lists of persons stay out of the bursar's reach.
  expect((await request({ of: 'applicants', columns: ['name'] }, ada)).body.code).toBe('not_permitted')
})

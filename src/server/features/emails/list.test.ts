import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createIssueAccountsService } from '#server/features/imports/service.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createNewApplicant, createUnusedAccount, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { pruneEmails } from './prune-emails.ts'

let api: TestApi
let helpdesk: TestStaff
beforeAll(async () => {
  api = await startApi()
  helpdesk = await createStaff(api, ['helpdesk'])
})
afterAll(() => api.close())

const listEmails = async (query: string, person = helpdesk) => (await person.call('GET', `/staff/emails?${query}`)).body
const resend = (userId: string, id: string, person = helpdesk) =>
  person.call('POST', `/staff/applicants/${userId}/emails/${id}/resend`)
const query = async (statement: string, values: unknown[] = []) =>
  (await api.database.pool.query(statement, values)).rows

/** Waits until the newest email of this template was sent. */
async function waitForEmail(userId: string, template: string, count = 1) {
  const find = async () =>
    (await listEmails(`person=${userId}&template=${template}&state=sent`)).data.rows as { id: string }[]
  await expect.poll(async () => (await find()).length).toBe(count)
  return (await find())[0]!
}

let count = 0
async function issueAccount() {
  count += 1
  const { db } = api.database
  const encryption = createEncryption(api.config.secretKeys)
  const email = `issued-${count}@example.org`
  const [issued] = await createIssueAccountsService({ db, encryption, clock: api.clock.now }).issueAccounts([
    {
      surname: 'Issued',
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
    },
  ])
  return { email, userId: issued?.userId ?? '' }
}
/** With a user ID apart from those that are issued here. */
function createOther() {
  count += 1
  return createNewApplicant(api, { userId: `RE23-${10_000 + count}` })
}
const readPasswords = (email: string) =>
  api.mailbox.messages(email).flatMap(({ text }) => /Initial password: (\S+)/.exec(text)?.[1] ?? [])
const logInWith = (userId: string, password: string) => api.call('POST', '/users/login', { body: { userId, password } })

async function changePassword({ token, userId }: TestApplicant) {
  await api.call('PATCH', '/users/update-password', { token, body: { password: 'seven goats dancing' } })
  return waitForEmail(userId, 'passwordChanged')
}

test('an email that was sent is in the log and on the page of its applicant, in no clear text in the database', async () => {
  const { email, userId } = await issueAccount()
  const sent = await waitForEmail(userId, 'accountIssued')
  expect(sent).toMatchObject({
    template: 'accountIssued',
    state: 'sent',
    userId,
    attempts: 1,
    sentAt: expect.any(String),
  })
  expect(JSON.stringify(sent)).not.toContain(email)
  const page = (await helpdesk.call('GET', `/staff/applicants/${userId}`)).body.data
  expect(page.emails).toMatchObject([{ id: sent.id, template: 'accountIssued', state: 'sent' }])
  const [row] = await query('select * from emails where id = $1', [sent.id])
  expect(row.encrypted_data).toBeNull()
  expect(row.message_id).toBe(`job-${row.job_id}`)
  const text = JSON.stringify(row) + row.encrypted_address.toString('latin1')
  expect(text).not.toContain(email)
})

test('the address of an email is shown on demand, and the audit log says to whom', async () => {
  const { email, userId } = await issueAccount()
  const { id } = await waitForEmail(userId, 'accountIssued')
  const show = () => helpdesk.call('GET', `/staff/emails/${id}/address`)
  for (let n = 0; n < 2; n++) expect((await show()).body.data).toEqual({ address: email })
  expect(
    await query(
      `select staff_id, account_id is not null as has_account from audit_log where action = 'email_address_read' and subject_id = $1`,
      [id],
    ),
  ).toEqual([{ staff_id: helpdesk.id, has_account: true }])
})

test('the first email is sent again with a new initial password, and the former one is void', async () => {
  const { email, userId } = await issueAccount()
  const { id } = await waitForEmail(userId, 'accountIssued')
  const setInitial = (isInitial: boolean) =>
    query('update accounts set must_change_password = $2 where user_id = $1', [userId, isInitial])
  // By a link, without a login.
  await setInitial(false)
  expect((await resend(userId, id)).body.code, 'after an own password').toBe('email_not_resendable')
  await setInitial(true)
  const readHash = () => query('select password_hash from accounts where user_id = $1', [userId])
  const before = await readHash()
  expect((await withoutAuditLog(api, () => resend(userId, id))).status).toBe(500)
  expect(await readHash(), 'where it cannot be recorded').toEqual(before)
  expect((await resend(userId, id)).status).toBe(200)
  await waitForEmail(userId, 'accountIssued', 2)
  expect(readPasswords(email)).toHaveLength(2)
  const [former = '', newer = ''] = readPasswords(email)
  expect(newer).not.toBe(former)
  expect((await logInWith(userId, former)).status).toBe(401)
  expect((await logInWith(userId, newer)).status).toBe(200)
  expect(await resend(userId, id)).toMatchObject({
    status: 409,
    body: {
      code: 'email_not_resendable',
      message: 'The initial password was used already. Send a link for a new password instead.',
    },
  })
  const [event] = await query(`select * from audit_log where action = 'email_resent' order by id desc limit 1`)
  expect(event).toMatchObject({ staff_id: helpdesk.id, subject_id: id, detail: { template: 'accountIssued' } })
})

test('another email is sent again with the same words', async () => {
  const applicant = await createOther()
  const { id } = await changePassword(applicant)
  expect((await resend(applicant.userId, id)).status).toBe(200)
  const repeated = await waitForEmail(applicant.userId, 'passwordChanged', 2)
  expect(repeated).toMatchObject({ isResent: true })
  const texts = api.mailbox
    .messages(applicant.email)
    .filter(({ subject }) => /password/i.test(subject))
    .map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts[0]).toBe(texts[1])
})

test('a link for a new password is not sent again', async () => {
  const applicant = await createOther()
  await helpdesk.call('POST', `/staff/applicants/${applicant.userId}/password-reset`)
  const { id } = await waitForEmail(applicant.userId, 'passwordReset')
  expect((await resend(applicant.userId, id)).body).toMatchObject({
    code: 'email_not_resendable',
    message: 'The link in this email works only once. Send a link for a new password instead.',
  })
})

interface StoredEmail {
  data?: object | null
  to?: string
  minutes?: number
  state?: string
}
/** An email in the log, as of some minutes later. */
async function addEmail(
  { id: accountId, email }: Pick<TestApplicant, 'id' | 'email'>,
  template: string,
  { data = {}, to = email, minutes = 0, state = 'sent' }: StoredEmail = {},
): Promise<string> {
  const { encrypt } = createEncryption(api.config.secretKeys)
  const [row] = await query(
    `insert into emails (account_id, template, encrypted_address, encrypted_data, state, queued_at)
     values ($1, $2, $3, $4, $5, now() - interval '1 day' + $6 * interval '1 minute') returning id`,
    [accountId, template, encrypt(to), data && encrypt(JSON.stringify(data)), state, minutes],
  )
  return row.id
}
const tryAgain = async ({ userId }: Pick<TestApplicant, 'userId'>, id: string) => {
  const { status, body } = await resend(userId, id)
  return status === 200 ? 'sent' : body.message
}

test('an email is not sent again while it is being sent, where nothing is kept of it, or where it asks for something', async () => {
  const applicant = await createOther()
  const queued = await addEmail(applicant, 'passwordChanged', { state: 'queued' })
  expect(await tryAgain(applicant, queued)).toBe('This email is still being sent.')
  const withdrawn = await addEmail(applicant, 'outcomePublished', { state: 'withdrawn' })
  expect(await tryAgain(applicant, withdrawn)).toBe('What this email says had ended before it was sent.')
  const notKept = 'What this email said is not kept, so it cannot be sent again.'
  expect(await tryAgain(applicant, await addEmail(applicant, 'passwordChanged', { data: null }))).toBe(notKept)
  const unreadable = await addEmail(applicant, 'passwordChanged')
  await query('update emails set encrypted_address = $2 where id = $1', [unreadable, Buffer.alloc(40, 7)])
  expect(await tryAgain(applicant, unreadable)).toBe(notKept)
  expect(await tryAgain(applicant, await addEmail(applicant, 'reminder'))).toBe(
    'This kind of email cannot be sent again.',
  )
})

test('what was written to a referee goes to the referee again, and of a correction nothing to a former address', async () => {
  const applicant = await createOther()
  const to = 'named-as-referee@example.org'
  const named = await addEmail(applicant, 'refereeNamed', { data: { refereeName: 'Dr Referee' }, to })
  expect(await tryAgain(applicant, named)).toBe('sent')
  await expect.poll(() => api.mailbox.messages(to)).toHaveLength(1)
  const corrected = { userId: applicant.userId, facts: ['Surname'], at: api.clock.now().toISOString() }
  const former = await addEmail(applicant, 'detailsCorrected', { data: corrected, to: 'former@example.org' })
  expect(await tryAgain(applicant, former)).toBe('This email went to a former address. It cannot be sent there again.')
  const same = await addEmail(applicant, 'detailsCorrected', { data: corrected, to: applicant.email.toUpperCase() })
  expect(await tryAgain(applicant, same)).toBe('sent')
})

test('what a later email of the same application says otherwise is not sent again', async () => {
  const ended = 'A later email says what holds now. This one cannot be sent again.'
  const applicant = await createOther()
  const data = { kind: 'cbt', score: 40, maximum: 100, isCorrection: false, remark: null, note: '' }
  const result = await addEmail(applicant, 'resultPublished', { data, minutes: 10 })
  // Those that are earlier, say the same, are of another kind or template, or of somebody else change nothing.
  await addEmail(applicant, 'resultPublished', { data: { ...data, score: 30 } })
  await addEmail(applicant, 'resultPublished', { data, minutes: 20 })
  await addEmail(applicant, 'resultPublished', { data: { ...data, kind: 'interview' }, minutes: 20 })
  await addEmail(applicant, 'applicationSubmitted', { minutes: 20 })
  await addEmail(await createUnusedAccount(api), 'applicationWithdrawn', { minutes: 20 })
  expect(await tryAgain(applicant, result)).toBe('sent')
  await addEmail(applicant, 'resultPublished', { data: { ...data, score: 50 }, minutes: 20 })
  expect(await tryAgain(applicant, result)).toBe(ended)

  for (const [template, ending] of [
    ['applicationReturned', 'applicationSubmitted'],
    ['applicationReturned', 'applicationWithdrawn'],
    ['applicationWithdrawn', 'applicationReinstated'],
    ['applicationReinstated', 'applicationWithdrawn'],
    ['outcomePublished', 'applicationReturned'],
    ['outcomePublished', 'applicationSubmitted'],
    ['outcomePublished', 'applicationWithdrawn'],
    ['seatPublished', 'applicationWithdrawn'],
    ['resultPublished', 'applicationWithdrawn'],
    ['offerPublished', 'applicationWithdrawn'],
  ] as const) {
    const other = await createUnusedAccount(api)
    const id = await addEmail(other, template, { data })
    await addEmail(other, ending, { data, minutes: 10 })
    expect([template, ending, await tryAgain(other, id)]).toEqual([template, ending, ended])
  }
})

test('an email that was only sent again says nothing new', async () => {
  const applicant = await createOther()
  const returned = await addEmail(applicant, 'applicationReturned', {
    data: { applicationNumber: 'APP-2024-1', reason: '', until: null },
  })
  const confirmed = await addEmail(applicant, 'applicationSubmitted', { minutes: 10 })
  await query('update emails set resent_by = $2 where id = $1', [confirmed, helpdesk.id])
  expect(await tryAgain(applicant, returned)).toBe('sent')
})

test('an applicant gets at most ten emails an hour from all staff together: links and emails sent again', async () => {
  const applicant = await createOther()
  const { id } = await changePassword(applicant)
  const sendLink = (userId: string, person = helpdesk) =>
    person.call('POST', `/staff/applicants/${userId}/password-reset`)
  const sent = await Promise.all([
    ...Array.from({ length: 45 }, () => resend(applicant.userId, id)),
    ...Array.from({ length: 15 }, () => sendLink(applicant.userId)),
  ])
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(10)
  const colleague = await createStaff(api, ['helpdesk'])
  for (const refused of [await resend(applicant.userId, id, colleague), await sendLink(applicant.userId, colleague)])
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_emails'])
  expect((await sendLink((await createOther()).userId)).status).toBe(200)
  const passMinutes = (minutes: number) =>
    query(`update rate_limits set expire = expire - $1::bigint where key like 'staff_email:%'`, [minutes * 60_000])
  await passMinutes(50)
  expect((await sendLink(applicant.userId)).status).toBe(429)
  await passMinutes(10)
  expect((await sendLink(applicant.userId)).status).toBe(200)
})

test('an email of another applicant, or without the permission, is not sent again and the refusal is recorded', async () => {
  const { userId } = await issueAccount()
  const { id } = await waitForEmail(userId, 'accountIssued')
  const stranger = await createOther()
  expect((await resend(stranger.userId, id)).status).toBe(404)
  const bursar = await createStaff(api, ['bursar'])
  expect((await resend(userId, id, bursar)).body.code).toBe('not_permitted')
  const find = () => query(`select * from audit_log where action = 'request_refused' and staff_id = $1`, [bursar.id])
  await expect.poll(async () => (await find()).length).toBe(1)
})

test('the log is walked in pages to its end, and filtered', async () => {
  const applicant = await createOther()
  const { id } = await changePassword(applicant)
  await resend(applicant.userId, id)
  await waitForEmail(applicant.userId, 'passwordChanged', 2)
  const ids: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await listEmails(`limit=2${next && `&after=${next}`}`)
    ids.push(...page.data.rows.map((row: { id: string }) => row.id))
    next = page.data.next
  }
  const [{ total }] = await query('select count(*)::int as total from emails')
  expect(new Set(ids).size).toBe(total)
  expect(ids).toHaveLength(total)
  expect((await listEmails(`person=${applicant.userId}&state=refused`)).data.rows).toEqual([])
  const about = (await listEmails(`subject=${applicant.userId.toLowerCase()}`)).data.rows as { userId: string }[]
  expect(about.map(({ userId }) => userId)).toEqual([applicant.userId, applicant.userId])
  expect((await listEmails('to=2020-01-01')).data.rows).toEqual([])
  expect((await listEmails('from=2020-01-01&limit=100')).data.rows).toHaveLength(total)
  expect((await listEmails(`after=${crypto.randomUUID()}`)).code).toBe('cursor_invalid')
  expect((await helpdesk.call('GET', '/staff/emails?limit=101')).status).toBe(400)
})

test('the log is searched by user ID and address, filtered by several states and templates, and counted', async () => {
  const applicant = await createOther()
  const { id } = await changePassword(applicant)
  const find = async (text: string) => (await listEmails(`q=${encodeURIComponent(text)}`)).data
  expect(await find(applicant.userId.toLowerCase())).toMatchObject({ rows: [{ id }], count: { value: 1, more: false } })
  expect((await find(applicant.email.toUpperCase())).rows).toMatchObject([{ id, userId: applicant.userId }])
  expect((await find('nobody@example.org')).rows).toEqual([])
  const { data } = await listEmails('template=passwordChanged|passwordReset&state=sent|failed&limit=100')
  const templates = data.rows.map((row: { template: string }) => row.template)
  expect(new Set(templates)).toEqual(new Set(['passwordChanged', 'passwordReset']))
  expect(data.count).toEqual({ value: templates.length, more: false })
  expect((await helpdesk.call('GET', '/staff/emails?state=lost')).status).toBe(400)
})

test('what one person got, and a rare template, are found without reading the other emails', async () => {
  const applicant = await createOther()
  await changePassword(applicant)
  const client = await api.database.pool.connect()
  try {
    // Undone afterwards: other tests read the log to its end.
    await client.query('begin')
    await client.query(
      `insert into emails (template, state, queued_at)
      select 'reminder', 'sent', timestamptz '2024-01-01' + n * interval '1 minute' from generate_series(1, 20000) as n`,
    )
    await client.query('analyze emails')
    for (const asked of [`q=${applicant.userId}`, `q=${applicant.email}`, 'template=offerPublished']) {
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      await listEmails(asked)
      const { text, values } = spy.mock.calls
        .map(([config]) => config as unknown as { text: string; values: unknown[] })
        .find(({ text }) => text?.includes('listCount')) as { text: string; values: unknown[] }
      spy.mockRestore()
      const { rows } = await client.query(`explain (analyze, costs off, timing off) ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, asked).not.toMatch(/Seq Scan on emails|Rows Removed by Filter: \d{3}/)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('an email to a staff member is listed and filtered by what it is about', async () => {
  await query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute of a later year', 'I', 'Recruitment', 2045, 0, 0, '[]', 'Vendor')`,
  )
  const administrator = await createStaff(api, ['admin'], { isFresh: true })
  const invitation = { email: 'musa@example.org', name: 'Musa Danladi', roles: [{ role: 'helpdesk' }] }
  const { id } = (await administrator.call('POST', '/staff/invitations', { body: invitation })).body.data
  const find = async (event: string, person = id) => (await listEmails(`person=${person}&event=${event}`)).data.rows
  await expect
    .poll(() => find('invited|newDevice'))
    .toMatchObject([{ template: 'staffInvitation', event: 'invited', staffName: 'Musa Danladi' }])
  expect(await find('invited', id.toUpperCase())).toHaveLength(1)
  expect(await find('newDevice')).toEqual([])
  const { rows } = (await listEmails('q=Musa@Example.org')).data
  expect(rows).toMatchObject([{ staffId: id, userId: null, event: 'invited' }])
  // It speaks for the institution of the current exercise.
  const [{ institution }] = await query('select institution from exercises where is_current')
  await expect.poll(() => api.mailbox.messages('musa@example.org')).toHaveLength(1)
  const [mail] = api.mailbox.messages('musa@example.org')
  expect(mail?.text).toContain(institution)
  expect(mail?.text).not.toContain('Institute of a later year')
})

test('the log can be walked from the oldest email to the newest', async () => {
  const read = async (sort: string) =>
    (await listEmails(`sort=${sort}&limit=100`)).data.rows.map((row: { id: string }) => row.id)
  const oldestFirst = await read('queued')
  expect(oldestFirst).toEqual((await read('-queued')).toReversed())
  const page = (await listEmails(`sort=queued&limit=2`)).data
  expect(page.rows.map((row: { id: string }) => row.id)).toEqual(oldestFirst.slice(0, 2))
  const rest = (await listEmails(`sort=queued&limit=100&after=${page.next}`)).data.rows
  expect(rest.map((row: { id: string }) => row.id)).toEqual(oldestFirst.slice(2))
})

test('somebody whose role counts in another exercise sees no email', async () => {
  const [{ id: exerciseId }] = await query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  const elsewhere = await createStaff(api, [{ role: 'helpdesk', exerciseId }])
  expect((await listEmails('', elsewhere)).data).toMatchObject({ rows: [], count: { value: 0 } })
  const { id } = (await listEmails('')).data.rows[0]
  expect((await elsewhere.call('GET', `/staff/emails/${id}/address`)).status).toBe(404)
})

test('emails are forgotten after 400 days', async () => {
  const applicant = await createOther()
  const { id } = await changePassword(applicant)
  const listAtAge = async (days: number) => {
    await query(`update emails set queued_at = now() - $2 * interval '1 day' where id = $1`, [id, days])
    await pruneEmails({ database: api.serverDatabase, clock: api.clock.now })
    return (await listEmails(`person=${applicant.userId}`)).data.rows
  }
  expect(await listAtAge(399)).toMatchObject([{ id }])
  expect(await listAtAge(401)).toEqual([])
})

import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createNewApplicant,
  createPaidApplicant,
  createReadyApplicant,
  insertFileRow,
  logIn,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
  registry = await createStaff(api, ['registry'])
})
afterAll(() => api.close())

const reason = 'Typed wrongly on the list.'
const read = async ({ userId }: TestApplicant, person = registry) => {
  const { body } = await person.call('GET', `/staff/applicants/${userId}`)
  return body.data
}
const correct = (applicant: TestApplicant, body: object, person = registry) =>
  person.call('PATCH', `/staff/applicants/${applicant.userId}`, { body: { reason, ...body } })
const listEvents = async ({ id }: TestApplicant) =>
  api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id)).orderBy(desc(auditLog.id))
const listSubjects = (email: string) => api.mailbox.messages(email).map(({ subject }) => subject)

test('the page of an applicant says what is known and what the applicant sees', async () => {
  const applicant = await createReadyApplicant(api, { surname: 'Example', firstName: 'Amina' })
  const data = await read(applicant)
  expect(data).toMatchObject({
    version: 1,
    facts: { userId: applicant.userId, exercise: 2024, surname: 'Example', fee: 12_000, number: null },
    stage: 'identified',
    seesNow: { nextStep: { kind: 'fill in', label: 'Continue Application' } },
    payments: [{ status: 'paid', due: 12_500, paid: 12_500 }],
    lookUps: [{ outcome: 'matched', differences: [] }],
    files: [],
    sessions: [{ device: expect.any(String) }],
  })
  expect(data.facts.nin).toMatch(/^•{7}\d{4}$/)
  expect(data.seesNow.stages.filter(({ done }: { done: boolean }) => done)).toHaveLength(3)
  // The NIN is verified since it matched, whichever was looked up later.
  await api.database.pool.query(
    `insert into nin_verifications
       (exercise_id, account_id, nin_hash, encrypted_nin, outcome, requested_at, consent_at, consent_version)
     select exercise_id, account_id, 'later', encrypted_nin, 'not_found', requested_at + interval '1 minute', consent_at, consent_version
     from nin_verifications where account_id = $1`,
    [applicant.id],
  )
  const { lookUps, seesNow } = await read(applicant)
  expect(lookUps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['not_found', 'matched'])
  expect(seesNow.stages[2].doneAt).toBe(lookUps[1].at)
  const setDeadline = (deadline: Date | null) =>
    api.database.pool.query('update exercises set deadline = $1 where year = 2024', [deadline])
  await setDeadline(new Date(api.clock.now().getTime() - 1))
  expect((await read(applicant)).seesNow.nextStep.kind).toBe('too late')
  await setDeadline(null)
  // A NIN that did not match is nobody's.
  await api.database.pool.query(`update nin_verifications set outcome = 'mismatch' where account_id = $1`, [
    applicant.id,
  ])
  expect((await read(applicant)).facts.nin).toBe('')
})

test('V8.2.3 each reader sees what the roles allow', async () => {
  const applicant = await createReadyApplicant(api)
  const chair = await createStaff(api, ['chair'])
  const helpdesk = await createStaff(api, ['helpdesk'])
  expect(await read(applicant, chair)).toMatchObject({ payments: null, files: [] })
  expect(await read(applicant, helpdesk)).toMatchObject({ payments: [{}], files: null })
  // Roles in another exercise show nothing of this one.
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2032, 0, 0, '[]', 'Vendor') returning id`,
  )
  const exerciseId: number = rows[0].id
  const bursarElsewhere = await createStaff(api, ['chair', { role: 'bursar', exerciseId }])
  expect((await read(applicant, bursarElsewhere)).payments).toBeNull()
  const chairElsewhere = await createStaff(api, ['helpdesk', { role: 'chair', exerciseId }])
  expect((await read(applicant, chairElsewhere)).files).toBeNull()
})

test('V8.2.3 the helpdesk sees the status of payment and application, without amounts, numbers, scores or reasons', async () => {
  const applicant = await createReadyApplicant(api)
  const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, applicant.id)))
  expect((await api.call('POST', '/applications/', { token: applicant.token, body: answers })).status).toBe(201)
  const rejectionReasons = [{ type: 'Certificate', reason: 'The certificate is not readable.' }]
  await api.database.db
    .update(applications)
    .set({ decision: 'rejected', rejectionReasons })
    .where(eq(applications.accountId, applicant.id))
  const helpdesk = await createStaff(api, ['helpdesk'])
  // An RRR that was made later, and is not the one that was paid.
  await api.database.pool.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, created_at)
      values ($1, gen_random_uuid(), '779999999999', 1, 0, 'expired', now() + interval '1 minute')`,
    [applicant.id],
  )
  const none = { rrr: null, due: null, paid: null, paidAt: null, channel: null, requestedAt: null, checkedAt: null }
  const seen = await read(applicant, helpdesk)
  expect(seen.payments).toEqual([{ ...none, status: 'paid' }])
  const unpaid = await createApplicant(api)
  await api.database.pool.query('update payments set account_id = $2 where rrr = $1', ['779999999999', unpaid.id])
  expect((await read(unpaid, helpdesk)).payments).toEqual([{ ...none, status: 'expired' }])
  await api.database.pool.query('update payments set account_id = $2 where rrr = $1', ['779999999999', applicant.id])
  expect(seen).toMatchObject({ stage: 'submitted', facts: { number: expect.any(String) }, seesNow: { messages: [] } })
  expect((await read(applicant)).seesNow.messages).toMatchObject([{ text: 'The certificate is not readable.' }])
  const both = await createStaff(api, ['helpdesk', 'bursar'])
  expect((await read(applicant, both)).payments).toMatchObject([{ status: 'expired' }, { due: 12_500 }])
})

test('V8.2.3 the timeline tells the helpdesk of the application only that it was withdrawn, and of all else what happened', async () => {
  const applicant = await createApplicant(api)
  const subject = { subjectKind: 'application', subjectId: 'APP-2024-EXAMPLE' } as const
  const events = [
    { action: 'payment_viewed', subjectKind: 'payment', subjectId: '110000000000' },
    { action: 'application_viewed', ...subject },
    { action: 'application_withdrawn', ...subject },
    { action: 'file_opened' },
  ] as const
  await api.database.db
    .insert(auditLog)
    .values(events.map((event) => ({ ...event, actor: 'staff' as const, accountId: applicant.id })))
  const listActions = async (person?: TestStaff) =>
    (await read(applicant, person)).timeline.map(({ action }: { action: string }) => action)
  const helpdesk = await listActions(await createStaff(api, ['helpdesk']))
  expect(helpdesk).toEqual(expect.arrayContaining(['login', 'payment_viewed', 'application_withdrawn']))
  expect(helpdesk).not.toEqual(expect.arrayContaining(['application_viewed']))
  expect(helpdesk).not.toEqual(expect.arrayContaining(['file_opened']))
  expect(await listActions()).toEqual(expect.arrayContaining(events.map(({ action }) => action)))
})

test('an exam officer finds applicants but reads nobody without a seat, and the attempt is recorded', async () => {
  const applicant = await createReadyApplicant(api)
  const exam = await createStaff(api, ['exam'])
  const { status } = await exam.call('GET', `/staff/applicants/${applicant.userId}`)
  expect(status).toBe(404)
  const { body } = await exam.call('GET', `/staff/applicants?userId=${applicant.userId}`)
  expect(body.data.rows).toMatchObject([{ userId: applicant.userId }])
  expect(JSON.stringify(body)).not.toContain(applicant.email)
  const listRefusals = async () =>
    (await api.database.db.select().from(auditLog).where(eq(auditLog.staffId, exam.id))).filter(
      ({ action }) => action === 'request_refused',
    )
  await expect
    .poll(listRefusals)
    .toMatchObject([{ action: 'request_refused', detail: { call: 'staffApplicant', account: applicant.id } }])
})

test('an exam officer reads the contact of those with a seat, and finds them by email, until it is released', async () => {
  const exam = await createStaff(api, ['exam'])
  const { applicants } = await addSeatedSitting(api, { count: 2, madeBy: registry.id })
  const [one] = applicants
  const { rows } = await api.database.pool.query('select user_id from accounts where id = $1', [one?.accountId])
  const path = `/staff/applicants/${rows[0].user_id}`
  const find = async () =>
    (await exam.call('GET', `/staff/applicants?q=${one?.email}`)).body.data.rows.map(
      ({ userId }: { userId: string }) => userId,
    )
  const opens = async () => {
    const found = (await exam.call('GET', `/staff/search?q=${rows[0].user_id}`)).body.data.found[0].opens
    const listed = (await exam.call('GET', `/staff/applicants?userId=${rows[0].user_id}`)).body.data.rows[0].opens
    expect(listed).toBe(found)
    return listed
  }
  const { body } = await exam.call('GET', path)
  expect(body.data).toMatchObject({ facts: { email: one?.email }, payments: null, files: null })
  expect([await find(), await opens()]).toEqual([[rows[0].user_id], true])
  await api.database.pool.query('update seats set released_at = now() where application_id = $1', [one?.applicationId])
  expect([(await exam.call('GET', path)).status, await find(), await opens()]).toEqual([404, [], false])
})

test('reading a person is an audit event, once an hour', async () => {
  const applicant = await createApplicant(api)
  const auditor = await createStaff(api, ['auditor'])
  const countViews = async () =>
    (await listEvents(applicant)).filter(({ action }) => action === 'applicant_viewed').length
  await read(applicant, auditor)
  await read(applicant, auditor)
  expect(await countViews()).toBe(1)
  const makeThemOlder = async (minutes: number) => {
    await api.database.pool.query('alter table audit_log disable trigger all')
    await api.database.pool.query(`update audit_log set at = at - $2 * interval '1 minute' where account_id = $1`, [
      applicant.id,
      minutes,
    ])
    await api.database.pool.query('alter table audit_log enable trigger all')
  }
  await makeThemOlder(59)
  await read(applicant, auditor)
  expect(await countViews()).toBe(1)
  await makeThemOlder(2)
  await read(applicant, auditor)
  expect(await countViews()).toBe(2)
})

test('a correction shows at once, is mailed to both addresses, and audits columns without values', async () => {
  const applicant = await createApplicant(api, { surname: 'Olu', email: 'former@example.org' })
  const fresh = await createStaff(api, ['registry'], { isFresh: true })
  const facts = {
    surname: 'Olú',
    email: 'New@example.org',
    phone: '08011112222',
    version: 1,
  }
  expect((await correct(applicant, facts)).body.code).toBe('fresh_sign_in_required')
  const answer = await correct(applicant, facts, fresh)
  expect(answer).toMatchObject({ status: 200, body: { data: { version: 2 } } })
  const me = await api.call('GET', '/users/me', { token: applicant.token })
  expect(me.body.data).toMatchObject({ surName: 'Olú', email: 'new@example.org' })
  for (const address of ['former@example.org', 'new@example.org'])
    await expect.poll(() => listSubjects(address)).toEqual(['Your details were corrected'])
  const [event] = await listEvents(applicant)
  expect(event).toMatchObject({
    action: 'applicant_corrected',
    staffId: fresh.id,
    reason,
    detail: { columns: ['surname', 'email'] },
  })
  expect(JSON.stringify(event?.detail)).not.toMatch(/Ol|@/)
  expect(await read(applicant)).toMatchObject({
    version: 2,
    corrections: [{ state: 'applied', columns: ['email', 'surname'], reason }],
  })
})

test('a correction that was based on another version changes nothing', async () => {
  const applicant = await createApplicant(api)
  await correct(applicant, { surname: 'First', version: 1 })
  expect(await correct(applicant, { surname: 'Second', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', data: { version: 2 } },
  })
  const answers = await Promise.all(['A', 'B'].map((surname) => correct(applicant, { surname, version: 2 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('a correction whose answer was lost is tried again, and stands once', async () => {
  const applicant = await createApplicant(api)
  for (const _ of ['lost', 'again'])
    expect((await correct(applicant, { surname: 'Corrected', version: 1 })).body.data).toEqual({ version: 2 })
  expect((await read(applicant)).corrections).toHaveLength(1)

  const verified = await createReadyApplicant(api)
  const propose = async (facts: object) => (await correct(verified, { ...facts, version: 1 })).body.data.proposal
  const first = await propose({ surname: 'Corrected' })
  expect(await propose({ surname: 'Corrected' })).toBe(first)
  expect(await propose({ surname: 'Corrected', firstName: 'Too' })).not.toBe(first)
  expect((await read(verified)).corrections).toHaveLength(2)
})

test.each([
  ['no version', { surname: 'X' }, 409],
  ['only spaces', { surname: ' \u00a0 ', version: 1 }, 400],
  ['two lines', { surname: 'X\nY', version: 1 }, 400],
  ['a foreign phone number', { phone: '+44 20 7946 0000', version: 1 }, 400],
  ['a day to come', { dateOfBirth: '2999-01-01', version: 1 }, 400],
  ['a short reason', { surname: 'X', version: 1, reason: 'typo' }, 400],
  ['nothing', { version: 1 }, 400],
  ['the post', { role: 'Lecturer I', version: 1 }, 400],
  ['an LGA of another state', { lga: 'Ilesa East', version: 1 }, 400],
])('a correction of %s is refused', async (_, body, status) => {
  expect((await correct(await createApplicant(api), body)).status).toBe(status)
})

test('the refusal of an LGA names the state that the applicant would have', async () => {
  for (const [body, message] of [
    [{ lga: 'Ilesa East' }, /^(?!Osun).+ has no LGA Ilesa East\.$/],
    [{ state: 'osun', lga: 'Nowhere' }, /^Osun has no LGA Nowhere\.$/],
  ] as const) {
    const refused = await correct(await createApplicant(api), { ...body, version: 1 })
    expect(refused.body.errors).toEqual([{ path: 'lga', message: expect.stringMatching(message) }])
  }
})

test('an LGA that is on no list stops no other correction', async () => {
  const applicant = await createApplicant(api, { lga: 'Formerly elsewhere' })
  expect((await correct(applicant, { surname: 'Other', version: 1 })).body.data).toEqual({ version: 2 })
})

test('a state is corrected together with its LGA', async () => {
  const body = { state: 'osun', lga: 'Ilesa East', version: 1 }
  expect((await correct(await createApplicant(api), body)).body.data).toEqual({ version: 2 })
})

test('a correction to the same facts changes nothing, however they are written', async () => {
  const surname = 'Ọládípò'.normalize('NFC')
  const applicant = await createApplicant(api, { surname, email: 'same@example.org', phone: '08031234567' })
  const body = { surname: ` ${surname.normalize('NFD')} `, email: ' SAME@example.org', phone: '+234 803 123 4567' }
  expect(await correct(applicant, { ...body, version: 1 })).toMatchObject({
    status: 200,
    body: { data: { version: 1 } },
  })
  expect((await read(applicant)).corrections).toEqual([])
  expect(listSubjects('same@example.org')).toEqual([])
})

test('an address of another account of the exercise is refused', async () => {
  const [one, other] = [await createApplicant(api), await createApplicant(api)]
  expect((await correct(one, { email: other.email, version: 1 })).body.code).toBe('email_taken')
})

test('of two applicants who are given one address at once, one gets it', async () => {
  const fresh = await createStaff(api, ['registry'], { isFresh: true })
  const applicants = [await createApplicant(api), await createApplicant(api), await createApplicant(api)]
  const given = { email: 'given-twice@example.org', version: 1 }
  const answers = await Promise.all(applicants.map((applicant) => correct(applicant, given, fresh)))
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'email_taken', 'email_taken'])
  // Also where two corrections wait for a second person, who approves both.
  const paid = [await createPaidApplicant(api), await createPaidApplicant(api)]
  const proposals: string[] = []
  for (const one of paid)
    proposals.push((await correct(one, { email: 'twice@example.org', version: 1 }, fresh)).body.data.proposal)
  const second = await createStaff(api, ['registry'], { isFresh: true })
  // Both have looked for the address before either has written that it was approved.
  const decided = await raceAtLock(
    api.database.url,
    'lock table audit_log in share mode',
    proposals.map((id) => () => second.call('POST', `/staff/corrections/${id}`, { body: { decision: 'approve' } })),
  )
  expect(decided.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'email_taken'])
})

test('an address of another exercise, and the own one without its capitals, are free', async () => {
  const fresh = await createStaff(api, ['registry'], { isFresh: true })
  const [one, other] = [await createApplicant(api, { email: 'Mixed@Example.org' }), await createApplicant(api)]
  expect((await correct(one, { email: 'mixed@example.org', version: 1 }, fresh)).status).toBe(200)
  // The mailbox is the same: it is told once.
  await expect.poll(() => listWaitingJobs(api, 'send_email')).toEqual([])
  expect((await read(one)).emails.map(({ template }: { template: string }) => template)).toEqual(['detailsCorrected'])
  await api.database.pool.query(
    `with added as (
      insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id)
    update accounts set exercise_id = added.id from added where accounts.id = $1`,
    [other.id],
  )
  expect((await correct(one, { email: other.email, version: 2 }, fresh)).status).toBe(200)
})

test('once the NIN is verified, another person must approve a correction', async () => {
  const applicant = await createReadyApplicant(api, { surname: 'Before' })
  const proposed = await correct(applicant, { surname: 'After', version: 1 })
  expect(proposed.status).toBe(201)
  const path = `/staff/corrections/${proposed.body.data.proposal}`
  const body = { decision: 'approve' }
  expect((await read(applicant)).facts.surname).toBe('Before')
  expect(await registry.call('POST', path, { body })).toMatchObject({
    status: 403,
    body: { code: 'second_person_required' },
  })
  const second = await createStaff(api, ['helpdesk'])
  expect((await read(applicant)).corrections).toMatchObject([{ isOwn: true, isSecondPerson: false }])
  expect((await read(applicant, second)).corrections).toMatchObject([{ isOwn: false, isSecondPerson: true }])
  expect((await second.call('POST', path, { body })).body.data).toEqual({ state: 'applied' })
  expect((await read(applicant)).facts.surname).toBe('After')
  expect((await second.call('POST', path, { body })).status).toBe(404)
})

test('of two who decide about a correction at once one does, and the other is told that nothing waits', async () => {
  const applicant = await createReadyApplicant(api, { surname: 'Before' })
  const { proposal } = (await correct(applicant, { surname: 'After', version: 1 })).body.data
  const second = await createStaff(api, ['helpdesk'])
  const lock = `select from account_corrections where correction_id = '${proposal}' for update`
  const decide = (decision: string) => () =>
    second.call('POST', `/staff/corrections/${proposal}`, { body: { decision } })
  const decided = await raceAtLock(api.database.url, lock, [decide('approve'), decide('decline')])
  expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 404])
})

test('a proposed correction is not approved once the account has changed since', async () => {
  const applicant = await createReadyApplicant(api, { surname: 'Before' })
  const propose = async (facts: object) => (await correct(applicant, { ...facts, version: 1 })).body.data.proposal
  const proposals = [await propose({ surname: 'First' }), await propose({ surname: 'Other' })]
  const second = await createStaff(api, ['helpdesk'])
  const [first, other] = proposals.map((id) => `/staff/corrections/${id}`)
  const body = { decision: 'approve' }
  expect((await second.call('POST', first ?? '', { body })).status).toBe(200)
  expect(await second.call('POST', other ?? '', { body })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', data: { version: 2 } },
  })
  expect((await read(applicant)).facts.surname).toBe('First')
})

test('once the fee is paid, another person must approve a new email address; both enter a code, and nothing else needs it', async () => {
  const applicant = await createPaidApplicant(api)
  expect((await correct(applicant, { phone: '08022223333', version: 1 })).status).toBe(200)
  const maker = await createStaff(api, ['helpdesk'], { isFresh: true })
  const proposed = await correct(applicant, { email: 'other@example.org', version: 2 }, maker)
  expect(proposed.status).toBe(201)
  expect((await read(applicant)).facts.email).toBe(applicant.email)
  const decide = (by: TestStaff) =>
    by.call('POST', `/staff/corrections/${proposed.body.data.proposal}`, { body: { decision: 'approve' } })
  expect((await decide(maker)).body.code).toBe('second_person_required')
  expect((await decide(registry)).body.code).toBe('fresh_sign_in_required')
  expect((await decide(await createStaff(api, ['registry'], { isFresh: true }))).status).toBe(200)
  expect((await read(applicant)).facts.email).toBe('other@example.org')
})

test('for 24 hours after a new email address the staff send no link for a new password, and read until when', async () => {
  const applicant = await createApplicant(api)
  const maker = await createStaff(api, ['registry'], { isFresh: true })
  const send = async () => {
    const by = await createStaff(api, ['helpdesk'])
    return by.call('POST', `/staff/applicants/${applicant.userId}/password-reset`)
  }
  expect((await send()).status).toBe(200)
  const [event] = await listEvents(applicant)
  expect(event).toMatchObject({ actor: 'staff', action: 'password_reset_requested' })
  const until = formatDateTime(new Date(api.clock.now().getTime() + 24 * 3_600_000).toISOString())
  // Another correction does not change where the link goes.
  await correct(applicant, { phone: '08031234567', version: 1 }, maker)
  expect((await send()).status).toBe(200)
  await correct(applicant, { email: `new-${applicant.email}`, version: 2 }, maker)
  expect(await send()).toMatchObject({
    status: 409,
    body: { code: 'email_just_changed', message: expect.stringContaining(`from ${until} on`) },
  })
  await api.database.pool.query(
    `update account_corrections set made_at = made_at - interval '24 hours' where account_id = $1`,
    [applicant.id],
  )
  expect((await send()).status).toBe(200)
  // Where a second person has approved it, from then on.
  await api.database.pool.query(
    'update account_corrections set decided_at = $2, decided_by = $3 where account_id = $1',
    [applicant.id, api.clock.now(), registry.id],
  )
  expect((await send()).body.code).toBe('email_just_changed')
})

/** Subjects of the emails that the new address got after somebody asked for a new password at once. */
async function askForPassword({ userId, email }: { userId: string; email: string }) {
  expect((await api.call('POST', '/users/forgot-password', { body: { userId, email } })).status).toBe(200)
  await api.services.refusals.close()
  const { rows } = await api.database.pool.query(
    `select action, detail->>'cause' as cause from audit_log join accounts on accounts.id = account_id
      where user_id = $1 and action like 'password_reset_%' order by audit_log.id`,
    [userId],
  )
  return rows.map(({ action, cause }) => cause ?? action)
}

test('for 24 hours after one person changed the email address, Forgot password sends nothing there, and the applicant reads until when', async () => {
  const applicant = await createApplicant(api)
  const email = `new-${applicant.email}`
  const until = formatDateTime(new Date(api.clock.now().getTime() + 24 * 3_600_000).toISOString())
  await correct(applicant, { email, version: 1 }, await createStaff(api, ['helpdesk'], { isFresh: true }))
  expect(await askForPassword({ ...applicant, email })).toEqual(['email_just_changed'])
  await expect.poll(() => api.mailbox.messages(email)[0]?.text?.replace(/\s+/g, ' ')).toContain(`from ${until} on.`)
  // Nor is a link sent that was asked for before.
  await enqueue(api.database.db, 'send_password_reset', { accountId: applicant.id })
  await expect.poll(() => listWaitingJobs(api, 'send_password_reset')).toEqual([])
  expect(listSubjects(email)).toEqual(['Your details were corrected'])
  await api.database.pool.query(
    `update account_corrections set made_at = made_at - interval '24 hours' where account_id = $1`,
    [applicant.id],
  )
  expect((await askForPassword({ ...applicant, email })).at(-1)).toBe('password_reset_requested')
  // The newest of several changes counts.
  const newest = `newest-${applicant.email}`
  await correct(applicant, { email: newest, version: 2 }, await createStaff(api, ['helpdesk'], { isFresh: true }))
  expect((await askForPassword({ ...applicant, email: newest })).at(-1)).toBe('email_just_changed')
})

test('after a new email address Forgot password works at once for who has chosen no password yet, and when two persons changed it', async () => {
  const maker = await createStaff(api, ['helpdesk'], { isFresh: true })
  const unused = await createApplicant(api, { mustChangePassword: true })
  await correct(unused, { email: `new-${unused.email}`, version: 1 }, maker)
  expect(await askForPassword({ ...unused, email: `new-${unused.email}` })).toEqual(['password_reset_requested'])
  const findNotice = ({ email }: TestApplicant) =>
    api.mailbox
      .messages(`new-${email}`)
      .find(({ subject }) => subject === 'Your details were corrected')
      ?.text.replace(/\s+/g, ' ')
  await expect.poll(() => findNotice(unused)).toBeDefined()
  expect(findNotice(unused)).not.toMatch(/Forgot password sends/)
  const paid = await createPaidApplicant(api)
  const proposed = await correct(paid, { email: `new-${paid.email}`, version: 1 }, maker)
  // What only waits for the second person has changed nothing.
  expect(await askForPassword(paid)).toEqual(['password_reset_requested'])
  const second = await createStaff(api, ['registry'], { isFresh: true })
  const decision = { body: { decision: 'approve' } }
  await second.call('POST', `/staff/corrections/${proposed.body.data.proposal}`, decision)
  const asked = await askForPassword({ ...paid, email: `new-${paid.email}` })
  expect(asked).toEqual(Array(2).fill('password_reset_requested'))
})

test('a new email address voids a reset link that was sent; a new phone number does not', async () => {
  const applicant = await createApplicant(api)
  const maker = await createStaff(api, ['registry'], { isFresh: true })
  const listUnused = async ({ id } = applicant) =>
    (await api.database.pool.query('select 1 from password_resets where account_id = $1 and used_at is null', [id]))
      .rows.length
  const resetWith = (code: string) => {
    const body = { userId: applicant.userId, email: `new-${applicant.email}`, password: 'quiet-heron-17', code }
    return api.call('PATCH', '/users/update-password-user', { body })
  }
  await maker.call('POST', `/staff/applicants/${applicant.userId}/password-reset`)
  await expect.poll(() => listSubjects(applicant.email)).toEqual(['Choose a new password'])
  const used = '2024-01-02T03:04:05.000Z'
  await api.database.pool.query(
    `insert into password_resets (account_id, code_hash, expires_at, used_at) values ($1, 'used', $2, $2)`,
    [applicant.id, used],
  )
  const stranger = await createApplicant(api)
  await maker.call('POST', `/staff/applicants/${stranger.userId}/password-reset`)
  await correct(applicant, { phone: '08022223333', version: 1 }, maker)
  expect(await listUnused()).toBe(1)
  await correct(applicant, { email: `new-${applicant.email}`, version: 2 }, maker)
  expect([await listUnused(), await listUnused(stranger)]).toEqual([0, 1])
  const { rows } = await api.database.pool.query(`select used_at from password_resets where code_hash = 'used'`)
  expect(rows[0].used_at.toISOString()).toBe(used)
  const code = /code=([\w-]+)/.exec(api.mailbox.messages(applicant.email)[0]?.text ?? '')?.[1] ?? ''
  expect((await resetWith(code)).body.code).toBe('reset_code_invalid')
})

test.each(['=HYPERLINK("http://example.org")', '@SUM(1+1)', '+2', '-2', '#NAME?'])(
  'a name that a spreadsheet would calculate is refused: %s',
  async (surname) => {
    const applicant = await createApplicant(api)
    const answer = await correct(applicant, { surname, version: 1 })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'surname' }] } })
  },
)

test('a link for a new password goes to the applicant', async () => {
  const applicant = await createApplicant(api)
  expect((await registry.call('POST', `/staff/applicants/${applicant.userId}/password-reset`)).status).toBe(200)
  const asked = (await listEvents(applicant)).filter(({ action }) => action === 'password_reset_requested')
  expect(asked.map(({ staffId }) => staffId)).toEqual([registry.id])
  await expect.poll(() => listSubjects(applicant.email)).toEqual(['Choose a new password'])
})

test('a session of the applicant is ended', async () => {
  const applicant = await createApplicant(api)
  const other = await logIn(api, applicant.userId)
  const [{ id }] = (await read(applicant)).sessions
  const stranger = await createApplicant(api)
  const end = ({ userId }: TestApplicant) => registry.call('DELETE', `/staff/applicants/${userId}/sessions/${id}`)
  expect((await end(stranger)).status).toBe(404)
  expect((await end(applicant)).status).toBe(200)
  expect((await end(applicant)).status).toBe(404)
  const ended = (await listEvents(applicant)).filter(({ action }) => action === 'applicant_session_ended')
  expect(ended.map(({ staffId }) => staffId)).toEqual([registry.id])
  const statuses = await Promise.all(
    [applicant.token, other].map(async (token) => (await api.call('GET', '/users/me', { token })).status),
  )
  expect(statuses.sort()).toEqual([200, 401])
})

test('nothing is done about an applicant that cannot be recorded', async () => {
  const applicant = await createApplicant(api)
  const readState = async () => {
    const { version, facts, sessions, corrections, holds, emails } = await read(applicant)
    return { version, facts, sessions, corrections, holds, emails }
  }
  const before = await readState()
  const path = `/staff/applicants/${applicant.userId}`
  const held = await createApplicant(api)
  const heldPath = `/staff/applicants/${held.userId}`
  expect((await registry.call('POST', `${heldPath}/hold`, { body: { reason } })).status).toBe(201)
  const statuses = await withoutAuditLog(api, async () => [
    (await registry.call('POST', `${heldPath}/release`, { body: { reason } })).status,
    (await correct(applicant, { surname: 'Unrecorded', version: 1 })).status,
    (await registry.call('POST', `${path}/hold`, { body: { reason } })).status,
    (await registry.call('POST', `${path}/password-reset`)).status,
    (await registry.call('DELETE', `${path}/sessions/${before.sessions[0].id}`)).status,
  ])
  expect(statuses).toEqual([500, 500, 500, 500, 500])
  expect(await readState()).toEqual(before)
  expect((await read(held)).holds).toMatchObject([{ ended: null }])
})

test('sessions of the applicant are those that are still good: not expired, not idle for an hour, and not ended', async () => {
  const expired = await createApplicant(api)
  await api.database.pool.query('update sessions set expires_at = last_seen_at where account_id = $1', [expired.id])
  expect((await read(expired)).sessions).toEqual([])
  const applicant = await createApplicant(api)
  await api.database.pool.query(
    `update sessions set last_seen_at = last_seen_at - interval '10 minutes' where account_id = $1`,
    [applicant.id],
  )
  const idle = await logIn(api, applicant.userId)
  const seen = (await read(applicant)).sessions.map(({ lastSeenAt }: { lastSeenAt: string }) => lastSeenAt)
  expect(seen).toHaveLength(2)
  // The one that was used last comes first.
  expect(seen).toEqual(seen.toSorted().toReversed())
  await api.call('POST', '/users/logout', { token: idle })
  expect((await read(applicant)).sessions).toHaveLength(1)
  await api.database.pool.query(
    `update sessions set last_seen_at = last_seen_at - interval '1 hour 1 second' where account_id = $1`,
    [applicant.id],
  )
  expect((await read(applicant)).sessions).toEqual([])
})

test('the NIN is shown after a fresh sign-in, for a reason that is recorded', async () => {
  const applicant = await createReadyApplicant(api)
  const path = `/staff/applicants/${applicant.userId}/nin-reveal`
  const body = { reason: 'The bank asks for it.' }
  expect((await registry.call('POST', path, { body })).body.code).toBe('fresh_sign_in_required')
  const fresh = await createStaff(api, ['dpo'], { isFresh: true })
  expect((await fresh.call('POST', path, { body: { reason: 'because' } })).status).toBe(400)
  const answer = await fresh.call('POST', path, { body })
  expect(answer.body.data.nin).toMatch(/^\d{11}$/)
  const [event] = await listEvents(applicant)
  expect(event).toMatchObject({ action: 'nin_revealed', staffId: fresh.id, reason: body.reason, detail: {} })
  const newcomer = await createNewApplicant(api)
  expect((await fresh.call('POST', `/staff/applicants/${newcomer.userId}/nin-reveal`, { body })).body.code).toBe(
    'no_nin',
  )
  // Nothing is shown that cannot be recorded.
  const unrecorded = await withoutAuditLog(api, () => fresh.call('POST', path, { body }))
  expect([unrecorded.status, unrecorded.body.data]).toEqual([500, undefined])
})

test('of each kind of what happened the page has the newest hundred, newest first', async () => {
  const applicant = await createApplicant(api)
  // The n-th one was so many minutes ago.
  await api.database.pool.query(
    `with n as (select n, now() - n * interval '1 minute' as at from generate_series(100, 0, -1) as n),
    asked as (insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, created_at)
      select $1, gen_random_uuid(), 770000000000 + n, 1, 0, 'expired', at from n),
    looked as (insert into nin_verifications
        (exercise_id, account_id, nin_hash, encrypted_nin, outcome, requested_at, consent_at, consent_version)
      select exercise_id, id, int4send(n), '', 'not_found', at, at, '1' from n, accounts where id = $1),
    uploaded as (insert into files (id, account_id, kind, name, type, size, sha256, created_at)
      select gen_random_uuid(), $1, 'upload', n, 'application/pdf', 1, '', at from n),
    mailed as (insert into emails (account_id, template, attempts, queued_at) select $1, 'reminder', n, at from n),
    complained as (insert into complaints (account_id, number, complaint, created_at)
      select $1, $3::text || n, 'Again', at from n),
    corrected as (insert into account_corrections
        (correction_id, account_id, "column", encrypted_old, encrypted_new, reason, state, seen_version, made_by, made_at)
      select gen_random_uuid(), $1, 'surname', '', '', n, 'declined', 1, $2, at from n),
    held as (insert into account_holds (account_id, reason, made_by, made_at, ended_at, ended_by, end_reason)
      select $1, n, $2, at, at, $2, 'Clear' from n)
    insert into audit_log (actor, action, account_id, at) select 'system', 'data_export_ready', $1, at from n`,
    [applicant.id, registry.id, `C-${applicant.userId}-`],
  )
  const both = await createStaff(api, ['registry', 'bursar'])
  const { payments, lookUps, files, emails, complaints, corrections, holds, timeline } = await read(applicant, both)
  for (const rows of [payments, lookUps, files, emails, complaints, corrections, holds, timeline]) {
    expect(rows).toHaveLength(100)
    const moments = rows.map((row: { at?: string; requestedAt?: string; madeAt?: string; queuedAt?: string }) =>
      String(row.at ?? row.requestedAt ?? row.madeAt ?? row.queuedAt),
    )
    expect(moments).toEqual(moments.toSorted().toReversed())
  }
  const other = await read(await createApplicant(api), both)
  const nothing = { payments: [], lookUps: [], files: [], emails: [], complaints: [], corrections: [], holds: [] }
  expect(other).toMatchObject({ ...nothing, timeline: [{ action: 'applicant_viewed' }, { action: 'login' }] })
})

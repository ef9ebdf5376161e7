import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { complaintMessages, complaints } from '#server/database/schema/contact.ts'
import { accountCorrections, emails } from '#server/database/schema/emails-and-corrections.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { staff } from '#server/database/schema/staff.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createDataExportSteps } from '#tests/support/api/data-exports.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createReadyApplicant,
  insertFileRow,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'
import { readAuditEvents } from './own-data-store.ts'

let api: TestApi
let steps: Awaited<ReturnType<typeof createDataExportSteps>>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  steps = await createDataExportSteps(api)
})
afterAll(() => api.close())

const readJson = (archive: Map<string, Buffer>, name: string) =>
  JSON.parse(archive.get(`${name}.json`)?.toString() ?? 'null')

async function createApplicantWithEverything(facts: Parameters<typeof createReadyApplicant>[1] = {}) {
  const applicant = await createReadyApplicant(api, facts)
  const { token, userId } = applicant
  const { url, content } = await steps.uploadDegree(applicant, `Degree of ${userId}`)
  await api.call('POST', '/applications/', { token, body: createCompleteAnswers(url) })
  await api.call('POST', '/contact/create', { body: { userId, complain: `Complaint of ${userId}` } })
  return { ...applicant, content }
}

test('an applicant downloads everything that is kept about the account, and nothing about others', async () => {
  const ada = await createApplicantWithEverything({ surname: 'Adasurname' })
  const bisi = await createApplicantWithEverything({ surname: 'Bisisurname' })
  await api.database.db
    .update(applications)
    .set({ rejectionReasons: [{ type: 'Document', reason: 'Not published' }] })
    .where(eq(applications.accountId, ada.id))
  const archive = await steps.downloadArchive(ada)

  expect(readJson(archive, 'account')).toMatchObject({ userId: ada.userId, surname: 'Adasurname', email: ada.email })
  expect(readJson(archive, 'application')).toMatchObject([
    { answers: expect.anything(), decision: 'pending', rejectionReasons: [] },
  ])
  expect(readJson(archive, 'payments')).toMatchObject([{ status: 'paid' }])
  expect(readJson(archive, 'logins').length).toBeGreaterThan(0)
  expect(readJson(archive, 'complaints')).toMatchObject([{ complaint: `Complaint of ${ada.userId}` }])
  expect(readJson(archive, 'nin-look-ups')[0]).toMatchObject({
    nin: expect.stringMatching(/^\d{11}$/),
    outcome: 'matched',
    consentVersion: expect.any(String),
  })
  const actions = readJson(archive, 'record-of-events').map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['login', 'data_export_requested']))
  const [file] = readJson(archive, 'files')
  expect(archive.get(file.path)).toEqual(ada.content)
  expect(file).not.toHaveProperty('note')
  const slips = [...archive].filter(([path]) => path.startsWith('slips/'))
  expect(slips.map(([path]) => path)).toEqual([
    expect.stringMatching(/payment-slip.*pdf$/),
    expect.stringMatching(/application-slip.*pdf$/),
  ])
  for (const [, slip] of slips) expect(slip.subarray(0, 5).toString()).toBe('%PDF-')

  const everything = [...archive.entries()].flatMap(([path, content]) => [path, content.toString('latin1')]).join('\n')
  for (const trace of [bisi.userId, bisi.email, bisi.id, 'Bisisurname']) expect(everything).not.toContain(trace)
  for (const secret of ['$argon2', ada.token]) expect(everything).not.toContain(secret)
})

test("of however many rows each is in the archive, once, and none of another account's", async () => {
  const applicant = await createReadyApplicant(api)
  const count = 501
  const addRows = `with n as (select generate_series(1, $2) as n),
    mails as (insert into emails (account_id, template) select $1, 'detailsCorrected' from n),
    events as (insert into audit_log (account_id, actor, action) select $1, 'system', 'test' from n),
    paid as (insert into payment_events (payment_id, kind) select id, 'test' from payments, n where account_id = $1),
    written as (insert into complaints (account_id, complaint) select $1, 'Again' from n returning id)
    insert into complaint_messages (complaint_id, direction, body) select id, 'in', 'Again' from written`
  for (const { id } of [await createReadyApplicant(api), applicant]) await api.database.pool.query(addRows, [id, count])
  const archive = await steps.downloadArchive(applicant)
  const isAdded = (row: object) => /"(test|Again|detailsCorrected)"/.test(JSON.stringify(row))
  for (const name of ['emails', 'record-of-events', 'payment-events', 'complaints', 'complaint-answers'])
    expect([name, readJson(archive, name).filter(isAdded).length]).toEqual([name, count])
})

test('an applicant who has done nothing yet reads nothing of what others have of each kind', async () => {
  const other = await createApplicantWithEverything()
  await api.database.pool.query(
    `with maker as (insert into staff (email, name) values ('others@example.org', 'Maker') returning id),
    application as (select id, exercise_id, account_id from applications where account_id = $1),
    draft as (insert into drafts (account_id, document, revision) select account_id, '{}', 1 from application
      on conflict do nothing),
    link as (insert into password_resets (account_id, code_hash, expires_at) select account_id, '\\x01', now() from application),
    network as (insert into login_networks (account_id, network_hash) select account_id, '\\x01' from application),
    copy as (insert into data_exports (account_id, status, requested_at) select account_id, 'failed', now() from application),
    correction as (insert into account_corrections (correction_id, account_id, "column", encrypted_old, encrypted_new, reason,
        state, seen_version, made_by)
      select gen_random_uuid(), account_id, 'surname', '', '', 'A typing error', 'proposed', 1, maker.id from application, maker),
    returned as (insert into application_returns (application_id, submission, reason, until, returned_by)
      select application.id, 1, 'Written of others.', now(), maker.id from application, maker),
    version as (insert into application_versions (application_id, submission, answers, rendered_tables, answers_digest, decision,
        rejection_reasons, submitted_at, slip_code)
      select id, 1, '{}', '[]', '', 'pending', '[]', now(), 'OTHERS' from application),
    withdrawal as (insert into application_withdrawals (application_id, event, reason, decision, rejection_reasons, made_by)
      select application.id, 'withdrawn', 'Written of others.', 'pending', '[]', maker.id from application, maker),
    post as (insert into posts (exercise_id, school, role) select exercise_id, 'Others', 'Dean' from application returning id),
    outcome as (insert into final_outcomes (application_id, post_id, outcome, until, recorded_by, seen_version)
      select application.id, post.id, 'selected', now(), maker.id, 0 from application, post, maker returning *)
    insert into offers (application_id, post_id, outcome_id, until, state, settled_at)
      select application_id, post_id, id, until, 'declined', now() from outcome`,
    [other.id],
  )
  const archive = await steps.downloadArchive(await createApplicant(api))
  const counts = [...archive.keys()].flatMap((path) => {
    const rows = path.endsWith('.json') ? JSON.parse(archive.get(path)?.toString() ?? '') : null
    return Array.isArray(rows) && rows.length > 0 ? [[path, rows.length]] : []
  })
  expect(counts).toEqual([
    ['logins.json', 1],
    ['copies-of-this-data.json', 1],
    ['record-of-events.json', 2],
  ])
})

test('the final outcome is in the archive once it is published, and an offer of an archived exercise has lapsed', async () => {
  const { pool } = api.database
  async function createSelected() {
    const applicant = await createApplicantWithEverything()
    await pool.query(
      `with maker as (insert into staff (email, name) values ($2 || '@outcomes.example', 'Maker') returning id),
      application as (select id, exercise_id from applications where account_id = $1),
      post as (insert into posts (exercise_id, school, role, vacancies) select exercise_id, $2, 'Dean', 1 from application
        returning id),
      outcome as (insert into final_outcomes (application_id, post_id, outcome, until, recorded_by, seen_version)
        select application.id, post.id, 'selected', '2099-01-01', maker.id, 0 from application, post, maker returning *)
      insert into final_outcome_statuses (application_id, version, outcome_id, post_id, outcome, is_confirmed)
        select application_id, 1, id, post_id, outcome, true from outcome`,
      [applicant.id, applicant.userId],
    )
    return applicant
  }
  const publish = ({ id }: TestApplicant) =>
    pool.query(
      `update final_outcome_statuses set published_id = outcome_id
        where application_id = (select id from applications where account_id = $1)`,
      [id],
    )
  async function readOutcome(applicant: TestApplicant) {
    const archive = await steps.downloadArchive(applicant)
    const [{ finalOutcome }] = readJson(archive, 'application')
    return [finalOutcome, ...readJson(archive, 'offers').map(({ state }: { state: string }) => state)]
  }
  const [untold, told, late] = [await createSelected(), await createSelected(), await createSelected()]
  await publish(told)
  await publish(late)
  expect(await readOutcome(untold)).toEqual([null])
  expect(await readOutcome(told)).toEqual(['selected', 'offered'])
  await pool.query('update exercises set archived_at = now()')
  try {
    expect(await readOutcome(late)).toEqual(['selected', 'lapsed'])
  } finally {
    await pool.query('update exercises set archived_at = null')
  }
})

test('files, returns and what was sent before are in their order', async () => {
  const applicant = await createApplicantWithEverything()
  const file = await insertFileRow(api, applicant.id)
  await api.database.pool.query(`update files set created_at = '2024-01-01' where id = $1`, [file])
  await api.database.pool.query(
    `with maker as (insert into staff (email, name) values ('returns@example.org', 'Maker') returning id)
    insert into application_returns (application_id, submission, reason, until, returned_by, at)
      select applications.id, 1, reason, now(), maker.id, at::timestamptz
      from applications, maker, (values ('Second', '2024-02-02'), ('First', '2024-02-01')) as returned (reason, at)
      where account_id = $1`,
    [applicant.id],
  )
  await api.database.pool.query(
    `insert into application_versions (application_id, submission, answers, rendered_tables, answers_digest, decision,
       rejection_reasons, submitted_at, slip_code)
     select id, n, answers, rendered_tables, answers_digest, decision, rejection_reasons, submitted_at, 'VERSION' || n
     from applications, unnest(array[2, 1]) as n where account_id = $1`,
    [applicant.id],
  )
  const archive = await steps.downloadArchive(applicant)
  expect(readJson(archive, 'returns')).toMatchObject([{ reason: 'First' }, { reason: 'Second' }])
  expect(readJson(archive, 'earlier-submissions')).toMatchObject([{ submission: 1 }, { submission: 2 }])
  expect(readJson(archive, 'files').map(({ path }: { path: string | null }) => path === null)).toEqual([true, false])
})

test('a form that is not submitted yet is included as it was saved', async () => {
  const applicant = await createReadyApplicant(api)
  const document = { hobby: 'Chess' }
  await api.call('PUT', '/applications/draft', { token: applicant.token, body: { document, revision: 0 } })
  expect(readJson(await steps.downloadArchive(applicant), 'draft')).toMatchObject([{ document, revision: 1 }])
})

describe('what would tell something about others is left out', () => {
  test('a NIN that can no longer be decrypted is null, with a note', async () => {
    const applicant = await createReadyApplicant(api)
    await api.database.db
      .update(ninVerifications)
      .set({ encryptedNin: Buffer.alloc(40, 7) })
      .where(eq(ninVerifications.accountId, applicant.id))
    const [lookUp] = readJson(await steps.downloadArchive(applicant), 'nin-look-ups')
    expect(lookUp).toMatchObject({ nin: null, ninNote: expect.stringContaining('can no longer be read') })
  })

  test('the NIN of another account reads like any other mismatch', async () => {
    const owner = await createReadyApplicant(api)
    const [taken] = await api.database.db
      .select()
      .from(ninVerifications)
      .where(eq(ninVerifications.accountId, owner.id))
    const nin = createEncryption(api.config.secretKeys).decrypt(taken?.encryptedNin ?? Buffer.alloc(0))
    const other = await createApplicant(api)
    await api.call('POST', `/services/nin-verify/${nin}`, { token: other.token, body: { consent: true } })
    const archive = await steps.downloadArchive(other)
    const texts = [...archive.values()].map((content) => content.toString()).join('\n')
    expect(texts).not.toContain('nin_taken')
    expect(readJson(archive, 'record-of-events').map(({ detail }: { detail: object }) => detail)).toContainEqual({
      outcome: 'mismatch',
    })
    const [lookUp] = readJson(archive, 'nin-look-ups')
    expect(lookUp).toMatchObject({ record: null })
    for (const told of ['differences', 'recordNote']) expect(lookUp).not.toHaveProperty(told)
  })

  test("the staff's notes on a complaint are left out, and their answers included", async () => {
    const applicant = await createApplicant(api)
    const [complaint] = await api.database.db
      .insert(complaints)
      .values({ accountId: applicant.id, complaint: 'I cannot pay', number: `C-${applicant.userId}` })
      .returning()
    await api.database.db.insert(complaintMessages).values([
      { complaintId: complaint?.id ?? '', direction: 'note', body: 'A note between colleagues' },
      { complaintId: complaint?.id ?? '', direction: 'out', body: 'Please try again' },
    ])
    const answers = readJson(await steps.downloadArchive(applicant), 'complaint-answers')
    expect(answers).toMatchObject([{ number: `C-${applicant.userId}`, direction: 'out', body: 'Please try again' }])
  })

  test('what the staff did is told without their reasons', async () => {
    const applicant = await createApplicant(api)
    const event = { actor: 'staff', action: 'nin_revealed', accountId: applicant.id, reason: 'Private' } as const
    await api.database.db.insert(auditLog).values({ ...event, detail: { outcome: 'rejected' } })
    // Of the own events only those details are told that are known to be harmless.
    const own = { actor: 'applicant', action: 'logout', accountId: applicant.id } as const
    await api.database.db.insert(auditLog).values({ ...own, detail: { ended: 2, network: '10.0.0.0/24' } })
    // Which files they read of it, and when, may tell of a decision.
    await api.database.db.insert(auditLog).values({ ...event, action: 'file_opened' })
    // Nor is a review told because an outcome of somebody else has been published since.
    const reviewed = { ...event, action: 'application_reviewed', subjectKind: 'application' } as const
    await api.database.db.insert(auditLog).values(reviewed)
    await api.database.pool.query(
      `with maker as (insert into staff (email, name) values ('maker@example.org', 'Maker') returning id),
      publication as (insert into publications (exercise_id, kind, title, state, summary, made_by)
        select exercise_id, 'shortlist', 'Shortlist', 'draft', '{}', maker.id from maker, accounts where accounts.id = $1
        returning id)
      insert into audit_log (actor, action, account_id, subject_kind, subject_id)
        select 'staff', 'outcome_published', $1, 'publication', id from publication`,
      [(await createApplicant(api)).id],
    )
    const events = readJson(await steps.downloadArchive(applicant), 'record-of-events')
    expect(events.find(({ action }: { action: string }) => action === 'logout').detail).toEqual({ ended: 2 })
    const [told, ...others] = events.filter(({ actor }: { actor: string }) => actor === 'staff')
    expect(others).toEqual([])
    expect(told).toMatchObject({ action: 'nin_revealed', detail: {} })
    expect(told).not.toHaveProperty('reason')
  })

  test('what the staff did with the application is told with the outcome to which it led', async () => {
    const applicant = await createApplicant(api)
    const publish = (kind: string) =>
      api.database.pool.query(
        `with maker as (insert into staff (email, name) values ($2 || '@example.org', 'Maker') returning id),
        publication as (insert into publications (exercise_id, kind, title, state, summary, made_by)
          select exercise_id, $2, 'Outcome', 'draft', '{}', maker.id from maker, accounts where accounts.id = $1 returning id)
        insert into audit_log (actor, action, account_id, subject_kind, subject_id)
          select 'staff', 'outcome_published', $1, 'publication', id from publication`,
        [applicant.id, kind],
      )
    const record = (action: AuditAction, detail = {}) =>
      api.database.db
        .insert(auditLog)
        .values({ actor: 'staff', action, accountId: applicant.id, subjectKind: 'application', detail })
    async function listTold(): Promise<string[]> {
      const told: string[] = []
      for await (const { actor, action } of readAuditEvents(api.database.db, applicant.id))
        if (actor === 'staff' && action !== 'outcome_published') told.push(action)
      return told
    }
    await record('application_viewed')
    await record('application_reviewed')
    await record('interview_viewed')
    await record('result_entered', { kind: 'interview' })
    await publish('shortlist')
    await record('application_viewed')
    expect(await listTold()).toEqual(['application_viewed', 'application_reviewed'])
    await publish('interview')
    expect(await listTold()).toEqual([
      'application_viewed',
      'application_reviewed',
      'interview_viewed',
      'result_entered',
      'application_viewed',
    ])
  })

  test('a hold is told once it has ended, and not the next one while it lasts', async () => {
    const [applicant, other] = [await createApplicant(api), await createApplicant(api)]
    for (const action of ['applicant_held', 'applicant_hold_ended', 'applicant_held'] as const)
      await api.database.db.insert(auditLog).values({ actor: 'staff', action, accountId: applicant.id })
    const ended = { actor: 'staff', action: 'applicant_hold_ended', accountId: other.id } as const
    await api.database.db.insert(auditLog).values(ended)
    const events = readJson(await steps.downloadArchive(applicant), 'record-of-events')
    const told = events.filter(({ actor }: { actor: string }) => actor === 'staff')
    expect(told.map(({ action }: { action: string }) => action)).toEqual(['applicant_held', 'applicant_hold_ended'])
  })

  test('a complaint by email is included only when the address belongs to this account alone', async () => {
    const alone = await createApplicant(api)
    const shared = await createApplicant(api, { email: 'family@example.org' })
    const other = await createApplicant(api, { email: 'Family@example.org' })
    await api.database.db.insert(complaints).values([
      { email: alone.email.toUpperCase(), complaint: 'By my own email' },
      { email: 'family@example.org', complaint: 'By somebody of the family' },
      { userId: ` ${alone.userId.toLowerCase()}`, complaint: 'With my own user ID' },
      { userId: 'RE24-00000', email: alone.email, complaint: 'With the user ID of another account' },
      { accountId: other.id, email: alone.email, complaint: 'Of another account with my email' },
      { accountId: other.id, userId: alone.userId, complaint: 'Of another account with my user ID' },
    ])
    const found = readJson(await steps.downloadArchive(alone), 'complaints')
    const texts = found.map(({ complaint }: { complaint: string }) => complaint)
    expect(texts.toSorted()).toEqual(['By my own email', 'With my own user ID'])
    expect(readJson(await steps.downloadArchive(shared), 'complaints')).toEqual([])
  })
})

test('emails and corrections are included in clear text', async () => {
  const applicant = await createApplicant(api)
  const { encrypt } = createEncryption(api.config.secretKeys)
  const [person] = await api.database.db
    .insert(staff)
    .values({ email: `${applicant.userId}@staff.example`, name: 'A clerk' })
    .returning()
  await api.database.db.insert(emails).values({
    template: 'paymentReceived',
    accountId: applicant.id,
    encryptedAddress: encrypt(applicant.email),
    encryptedData: encrypt('{"rrr":"310007123456"}'),
  })
  await api.database.db.insert(accountCorrections).values({
    correctionId: randomUUID(),
    accountId: applicant.id,
    column: 'surname',
    encryptedOld: encrypt('Exampel'),
    encryptedNew: encrypt('Example'),
    reason: 'A typing error',
    state: 'applied',
    seenVersion: 1,
    madeBy: person?.id ?? '',
  })
  const archive = await steps.downloadArchive(applicant)
  expect(readJson(archive, 'emails')).toMatchObject([{ address: applicant.email, data: { rrr: '310007123456' } }])
  expect(readJson(archive, 'corrections')).toMatchObject([{ column: 'surname', old: 'Exampel', new: 'Example' }])
  expect([...archive.values()].join('\n')).not.toContain('A clerk')
})

test('a file whose content is missing is listed with a note', async () => {
  const applicant = await createApplicant(api)
  await insertFileRow(api, applicant.id)
  const archive = await steps.downloadArchive(applicant)
  expect(readJson(archive, 'files')).toMatchObject([{ path: null, note: 'Its content is missing.' }])
})

test('a file leaves its folder of the archive by no name', async () => {
  const applicant = await createApplicant(api)
  await steps.uploadDegree(applicant, 'A degree')
  await api.database.pool.query(`update files set name = 'other/of\\degree.pdf' where account_id = $1`, [applicant.id])
  const archive = await steps.downloadArchive(applicant)
  expect([...archive.keys()]).toContain('files/1-other_of_degree.pdf')
})

test('a file that carried a virus is not in the archive, even if its content is still there', async () => {
  const applicant = await createApplicant(api)
  await steps.uploadDegree(applicant, 'A degree')
  await api.database.pool.query(`update files set scan = 'infected' where account_id = $1`, [applicant.id])
  const archive = await steps.downloadArchive(applicant)
  expect(readJson(archive, 'files')).toMatchObject([{ path: null, note: 'It carried a virus and was deleted.' }])
  expect([...archive.keys()].filter((path) => path.startsWith('files/'))).toEqual([])
})

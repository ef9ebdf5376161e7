import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { files as fileRows, unreferencedContents } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { payments } from '#server/database/schema/payments.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { applyRetention } from './apply-retention.ts'

let api: TestApi
let files: FileStore
let archivedExercise: number
const archivedAt = new Date('2026-01-31T22:00:00Z')
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  files = await openLocalFileStore(join(api.config.dataDir, 'files'))
  const [{ id, isCurrent, ...current } = { id: 0 }] = await api.database.db.select().from(exercises)
  // Of a later year: fixtures create applicants in the earliest exercise.
  const [added] = await api.database.db
    .insert(exercises)
    .values({ ...(current as typeof exercises.$inferInsert), year: 2098, archivedAt })
    .returning()
  archivedExercise = added?.id ?? 0
})
afterAll(() => api.close())

const log = { error: vi.fn() }
const runAt = (moment: string, sizes: { maxAccounts?: number; limit?: number } = {}) =>
  applyRetention({ database: api.database, files, clock: () => new Date(moment), log }, sizes)()

/** With a draft, a file and a NIN, or an application with that decision. */
async function createPast(decision?: 'pending' | 'verified' | 'rejected'): Promise<TestApplicant & { fileId: string }> {
  const applicant = await createReadyApplicant(api)
  const { id, token } = applicant
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await createPdfFile(randomUUID()))]), 'degree.pdf')
  const { fileUrl } = (await api.call('POST', '/upload/file', { token, body: form })).body
  await api.call('PUT', '/applications/draft', { token, body: { document: { hobby: 'Chess' }, revision: 0 } })
  const { db } = api.database
  if (decision) {
    await api.call('POST', '/applications/', { token, body: createCompleteAnswers(fileUrl) })
    await db.update(applications).set({ decision, exerciseId: archivedExercise }).where(eq(applications.accountId, id))
  }
  await db.update(accounts).set({ exerciseId: archivedExercise }).where(eq(accounts.id, id))
  return { ...applicant, fileId: fileUrl.split('/').at(-1) }
}

async function countRows({ id }: TestApplicant) {
  const { db } = api.database
  return {
    applications: await db.$count(applications, eq(applications.accountId, id)),
    drafts: await db.$count(drafts, eq(drafts.accountId, id)),
    files: await db.$count(fileRows, eq(fileRows.accountId, id)),
    nins: await db.$count(ninVerifications, eq(ninVerifications.accountId, id)),
    payments: await db.$count(payments, eq(payments.accountId, id)),
    accounts: await db.$count(accounts, eq(accounts.id, id)),
  }
}

async function hasContent(id: string): Promise<boolean> {
  const content = await files.get(id)
  content?.destroy()
  return content !== null
}

const deleted = { applications: 0, drafts: 0, files: 0, nins: 0, payments: 1, accounts: 1 }

describe('a form that was never submitted', () => {
  test('is deleted with its files and NIN six months after the recruitment ended; the payment stays', async () => {
    const applicant = await createPast()
    const { db } = api.database
    await db.update(accounts).set({ photoFileId: applicant.fileId }).where(eq(accounts.id, applicant.id))
    const before = await countRows(applicant)
    expect(before).toEqual({ applications: 0, drafts: 1, files: 1, nins: 1, payments: 1, accounts: 1 })
    await runAt('2026-07-31T21:00:00Z')
    expect(await countRows(applicant)).toEqual(before)
    expect(await hasContent(applicant.fileId)).toBe(true)

    await runAt('2026-07-31T23:00:00Z')
    expect(await countRows(applicant)).toEqual(deleted)
    expect(await hasContent(applicant.fileId)).toBe(false)
    expect(await api.database.db.$count(unreferencedContents, eq(unreferencedContents.id, applicant.fileId))).toBe(0)
    const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, applicant.id))
    const [event, ...more] = events.filter(({ action }) => action === 'form_deleted')
    expect([event?.detail, more]).toEqual([{ files: 1 }, []])
    const [account] = await db.select().from(accounts).where(eq(accounts.id, applicant.id))
    expect(account?.photoFileId).toBeNull()
    await runAt('2026-08-01T23:00:00Z')
    expect(await countRows(applicant)).toEqual(deleted)
  })

  test('whose files cannot be removed leaves them, and those of the forms after it, to the hourly job', async () => {
    const applicants = [await createPast(), await createPast(), await createPast()]
    const remove = vi.fn(() => Promise.reject(new Error('The store is away.')))
    const clock = () => new Date('2026-07-31T23:00:00Z')
    log.error.mockClear()
    await applyRetention({ database: api.database, files: { remove }, clock, log })()
    expect(await Promise.all(applicants.map(countRows))).toEqual([deleted, deleted, deleted])
    const left = inArray(
      unreferencedContents.id,
      applicants.map(({ fileId }) => fileId),
    )
    expect(await api.database.db.$count(unreferencedContents, left)).toBe(3)
    // A store that is away lets each call wait.
    expect(remove).toHaveBeenCalledTimes(1)
    expect(log.error.mock.calls.map(([, message]) => message)).toEqual([
      'files of deleted forms are left to the hourly job',
    ])
  })

  test('is deleted whatever there is of it: a draft, a file or a NIN alone', async () => {
    const started = await Promise.all(Array.from({ length: 3 }, () => createPast()))
    const [ofDraft, ofFile, ofNin] = started.map(({ id }) => id) as [string, string, string]
    const { db } = api.database
    await db.delete(drafts).where(inArray(drafts.accountId, [ofFile, ofNin]))
    await db.delete(fileRows).where(inArray(fileRows.accountId, [ofDraft, ofNin]))
    await db.delete(ninVerifications).where(inArray(ninVerifications.accountId, [ofDraft, ofFile]))
    await runAt('2026-07-31T23:00:00Z')
    expect(await Promise.all(started.map(countRows))).toEqual([deleted, deleted, deleted])
    const events = await db.select().from(auditLog).where(eq(auditLog.action, 'form_deleted'))
    expect(events.map(({ accountId }) => accountId)).toEqual(expect.arrayContaining([ofDraft, ofFile, ofNin]))
  })

  test('does not count as one while a draft corrects what was submitted', async () => {
    const applicant = await createPast('pending')
    await api.database.db
      .insert(drafts)
      .values({ accountId: applicant.id, document: { hobby: 'Chess' }, revision: 1, savedAt: api.clock.now() })
    await runAt('2026-07-31T23:00:00Z')
    expect(await countRows(applicant)).toMatchObject({ applications: 1, drafts: 1, files: 1, nins: 1 })
  })

  test('stays while the recruitment has not ended', async () => {
    const applicant = await createReadyApplicant(api)
    const body = { document: { hobby: 'Chess' }, revision: 0 }
    await api.call('PUT', '/applications/draft', { token: applicant.token, body })
    await runAt('2040-01-01T00:00:00Z')
    expect(await countRows(applicant)).toMatchObject({ drafts: 1, nins: 1 })
  })
})

test('a rejected application is deleted with its files and NIN twelve months after the recruitment ended', async () => {
  const applicant = await createPast('rejected')
  const running = await createPast('rejected')
  for (const table of ['accounts', 'applications'])
    await api.database.pool.query(
      `update ${table} set exercise_id = (select id from exercises where archived_at is null)
       where ${table === 'accounts' ? 'id' : 'account_id'} = $1`,
      [running.id],
    )
  const countPhotos = () => api.database.db.$count(accounts, eq(accounts.photoFileId, running.fileId))
  await api.database.db.update(accounts).set({ photoFileId: running.fileId }).where(eq(accounts.id, running.id))
  await runAt('2027-01-31T21:00:00Z')
  expect(await countRows(applicant)).toMatchObject({ applications: 1, files: 1, nins: 1 })
  log.error.mockClear()
  await runAt('2027-01-31T23:00:00Z')
  expect(log.error).not.toHaveBeenCalled()
  expect(await countRows(applicant)).toEqual(deleted)
  expect(await countRows(running)).toMatchObject({ applications: 1, files: 1, nins: 1 })
  expect(await countPhotos()).toBe(1)
  expect(await hasContent(applicant.fileId)).toBe(false)
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, applicant.id))
  const [event] = events.filter(({ action }) => action === 'application_deleted')
  expect(event?.detail).toMatchObject({ files: 1, number: expect.stringMatching(/^APP-/) })
})

test('a withdrawn application is deleted as a rejected one is', async () => {
  const applicant = await createPast('pending')
  await api.database.pool.query('update applications set withdrawn_at = now() where account_id = $1', [applicant.id])
  await runAt('2027-01-31T21:00:00Z')
  expect(await countRows(applicant)).toMatchObject({ applications: 1, files: 1, nins: 1 })
  await runAt('2027-01-31T23:00:00Z')
  expect(await countRows(applicant)).toEqual(deleted)
})

test('reviews, decisions, notes and earlier submissions are deleted with their application, and in no other way', async () => {
  const applicant = await createPast('rejected')
  const { pool } = api.serverDatabase
  await api.database.pool.query(
    `with application as (select id from applications where account_id = $1),
    people as (insert into staff (email, name) values ('first-past@example.org', 'A'), ('second-past@example.org', 'B') returning id),
    review as (insert into reviews (application_id, round, staff_id, verdict, seen_version)
      select application.id, 1, people.id, 'reject', 1 from application, people),
    returned as (insert into application_returns (application_id, submission, reason, until, returned_by)
      select application.id, 1, 'A canary.', now(), min(people.id::text)::uuid from application, people group by 1),
    version as (insert into application_versions (application_id, submission, answers, rendered_tables, answers_digest, decision,
        rejection_reasons, submitted_at, slip_code)
      select id, 1, '{"hobby": "A canary."}', '[]', '', 'pending', '[]', now(), 'CANARY' from application),
    withdrawal as (insert into application_withdrawals (application_id, event, reason, decision, rejection_reasons, made_by)
      select application.id, 'withdrawn', 'A canary, too.', 'rejected', '[]', min(people.id::text)::uuid from application, people group by 1),
    note as (insert into application_notes (application_id, staff_id, text)
      select application.id, people.id, 'A canary.' from application, people),
    recusal as (insert into recusals (application_id, staff_id, reason, made_by)
      select application.id, min(people.id::text)::uuid, 'A cousin.', min(people.id::text)::uuid from application, people group by 1),
    decision as (insert into decisions (application_id, stage, outcome, decided_by, seconded_by, seen_version)
      select application.id, 'screening', 'rejected', min(people.id::text)::uuid, max(people.id::text)::uuid, 2
      from application, people group by 1 returning id, application_id)
    insert into application_statuses (application_id, stage, version, decision_id)
    select application_id, 'rejected', 3, id from decision`,
    [applicant.id],
  )
  const countWork = async () =>
    (
      await pool.query<{ count: number }>(
        `select (select count(*) from reviews) + (select count(*) from decisions) + (select count(*) from application_notes)
          + (select count(*) from recusals) + (select count(*) from application_statuses)
          + (select count(*) from application_returns) + (select count(*) from application_versions)
          + (select count(*) from application_withdrawals) as count`,
      )
    ).rows[0]?.count
  const deleteWork = `select delete_application_work(id) from applications where account_id = $1`
  await api.database.pool.query('update exercises set archived_at = null where id = $1', [archivedExercise])
  await expect(pool.query(deleteWork, [applicant.id])).rejects.toMatchObject({ code: '23001' })
  await api.database.pool.query(`update exercises set archived_at = '2026-01-31T22:00:00Z' where id = $1`, [
    archivedExercise,
  ])
  // Nor with that of somebody else, in the same exercise, who was rejected.
  const shortlisted = await createPast('verified')
  await expect(pool.query(deleteWork, [shortlisted.id])).rejects.toMatchObject({ code: '23001' })
  await expect(
    pool.query(`select set_config('portal.deletes_application', 'yes', true); delete from reviews`),
  ).rejects.toMatchObject({ code: '42501' })
  // The permission of the function ends with it, not with the transaction.
  const client = await api.database.pool.connect()
  await client.query('begin')
  await client.query(deleteWork, [applicant.id])
  await expect(client.query('delete from reviews')).rejects.toMatchObject({ code: '23001' })
  await client.query('rollback')
  client.release()
  expect(Number(await countWork())).toBe(10)
  await runAt('2027-02-01T00:00:00Z')
  expect(Number(await countWork())).toBe(0)
  expect(await countRows(applicant)).toMatchObject({ applications: 0 })
})

test('seats, scores, results, outcomes and offers are deleted with a withdrawn application', async () => {
  const applicant = await createPast('pending')
  const { pool } = api.database
  const { rows: people } = await pool.query<{ id: string }>(
    `insert into staff (email, name) values ('first-seat@example.org', 'A'), ('second-seat@example.org', 'B') returning id`,
  )
  const [one, other] = people.map(({ id }) => id)
  const { rows } = await pool.query('select id from applications where account_id = $1', [applicant.id])
  const seatAt = (kind: 'cbt' | 'interview') =>
    addSeatedSitting(api, {
      applications: [rows[0].id],
      madeBy: one ?? '',
      exerciseId: archivedExercise,
      sitting: { kind },
    })
  const sittings = [(await seatAt('cbt')).id, (await seatAt('interview')).id]
  await pool.query(
    `with seat as (select * from seats where sitting_id = any($1)),
    interview as (select * from seat where kind = 'interview'),
    marked as (insert into attendance (seat_id, id, position, state, source, is_conflict, marked_by, marked_at)
      select id, gen_random_uuid(), 1, 'present', 'number', false, $2, now() from seat),
    panel as (insert into panels (sitting_id, name, made_by) select sitting_id, 'A', $2 from interview returning id),
    member as (insert into panel_members (panel_id, staff_id) select id, $2 from panel),
    slot as (insert into interview_slots (seat_id, sitting_id, panel_id, starts_at, ends_at)
      select interview.id, sitting_id, panel.id, now(), now() + interval '1 hour' from interview, panel),
    sheet as (insert into score_sheets (seat_id, panel_id, staff_id, scores, total)
      select interview.id, panel.id, $2, '[]', 10 from interview, panel),
    entry as (insert into result_entries (application_id, kind, score, maximum, seat_id, entered_by, seen_version)
      select application_id, kind, 10, 20, id, $2, 0 from seat returning *),
    taken as (insert into result_entries_taken_back (entry_id) select id from entry where kind = 'cbt'),
    result as (insert into results (application_id, kind, score, maximum, seat_id, entry_id, entered_by, confirmed_by)
      select application_id, kind, score, maximum, seat_id, id, entered_by, $3 from entry where kind = 'interview'),
    post as (insert into posts (exercise_id, school, role) values ($4, 'Past', 'Lecturer II') returning id),
    outcome as (insert into final_outcomes (application_id, post_id, outcome, until, recorded_by, seen_version)
      select application_id, post.id, 'selected', now(), $2, 0 from interview, post returning *),
    confirmed as (insert into outcome_confirmations (outcome_id, recorded_by, confirmed_by) select id, recorded_by, $3 from outcome),
    status as (insert into final_outcome_statuses (application_id, version, outcome_id, post_id, outcome)
      select application_id, 1, id, post_id, outcome from outcome)
    insert into offers (application_id, post_id, outcome_id, until, state, settled_at)
    select application_id, post_id, id, until, 'declined', now() from outcome`,
    [sittings, one, other, archivedExercise],
  )
  await pool.query('update applications set withdrawn_at = now() where id = $1', [rows[0].id])
  log.error.mockClear()
  await runAt('2027-02-01T00:00:00Z')
  expect(log.error.mock.calls).toEqual([])
  expect(await countRows(applicant)).toEqual(deleted)
})

test('who was told to be not selected is deleted as who was rejected is; what is not published decides nothing', async () => {
  const [told, untold, reserve] = [
    await createPast('verified'),
    await createPast('verified'),
    await createPast('verified'),
  ]
  const record = (applicant: TestApplicant, outcome: 'unsuccessful' | 'reserve', isPublished: boolean) =>
    api.database.pool.query(
      `with person as (insert into staff (email, name) values ($1 || '@example.org', 'A') returning id),
      post as (insert into posts (exercise_id, school, role) values ($2, $1, 'Lecturer II') returning id),
      outcome as (insert into final_outcomes (application_id, post_id, outcome, rank, recorded_by, seen_version)
        select application.id, post.id, $3, case $3 when 'reserve' then 1 end, person.id, 0
        from applications application, post, person where account_id = $4 returning *)
      insert into final_outcome_statuses (application_id, version, outcome_id, post_id, outcome, rank, published_id)
      select application_id, 1, id, post_id, outcome, rank, case when $5 then id end from outcome`,
      [applicant.userId, archivedExercise, outcome, applicant.id, isPublished],
    )
  await record(told, 'unsuccessful', true)
  await record(untold, 'unsuccessful', false)
  await record(reserve, 'reserve', true)
  await runAt('2027-01-31T21:00:00Z')
  expect(await countRows(told)).toMatchObject({ applications: 1, files: 1, nins: 1 })
  log.error.mockClear()
  await runAt('2027-01-31T23:00:00Z')
  expect(log.error.mock.calls).toEqual([])
  expect(await countRows(told)).toEqual(deleted)
  for (const kept of [untold, reserve])
    expect(await countRows(kept)).toMatchObject({ applications: 1, files: 1, nins: 1 })
})

test.each(['pending', 'verified'] as const)('an application that is %s stays: staff decide on it', async (decision) => {
  const applicant = await createPast(decision)
  await runAt('2040-01-01T00:00:00Z')
  expect(await countRows(applicant)).toMatchObject({ applications: 1, files: 1, nins: 1 })
})

test('two servers that run the job at once record each deletion once', async () => {
  const applicants = [
    await createPast(),
    await createPast(),
    await createPast('rejected'),
    await createPast('rejected'),
  ]
  await Promise.all([runAt('2027-12-01T00:00:00Z'), runAt('2027-12-01T00:00:00Z')])
  const { rows } = await api.database.pool.query(
    `select action, count(*)::int as count, sum((detail ->> 'files')::int)::int as files from audit_log
     where action in ('form_deleted', 'application_deleted') and account_id = any($1) group by 1 order by 1`,
    [applicants.map(({ id }) => id)],
  )
  expect(rows).toEqual([
    { action: 'application_deleted', count: 2, files: 2 },
    { action: 'form_deleted', count: 2, files: 2 },
  ])
})

test('one night deletes a limited number of forms, and the next one goes on', async () => {
  const applicants = [await createPast(), await createPast(), await createPast(), await createPast()]
  const { rows } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name, archived_at)
     values ('Institute', 'INS', 'Staff', 2097, 0, 0, '[]', 'V', '2025-01-31') returning id`,
  )
  for (const { id } of applicants)
    await api.database.pool.query('update accounts set exercise_id = $2 where id = $1', [id, rows[0].id])
  const countLeft = async () => (await Promise.all(applicants.map(countRows))).filter(({ drafts }) => drafts > 0).length
  // Also of several pages, while no other recruitment is over.
  await runAt('2025-12-01T00:00:00Z', { maxAccounts: 1, limit: 2 })
  expect(await countLeft()).toBe(3)
  await runAt('2026-12-01T00:00:00Z', { maxAccounts: 2 })
  expect(await countLeft()).toBe(1)
  await runAt('2026-12-02T00:00:00Z', { maxAccounts: 2 })
  expect(await countLeft()).toBe(0)
})

test('accounts with nothing to delete do not hold up those after them', async () => {
  const kept = await createPast('verified')
  const applicants = [await createPast(), await createPast(), await createPast('rejected')]
  await runAt('2027-12-01T00:00:00Z', { limit: 1 })
  expect(await Promise.all(applicants.map(countRows))).toEqual([deleted, deleted, deleted])
  expect(await countRows(kept)).toMatchObject({ applications: 1 })
})

test('a form that cannot be deleted is logged, and the others are deleted', async () => {
  const [stuck, other] = [await createPast('rejected'), await createPast('rejected')]
  await withoutAuditLog(api, () => runAt('2027-03-01T00:00:00Z'))
  expect(await countRows(other), 'where it cannot be recorded').toMatchObject({ applications: 1, files: 1, nins: 1 })
  await api.database.pool.query('create table evidence (account_id uuid references applications (account_id))')
  await api.database.pool.query('insert into evidence values ($1)', [stuck.id])
  log.error.mockClear()
  await runAt('2027-03-01T00:00:00Z')
  expect(await countRows(stuck)).toMatchObject({ applications: 1, files: 1, nins: 1 })
  expect(await countRows(other)).toEqual(deleted)
  expect(log.error).toHaveBeenCalledTimes(1)
  await api.database.pool.query('drop table evidence')
})

import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files as fileRows, unreferencedContents } from '#server/database/schema/files.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, createPaidApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { listChangedAccounts } from './abandoned-store.ts'
import { discardAbandonedUploads } from './discard-abandoned.ts'
import { filterByUnusedUploads } from './store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const dayMs = 24 * 60 * 60_000

async function runInDays(days: number): Promise<void> {
  const files = await openLocalFileStore(join(api.config.dataDir, 'files'))
  const clock = () => new Date(api.clock.now().getTime() + days * dayMs)
  await discardAbandonedUploads({ database: api.database, files, clock })()
}

/** Uploads of as many applicants, which nothing uses. */
async function addUnused(count: number): Promise<string[]> {
  const applicants = await Promise.all(Array.from({ length: count }, () => createApplicant(api)))
  return Promise.all(applicants.map(({ id }) => insertFileRow(api, id)))
}

const countFiles = (...ids: string[]) => api.database.db.$count(fileRows, inArray(fileRows.id, ids))

test('an upload that nothing uses is deleted after 30 days; newer ones, those of a draft and the photos stay', async () => {
  const { id, token } = await createPaidApplicant(api)
  const unused = await insertFileRow(api, id)
  const [newer, ninPhoto] = [await insertFileRow(api, id), await insertFileRow(api, id, 'image/jpeg')]
  const inTwoDays = new Date(api.clock.now().getTime() + 2 * dayMs)
  await api.database.db.update(fileRows).set({ createdAt: inTwoDays }).where(eq(fileRows.id, newer))
  await api.database.db.update(fileRows).set({ kind: 'nin_photo' }).where(eq(fileRows.id, ninPhoto))
  const inDraft = await insertFileRow(api, id)
  const photo = await insertFileRow(api, id, 'image/jpeg')
  const document = { academicQualification: [{ fileUrl: [`/api/v1/files/${inDraft}`] }] }
  await api.call('PUT', '/applications/draft', { token, body: { document, revision: 0 } })
  await api.call('PATCH', '/users/photo', { token, body: { passport: `/api/v1/files/${photo}` } })

  const tomorrow = new Date(api.clock.now().getTime() + dayMs)
  const hasUnused = async () => (await filterByUnusedUploads(api.database.db, [id], tomorrow)).length > 0
  await runInDays(29)
  expect([await countFiles(unused, inDraft, photo), await hasUnused()]).toEqual([3, true])
  await runInDays(31)
  await runInDays(31)
  expect(await countFiles(inDraft, photo, newer, ninPhoto)).toBe(4)
  // Nobody looks at the account again.
  expect([await countFiles(unused), await hasUnused()]).toEqual([0, false])
  expect(await api.database.db.$count(unreferencedContents, eq(unreferencedContents.id, unused))).toBe(0)
})

test('an old upload is deleted in the night after the draft or the photo has let go of it', async () => {
  const { id, token } = await createPaidApplicant(api)
  const inDraft = await insertFileRow(api, id)
  const [photo, newPhoto] = [await insertFileRow(api, id, 'image/jpeg'), await insertFileRow(api, id, 'image/jpeg')]
  const saveDraft = (fileUrl: string[], revision: number) =>
    api.call('PUT', '/applications/draft', {
      token,
      body: { document: { academicQualification: [{ fileUrl }] }, revision },
    })
  const setPhoto = (file: string) =>
    api.call('PATCH', '/users/photo', { token, body: { passport: `/api/v1/files/${file}` } })
  await saveDraft([`/api/v1/files/${inDraft}`, `/api/v1/files/${newPhoto}`], 0)
  await setPhoto(photo)
  await runInDays(31)
  // The job looks only at what has changed since that night, whenever others have ended.
  await api.database.pool.query(`insert into background_work (name, finished_at) values ('another', 'infinity')`)
  const { rowCount } = await api.database.pool.query(
    `update background_work set finished_at = now() + interval '61 minutes' where name = 'discard_abandoned_uploads'`,
  )
  expect(rowCount).toBe(1)
  await runInDays(31)
  expect(await countFiles(inDraft, photo, newPhoto)).toBe(3)

  await api.database.pool.query(
    `update background_work set finished_at = now() where name = 'discard_abandoned_uploads'`,
  )
  await saveDraft([`/api/v1/files/${newPhoto}`], 1)
  await runInDays(31)
  expect([await countFiles(inDraft), await countFiles(photo, newPhoto)]).toEqual([0, 2])
  await setPhoto(newPhoto)
  await runInDays(31)
  expect([await countFiles(photo), await countFiles(newPhoto)]).toEqual([0, 1])
})

test('an old upload is deleted in the night after a form was sent without it', async () => {
  const { accountId } = await createApplicationToReview(api)
  const left = await insertFileRow(api, accountId)
  await api.database.pool.query(`update files set created_at = now() - interval '40 days' where id = $1`, [left])
  // Nothing else has changed since the last night.
  await api.database.pool.query(
    `update background_work set finished_at = now() + interval '2 hours' where name = 'discard_abandoned_uploads'`,
  )
  await api.database.pool.query(
    `update applications set submitted_at = now() + interval '90 minutes' where account_id = $1`,
    [accountId],
  )
  await runInDays(0)
  expect(await countFiles(left)).toBe(0)
})

test('an old photo is deleted in the night after it was replaced, unless an application that was sent has it', async () => {
  const { accountId: id, token, number } = await createApplicationToReview(api)
  const setPhoto = (file: string) =>
    api.call('PATCH', '/users/photo', { token, body: { passport: `/api/v1/files/${file}` } })
  const addOldPhoto = async () => {
    const photo = await insertFileRow(api, id, 'image/jpeg')
    await api.database.pool.query(`update files set created_at = now() - interval '40 days' where id = $1`, [photo])
    expect((await setPhoto(photo)).status).toBe(200)
    return photo
  }
  const [own, first, second] = [await addOldPhoto(), await addOldPhoto(), await addOldPhoto()]
  // One of an earlier submission alone, which had no photo, and one of the newest.
  const [certificate, newer] = [await insertFileRow(api, id), await insertFileRow(api, id)]
  await api.database.pool.query(`update files set created_at = now() - interval '40 days' where id in ($1, $2)`, [
    certificate,
    newer,
  ])
  // Nothing else has changed since the last night.
  await api.database.pool.query(`update applications set submitted_at = now() - interval '40 days' where number = $1`, [
    number,
  ])
  await api.database.pool.query(
    `insert into application_versions (application_id, submission, answers, rendered_tables, answers_digest, photo_file_id,
       decision, rejection_reasons, submitted_at, slip_code)
     select id, submission + later, json_build_object('file', file), rendered_tables, answers_digest, photo::uuid, decision,
       rejection_reasons, submitted_at, slip_code || later
     from applications, (values (0, $2, null), (1, null, $3)) as versions (later, photo, file) where number = $1`,
    [number, first, certificate],
  )
  await api.database.pool.query(
    `update applications set photo_file_id = $2, answers = json_build_object('file', $3::text) where number = $1`,
    [number, own, newer],
  )
  await runInDays(0)
  expect(await countFiles(first, second)).toBe(2)
  const third = await insertFileRow(api, id, 'image/jpeg')
  expect((await setPhoto(third)).status).toBe(200)
  await runInDays(0)
  expect([await countFiles(first), await countFiles(second), await countFiles(third)]).toEqual([1, 0, 1])
  expect(await countFiles(certificate, newer, own)).toBe(3)
})

test('the uploads of every account are looked at, however many there are', async () => {
  const applicants = await Promise.all(Array.from({ length: 5 }, () => createApplicant(api)))
  const ids = await Promise.all(applicants.map(({ id }) => insertFileRow(api, id)))
  const values = Array.from({ length: 250 }, (_, n) => `RE24-X${n}`)
  await api.database.pool.query(
    `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, email, phone,
       date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
     select exercise_id, name, '', '', 'Example', 'Ada', 'ada@example.org', '0803', '1990-01-01', 'f', 'ogun', 'Ijebu', 'Technology',
       'Lecturer II', 0, 0 from accounts, unnest($2::text[]) as names (name) where id = $1`,
    [applicants[0]?.id, values],
  )
  await api.database.pool.query(
    `insert into files (id, account_id, kind, name, type, size, sha256)
     select gen_random_uuid(), id, 'upload', 'a.pdf', 'application/pdf', 10, '' from accounts where user_id like 'RE24-X%'`,
  )
  // As after the first start, also those of long ago.
  await api.database.pool.query(`delete from background_work where name = 'discard_abandoned_uploads'`)
  await api.database.pool.query(`update files set created_at = now() - interval '1 year' where id = $1`, [ids[0]])
  await runInDays(31)
  expect(await countFiles(...ids)).toBe(0)
  const { rows } = await api.database.pool.query(
    `select from files join accounts on accounts.id = account_id where user_id like 'RE24-X%'`,
  )
  expect(rows).toHaveLength(0)
})

test('a search may take minutes in a large exercise, what follows it not', async () => {
  const client = await api.serverDatabase.pool.connect()
  const readLimit = async () => (await client.query('show statement_timeout')).rows[0].statement_timeout
  await client.query('begin')
  const query = { changedSince: '1970-01-01', days: 30, olderThan: api.clock.now() }
  await listChangedAccounts(client, query, { after: '00000000-0000-0000-0000-000000000000', limit: 1 })
  const last = { after: 'ffffffff-ffff-ffff-ffff-ffffffffffff', limit: 1 }
  const afterLast = await listChangedAccounts(client, query, last)
  const limits = [await readLimit()]
  await client.query('commit')
  limits.push(await readLimit())
  client.release()
  expect(limits).toEqual(['10min', '15s'])
  // It ends with the last account, whatever was changed.
  expect(afterLast).toEqual([])
})

test('a job that is killed between two batches is finished by the next one, and no transaction waits for files', async () => {
  await runInDays(31)
  const unused = await addUnused(5)
  const removed: string[] = []
  const openTransactions: unknown[] = []
  const files = {
    async remove(id: string) {
      const { rows } = await api.database.pool.query(
        `select query from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
      )
      openTransactions.push(...rows)
      if (removed.length === 2) throw new Error('killed')
      removed.push(id)
    },
  }
  const clock = () => new Date(api.clock.now().getTime() + 31 * dayMs)
  const discard = discardAbandonedUploads({ database: api.database, files, clock }, { batchSize: 2 })
  await expect(discard()).rejects.toThrow('killed')
  expect(removed).toHaveLength(2)
  // The rows of the third are gone with the registration of its content; two are left to the next run.
  expect(await countFiles(...unused)).toBe(2)
  expect(await api.database.db.$count(unreferencedContents, inArray(unreferencedContents.id, unused))).toBe(1)
  expect(openTransactions).toEqual([])
  await runInDays(31)
  expect(await countFiles(...unused)).toBe(0)
})

// What was sent before a correction: its slip, its files, the copy of the own data, and what the database refuses.
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { discardAbandonedUploads } from '#server/features/uploads/discard-abandoned.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createDataExportSteps } from '#tests/support/api/data-exports.ts'
import { createReturning, reasonOfReturn } from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'

const restrictViolation = '23001'

let api: TestApi
let registry: TestStaff
let one: ApplicationToReview
let returning: ReturnType<typeof createReturning>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  registry = await createStaff(api, ['registry'])
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  one = await createApplicationToReview(api)
  returning = createReturning(api, registry, one)
})

const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)

test('the slip shows the date of the second submission, and the old code says that it is replaced', async () => {
  const before = await returning.readOwn()
  await returning.return()
  await returning.send(await returning.correct('Corrected'))
  const after = await returning.readOwn()
  const old = await api.call('GET', `/slips/${before.slipCode}`)
  expect(contracts.verifySlip.reply.parse(old.body)).toEqual(old.body)
  expect(old.body.data).toMatchObject({
    number: one.number,
    date: before.submittedAt,
    replacedAt: after.submittedAt,
  })
  const current = await api.call('GET', `/slips/${after.slipCode}`)
  expect(current.body.data.date).toBe(after.submittedAt)
  expect(current.body.data).not.toHaveProperty('replacedAt')
  const slip = await api.fetch('/api/v1/slips/application.pdf', { headers: { authorization: `Bearer ${one.token}` } })
  const { text } = await readPdf(new Uint8Array(await slip.arrayBuffer()))
  expect(text).toContain('Corrected')
})

test('files of what was sent before are kept, and staff can open them', async () => {
  const dayMs = 24 * 60 * 60_000
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const fileUrl = `/api/v1/files/${await insertFileRow(api, one.accountId, 'application/pdf')}`
  const attach = (entries: object[]) => entries.map((entry) => ({ ...entry, fileUrl: [fileUrl] }))
  const { academicQualification, publication } = corrected
  const sent = await returning.send({
    ...corrected,
    academicQualification: attach(academicQualification),
    publication: attach(publication),
  })
  expect(sent.status).toBe(201)
  const files = await openLocalFileStore(join(api.config.dataDir, 'files'))
  const clock = () => new Date(api.clock.now().getTime() + 40 * dayMs)
  await discardAbandonedUploads({ database: api.database, files, clock })()
  expect((await registry.call('GET', one.file.replace('/api/v1', ''))).status).not.toBe(404)
  const id = one.file.split('/').at(-1)
  expect((await query('select id from files where id = any($1)', [[id, fileUrl.split('/').at(-1)]])).rows).toHaveLength(
    2,
  )
})

test('the staff and the copy of the own data have what was sent before, in its order, and when it was returned', async () => {
  await returning.return()
  await returning.send(await returning.correct('Corrected'))
  // As a restored backup may bring them: in any order.
  for (const submission of [3, 2])
    await query(
      `insert into application_versions select (jsonb_populate_record(null::application_versions, to_jsonb(version)
        || jsonb_build_object('submission', $2::int, 'slip_code', 'EARLIER-' || $2::int))).*
       from application_versions version where application_id = $1 and submission = 1`,
      [one.id, submission],
    )
  await query('analyze application_versions')
  const { versions } = await returning.read(await createStaff(api, ['reviewer']))
  expect(versions.map(({ submission }: { submission: number }) => submission)).toEqual([1, 2, 3])
  const archive = await (await createDataExportSteps(api)).downloadArchive({ ...one, id: one.accountId })
  const readJson = (name: string) => JSON.parse(archive.get(`${name}.json`)?.toString() ?? 'null')
  expect(readJson('earlier-submissions')).toMatchObject([
    { submission: 1, answers: { hobby: expect.any(String) } },
    { submission: 2 },
    { submission: 3 },
  ])
  const actions = readJson('record-of-events').map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['application_returned', 'application_sent_again']))
  expect(readJson('returns')).toMatchObject([{ submission: 1, reason: reasonOfReturn }])
})

describe('the database lets the server', () => {
  const run = (text: string) => api.serverDatabase.pool.query(text, [one.id])

  test.each([
    `answers = '{}'`,
    `rendered_tables = '[]'`,
    `answers_digest = ''`,
    `slip_code = 'X'`,
    `submitted_at = now()`,
    `number = 'APP-X'`,
    'submission = 2',
    `submission = 2, submitted_at = now(), slip_code = 'X'`,
    `decision = 'rejected'`,
  ])('change nothing that was sent: %s', async (change) => {
    await expect(run(`update applications set ${change} where id = $1`)).rejects.toMatchObject({
      code: restrictViolation,
    })
  })

  test('open no application without a record of the return', async () => {
    const open = `update applications set returned_until = now() + interval '1 day', return_reason = 'x' where id = $1`
    await expect(run(open)).rejects.toMatchObject({ code: restrictViolation })
  })

  test('open it only as the record of its own return says', async () => {
    await returning.return()
    const refused = { code: restrictViolation }
    for (const change of [`returned_until = returned_until + interval '1 day'`, `return_reason = 'Another reason.'`])
      await expect(run(`update applications set ${change} where id = $1`), change).rejects.toMatchObject(refused)
    await returning.send(await returning.correct('Corrected'))
    const openOnceMore = run(`update applications set returned_until = record.until, return_reason = record.reason
      from application_returns record where record.application_id = applications.id and applications.id = $1`)
    await expect(openOnceMore).rejects.toMatchObject(refused)
  })

  test('change and remove neither returns nor earlier submissions', async () => {
    await returning.return()
    await returning.send(await returning.correct('Corrected'))
    for (const table of ['application_returns', 'application_versions'])
      for (const change of [`update ${table} set submission = 9`, `delete from ${table}`])
        await expect(run(`${change} where application_id = $1`)).rejects.toMatchObject({ code: '42501' })
  })
})

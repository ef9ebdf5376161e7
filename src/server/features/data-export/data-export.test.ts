import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { dataExports } from '#server/database/schema/exports.ts'
import { unreferencedContents } from '#server/database/schema/files.ts'
import { createFileCookie } from '#server/http/principal.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createDataExportSteps } from '#tests/support/api/data-exports.ts'
import { isContentOpen } from '#tests/support/api/open-files.ts'
import { startTestSession } from '#tests/support/api/principals.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { listReplacedExports } from './export-store.ts'
import { removeDataExports } from './remove-data-exports.ts'

let api: TestApi
let steps: Awaited<ReturnType<typeof createDataExportSteps>>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  steps = await createDataExportSteps(api)
})
afterAll(() => api.close())

const hourMs = 60 * 60_000

test('the archive is sent as a download that no cache keeps', async () => {
  const applicant = await createApplicant(api)
  const { headers, body } = await steps.download(await steps.requestAndPrepare(applicant), applicant)
  await body?.cancel()
  expect(headers.get('content-type')).toBe('application/zip')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="your-data-${applicant.userId}.zip"`)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
})

test('only a session of the owner downloads it, by the cookie of the files too', async () => {
  const owner = await createApplicant(api)
  const other = await createApplicant(api)
  const url = await steps.requestAndPrepare(owner)
  expect((await api.fetch(url)).status).toBe(401)
  const foreign = await steps.download(url, other)
  const unknown = await steps.download(url.replace(/[^/]+$/, randomUUID()), other)
  expect([foreign.status, (await foreign.json()).code]).toEqual([404, 'data_export_gone'])
  expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'data_export_gone'])

  const { fileToken } = await startTestSession(api, owner)
  const byCookie = await api.fetch(url, {
    headers: { cookie: `${createFileCookie(api.config.publicUrl).name}=${fileToken}` },
  })
  expect(byCookie.status).toBe(200)
  await byCookie.body?.cancel()
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, owner.id))
  const { id: exportId, size } = await steps.findRow(owner)
  const told = events.map(({ actor, action, detail }) => ({ actor, action, detail }))
  expect(told).toEqual(
    expect.arrayContaining([
      { actor: 'applicant', action: 'data_export_requested', detail: { exportId } },
      { actor: 'system', action: 'data_export_ready', detail: { exportId, size } },
      { actor: 'applicant', action: 'data_export_downloaded', detail: { exportId } },
    ]),
  )
  await expect
    .poll(async () => {
      const refused = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, other.id))
      return refused.map(({ action }) => action)
    })
    .toContain('file_refused')
})

test('one archive is prepared at a time, and three a day', async () => {
  const applicant = await createApplicant(api)
  const answers = [await steps.request(applicant), await steps.request(applicant), await steps.request(applicant)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(answers[0]?.body.data).toMatchObject({ status: 'preparing', url: null })
  expect(answers.map(({ body }) => body.data.requestedAt)).toEqual(Array(3).fill(answers[0]?.body.data.requestedAt))
  const { id } = await steps.findRow(applicant)
  const jobs = await listWaitingJobs(api, 'prepare_data_export')
  expect(jobs.filter(({ exportId }) => exportId === id)).toHaveLength(1)
  const fourth = await steps.request(applicant)
  expect([fourth.status, fourth.body.code]).toEqual([429, 'too_many_requests'])
})

test('no archive is prepared or handed out where that cannot be recorded, nor left open', async () => {
  const applicant = await createApplicant(api)
  expect((await withoutAuditLog(api, () => steps.request(applicant))).status).toBe(500)
  expect((await steps.readStatus(applicant)).status).toBe('none')
  const url = await steps.requestAndPrepare(applicant)
  expect((await withoutAuditLog(api, () => steps.download(url, applicant))).status).toBe(500)
  const { contentId } = await steps.findRow(applicant)
  // Long before its handle would be collected.
  await expect.poll(() => isContentOpen(contentId ?? ''), { timeout: 5_000 }).toBe(false)
})

test('concurrent requests make one archive', async () => {
  const applicant = await createApplicant(api)
  const second = await api.startSecondServer()
  const headers = { authorization: `Bearer ${applicant.token}` }
  const answers = await raceAtLock<{ status: number }>(api.database.url, 'lock table audit_log in share mode', [
    () => steps.request(applicant),
    () => fetch(`${second.url}/api/v1/users/data-export`, { method: 'POST', headers }),
  ])
  await second.close()
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await api.database.db.$count(dataExports, eq(dataExports.accountId, applicant.id))).toBe(1)
})

test('an archive can be downloaded for 24 hours; then it is deleted', async () => {
  const applicant = await createApplicant(api)
  const url = await steps.requestAndPrepare(applicant)
  const { contentId, expiresAt } = await steps.findRow(applicant)
  expect(expiresAt?.getTime()).toBeGreaterThan(api.clock.now().getTime() + 24 * hourMs - 60_000)
  expect((await steps.readStatus(applicant)).status).toBe('ready')
  // From when it was ready, not from when it was asked for.
  const requestedAt = new Date(api.clock.now().getTime() - 2 * hourMs)
  await api.database.db.update(dataExports).set({ requestedAt }).where(eq(dataExports.accountId, applicant.id))

  const remove = (aheadMs: number) =>
    removeDataExports({ ...steps.dependencies, clock: () => new Date(api.clock.now().getTime() + aheadMs) })()
  await remove(23 * hourMs)
  expect((await steps.readStatus(applicant)).status).toBe('ready')
  await remove(24 * hourMs + 1_000)
  expect((await steps.readStatus(applicant)).status).toBe('none')
  expect((await steps.download(url, applicant)).status).toBe(404)
  expect(await steps.files.get(contentId ?? '')).toBeNull()
  expect(await api.database.db.$count(unreferencedContents, eq(unreferencedContents.id, contentId ?? ''))).toBe(0)
})

test('what was asked for and never became ready is deleted after 24 hours, and not before', async () => {
  const applicant = await createApplicant(api)
  await steps.request(applicant)
  const remove = (aheadMs: number) =>
    removeDataExports({ ...steps.dependencies, clock: () => new Date(api.clock.now().getTime() + aheadMs) })()
  const countRows = () => api.database.db.$count(dataExports, eq(dataExports.accountId, applicant.id))
  await remove(23 * hourMs)
  expect(await countRows()).toBe(1)
  await remove(24 * hourMs + 1_000)
  expect(await countRows()).toBe(0)
})

test('of however many that are past each is deleted, a hundred at a time', async () => {
  const { id: accountId } = await createApplicant(api)
  await api.database.pool.query(
    `insert into data_exports (account_id, status, requested_at)
     select $1, 'failed', $2::timestamptz - interval '25 hours' from generate_series(1, 101)`,
    [accountId, api.clock.now()],
  )
  const transaction = vi.spyOn(api.database.db, 'transaction')
  onTestFinished(() => transaction.mockRestore())
  await removeDataExports(steps.dependencies)()
  expect(await api.database.db.$count(dataExports, eq(dataExports.accountId, accountId))).toBe(0)
  expect(transaction).toHaveBeenCalledTimes(2)
})

test('after 24 hours it is refused, also before it is deleted', async () => {
  const applicant = await createApplicant(api)
  const url = await steps.requestAndPrepare(applicant)
  await api.database.db
    .update(dataExports)
    .set({ expiresAt: api.clock.now() })
    .where(eq(dataExports.accountId, applicant.id))
  expect((await steps.download(url, applicant)).status).toBe(404)
  expect((await steps.readStatus(applicant)).status).toBe('none')
})

test("a new archive replaces the one before, and nobody else's", async () => {
  const [applicant, other] = [await createApplicant(api), await createApplicant(api)]
  await steps.requestAndPrepare(other)
  const kept = await steps.findRow(other)
  const url = await steps.requestAndPrepare(applicant)
  const first = await steps.findRow(applicant)
  await steps.request(applicant)
  const [newest] = (await listWaitingJobs(api, 'prepare_data_export')).slice(-1)
  const early = await steps.download(url.replace(first.id, newest?.exportId ?? ''), applicant)
  expect((await early.json()).code).toBe('data_export_gone')
  // The one that is being prepared is no earlier one.
  expect(await listReplacedExports(api.database.db, applicant.id, first.id)).toEqual([])
  await steps.prepare(newest?.exportId ?? '')
  expect((await steps.findRow(applicant)).id).toBe(newest?.exportId)
  expect(await steps.findRow(other)).toEqual(kept)
  expect(await steps.files.get(first.contentId ?? '')).toBeNull()
})

// With a virus scanner, every file is scanned before it can be submitted, and an outage of the scanner loses no upload.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { files } from '#server/database/schema/files.ts'
import { createClamdScanner } from '#server/providers/files/scan/clamd.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { type ClamdServer, eicar, startClamdServer } from '#tests/support/simulators/clamd-server.ts'
import { scanFile } from './scan-file.ts'
import { saveScanResult } from './store.ts'

let scanner: ClamdServer
let api: TestApi
beforeAll(async () => {
  scanner = await startClamdServer()
  api = await startApi({ jobs: 'waiting', settings: { CLAMAV_ADDRESS: scanner.address } })
})
beforeEach(() => scanner.behave('well'))
afterAll(async () => {
  await api.close()
  await scanner.close()
})

/** A valid PDF with the virus in a comment before its end. */
async function createInfectedPdf(): Promise<Buffer> {
  const pdf = await createPdfFile()
  const end = pdf.lastIndexOf('startxref')
  return Buffer.concat([pdf.subarray(0, end), Buffer.from(`%${eicar}\n`), pdf.subarray(end)])
}

function upload(content: Buffer, { token }: TestApplicant): Promise<Answer> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), 'degree.pdf')
  return api.call('POST', '/upload/file', { token, body })
}
const submit = (fileUrl: string, { token }: TestApplicant) =>
  api.call('POST', '/applications/', { token, body: createCompleteAnswers(fileUrl) })
const getFileId = (fileUrl: string) => fileUrl.split('/').at(-1) ?? ''
const findScan = async (fileUrl: string) =>
  (
    await api.database.db
      .select()
      .from(files)
      .where(eq(files.id, getFileId(fileUrl)))
  )[0]?.scan

const openStore = () => openLocalFileStore(`${api.config.dataDir}/files`)

/** Runs the job as the worker does. */
async function runScanJob(fileUrl: string, withScanner = true, store: Partial<FileStore> = {}): Promise<void> {
  const { port } = scanner
  const dependencies = { database: api.database, files: { ...(await openStore()), ...store } }
  const scannerOption = withScanner ? { scanner: createClamdScanner({ host: '127.0.0.1', port, timeoutMs: 300 }) } : {}
  await scanFile({ ...dependencies, ...scannerOption })({ fileId: getFileId(fileUrl) })
}

/** Uploads while the scanner gives no verdict. */
async function uploadUnscanned(content: Buffer, applicant: TestApplicant): Promise<string> {
  scanner.behave('hangs up')
  const { status, body } = await upload(content, applicant)
  expect(status).toBe(200)
  scanner.behave('well')
  return body.fileUrl
}

test('V5.4.3 an infected file is refused at the upload, and nothing is stored', async () => {
  const applicant = await createReadyApplicant(api)
  const { status, body } = await upload(await createInfectedPdf(), applicant)
  expect([status, body.code]).toEqual([422, 'file_infected'])
  expect(body.message).toBe('This file carries a virus and was not kept. Choose another one.')
  expect(await api.database.db.select().from(files).where(eq(files.accountId, applicant.id))).toHaveLength(0)
})

test('a clean file is stored and can be submitted', async () => {
  const applicant = await createReadyApplicant(api)
  const { body } = await upload(await createPdfFile(), applicant)
  expect(await findScan(body.fileUrl)).toBe('clean')
  expect(await listWaitingJobs(api, 'scan_file')).not.toContainEqual({ fileId: getFileId(body.fileUrl) })
  expect((await submit(body.fileUrl, applicant)).status).toBe(201)
})

test('V16.5.3 while the scanner is unreachable uploads are stored, and submissions have to wait', async () => {
  const applicant = await createReadyApplicant(api)
  const content = await createPdfFile()
  const fileUrl = await uploadUnscanned(content, applicant)
  expect(await findScan(fileUrl)).toBe('waiting')
  expect(await listWaitingJobs(api, 'scan_file')).toContainEqual({ fileId: getFileId(fileUrl) })

  const early = await submit(fileUrl, applicant)
  expect([early.status, early.body.code]).toEqual([503, 'files_unscanned'])
  expect(early.headers.get('retry-after')).toBe('30')
  const jobs = await listWaitingJobs(api, 'scan_file')
  expect(jobs.filter(({ fileId }) => fileId === getFileId(fileUrl))).toHaveLength(1)

  const other = await uploadUnscanned(await createPdfFile(), applicant)
  await runScanJob(fileUrl)
  expect(await findScan(fileUrl)).toBe('clean')
  expect(await findScan(other)).toBe('waiting')
  const kept = await api.fetch(fileUrl, { headers: { authorization: `Bearer ${applicant.token}` } })
  expect([kept.status, (await kept.arrayBuffer()).byteLength]).toEqual([200, content.length])
  expect((await submit(fileUrl, applicant)).status).toBe(201)
})

test('a waiting file that the application does not refer to holds no submission up', async () => {
  const applicant = await createReadyApplicant(api)
  const waiting = await uploadUnscanned(await createPdfFile(), applicant)
  const { body } = await upload(await createPdfFile(), applicant)
  expect((await submit(body.fileUrl, applicant)).status).toBe(201)
  // Nor does its job fail when it has been discarded.
  await api.database.db.delete(files).where(eq(files.id, getFileId(waiting)))
  await runScanJob(waiting)
})

test('a virus that is found later is an error of its entry, and the file is not kept', async () => {
  const applicant = await createReadyApplicant(api)
  const fileUrl = await uploadUnscanned(await createInfectedPdf(), applicant)
  // Two servers may run the job at once, and the file store may be away.
  const remove = () => Promise.reject(new Error('The store is away.'))
  const run = () => runScanJob(fileUrl, true, { remove }).catch((error: Error) => error.message)
  const lock = `select from files where id = '${getFileId(fileUrl)}' for update`
  expect(await raceAtLock(api.database.url, lock, [run, run])).toContain('The store is away.')
  await runScanJob(fileUrl)

  const { status, body } = await submit(fileUrl, applicant)
  expect(status).toBe(400)
  expect(body.message).toMatch(/1: a file carries a virus\. Remove it and choose another one\.$/)
  expect((await api.call('GET', fileUrl.replace('/api/v1', ''), { token: applicant.token })).status).toBe(404)
  expect(await (await openStore()).get(getFileId(fileUrl))).toBeNull()
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, applicant.id))
  expect(events.filter(({ action }) => action === 'virus_found')).toHaveLength(1)
  // The job may come again.
  await runScanJob(fileUrl)
  expect(await findScan(fileUrl)).toBe('infected')
  // Nor does a verdict that comes after it change it.
  await saveScanResult(api.database.db, getFileId(fileUrl), 'clean')
  expect(await findScan(fileUrl)).toBe('infected')
})

test('without a verdict the job fails, so that it is retried', async () => {
  const applicant = await createReadyApplicant(api)
  const fileUrl = await uploadUnscanned(await createPdfFile(), applicant)
  scanner.behave('silent')
  await expect(runScanJob(fileUrl)).rejects.toThrow('took too long')
  await expect(runScanJob(fileUrl, true, { get: async () => null })).rejects.toThrow(
    'content of a known file is missing',
  )
  expect(await findScan(fileUrl)).toBe('waiting')
})

test('when the scanner is switched off, waiting uploads can be submitted', async () => {
  const applicant = await createReadyApplicant(api)
  const fileUrl = await uploadUnscanned(await createPdfFile(), applicant)
  await runScanJob(fileUrl, false)
  expect((await submit(fileUrl, applicant)).status).toBe(201)
})

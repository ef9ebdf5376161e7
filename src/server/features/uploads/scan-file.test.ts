// With a virus scanner set up: nothing is submitted that it has not seen, and its absence loses nothing.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog, files } from '#server/platform/database/schema/schema.ts'
import { clamd } from '#server/providers/files/scan/clamd.ts'
import { localFiles } from '#server/providers/files/store/local-store.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { aReadyApplicant, type TestApplicant } from '#tests/support/fixtures/accounts.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { pdfFile } from '#tests/support/fixtures/documents.ts'
import { waitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { type ClamdServer, eicar, startClamdServer } from '#tests/support/simulators/clamd-server.ts'
import { scanFile } from './scan-file.ts'

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

/** A whole PDF with the virus in a comment before its end. */
async function infected(): Promise<Buffer> {
  const pdf = await pdfFile()
  const end = pdf.lastIndexOf('startxref')
  return Buffer.concat([pdf.subarray(0, end), Buffer.from(`%${eicar}\n`), pdf.subarray(end)])
}

function upload(content: Buffer, { token }: TestApplicant): Promise<Answer> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), 'degree.pdf')
  return api.call('POST', '/upload/file', { token, body })
}
const submit = (fileUrl: string, { token }: TestApplicant) =>
  api.call('POST', '/applications/', { token, body: completeAnswers(fileUrl) })
const idIn = (fileUrl: string) => fileUrl.split('/').at(-1) ?? ''
const scanOf = async (fileUrl: string) =>
  (
    await api.database.db
      .select()
      .from(files)
      .where(eq(files.id, idIn(fileUrl)))
  )[0]?.scan

/** Runs the job as the worker does. */
async function scanLater(fileUrl: string, withScanner = true): Promise<void> {
  const { port } = scanner
  const store = await localFiles(`${api.config.dataDir}/files`)
  const means = { database: api.database, files: store }
  const found = withScanner ? { scanner: clamd({ host: '127.0.0.1', port, timeoutMs: 300 }) } : {}
  await scanFile({ ...means, ...found })({ fileId: idIn(fileUrl) })
}

/** Uploads while the scanner gives no verdict. */
async function unscanned(content: Buffer, applicant: TestApplicant): Promise<string> {
  scanner.behave('hangs up')
  const { status, body } = await upload(content, applicant)
  expect(status).toBe(200)
  scanner.behave('well')
  return body.fileUrl
}

test('a file with a virus is refused when it is uploaded, and nothing of it is kept', async () => {
  const applicant = await aReadyApplicant(api)
  const { status, body } = await upload(await infected(), applicant)
  expect([status, body.code]).toEqual([422, 'file_infected'])
  expect(body.message).toBe('This file carries a virus and was not kept. Choose another one.')
  expect(await api.database.db.select().from(files).where(eq(files.accountId, applicant.id))).toHaveLength(0)
})

test('a clean file is kept, and may be submitted', async () => {
  const applicant = await aReadyApplicant(api)
  const { body } = await upload(await pdfFile(), applicant)
  expect(await scanOf(body.fileUrl)).toBe('clean')
  expect((await submit(body.fileUrl, applicant)).status).toBe(201)
})

test('while the scanner is away uploads are kept, and the submission waits for it', async () => {
  const applicant = await aReadyApplicant(api)
  const fileUrl = await unscanned(await pdfFile(), applicant)
  expect(await scanOf(fileUrl)).toBe('waiting')
  expect(await waitingJobs(api, 'scan_file')).toContainEqual({ fileId: idIn(fileUrl) })

  const early = await submit(fileUrl, applicant)
  expect([early.status, early.body.code]).toEqual([503, 'files_unscanned'])
  expect(early.headers.get('retry-after')).toBe('30')
  const jobs = await waitingJobs(api, 'scan_file')
  expect(jobs.filter(({ fileId }) => fileId === idIn(fileUrl))).toHaveLength(1)

  await scanLater(fileUrl)
  expect(await scanOf(fileUrl)).toBe('clean')
  expect((await submit(fileUrl, applicant)).status).toBe(201)
})

test('a virus that is found later is named with its entry, and its file can no longer be read', async () => {
  const applicant = await aReadyApplicant(api)
  const fileUrl = await unscanned(await infected(), applicant)
  await scanLater(fileUrl)

  const { status, body } = await submit(fileUrl, applicant)
  expect(status).toBe(400)
  expect(body.message).toMatch(/1: a file carries a virus\. Remove it and choose another one\.$/)
  expect((await api.call('GET', fileUrl.replace('/api/v1', ''), { token: applicant.token })).status).toBe(404)
  const deeds = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, applicant.id))
  expect(deeds.map(({ action }) => action)).toContain('virus_found')
})

test('without a verdict the job fails, so that it is tried again', async () => {
  const applicant = await aReadyApplicant(api)
  const fileUrl = await unscanned(await pdfFile(), applicant)
  scanner.behave('silent')
  await expect(scanLater(fileUrl)).rejects.toThrow('took too long')
  expect(await scanOf(fileUrl)).toBe('waiting')
})

test('an office that gives its scanner up lets through what was waiting for it', async () => {
  const applicant = await aReadyApplicant(api)
  const fileUrl = await unscanned(await pdfFile(), applicant)
  await scanLater(fileUrl, false)
  expect((await submit(fileUrl, applicant)).status).toBe(201)
})

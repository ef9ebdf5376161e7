// Prepares and downloads archives of an applicant's data.
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { dataExports } from '#server/database/schema/exports.ts'
import { type DataExportJobDependencies, prepareDataExport } from '#server/features/data-export/prepare-data-export.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import type { TestApplicant } from '../fixtures/applicants.ts'
import { createPdfFile } from '../fixtures/documents.ts'
import { readArchive } from '../fixtures/formats/read-archive.ts'
import type { TestApi } from './api.ts'

/** @param api started with `jobs: 'waiting'` */
export async function createDataExportSteps(api: TestApi) {
  const files = await openLocalFileStore(join(api.config.dataDir, 'files'))
  const dependencies: DataExportJobDependencies = {
    database: api.database,
    files,
    clock: api.clock.now,
    encryption: createEncryption(api.config.secretKeys),
    slips: api.services.slips,
    log: { error() {} },
  }

  /** Runs the job as the worker does. */
  const prepare = (exportId: string, changed: Partial<DataExportJobDependencies> = {}) =>
    prepareDataExport({ ...dependencies, ...changed })({ exportId })
  const request = ({ token }: TestApplicant) => api.call('POST', '/users/data-export', { token })
  const readStatus = async ({ token }: TestApplicant) =>
    (await api.call('GET', '/users/data-export', { token })).body.data
  const download = (url: string, { token }: TestApplicant) =>
    api.fetch(url, { headers: { authorization: `Bearer ${token}` } })

  async function findRow({ id }: TestApplicant) {
    const [row] = await api.database.db.select().from(dataExports).where(eq(dataExports.accountId, id))
    if (!row) throw new Error('There is no data export.')
    return row
  }

  async function requestAndPrepare(applicant: TestApplicant): Promise<string> {
    await request(applicant)
    await prepare((await findRow(applicant)).id)
    return (await readStatus(applicant)).url
  }

  return {
    files,
    dependencies,
    prepare,
    request,
    readStatus,
    download,
    findRow,
    /** Resolves with the address of the archive. */
    requestAndPrepare,
    async downloadArchive(applicant: TestApplicant): Promise<Map<string, Buffer>> {
      const response = await download(await requestAndPrepare(applicant), applicant)
      if (response.status !== 200) throw new Error(`The download was answered ${response.status}.`)
      return readArchive(Buffer.from(await response.arrayBuffer()))
    },
    async uploadDegree({ token }: TestApplicant, text: string): Promise<{ url: string; content: Buffer }> {
      const form = new FormData()
      const content = await createPdfFile(text)
      form.append('file', new Blob([new Uint8Array(content)]), 'Ìwé degree.pdf')
      return { url: (await api.call('POST', '/upload/file', { token, body: form })).body.fileUrl, content }
    },
  }
}

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { dataExports } from '#server/database/schema/exports.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createDataExportSteps } from '#tests/support/api/data-exports.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { leaveCommitUnanswered } from '#tests/support/postgres/unanswered-commit.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'
import { prepareDataExport } from './prepare-data-export.ts'

let api: TestApi
let steps: Awaited<ReturnType<typeof createDataExportSteps>>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  steps = await createDataExportSteps(api)
})
afterAll(() => api.close())

const hourMs = 60 * 60_000

describe('when the file store fails', () => {
  const failing = (): FileStore => ({ ...steps.files, put: () => Promise.reject(new Error('The disk fails.')) })

  test('the job is repeated, then the archive has failed and can be asked for again', async () => {
    const applicant = await createApplicant(api)
    await steps.request(applicant)
    const { id } = await steps.findRow(applicant)
    for (let attempt = 1; attempt < 4; attempt += 1) {
      await expect(steps.prepare(id, { files: failing() })).rejects.toThrow('The disk fails.')
      expect((await steps.readStatus(applicant)).status).toBe('preparing')
    }
    const error = vi.fn()
    await steps.prepare(id, { files: failing(), log: { error } })
    expect((await steps.readStatus(applicant)).status).toBe('failed')
    // Without the message, which may name a file of the applicant.
    expect(error.mock.calls).toEqual([[{ exportId: id, errors: [{ name: 'Error' }] }, 'a data export failed for good']])

    await steps.request(applicant)
    const [again] = (await listWaitingJobs(api, 'prepare_data_export')).slice(-1)
    await steps.prepare(again?.exportId ?? '')
    expect((await steps.readStatus(applicant)).status).toBe('ready')
  })

  test('a file that breaks off makes no archive, and nothing is left behind', async () => {
    const applicant = await createApplicant(api)
    await steps.uploadDegree(applicant, 'A degree')
    await steps.request(applicant)
    const stored: string[] = []
    const breaking: FileStore = {
      ...steps.files,
      put: (id, content, type) => {
        stored.push(id)
        return steps.files.put(id, content, type)
      },
      async get(id) {
        const content = await steps.files.get(id)
        content?.once('resume', () => content.destroy(new Error('The network fails.')))
        content?.once('data', () => content.destroy(new Error('The network fails.')))
        return content
      },
    }
    await expect(steps.prepare((await steps.findRow(applicant)).id, { files: breaking })).rejects.toThrow(
      'The network fails.',
    )
    expect((await steps.readStatus(applicant)).status).toBe('preparing')
    expect(await steps.files.get(stored[0] ?? '')).toBeNull()
  })
})

test('an archive that is not whole after ten minutes is given up, and nothing of it is left', async () => {
  const applicant = await createApplicant(api)
  await steps.request(applicant)
  const controller = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(controller.signal)
  onTestFinished(() => timeout.mockRestore())
  const stored: string[] = []
  const files: FileStore = {
    ...steps.files,
    put: (id, content, type) => {
      stored.push(id)
      async function* pass() {
        for await (const chunk of content as AsyncIterable<Uint8Array>) {
          controller.abort()
          yield chunk
        }
      }
      return steps.files.put(id, pass(), type)
    },
  }
  await expect(steps.prepare((await steps.findRow(applicant)).id, { files })).rejects.toThrow('aborted')
  expect(timeout).toHaveBeenCalledWith(10 * 60_000)
  expect(await steps.files.get(stored[0] ?? '')).toBeNull()
})

test('an archive whose slips cannot be made now is made later, and not without them', async () => {
  const applicant = await createApplicant(api)
  await steps.request(applicant)
  const fail = (code: ConstructorParameters<typeof AppError>[0]) => () => Promise.reject(new AppError(code))
  const slips = { renderPaymentSlip: fail('no_payment'), renderApplicationSlip: fail('unavailable') }
  const { id } = await steps.findRow(applicant)
  await expect(steps.prepare(id, { slips })).rejects.toMatchObject({ code: 'unavailable' })
  await steps.prepare(id, { slips: { ...slips, renderApplicationSlip: fail('no_application') } })
  expect((await steps.readStatus(applicant)).status).toBe('ready')
})

test('a server that is killed each time while it prepares the archive ends in a failure', async () => {
  const applicant = await createApplicant(api)
  await steps.request(applicant)
  const { id } = await steps.findRow(applicant)
  await api.database.db.update(dataExports).set({ attempts: 4 }).where(eq(dataExports.id, id))
  await steps.prepare(id)
  expect((await steps.readStatus(applicant)).status).toBe('failed')
  const { rows } = await api.database.pool.query(
    `select actor, detail from audit_log where account_id = $1 and action = 'data_export_failed'`,
    [applicant.id],
  )
  expect(rows).toEqual([{ actor: 'system', detail: { exportId: id } }])
})

test('an archive that has failed elsewhere, while it was made, is not kept', async () => {
  const applicant = await createApplicant(api)
  await steps.request(applicant)
  const { id } = await steps.findRow(applicant)
  const stored: string[] = []
  const files: FileStore = {
    ...steps.files,
    async put(contentId, content, type) {
      stored.push(contentId)
      await steps.files.put(contentId, content, type)
      await api.database.db.update(dataExports).set({ status: 'failed' }).where(eq(dataExports.id, id))
    },
  }
  await expect(steps.prepare(id, { files })).rejects.toThrow('no longer being prepared')
  expect((await steps.readStatus(applicant)).status).toBe('failed')
  expect(await steps.files.get(stored[0] ?? '')).toBeNull()
  // Why it failed is told, also where it cannot be removed now.
  await api.database.db.update(dataExports).set({ status: 'preparing' }).where(eq(dataExports.id, id))
  const remove = () => Promise.reject(new Error('The store is away.'))
  await expect(steps.prepare(id, { files: { ...files, remove } })).rejects.toThrow('no longer being prepared')
})

test('an archive whose commit nobody hears of is kept', async () => {
  const applicant = await createApplicant(api)
  await steps.request(applicant)
  const { removed, ...unanswered } = leaveCommitUnanswered({ database: api.database, files: steps.files })
  await expect(steps.prepare((await steps.findRow(applicant)).id, unanswered)).rejects.toMatchObject({ code: '57014' })
  expect((await steps.readStatus(applicant)).status).toBe('ready')
  expect(removed).toEqual([])
})

test('a job that was lost counts as failed after an hour, and can be asked for again', async () => {
  const applicant = await createApplicant(api)
  await steps.request(applicant)
  const { id } = await steps.findRow(applicant)
  for (const [age, status] of [
    [hourMs - 60_000, 'preparing'],
    [hourMs, 'failed'],
  ] as const) {
    const requestedAt = new Date(api.clock.now().getTime() - age)
    await api.database.db.update(dataExports).set({ requestedAt }).where(eq(dataExports.id, id))
    expect((await steps.readStatus(applicant)).status).toBe(status)
  }
  expect((await steps.request(applicant)).body.data.status).toBe('preparing')
  // The lost job runs after all.
  await steps.prepare(id)
  expect((await steps.readStatus(applicant)).status).toBe('preparing')
})

test('an archive that a restored backup does not have is reported, and can be asked for again', async () => {
  const applicant = await createApplicant(api)
  const url = await steps.requestAndPrepare(applicant)
  const other = await createApplicant(api)
  await steps.requestAndPrepare(other)
  await steps.files.remove((await steps.findRow(applicant)).contentId ?? '')
  expect((await steps.download(url, applicant)).status).toBe(404)
  expect((await steps.readStatus(applicant)).status).toBe('failed')
  expect((await steps.readStatus(other)).status).toBe('ready')
})

test('while one archive is made, another one waits in the queue instead of a worker', async () => {
  const [one, other] = [await createApplicant(api), await createApplicant(api)]
  await steps.request(one)
  await steps.request(other)
  const run = prepareDataExport(steps.dependencies)
  const first = run({ exportId: (await steps.findRow(one)).id })
  await run({ exportId: (await steps.findRow(other)).id })
  await first
  expect((await steps.readStatus(one)).status).toBe('ready')
  expect(await steps.readStatus(other)).toMatchObject({ status: 'preparing' })
  const { id, attempts } = await steps.findRow(other)
  expect(attempts).toBe(0)
  const { rows: jobs } = await api.database.pool.query(
    'select run_at > now() as waits from graphile_worker.jobs where key = $1',
    [`data_export:${id}`],
  )
  expect(jobs).toEqual([{ waits: true }])
  await run({ exportId: id })
  expect((await steps.readStatus(other)).status).toBe('ready')
})

import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { files } from '#server/database/schema/files.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, startStaffTestSession, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant, insertFileRow, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { createDocFile } from '#tests/support/fixtures/formats/compound-file.ts'

let api: TestApi
let ada: TestApplicant
let certificate: string
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  ada = await createApplicant(api, { school: 'Technology', department: 'Computer Science' })
  certificate = await upload(await createPdfFile(), 'Ìwé ẹ̀rí.pdf')
  registry = await createStaff(api, ['registry'])
})
afterAll(() => api.close())

/** Returns the file's address for staff. */
async function upload(content: Buffer, name: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  const answer = await api.call('POST', '/upload/file', { token: ada.token, body })
  return answer.body.fileUrl.replace('/files/', '/staff/files/')
}

const read = (address: string, { credentials }: Pick<TestStaff, 'credentials'>, init: RequestInit = {}) =>
  api.fetch(address, { ...init, headers: credentials })

async function readStatus(address: string, person: Pick<TestStaff, 'credentials'>): Promise<number> {
  const response = await read(address, person)
  await response.arrayBuffer()
  return response.status
}

const listFileEvents = ({ id }: TestStaff) =>
  api.database.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.staffId, id), eq(auditLog.action, 'file_opened')))

test("staff read an applicant's file with its type, size and name, and nothing of it is kept on the device", async () => {
  const response = await read(certificate, registry)
  const { headers } = response
  expect(response.status).toBe(200)
  const content = Buffer.from(await response.arrayBuffer())
  expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(headers.get('content-length')).toBe(String(content.length))
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('etag')).toBeNull()
  expect(headers.get('content-disposition')).toBe(
    `inline; filename="Iwe eri.pdf"; filename*=UTF-8''${encodeURIComponent('Ìwé ẹ̀rí.pdf'.normalize('NFC'))}`,
  )
})

test("V3.2.1 V5.3.1 the content of an applicant's file cannot run as part of the staff's site", async () => {
  const word = await upload(createDocFile(), 'reference.doc')
  for (const address of [certificate, word]) {
    const response = await read(address, registry)
    await response.arrayBuffer()
    const { headers } = response
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
  }
  const response = await read(word, registry)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="reference.doc"/)
  await response.arrayBuffer()
})

test('a read file is recorded once for each person, applicant and hour, before the content is sent', async () => {
  const [auditor, dpo] = await Promise.all([createStaff(api, ['auditor']), createStaff(api, ['dpo'])])
  const another = await upload(await createPdfFile(), 'second.pdf')
  expect(await withoutAuditLog(api, () => readStatus(certificate, auditor))).toBe(500)
  for (const address of [certificate, another, certificate]) expect(await readStatus(address, auditor)).toBe(200)
  expect(await readStatus(certificate, dpo)).toBe(200)
  const { rows: current } = await api.database.pool.query('select id from exercises where year = 2024')
  expect(await listFileEvents(auditor)).toMatchObject([
    { accountId: ada.id, actor: 'staff', exerciseId: current[0].id, detail: {} },
  ])
  expect(await listFileEvents(dpo)).toHaveLength(1)
})

test("V8.2.2 a file outside the reader's scope, of nobody or infected is answered like a missing one", async () => {
  const { db } = api.database
  const [exercise] = await db.select().from(exercises).limit(1)
  const within = { role: 'reviewer', school: 'Technology', department: 'Computer Science' } as const
  const elsewhere = { role: 'reviewer', school: 'Technology', department: 'Statistics' } as const
  expect(await readStatus(certificate, await createStaff(api, [{ ...within, exerciseId: exercise?.id ?? 0 }]))).toBe(
    200,
  )

  const outsider = await createStaff(api, [elsewhere])
  const infected = await insertFileRow(api, ada.id)
  await db.update(files).set({ scan: 'infected' }).where(eq(files.id, infected))
  const missing = await outsider.call('GET', `/staff/files/${randomUUID()}`)
  const refused = await outsider.call('GET', certificate.replace('/api/v1', ''))
  expect([refused.status, refused.body]).toEqual([404, missing.body])
  expect(await listFileEvents(outsider)).toEqual([])
  expect(await readStatus(`/api/v1/staff/files/${infected}`, registry)).toBe(404)
})

test('a file whose content is missing is an error, and not an empty file', async () => {
  const { status, body } = await registry.call('GET', `/staff/files/${await insertFileRow(api, ada.id)}`)
  expect([status, body.code]).toEqual([500, 'unexpected'])
})

test.each(['helpdesk', 'exam', 'bursar', 'admin'] as const)('the role %s opens no files', async (role) => {
  expect(await readStatus(certificate, await createStaff(api, [role]))).toBe(403)
})

test("an applicant's own session opens no file by the staff's address", async () => {
  const response = await api.fetch(certificate, { headers: { authorization: `Bearer ${ada.token}` } })
  await response.arrayBuffer()
  expect(response.status).toBe(401)
})

test('an hour later it is recorded again', async () => {
  const chair = await createStaff(api, ['chair'])
  const readAgain = async () =>
    expect(await readStatus(certificate, { credentials: await startStaffTestSession(api, chair.id) })).toBe(200)
  await readAgain()
  api.clock.advance(3_600_000 - 1_000)
  await readAgain()
  expect(await listFileEvents(chair)).toHaveLength(1)
  api.clock.advance(1_001)
  await readAgain()
  expect(await listFileEvents(chair)).toHaveLength(2)
})

// Lists, sheets and labels of a sitting: whole, with photographs, for the exam officer alone.
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { recusals } from '#server/database/schema/decisions/reviews.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'

let api: TestApi
let officer: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  officer = await createStaff(api, ['exam'], { isFresh: true })
})
beforeEach(() => api.forgetRateLimits())
afterAll(() => api.close())

const documents = ['seats', 'sheet', 'door', 'labels'] as const
type DocumentName = (typeof documents)[number]
const get = (id: string, name: DocumentName, { credentials } = officer) =>
  fetch(`${api.url}/api/v1/staff/sittings/${id}/${name}.pdf`, { headers: credentials })
const read = async (answer: Response) => readPdf(new Uint8Array(await answer.arrayBuffer()))
const readRefusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

/** An image as an applicant uploads it. */
async function uploadPhoto(): Promise<string> {
  const { token } = await createPaidApplicant(api)
  const photo = await sharp({ create: { width: 720, height: 960, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  const uploaded = await api.call('POST', '/upload/file', { token, body })
  return uploaded.body.fileUrl.split('/').at(-1)
}

test('each document names every applicant of the sitting, the sheet with the photographs of the applications', async () => {
  const { id, applicants } = await addSeatedSitting(api, { count: 3, madeBy: officer.id })
  const [first, second] = applicants
  const photo = await uploadPhoto()
  const setPhoto = (column: string, applicationId: string | undefined, file: string) =>
    api.database.pool.query(`update applications set ${column} = $2 where id = $1`, [applicationId, file])
  await setPhoto('photo_file_id', first?.applicationId, photo)
  await setPhoto('nin_photo_file_id', second?.applicationId, photo)
  // Its content is gone.
  await setPhoto('photo_file_id', applicants[2]?.applicationId, '00000000-0000-4000-8000-000000000000')
  expect((await withoutAuditLog(api, () => get(id, 'sheet'))).status).toBe(500)
  for (const name of documents) {
    const answer = await get(id, name)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    const { text, elements } = await read(answer)
    for (const { number } of applicants) expect(text).toContain(number)
    expect(elements.filter(({ tag }) => tag === 'Figure')).toHaveLength(name === 'sheet' ? 2 : 0)
  }
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
  const { rows: current } = await api.database.pool.query('select id from exercises where year = 2024')
  const event = {
    action: 'sitting_printed',
    staffId: officer.id,
    subjectKind: 'sitting',
    exerciseId: current[0].id,
  }
  expect(events).toMatchObject(documents.map((document) => ({ ...event, detail: { document, seats: 3 } })))
})

test('V8.2.1 V8.2.2 the exam officer alone prints, after a fresh sign-in, and nobody who is recused from the case', async () => {
  const { id, applicants } = await addSeatedSitting(api, { count: 2, madeBy: officer.id })
  expect(await readRefusal(await get(id, 'sheet', await createStaff(api, ['exam'])))).toEqual([
    403,
    'fresh_sign_in_required',
  ])
  for (const role of ['registry', 'chair', 'auditor'] as const)
    expect(await readRefusal(await get(id, 'sheet', await createStaff(api, [role], { isFresh: true })))).toEqual([
      403,
      'not_permitted',
    ])
  const recused = await createStaff(api, ['exam'], { isFresh: true })
  await api.database.db.insert(recusals).values({
    staffId: recused.id,
    applicationId: applicants[0]?.applicationId ?? '',
    reason: 'We are related.',
    madeBy: officer.id,
  })
  const { text } = await read(await get(id, 'seats', recused))
  expect(text).not.toContain(applicants[0]?.number)
  expect(text).toContain(applicants[1]?.number)
  expect(text).toContain('1 seat is not on this list')
})

test('a seat that was given back is not printed, and a sitting without seats has nothing to print', async () => {
  const { id, applicants } = await addSeatedSitting(api, { count: 2, madeBy: officer.id })
  const [first, second] = applicants
  const release = (application: string | undefined) =>
    api.database.pool.query('update seats set released_at = now() where application_id = $1', [application])
  await release(first?.applicationId)
  const { text } = await read(await get(id, 'labels'))
  expect(text).toContain(second?.number)
  expect(text).not.toContain(first?.number)
  await release(second?.applicationId)
  expect(await readRefusal(await get(id, 'labels'))).toEqual([409, 'sitting_empty'])
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { files } from '#server/database/schema/files.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const changePhoto = (token: string | undefined, passport: unknown) =>
  api.call('PATCH', '/users/photo', { token, body: { passport } })

test('an uploaded image can be chosen as the photo', async () => {
  const other = await createApplicant(api)
  const { id, token } = await createApplicant(api)
  const fileId = await insertFileRow(api, id, 'image/jpeg')
  const passport = `/api/v1/files/${fileId}`
  const readPhoto = async () => (await api.call('GET', '/users/me', { token })).body.data.passport
  expect((await withoutAuditLog(api, () => changePhoto(token, passport))).status).toBe(500)
  expect(await readPhoto(), 'where it cannot be recorded').toBeNull()
  expect(await changePhoto(token, passport)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Your photo has been changed.', data: { passport } },
  })
  expect(await readPhoto()).toBe(passport)
  expect((await changePhoto(token, `http://localhost:3000${passport}`)).status).toBe(200)
  expect((await api.call('GET', '/users/me', { token: other.token })).body.data.passport).toBeNull()
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  // The second time it was the photo already.
  const changed = { actor: 'applicant', action: 'photo_changed', detail: { fileId } }
  expect(events).toMatchObject([{ action: 'login' }, changed])
})

test('anything but an own uploaded image is refused as the photo', async () => {
  const { id, token } = await createApplicant(api)
  // Of which none is chosen instead.
  await insertFileRow(api, id, 'image/jpeg')
  const stranger = await createApplicant(api)
  const foreign = await insertFileRow(api, stranger.id, 'image/jpeg')
  const document = await insertFileRow(api, id, 'application/pdf')
  const ninPhoto = await insertFileRow(api, id, 'image/jpeg')
  await api.database.db.update(files).set({ kind: 'nin_photo' }).where(eq(files.id, ninPhoto))
  const refused = [
    `/api/v1/files/${foreign}`,
    `/api/v1/files/${document}`,
    `/api/v1/files/${ninPhoto}`,
    '/api/v1/files/3f0f2c9e-1111-4222-8333-444455556666',
    `https://elsewhere.example.org/api/v1/files/${foreign}`,
    'javascript:alert(1)',
  ]
  for (const link of refused)
    expect(await changePhoto(token, link)).toMatchObject({
      status: 400,
      body: { code: 'photo_not_yours', message: 'The photo must be an image that you have uploaded.' },
    })
  expect((await api.call('GET', '/users/me', { token })).body.data.passport).toBeNull()
})

test('the photo is required, and so is a session', async () => {
  const { token } = await createApplicant(api)
  for (const nothing of ['', undefined, 7])
    expect(await changePhoto(token, nothing)).toMatchObject({
      status: 400,
      body: { message: 'Please select a file', errors: [{ path: 'passport' }] },
    })
  expect((await changePhoto(undefined, '/api/v1/files/x')).status).toBe(401)
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog, files } from '#server/platform/database/schema/schema.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aFileRow, anApplicant } from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const choose = (token: string | undefined, passport: unknown) =>
  api.call('PATCH', '/users/photo', { token, body: { passport } })

test('an uploaded image becomes the photo', async () => {
  const { id, token } = await anApplicant(api)
  const passport = `/api/v1/files/${await aFileRow(api, id, 'image/jpeg')}`
  expect(await choose(token, passport)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Your photo has been changed.', data: { passport } },
  })
  expect((await api.call('GET', '/users/me', { token })).body.data.passport).toBe(passport)
  expect((await choose(token, `http://localhost:3000${passport}`)).status).toBe(200)
  const deeds = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  expect(deeds.map(({ action }) => action)).toEqual(['login', 'photo_changed', 'photo_changed'])
})

test('whatever is no image that the applicant has uploaded is refused', async () => {
  const { id, token } = await anApplicant(api)
  const stranger = await anApplicant(api)
  const foreign = await aFileRow(api, stranger.id, 'image/jpeg')
  const document = await aFileRow(api, id, 'application/pdf')
  const fromRegister = await aFileRow(api, id, 'image/jpeg')
  await api.database.db.update(files).set({ kind: 'nin_photo' }).where(eq(files.id, fromRegister))
  const refused = [
    `/api/v1/files/${foreign}`,
    `/api/v1/files/${document}`,
    `/api/v1/files/${fromRegister}`,
    '/api/v1/files/3f0f2c9e-1111-4222-8333-444455556666',
    `https://elsewhere.example.org/api/v1/files/${foreign}`,
    'javascript:alert(1)',
  ]
  for (const link of refused)
    expect(await choose(token, link)).toMatchObject({
      status: 400,
      body: { code: 'photo_not_yours', message: 'The photo must be an image that you have uploaded.' },
    })
  expect((await api.call('GET', '/users/me', { token })).body.data.passport).toBeNull()
})

test('a photo must be named, and by somebody who is logged in', async () => {
  const { token } = await anApplicant(api)
  for (const nothing of ['', undefined, 7])
    expect(await choose(token, nothing)).toMatchObject({
      status: 400,
      body: { message: 'Please select a file', errors: [{ path: 'passport' }] },
    })
  expect((await choose(undefined, '/api/v1/files/x')).status).toBe(401)
})

import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ninVerifications } from '#server/platform/database/schema/schema.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'
import { rotateKeys } from './rotate-keys.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test('after a rotation only the new key opens what was sealed, and a NIN is still unique', async () => {
  const { db } = api.database
  const { id, token } = await anApplicant(api, {
    surname: 'Dokubo',
    firstName: 'Ebiere',
    middleName: 'Tari',
    dateOfBirth: '1990-01-21',
  })
  const verified = await api.call('POST', '/services/nin-verify/12345678909', { token, body: { consent: true } })
  expect(verified.body.tabId).toBe(2)

  const [oldKey] = api.config.secretKeys
  const newKey = randomBytes(32)
  expect(await rotateKeys(db, createEncryption([newKey, oldKey]))).toBe(1)

  const [row] = await db.select().from(ninVerifications).where(eq(ninVerifications.accountId, id))
  const current = createEncryption([newKey])
  expect(current.open(row?.ninSealed ?? Buffer.alloc(0))).toBe('12345678909')
  expect(row?.ninHash).toEqual(current.fingerprint('12345678909'))
  expect(JSON.parse(current.open(row?.recordSealed ?? Buffer.alloc(0)))).toMatchObject({ surName: 'Dokubo' })
  expect(() => createEncryption([oldKey]).open(row?.ninSealed ?? Buffer.alloc(0))).toThrow()
})

test('a rotation that meets a value of an unknown key changes nothing', async () => {
  const { db } = api.database
  const before = await db.select().from(ninVerifications)
  await expect(rotateKeys(db, createEncryption([randomBytes(32), randomBytes(32)]))).rejects.toThrow('not known here')
  expect(await db.select().from(ninVerifications)).toEqual(before)
})

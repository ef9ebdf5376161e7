import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { rotateKeys } from './rotate-keys.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test('V11.2.2 after a rotation only the new key decrypts the values, and a NIN is still unique', async () => {
  const { db } = api.database
  const { id, token } = await createApplicant(api, {
    surname: 'Dokubo',
    firstName: 'Ebiere',
    middleName: 'Tari',
    dateOfBirth: '1990-01-21',
  })
  const verified = await api.call('POST', '/services/nin-verify/12345678909', { token, body: { consent: true } })
  expect(verified.body.tabId).toBe(2)
  // Of a NIN that was not found no record is kept. This look-up ends while the rotation begins.
  const other = await createApplicant(api)
  const encrypted = createEncryption(api.config.secretKeys).encrypt('12345678900').toString('hex')
  const lookUp = `insert into nin_verifications (exercise_id, account_id, nin_hash, encrypted_nin, outcome)
    values (1, '${other.id}', '', '\\x${encrypted}', 'not_found')`

  const [oldKey] = api.config.secretKeys
  const newKey = randomBytes(32)
  const rotate = () => rotateKeys(db, createEncryption([newKey, oldKey]))
  expect(await raceAtLock(api.database.url, lookUp, [rotate])).toEqual([{ lookUps: 2, others: 0 }])

  const [row] = await db.select().from(ninVerifications).where(eq(ninVerifications.accountId, id))
  const current = createEncryption([newKey])
  expect(current.decrypt(row?.encryptedNin ?? Buffer.alloc(0))).toBe('12345678909')
  expect(row?.ninHash).toEqual(current.fingerprint('12345678909'))
  expect(JSON.parse(current.decrypt(row?.encryptedRecord ?? Buffer.alloc(0)))).toMatchObject({ surName: 'Dokubo' })
  const [missing] = await db.select().from(ninVerifications).where(eq(ninVerifications.accountId, other.id))
  expect(current.decrypt(missing?.encryptedNin ?? Buffer.alloc(0))).toBe('12345678900')
  expect(missing?.encryptedRecord).toBeNull()
  const { rows } = await api.database.pool.query(`select detail from audit_log where action = 'keys_rotated'`)
  expect(rows).toEqual([{ detail: { lookUps: 2, others: 0 } }])
  expect(() => createEncryption([oldKey]).decrypt(row?.encryptedNin ?? Buffer.alloc(0))).toThrow()
})

test('a rotation that finds a value of an unknown key changes nothing', async () => {
  const { db } = api.database
  const before = await db.select().from(ninVerifications)
  await expect(rotateKeys(db, createEncryption([randomBytes(32), randomBytes(32)]))).rejects.toThrow('unknown key')
  expect(await db.select().from(ninVerifications)).toEqual(before)
})

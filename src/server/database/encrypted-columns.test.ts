import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { type Answer, startApi, type TestApi } from '#tests/support/api/api.ts'
import { createAppWith } from '#tests/support/api/create-app.ts'
import { createStaff, signIn } from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { encryptColumnsAgain, encryptedColumnNames } from './encrypted-columns.ts'
import { accountCorrections, emails } from './schema/emails-and-corrections.ts'
import { staffLinks } from './schema/staff.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const newKey = randomBytes(32)
const readable = (value: Buffer | null | undefined) => createEncryption([newKey]).decrypt(value ?? Buffer.alloc(0))

/** As `api.call`, on an application that does not listen. */
const callOf =
  (app: FastifyInstance): TestApi['call'] =>
  async (method, path, { body } = {}) => {
    const request = { method, url: `/api/v1${path}`, payload: body, headers: { 'x-staff': '1' } } as InjectOptions
    const response = await app.inject(request)
    return { status: response.statusCode, body: response.json(), headers: new Headers() } satisfies Answer
  }

test('after a change of key staff sign in, and links, corrections and emails are readable with the new key alone', async () => {
  const { db } = api.database
  const { id: accountId } = await createApplicant(api)
  const { email, id: staffId } = await createStaff(api, ['registry'])
  const [oldKey] = api.config.secretKeys
  const encrypted = createEncryption([oldKey]).encrypt('"secret"')
  const expiresAt = new Date('2100-01-01')
  const link = {
    kind: 'invite' as const,
    staffId,
    codeHash: randomBytes(32),
    expiresAt,
    encryptedTotpSecret: encrypted,
  }
  // One that is to set up a passkey has no secret.
  await db.insert(staffLinks).values([link, { ...link, codeHash: randomBytes(32), encryptedTotpSecret: null }])
  const correction = {
    correctionId: randomUUID(),
    accountId,
    seenVersion: 1,
    madeBy: staffId,
    reason: 'A typing error.',
  }
  const values = { column: 'surname', state: 'proposed', encryptedOld: encrypted, encryptedNew: encrypted } as const
  await db.insert(accountCorrections).values({ ...correction, ...values })
  // More than one batch.
  const sent = { template: 'accountIssued' as const, staffId, encryptedData: encrypted }
  const addresses = Array.from({ length: 501 }, (_, n) => `${n}@example.org`)
  const encryption = createEncryption([oldKey])
  await db
    .insert(emails)
    .values(addresses.map((address) => ({ ...sent, jobId: address, encryptedAddress: encryption.encrypt(address) })))

  const count = await db.transaction((tx) => encryptColumnsAgain(tx, createEncryption([newKey, oldKey])))
  expect(count).toBe(1 + 1 + 2 + 501 * 2)

  const [storedLink] = await db.select().from(staffLinks).where(eq(staffLinks.codeHash, link.codeHash))
  const [corrected] = await db.select().from(accountCorrections)
  const stored = [storedLink?.encryptedTotpSecret, corrected?.encryptedOld, corrected?.encryptedNew]
  expect(stored.map(readable)).toEqual(stored.map(() => '"secret"'))
  const log = await db.select().from(emails).where(eq(emails.staffId, staffId))
  expect(log.map((row) => readable(row.encryptedData))).toEqual(log.map(() => '"secret"'))
  // Each row keeps its own value.
  expect(log.map((row) => readable(row.encryptedAddress))).toEqual(log.map(({ jobId }) => jobId))

  const restarted = await createAppWith(api, { secretKeys: [newKey] })
  expect((await signIn({ ...api, call: callOf(restarted) }, email)).status).toBe(200)
  await restarted.close()
})

test('every encrypted column of the database is one that a change of key knows', async () => {
  const { rows } = await api.database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name like 'encrypted_%'
       and table_name <> 'nin_verifications'`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...encryptedColumnNames].sort())
})

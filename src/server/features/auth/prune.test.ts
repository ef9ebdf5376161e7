import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog, passwordResets, sessions } from '#server/platform/database/schema/schema.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'
import { prune } from './prune.ts'
import { randomToken, tokenHash } from './sessions/sessions.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(api.clock.now().getTime() + days * dayMs)
const pruned = () => prune({ database: api.database, clock: api.clock.now })()

test('sessions and links that ended long ago are removed; what is alive or was lately stays', async () => {
  const { id, token } = await anApplicant(api)
  const session = (device: string, expiresAt: Date, endedAt: Date | null) => ({
    accountId: id,
    tokenHash: tokenHash(randomToken()),
    fileTokenHash: tokenHash(randomToken()),
    device,
    expiresAt,
    endedAt,
  })
  await api.database.db
    .insert(sessions)
    .values([
      session('expired long ago', inDays(-31), null),
      session('ended long ago', inDays(1), inDays(-31)),
      session('expired lately', inDays(-29), null),
      session('ended lately', inDays(1), inDays(-29)),
    ])
  const link = (expiresAt: Date) => ({ accountId: id, codeHash: tokenHash(randomToken()), expiresAt })
  await api.database.db.insert(passwordResets).values([link(inDays(-31)), link(inDays(-1))])
  const deeds = await api.database.db.$count(auditLog)

  await pruned()
  await pruned()
  const left = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
  expect(left.map(({ device }) => device)).toEqual(expect.arrayContaining(['expired lately', 'ended lately']))
  expect(left.map(({ device }) => device).filter((device) => device.includes('long ago'))).toEqual([])
  expect(await api.database.db.$count(passwordResets, eq(passwordResets.accountId, id))).toBe(1)
  expect(await api.database.db.$count(auditLog)).toBe(deeds)
  expect((await api.call('GET', '/users/me', { token })).status).toBe(200)
})

test('counts that have run out are removed, and those that still count stay', async () => {
  const count = (key: string, expire: number) =>
    api.database.db.execute(sql`insert into rate_limits (key, points, expire) values (${key}, 3, ${expire})`)
  await count('over', inDays(0).getTime() - 1)
  await count('counting', inDays(0).getTime() + 60_000)
  await pruned()
  const { rows } = await api.database.db.execute(sql`select key from rate_limits where key in ('over', 'counting')`)
  expect(rows).toEqual([{ key: 'counting' }])
})

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginNetworks, passwordResets, sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createApplicant, logIn } from '#tests/support/fixtures/applicants.ts'
import { rememberStaffNetwork } from './login-throttle-store.ts'
import { prune } from './prune.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(api.clock.now().getTime() + days * dayMs)
const runPrune = () => prune({ database: api.database, clock: api.clock.now })()

test('sessions and reset links that ended a month ago are deleted; live and recent ones stay', async () => {
  const { id, token } = await createApplicant(api)
  const session = (device: string, expiresAt: Date, endedAt: Date | null) => ({
    accountId: id,
    tokenHash: hashToken(createToken()),
    fileTokenHash: hashToken(createToken()),
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
  const link = (expiresAt: Date) => ({ accountId: id, codeHash: hashToken(createToken()), expiresAt })
  await api.database.db.insert(passwordResets).values([link(inDays(-31)), link(inDays(-1))])
  const events = await api.database.db.$count(auditLog)

  await runPrune()
  await runPrune()
  const left = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
  expect(left.map(({ device }) => device)).toEqual(expect.arrayContaining(['expired lately', 'ended lately']))
  expect(left.map(({ device }) => device).filter((device) => device.includes('long ago'))).toEqual([])
  expect(await api.database.db.$count(passwordResets, eq(passwordResets.accountId, id))).toBe(1)
  expect(await api.database.db.$count(auditLog)).toBe(events)
  expect((await api.call('GET', '/users/me', { token })).status).toBe(200)
})

test('a network is forgotten once nobody has logged in from it for 180 days', async () => {
  const { id, userId } = await createApplicant(api)
  await api.database.db
    .update(loginNetworks)
    .set({ lastLoginAt: inDays(-181) })
    .where(eq(loginNetworks.accountId, id))
  await logIn(api, userId)
  await api.database.db.insert(loginNetworks).values([
    { networkHash: hashToken('old'), accountId: id, lastLoginAt: inDays(-181) },
    { networkHash: hashToken('recent'), accountId: id, lastLoginAt: inDays(-179) },
  ])
  const { id: staffId } = await createStaff(api, ['registry'])
  for (const now of [inDays(-181), inDays(0)])
    await rememberStaffNetwork(api.database.db, { staffId, networkHash: hashToken('of the staff'), now })
  await runPrune()
  const isOfStaff = eq(loginNetworks.networkHash, hashToken('of the staff'))
  expect(await api.database.db.$count(loginNetworks, isOfStaff)).toBe(1)
  const left = await api.database.db.select().from(loginNetworks).where(eq(loginNetworks.accountId, id))
  expect(left.map(({ networkHash }) => networkHash)).toContainEqual(hashToken('recent'))
  expect(left).toHaveLength(2)
})

test('expired rate-limit counts are deleted, and the others stay', async () => {
  const addCount = (key: string, expire: number) =>
    api.database.db.execute(sql`insert into rate_limits (key, points, expire) values (${key}, 3, ${expire})`)
  await addCount('expired', inDays(0).getTime() - 1)
  await addCount('running', inDays(0).getTime() + 60_000)
  await runPrune()
  const { rows } = await api.database.db.execute(sql`select key from rate_limits where key in ('expired', 'running')`)
  expect(rows).toEqual([{ key: 'running' }])
})

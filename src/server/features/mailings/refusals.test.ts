import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/database/connection.ts'
import { mailings } from '#server/database/schema/emails-and-corrections.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { takeBack } from '#server/features/settlements/store.ts'
import { type MailingKind, mailingDraftMinutes } from '#shared/staff/mailings.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { makeMailing, startMailing } from '#tests/support/api/mailings.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createUnusedAccount } from '#tests/support/fixtures/applicants.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { createMailingStep } from './send-mailing.ts'
import { createMailingService } from './service.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'], { isFresh: true })
})

const make = (kind: MailingKind, filter: Record<string, unknown>, person = registry) =>
  makeMailing(person, kind, filter)
const start = (id: string, recipients: number, person = registry) => startMailing(person, id, recipients)

test('nothing is sent without a fresh sign-in, the right number and a reason, or twice, or by somebody else', async () => {
  const school = 'Refused'
  await createUnusedAccount(api, { school })
  const { id } = (await make('reminder', { school })).body.data
  const stale = await createStaff(api, ['registry'])
  expect((await start(id, 1, stale)).body.code).toBe('fresh_sign_in_required')
  expect((await start(id, 2)).body.code).toBe('recipients_differ')
  const short = await registry.call('POST', `/staff/mailings/${id}/start`, { body: { count: 1, reason: 'no' } })
  expect(short).toMatchObject({ status: 400, body: { errors: [{ path: 'reason' }] } })
  const other = await createStaff(api, ['helpdesk'], { isFresh: true })
  expect((await start(id, 1, other)).status).toBe(404)
  // Nor by a job of a mailing that nobody has started.
  await api.services.mailings.send({ mailingId: id })
  expect((await registry.call('GET', `/staff/mailings/${id}`)).body.data).toMatchObject({ state: 'draft', done: 0 })
  // Nor where that cannot be recorded.
  expect((await withoutAuditLog(api, () => start(id, 1))).status).toBe(500)
  expect((await registry.call('GET', `/staff/mailings/${id}`)).body.data).toMatchObject({ state: 'draft' })
  expect((await make('reminder', { school }, await createStaff(api, ['reviewer', 'admin', 'bursar']))).status).toBe(403)
  expect((await start(id, 1)).status).toBe(200)
  expect((await start(id, 1)).body.code).toBe('mailing_started')
  for (const nobody of [{ school: 'No such school' }, { school, exercise: 1999 }])
    expect((await make('reminder', nobody)).body.code).toBe('mailing_nobody')
  expect((await make('reminder', { school, unknown: 'x' })).status).toBe(400)
})

test('who is left out entirely is counted, and nothing can be started', async () => {
  const school = 'Nobody left'
  await addApplications(api, { count: 2, prefix: 'NOBODY', school })
  const { data } = (await make('reminder', { school })).body
  expect(data).toMatchObject({ recipients: 0, leftOut: [{ leftOutReason: 'submitted', count: 2 }] })
  expect((await start(data.id, 0)).body.code).toBe('mailing_nobody')
})

test('the emails of a mailing wait behind those for which somebody waits at the screen', async () => {
  const school = 'Patient'
  await createUnusedAccount(api, { school })
  const { id } = (await make('reminder', { school })).body.data
  const { rows } = await takeBack(api.database.db, async (tx) => {
    await tx
      .update(mailings)
      .set({ state: 'sending', reason: 'Soon', startedAt: api.clock.now() })
      .where(eq(mailings.id, id))
    const encryption = { encrypt: () => Buffer.alloc(0) }
    await createMailingStep({ db: tx as unknown as Db, clock: api.clock.now, encryption })({ mailingId: id })
    return tx.execute(sql`select priority from graphile_worker._private_jobs where key like ${`mailing:${id}:%`}`)
  })
  expect(rows).toEqual([{ priority: 1 }])
})

test('a role in another exercise reaches nobody here', async () => {
  const { rows } =
    await api.database.pool.query(`insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo,
    posts, vendor_name) select institution, short_name, title, 2031, fee_kobo, charge_kobo, '[]', vendor_name from exercises
    order by year limit 1 returning id`)
  const school = 'Elsewhere'
  await createUnusedAccount(api, { school })
  const elsewhere = await createStaff(api, [{ role: 'registry', exerciseId: rows[0].id }], { isFresh: true })
  const grants = ['chair', { role: 'registry', exerciseId: rows[0].id }] as const
  const reader = await createStaff(api, [...grants], { isFresh: true })
  for (const person of [elsewhere, reader])
    expect((await make('reminder', { school }, person)).body.code).toBe('mailing_nobody')
  // Nor what somebody made before the role was moved there.
  const { id } = (await make('reminder', { school })).body.data
  await api.database.pool.query('update staff_roles set exercise_id = $1 where staff_id = $2', [
    rows[0].id,
    registry.id,
  ])
  const answers = [await registry.call('GET', `/staff/mailings/${id}`), await start(id, 1)]
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})

test('a draft that nobody starts expires and is deleted at night, a mailing that was sent stays', async () => {
  const school = 'Expired'
  await createUnusedAccount(api, { school })
  const { id } = (await make('firstEmail', { school })).body.data
  const [draft, sent] = [await make('firstEmail', { school }), await make('firstEmail', { school })].map(
    ({ body }): string => body.data.id,
  )
  const lifetimes = await api.database.pool.query(
    'select (extract(epoch from expires_at - made_at) / 60)::int as minutes from mailings where made_by = $1',
    [registry.id],
  )
  expect(lifetimes.rows).toEqual(Array(3).fill({ minutes: mailingDraftMinutes }))
  const expired = new Date(api.clock.now().getTime() - 1)
  await api.database.db.update(mailings).set({ expiresAt: expired }).where(eq(mailings.id, id))
  const over = { expiresAt: expired, state: 'sent', reason: 'They asked for it.' } as const
  await api.database.db
    .update(mailings)
    .set(over)
    .where(eq(mailings.id, sent ?? ''))
  expect((await start(id, 1)).body.code).toBe('mailing_expired')
  await api.services.mailings.prune()
  const readStatus = async (mailing: string | undefined) =>
    (await registry.call('GET', `/staff/mailings/${mailing}`)).status
  expect([await readStatus(id), await readStatus(draft), await readStatus(sent)]).toEqual([404, 200, 200])
})

test('more applicants than one mailing may have are refused, and leave nothing behind', async () => {
  const school = 'Large'
  for (let n = 0; n < 4; n++) await createUnusedAccount(api, { school })
  const countAll = async () => (await api.database.db.select({ rows: count() }).from(mailings))[0]?.rows
  const before = await countAll()
  const service = createMailingService({
    staffDatabase: api.database,
    clock: api.clock.now,
    encryption: api.services.encryption,
    maxRecipients: 3,
  })
  const grants = [{ role: 'registry' as const, exerciseId: null, school: null, department: null }]
  const principal = { staffId: registry.id, sessionId: '', email: '', name: '', grants, freshUntil: null }
  const filter: Record<string, unknown> = { school }
  await expect(service.make({ kind: 'reminder', filter }, principal)).rejects.toMatchObject({
    code: 'mailing_too_large',
  })
  expect(await countAll()).toBe(before)
})

test('after the exercise has closed nobody is reminded, and a sentence says so; a post that closes later keeps it open', async () => {
  const school = 'Closing'
  const { db } = api.database
  await createUnusedAccount(api, { school })
  const draft = (await make('reminder', { school })).body.data
  const [exercise] = await db.select().from(exercises).orderBy(exercises.year).limit(1)
  const now = api.clock.now().getTime()
  const isFirst = eq(exercises.id, exercise!.id)
  await db
    .update(exercises)
    .set({ deadline: new Date(now - 60_000) })
    .where(isFirst)
  const later = new Date(now + 86_400_000).toISOString()
  await db.execute(sql`
    with next as (insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      select institution, short_name, title, 2032, fee_kobo, charge_kobo, '[]', vendor_name from exercises
      where id = ${exercise!.id} returning id)
    insert into posts (exercise_id, school, role, closes_at) select id, 'Next', 'Lecturer II', ${later}::timestamptz from next`)
  const refusal = {
    status: 409,
    body: { message: 'This exercise has closed, so nobody can be reminded any more.' },
  }
  expect(await make('reminder', { school })).toMatchObject(refusal)
  expect(await start(draft.id, 1)).toMatchObject(refusal)
  // The first email is no reminder.
  expect((await make('firstEmail', { school })).body.data).toMatchObject({ recipients: 1, leftOut: [] })

  await db.execute(sql`update posts set closes_at = ${later}::timestamptz
    where id = (select max(id) from posts where exercise_id = ${exercise!.id})`)
  expect((await make('reminder', { school })).body.data).toMatchObject({
    recipients: 0,
    leftOut: [{ leftOutReason: 'closed', count: 1 }],
  })
  // One without a deadline stays open, whichever of its posts has closed.
  await db.update(exercises).set({ deadline: null }).where(isFirst)
  await db.execute(sql`update posts set closes_at = ${new Date(now - 60_000).toISOString()}::timestamptz
    where id = (select max(id) from posts where exercise_id = ${exercise!.id})`)
  expect((await make('reminder', { school })).body.data).toMatchObject({ recipients: 1, leftOut: [] })
  await db.execute(sql`update posts set closes_at = null`)
})

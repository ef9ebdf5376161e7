import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb } from '#server/database/connection.ts'
import { mailingItems } from '#server/database/schema/emails-and-corrections.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import type { MailingKind } from '#shared/staff/mailings.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { makeMailing, mailingReason as reason, startMailing } from '#tests/support/api/mailings.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import {
  createApplicant,
  createPaidApplicant,
  createReadyApplicant,
  createUnusedAccount,
} from '#tests/support/fixtures/applicants.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { countHandled, lockNextRecipients } from './store.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'], { isFresh: true })
})

const hourMs = 60 * 60_000

const make = (kind: MailingKind, filter: Record<string, unknown>, person = registry) =>
  makeMailing(person, kind, filter)
const start = (id: string, recipients: number, person = registry) => startMailing(person, id, recipients)
const read = async (id: string) => (await registry.call('GET', `/staff/mailings/${id}`)).body.data
const waitUntilSent = (id: string) => expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe('sent')

/** Makes and starts it, and waits until all emails are written. */
async function send(kind: MailingKind, filter: Record<string, unknown>) {
  const { id, recipients } = (await make(kind, filter)).body.data
  expect((await start(id, recipients)).status).toBe(200)
  await waitUntilSent(id)
  return read(id)
}
const getEmails = (address: string, subject: string) =>
  api.mailbox.messages(address).filter((message) => message.subject.startsWith(subject))
const waitForEmail = async (address: string, subject: string) => {
  await expect.poll(() => getEmails(address, subject).length, { timeout: 20_000 }).toBe(1)
  return getEmails(address, subject)[0]!.text
}
const hold = async ({ userId }: { userId: string }) =>
  expect((await registry.call('POST', `/staff/applicants/${userId}/hold`, { body: { reason } })).status).toBe(201)

test('those who have not logged in are told about their account again, with a link; the first password stays valid', async () => {
  const school = 'First email'
  const unused = await createUnusedAccount(api, { school })
  const other = await createUnusedAccount(api, { school })
  const held = await createUnusedAccount(api, { school })
  const waiting = await createUnusedAccount(api, { school })
  await createUnusedAccount(api, { school, email: ' ' })
  await createApplicant(api, { school })
  await hold(held)
  await api.database.pool.query(
    `insert into emails (account_id, template, state, encrypted_address, attempts, queued_at)
     values ($1, 'accountIssued', 'queued', '', 1, now()), ($2, 'accountIssued', 'sent', '', 1, now()),
       ($2, 'passwordChanged', 'queued', '', 1, now())`,
    [waiting.id, unused.id],
  )
  const { status, body } = await make('firstEmail', { school })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    kind: 'firstEmail',
    state: 'draft',
    recipients: 2,
    leftOut: [
      { leftOutReason: 'being_sent', count: 1 },
      { leftOutReason: 'logged_in', count: 1 },
      { leftOutReason: 'no_email', count: 1 },
      { leftOutReason: 'on_hold', count: 1 },
    ],
  })
  expect(getEmails(unused.email, 'Your account is waiting')).toEqual([])
  const searched = await make('firstEmail', { school, q: unused.userId })
  expect(searched.body.data).toMatchObject({ recipients: 1, leftOut: [] })

  expect((await start(body.data.id, 2)).body.data).toMatchObject({ state: 'sending', recipients: 2, done: 0 })
  await waitUntilSent(body.data.id)
  expect(await read(body.data.id)).toMatchObject({ done: 2, skipped: [] })
  const text = await waitForEmail(unused.email, 'Your account is waiting')
  await waitForEmail(other.email, 'Your account is waiting')
  expect(text).toContain(unused.userId)
  expect(text).not.toMatch(/initial password/i)
  expect(getEmails(held.email, 'Your account is waiting')).toEqual([])

  const logIn = (password: string) => api.call('POST', '/users/login', { body: { userId: unused.userId, password } })
  expect((await logIn('correct-horse-7')).status).toBe(200)
  const code = /update-password\?code=([\w-]+)/.exec(text)?.[1]
  const { userId, email } = unused
  const choice = { userId, email, password: 'seven goats dancing', code }
  expect((await api.call('PATCH', '/users/update-password-user', { body: choice })).status).toBe(200)
  expect((await logIn('seven goats dancing')).status).toBe(200)
})

test('who has logged in and has not chosen a password yet is not told about the account again', async () => {
  const school = 'Logged in'
  const { userId } = await createUnusedAccount(api, { school })
  expect((await api.call('POST', '/users/login', { body: { userId, password: 'correct-horse-7' } })).status).toBe(200)
  // Nor who has chosen one with a link, and has not logged in since.
  await createUnusedAccount(api, { school, mustChangePassword: false })
  expect((await make('firstEmail', { school })).body.data).toMatchObject({
    recipients: 0,
    leftOut: [{ leftOutReason: 'logged_in', count: 2 }],
  })
})

test('the link to a first password works for 72 hours, as the email says, and not longer', async () => {
  const school = 'Links'
  const inTime = await createUnusedAccount(api, { school })
  const late = await createUnusedAccount(api, { school })
  await send('firstEmail', { school })
  const until = formatDateTime(new Date(api.clock.now().getTime() + 72 * hourMs).toISOString())
  const use = async ({ userId, email }: typeof inTime) => {
    const text = await waitForEmail(email, 'Your account is waiting')
    expect(text.replace(/\s+/g, ' ')).toContain(`The link works once, until: ${until}`)
    const code = /update-password\?code=([\w-]+)/.exec(text)?.[1]
    const body = { userId, email, password: 'seven goats dancing', code }
    return (await api.call('PATCH', '/users/update-password-user', { body })).status
  }
  api.clock.advance(72 * hourMs - 60_000)
  expect(await use(inTime)).toBe(200)
  api.clock.advance(2 * 60_000)
  expect(await use(late)).toBe(403)
})

test('the emails are in the log under their own names, and on the page of the applicant with who sent them', async () => {
  const school = 'Logged'
  const account = await createUnusedAccount(api, { school })
  await send('firstEmail', { school })
  await send('reminder', { school })
  const list = async (template: string) =>
    (await registry.call('GET', `/staff/emails?person=${account.userId}&template=${template}&state=sent`)).body.data
      .rows
  await expect.poll(async () => (await list('accountIssuedAgain')).length, { timeout: 20_000 }).toBe(1)
  await expect.poll(async () => (await list('reminder')).length, { timeout: 20_000 }).toBe(1)
  const { timeline } = (await registry.call('GET', `/staff/applicants/${account.userId}`)).body.data
  const actions = timeline.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['account_email_resent', 'reminder_sent']))
  const sent = await api.database.pool.query(
    `select action, subject_kind from audit_log where account_id = $1 and staff_id = $2 order by id`,
    [account.id, registry.id],
  )
  expect(sent.rows).toEqual(
    expect.arrayContaining(
      ['account_email_resent', 'reminder_sent'].map((action) => ({ action, subject_kind: 'mailing' })),
    ),
  )
  const { rows } = await api.database.pool.query(
    `select action, reason, detail, exercise_id = (select exercise_id from accounts where id = $2) as is_here
      from audit_log where action like 'mailing_%' and staff_id = $1 order by id`,
    [registry.id, account.id],
  )
  // They name no applicant: who reads the log of one exercise finds them by it.
  expect(rows.map(({ is_here }) => is_here)).toEqual([true, true, true, true])
  expect(rows).toMatchObject([
    { action: 'mailing_started', reason, detail: { kind: 'firstEmail', recipients: 1, leftOut: [] } },
    { action: 'mailing_finished', detail: { kind: 'firstEmail', done: 1 } },
    { action: 'mailing_started', reason, detail: { kind: 'reminder' } },
    { action: 'mailing_finished', detail: { kind: 'reminder', done: 1 } },
  ])
  const moments = await api.database.pool.query('select started_at, finished_at from mailings where made_by = $1', [
    registry.id,
  ])
  expect(moments.rows).toEqual(Array(2).fill({ started_at: expect.any(Date), finished_at: expect.any(Date) }))
  const [link] = await list('accountIssuedAgain')
  const again = await registry.call('POST', `/staff/applicants/${account.userId}/emails/${link.id}/resend`)
  const message = 'The link in this email works only once. Send a link for a new password instead.'
  expect(again).toMatchObject({ status: 409, body: { code: 'email_not_resendable', message } })
})

test('those who have not submitted are reminded of the deadline and of their next step', async () => {
  const school = 'Reminded'
  await api.database.db.update(exercises).set({ deadline: new Date(api.clock.now().getTime() + 5 * 86_400_000) })
  const unused = await createUnusedAccount(api, { school })
  const entered = await createApplicant(api, { school })
  const paid = await createPaidApplicant(api, { school })
  const ready = await createReadyApplicant(api, { school })
  await addApplications(api, { count: 3, prefix: 'REMIND', school })
  const sent = await send('reminder', { school })
  expect(sent).toMatchObject({ recipients: 4, done: 4, leftOut: [{ leftOutReason: 'submitted', count: 3 }] })
  const expectStep = async ({ email }: { email: string }, step: string) => {
    const text = await waitForEmail(email, 'Your application is not complete, applications close on')
    expect(text).toContain(`Your next step: ${step}`)
  }
  await expectStep(unused, 'log in and choose a password of your own')
  await expectStep(entered, 'pay the application fee')
  await expectStep(paid, 'verify your NIN')
  await expectStep(ready, 'fill in the form and submit it')
})

test('a mailing locks and writes to two hundred applicants at a time', async () => {
  const school = 'Large'
  await createUnusedAccount(api, { school })
  await addApplications(api, { count: 200, prefix: 'LARGE', school })
  const { id, recipients } = (await make('reminder', { school })).body.data
  // As if they had submitted since.
  await api.database.pool.query(
    `insert into mailing_items (mailing_id, account_id) select $1, id from accounts where school = $2
      on conflict (mailing_id, account_id) do update set state = 'waiting'`,
    [id, school],
  )
  expect((await start(id, recipients)).status).toBe(200)
  await waitUntilSent(id)
  const { rows } = await api.database.pool.query(
    'select count(*)::int from mailing_items where mailing_id = $1 group by xmin order by 1',
    [id],
  )
  expect(rows).toEqual([{ count: 1 }, { count: 200 }])
})

test('nobody is reminded twice within a day, and each kind counts by itself', async () => {
  const school = 'Twice'
  const { userId } = await createUnusedAccount(api, { school })
  const other = await createUnusedAccount(api, { school })
  expect(await send('reminder', { school, userIds: [userId] })).toMatchObject({ recipients: 1, done: 1 })
  expect((await make('reminder', { school })).body.data).toMatchObject({
    recipients: 1,
    leftOut: [{ leftOutReason: 'recent', count: 1 }],
  })
  expect((await make('firstEmail', { school })).body.data).toMatchObject({ recipients: 2, leftOut: [] })
  expect((await make('reminder', { school, except: [userId] })).body.data).toMatchObject({ recipients: 1, leftOut: [] })

  api.clock.advance(24 * hourMs - 60_000)
  registry = await createStaff(api, ['registry'], { isFresh: true })
  expect((await make('reminder', { school })).body.data).toMatchObject({
    leftOut: [{ leftOutReason: 'recent', count: 1 }],
  })
  api.clock.advance(2 * 60_000)
  expect((await make('reminder', { school })).body.data).toMatchObject({ recipients: 2, leftOut: [] })
  api.clock.advance(-24 * hourMs - 60_000)

  // Two people choose the same applicants at the same time.
  const colleague = await createStaff(api, ['helpdesk'], { isFresh: true })
  const mine = (await make('reminder', { school })).body.data
  const theirs = (await make('reminder', { school }, colleague)).body.data
  const answers = await Promise.all([start(mine.id, 1), start(theirs.id, 1, colleague)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await waitUntilSent(mine.id)
  const readTheirs = async () => (await colleague.call('GET', `/staff/mailings/${theirs.id}`)).body.data
  await expect.poll(async () => (await readTheirs()).state, { timeout: 20_000 }).toBe('sent')
  const [one, two] = [await read(mine.id), await readTheirs()]
  expect(one.done + two.done).toBe(1)
  expect([...one.skipped, ...two.skipped]).toEqual([{ leftOutReason: 'recent', count: 1 }])
  await waitForEmail(other.email, 'Your application is not complete')
})

test('an applicant who submits or is put on hold before their turn gets none, and can be written to once the hold has ended', async () => {
  const school = 'Meanwhile'
  const held = await createUnusedAccount(api, { school })
  await createUnusedAccount(api, { school })
  const withoutEmail = await createUnusedAccount(api, { school })
  const { id } = (await make('reminder', { school })).body.data
  await hold(held)
  await api.database.pool.query(`update accounts set email = ' ' where id = $1`, [withoutEmail.id])
  await start(id, 3)
  await waitUntilSent(id)
  const skipped = [
    { leftOutReason: 'no_email', count: 1 },
    { leftOutReason: 'on_hold', count: 1 },
  ]
  expect(await read(id)).toMatchObject({ recipients: 3, done: 1, skipped })
  // Also where PostgreSQL need not sort to count them.
  const client = await api.database.pool.connect()
  await client.query('begin; set local enable_sort = off')
  const counted = await countHandled(createDb(client), id)
  await client.query('rollback')
  client.release()
  expect(counted).toEqual({ done: 1, skipped })
  expect((await registry.call('POST', `/staff/applicants/${held.userId}/release`, { body: { reason } })).status).toBe(
    200,
  )
  expect((await make('reminder', { school })).body.data).toMatchObject({
    recipients: 1,
    leftOut: [
      { leftOutReason: 'no_email', count: 1 },
      { leftOutReason: 'recent', count: 1 },
    ],
  })
})

test('in an archived exercise no mailing is made, and none that was made is sent', async () => {
  const school = 'Archived before'
  await createUnusedAccount(api, { school })
  const { id } = (await make('firstEmail', { school })).body.data
  const archive = (moment: string) =>
    api.database.pool.query(`update exercises set archived_at = ${moment} where year = 2024`)
  await archive('now()')
  const answers = [await make('firstEmail', { school }), await start(id, 1)]
  await archive('null')
  expect(answers.map(({ body }) => body.code)).toEqual(['exercise_archived', 'exercise_archived'])
})

test('once the exercise is archived, nobody else of a mailing that is being sent gets one', async () => {
  const school = 'Archived'
  await createUnusedAccount(api, { school })
  const { id } = (await make('firstEmail', { school })).body.data
  const { pool } = api.database
  const archive = (moment: string) => pool.query(`update exercises set archived_at = ${moment} where year = 2024`)
  await pool.query(`update mailings set state = 'sending', reason = $2 where id = $1`, [id, reason])
  await archive('now()')
  await api.services.mailings.send({ mailingId: id })
  await archive('null')
  expect(await read(id)).toMatchObject({ done: 0, skipped: [{ leftOutReason: 'closed', count: 1 }] })
})

test('of two mailings that come to an applicant in the same moment, one is written to them', async () => {
  const school = 'At once'
  const { id } = await createUnusedAccount(api, { school })
  const makeOne = async () => (await make('reminder', { school })).body.data.id as string
  const ids = [await makeOne(), await makeOne()]
  await api.database.pool.query(`update mailings set state = 'sending', reason = $2 where id = any($1)`, [ids, reason])
  await raceAtLock(
    api.database.url,
    `select from accounts where id = '${id}' for no key update`,
    ids.map((mailingId) => () => api.services.mailings.send({ mailingId })),
  )
  const done = await Promise.all(ids.map(async (one) => (await read(one)).done))
  expect(done.sort()).toEqual([0, 1])
})

test('however often a step runs or fails, each applicant gets one email', async () => {
  const school = 'Steps'
  // More than a step writes, which is 200.
  const recipients = 210
  const { pool, db } = api.database
  await pool.query(
    `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, surname, first_name, email, phone,
      date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
    select id, 'RE24-STEP' || n, '', '', 'Sule', 'Amaka', 'step' || n || '@example.org', '08011112222', '1985-06-15', 'f', 'ogun',
      'Ijebu Ode', $1, 'Lecturer II', 0, 0
    from (select id from exercises order by year limit 1) as exercise, generate_series(1, ${recipients}) as n`,
    [school],
  )
  const { id } = (await make('reminder', { school })).body.data
  const { rows } = await pool.query('select account_id from mailing_items where mailing_id = $1 order by 1', [id])
  // In one order: no two steps wait for each other.
  const locked = await db.transaction((tx) => lockNextRecipients(tx, id, 200))
  expect(locked).toEqual(rows.slice(0, 200).map(({ account_id }) => account_id))
  await start(id, recipients)
  // Repeated at the same time, as by servers of which each was stopped before its job had ended.
  await Promise.all(Array.from({ length: 4 }, () => api.services.mailings.send({ mailingId: id })))
  await waitUntilSent(id)
  await api.services.mailings.send({ mailingId: id })
  expect(await read(id)).toMatchObject({ done: recipients, skipped: [] })
  const finished = `select from audit_log where action = 'mailing_finished' and subject_id = $1`
  expect((await pool.query(finished, [id])).rows).toHaveLength(1)
  const countSent = async () =>
    (
      await pool.query(
        `select count(*)::int as all, count(distinct account_id)::int as people from emails
      where template = 'reminder' and state = 'sent' and account_id in (select id from accounts where school = $1)`,
        [school],
      )
    ).rows[0]
  await expect.poll(countSent, { timeout: 60_000 }).toEqual({ all: recipients, people: recipients })
  const addresses = Array.from(
    { length: recipients },
    (_, n) => api.mailbox.messages(`step${n + 1}@example.org`).length,
  )
  expect(new Set(addresses)).toEqual(new Set([1]))
  const [items] = await db.select({ rows: count() }).from(mailingItems).where(eq(mailingItems.mailingId, id))
  expect(items?.rows).toBe(recipients)
}, 90_000)

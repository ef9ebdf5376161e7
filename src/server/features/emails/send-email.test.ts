import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { MailError, type Mailer, type OutgoingEmail } from '#server/providers/mail/mailer.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createApplicant, createUnusedAccount } from '#tests/support/fixtures/applicants.ts'
import { sendPasswordReset } from '../auth/passwords/password-reset.ts'
import { sendEmail } from './send-email.ts'
import { createMailService } from './service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const warnings: unknown[] = []
beforeEach(() => {
  warnings.length = 0
})
function createDependencies(mailer: Mailer) {
  const { database, config, clock } = api
  const log = { warn: (...warning: unknown[]) => warnings.push(warning), error: () => {} }
  const encryption = createEncryption(config.secretKeys)
  const mail = createMailService({ database, mailer, config, log, encryption, clock: clock.now })
  return { database, mail, encryption, clock: clock.now }
}

const job = { id: '7.abc' }
const createFailingMailer = (kind: MailError['kind']): Mailer => ({
  send: () => Promise.reject(new MailError(kind, `refused (${kind})`)),
})
function createRecordingMailer() {
  const emails: OutgoingEmail[] = []
  return { emails, send: async (email: OutgoingEmail) => void emails.push(email) }
}

describe('an email that the mail server will never accept', () => {
  test('is not retried, and logged without the address', async () => {
    const send = sendEmail(createDependencies(createFailingMailer('permanent')))
    const data = { receivedAt: '2026-11-21T13:32:05Z' }
    await expect(send({ email: 'complaintReceived', to: 'amina@example.org', data }, job)).resolves.toBeUndefined()
    expect(warnings).toEqual([[{ email: 'complaintReceived', job: job.id }, 'email refused permanently, not retried']])
    const { rows } = await api.database.pool.query('select state from emails where job_id = $1', [job.id])
    expect(rows).toEqual([{ state: 'refused' }])
  })

  test('is not retried when it is a reset link', async () => {
    const { id } = await createApplicant(api)
    const send = sendPasswordReset(createDependencies(createFailingMailer('permanent')))
    await expect(send({ accountId: id }, job)).resolves.toBeUndefined()
    expect(warnings).toHaveLength(1)
  })
})

test('an email that fails because of something else than the mail server is retried, too', async () => {
  const mailer: Mailer = { send: () => Promise.reject(new Error('The socket broke.')) }
  const data = { receivedAt: '2026-11-21T13:32:05Z' }
  const send = sendEmail(createDependencies(mailer))
  await expect(send({ email: 'complaintReceived', to: 'amina@example.org', data }, job)).rejects.toThrow('socket broke')
  expect(warnings).toEqual([])
})

test('an email that fails for now is retried', async () => {
  const { id } = await createApplicant(api)
  const dependencies = createDependencies(createFailingMailer('temporary'))
  const data = { receivedAt: '2026-11-21T13:32:05Z' }
  await expect(sendEmail(dependencies)({ email: 'complaintReceived', accountId: id, data }, job)).rejects.toThrow()
  await expect(sendPasswordReset(dependencies)({ accountId: id }, job)).rejects.toThrow()
  expect(warnings).toEqual([])
})

test('a link that was asked for before one person changed the address does not go to the new one', async () => {
  const { id } = await createApplicant(api)
  const registry = await createStaff(api, ['registry'])
  const mailer = createRecordingMailer()
  const send = () => sendPasswordReset(createDependencies(mailer))({ accountId: id }, { id: '10.late' })
  await api.database.pool.query(
    `insert into account_corrections (correction_id, account_id, "column", encrypted_old, encrypted_new, reason, state, seen_version, made_by, made_at)
     values (gen_random_uuid(), $1, 'email', '', '', 'Typed wrongly.', 'applied', 1, $2, $3)`,
    [id, registry.id, api.clock.now()],
  )
  await send()
  expect(mailer.emails).toEqual([])
  await api.database.pool.query('update accounts set must_change_password = true where id = $1', [id])
  await send()
  expect(mailer.emails).toHaveLength(1)
})

test('a link for an account that is there no more is not sent', async () => {
  const mailer = createRecordingMailer()
  await sendPasswordReset(createDependencies(mailer))({ accountId: randomUUID() }, { id: '11.gone' })
  expect(mailer.emails).toEqual([])
})

test('an email that was sent before the server was stopped is not sent again', async () => {
  const { id } = await createApplicant(api)
  const mailer = createRecordingMailer()
  const send = sendEmail(createDependencies(mailer))
  const payload = { email: 'complaintReceived', accountId: id, data: { receivedAt: '2026-11-21T13:32:05Z' } } as const
  for (const attempt of [job, job, { ...job, isLastAttempt: true }]) await send(payload, { ...attempt, id: '8.twice' })
  expect(mailer.emails).toHaveLength(1)
  await send(payload, { id: '9.other' })
  expect(mailer.emails).toHaveLength(2)
  // The attempt has made the link of the first email invalid.
  const sendLink = sendPasswordReset(createDependencies(mailer))
  for (let attempt = 0; attempt < 2; attempt++) await sendLink({ accountId: id }, { id: '9.link' })
  expect(mailer.emails).toHaveLength(4)
})

test('an email that is given up after the last attempt has failed; until then it is being sent', async () => {
  const { id } = await createApplicant(api)
  const send = sendEmail(createDependencies(createFailingMailer('temporary')))
  const attempt = (isLastAttempt: boolean) =>
    send(
      { email: 'complaintReceived', accountId: id, data: { receivedAt: '2026-11-21T13:32:05Z' } },
      { id: '10.given-up', isLastAttempt },
    )
  const readStates = async () =>
    (await api.database.pool.query('select state, attempts from emails where account_id = $1', [id])).rows
  await expect(attempt(false)).rejects.toThrow()
  expect(await readStates()).toEqual([{ state: 'queued', attempts: 1 }])
  await expect(attempt(true)).rejects.toThrow()
  expect(await readStates()).toEqual([{ state: 'failed', attempts: 2 }])
})

test('an email to an account that is gone is not sent, unless it has an address of its own', async () => {
  const mailer = createRecordingMailer()
  const send = sendEmail(createDependencies(mailer))
  const accountId = '00000000-0000-4000-8000-000000000000'
  const payload = { email: 'complaintReceived', accountId, data: { receivedAt: '2026-11-21T13:32:05Z' } } as const
  await send(payload, { id: '11.gone' })
  expect(mailer.emails).toEqual([])
  await send({ ...payload, to: 'amina@example.org' }, { id: '12.gone' })
  expect(mailer.emails).toMatchObject([{ to: 'amina@example.org' }])
  // To an address of the staff it is none to the person, as what is written to staff is.
  const { email } = await createStaff(api, ['helpdesk'])
  await send({ ...payload, to: email }, { id: '13.gone' })
  const { rows } = await api.database.pool.query(`select staff_id from emails where job_id = '13.gone'`)
  expect(rows).toEqual([{ staff_id: null }])
})

describe('an email whose subject ends while it waits', () => {
  const number = { applicationNumber: 'APP-2024-000123' }
  const returned = {
    email: 'applicationReturned',
    data: { ...number, reason: 'Name it.', until: '2026-12-05T22:59:59Z' },
  }
  const takenBack = { email: 'applicationReturned', data: { ...number, reason: '', until: null } }
  const rejected = {
    email: 'outcomePublished',
    data: { ...number, outcome: 'rejected', reasons: [], note: '', publishedAt: '2026-11-21T13:32:05Z' },
  }
  const submitted = { email: 'applicationSubmitted', data: { ...number, submittedAt: '2026-11-21T13:32:05Z' } }
  const paid = {
    email: 'paymentReceived',
    data: { rrr: '250007123456', amountKobo: 1, paidAt: '2026-11-21T13:32:05Z' },
  }
  const reminder = { email: 'reminder', data: { userId: 'RE24-1', role: 'Lecturer', closesAt: null, nextStep: 'pay' } }

  /** The first is refused for now, the second sent, and then the first is tried again. */
  async function overtake(first: object, second: object, { resentBy }: { resentBy?: string } = {}) {
    const { id: accountId } = await createApplicant(api)
    const at = api.clock.now().getTime()
    const mailer = createRecordingMailer()
    const [earlier, later] = [
      { id: randomUUID(), queuedAt: new Date(at) },
      { id: randomUUID(), queuedAt: new Date(at + 60_000) },
    ]
    const build = (payload: object) =>
      ({ accountId, ...payload }) as unknown as Parameters<ReturnType<typeof sendEmail>>[0]
    await expect(
      sendEmail(createDependencies(createFailingMailer('temporary')))(build(first), earlier),
    ).rejects.toThrow()
    const send = sendEmail(createDependencies(mailer))
    await send(build({ ...second, resentBy }), later)
    await send(build(first), earlier)
    const { rows } = await api.database.pool.query('select state from emails where job_id = $1', [earlier.id])
    return { state: rows[0].state, sent: mailer.emails.length }
  }

  test.each([
    ['a return that was taken back', returned, takenBack],
    [
      'a return until another day',
      returned,
      { ...returned, data: { ...returned.data, until: '2026-12-06T22:59:59Z' } },
    ],
    ['a return after the application was sent again', returned, submitted],
    ['a rejection after the application was returned', rejected, returned],
    ['a reminder to pay once the fee is paid', reminder, paid],
    ['a reminder to submit once that is done', reminder, submitted],
  ])('is not sent: %s', async (_, first, second) => {
    expect(await overtake(first, second)).toEqual({ state: 'withdrawn', sent: 1 })
  })

  test('is sent when what was written before it is only sent again', async () => {
    const { id: resentBy } = await createStaff(api, ['helpdesk'])
    expect(await overtake(returned, submitted, { resentBy })).toEqual({ state: 'sent', sent: 2 })
  })

  test('is not sent when it is a reminder of a deadline that has passed', async () => {
    const { id: accountId } = await createApplicant(api)
    const mailer = createRecordingMailer()
    const send = sendEmail(createDependencies(mailer))
    const at = api.clock.now().getTime()
    for (const [id, ms] of [
      ['20.closed', -1],
      ['21.open', 60_000],
    ] as const) {
      const data = { ...reminder.data, closesAt: new Date(at + ms).toISOString() }
      await send({ email: 'reminder', accountId, data }, { id })
    }
    expect(mailer.emails.map(({ id }) => id)).toEqual(['job-21.open'])
  })
})

test('a first email whose password a slip has replaced meanwhile is not sent; sent again, it brings another one', async () => {
  const { id: accountId, userId } = await createUnusedAccount(api)
  const registry = await createStaff(api, ['registry'], { isFresh: true })
  const { rows } = await api.database.pool.query<{ at: Date }>('select now() as at')
  const [{ at: queuedAt } = { at: api.clock.now() }] = rows
  const mailer = createRecordingMailer()
  const initialPasswordEncrypted = createEncryption(api.config.secretKeys).encrypt('k7wd-3mqa-x9fe').toString('base64')
  const payload = { email: 'accountIssued', accountId, data: { userId, initialPasswordEncrypted } } as const
  const send = sendEmail(createDependencies(mailer))
  await send(payload, { id: '30.first', queuedAt })
  expect(mailer.emails).toHaveLength(1)
  expect((await registry.call('POST', `/staff/applicants/${userId}/password-slip`)).status).toBe(200)
  await send(payload, { id: '31.void', queuedAt })
  expect(mailer.emails).toHaveLength(1)
  const { rows: stored } = await api.database.pool.query(`select id, state from emails where job_id = '31.void'`)
  expect(stored).toMatchObject([{ state: 'withdrawn' }])
  const again = await registry.call('POST', `/staff/applicants/${userId}/emails/${stored[0].id}/resend`)
  expect(again.status).toBe(200)
})

test('a secret waits encrypted in the queue and is sent in clear', async () => {
  const { id, userId, email } = await createApplicant(api)
  const mailer = createRecordingMailer()
  const initialPasswordEncrypted = createEncryption(api.config.secretKeys).encrypt('k7wd-3mqa-x9fe').toString('base64')
  const send = sendEmail(createDependencies(mailer))
  await send({ email: 'accountIssued', accountId: id, data: { userId, initialPasswordEncrypted } }, job)
  expect(mailer.emails).toMatchObject([{ to: email, id: 'job-7.abc' }])
  expect(mailer.emails[0]?.text).toContain('Initial password: k7wd-3mqa-x9fe')
})

test('an email to nobody who has an account is of the current exercise, or of the newest', async () => {
  const { pool } = api.database
  await pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
     select 'Institute of ' || year, 'I', 'Recruitment', year, 0, 0, '[]', 'Vendor' from unnest(array[2031, 2033, 2032]) as year`,
  )
  const setCurrent = (isCurrent: boolean) =>
    pool.query('update exercises set is_current = $1 where year = 2024', [isCurrent])
  const readInstitution = async () => (await createDependencies(createRecordingMailer()).mail.getSender()).institution
  await setCurrent(true)
  const current = await readInstitution()
  await setCurrent(false)
  const newest = await readInstitution()
  await setCurrent(true)
  expect([current, newest]).toEqual(['State Institute of Technology and Management', 'Institute of 2033'])
})

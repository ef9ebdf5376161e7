// kill -9 of the server while it reminds applicants.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeSecrets } from '#server/config.ts'
import { createDb } from '#server/database/connection.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { counts, isLong, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

const recipients = counts.mailingRecipients
/** Writing and sending an email, on a busy machine. */
const msPerRecipient = 120
/** After the start: before and in the steps that write the emails; later kills find some of them sent. */
const writingMs = isLong ? [0, 300] : [300]

test(
  'a reminder reaches each applicant once, however often the server is killed',
  async () => {
    let server = await environment.start()
    const { pool } = environment
    // Its own deadline would make this test depend on the day.
    await pool.query('update exercises set deadline = null')
    await pool.query(addAccounts, [recipients])
    const registry = await createStaff(
      {
        call: (method: string, path: string, options?: Parameters<typeof callApi>[3]) =>
          callApi(server.origin, method, path, options),
        clock: { now: () => new Date(), advance: () => {} },
        database: { db: createDb(pool) },
        config: { secretKeys: decodeSecrets(environment.settings.SECRET_KEY ?? '') },
      },
      ['registry'],
      { isFresh: true },
    )
    const filter = { school: 'Reminded' }
    const made = await registry.call('POST', '/staff/mailings', { body: { kind: 'reminder', filter } })
    expect(made).toMatchObject({ status: 201, body: { data: { recipients, leftOut: [] } } })
    const path = `/staff/mailings/${made.body.data.id}`
    const body = { count: recipients, reason: 'The deadline is near.' }
    expect((await registry.call('POST', `${path}/start`, { body })).status).toBe(200)

    for (let kills = 0; kills < counts.mailingKills; kills++) {
      const delayMs = writingMs[kills]
      if (delayMs === undefined) await waitForMoreEmails()
      else await pause(delayMs)
      await server.kill()
      server = await environment.start({ PORT: new URL(server.origin).port })
    }
    await expect.poll(countReached, { timeout: timeoutFor(recipients, msPerRecipient), interval: 500 }).toBe(recipients)
    await expect
      .poll(readUnsent, { timeout: timeoutFor(recipients, msPerRecipient), interval: 500 })
      .toEqual({ count: 0 })
    // The mail server may get one twice under the same id, when the server dies before it sees the first reply.
    expect(new Set(listMails().map(({ messageId }) => messageId)).size).toBe(recipients)
    expect(await countByAccount()).toEqual({ emails: recipients, accounts: recipients, events: recipients })
    // The step that finds nobody left may have been cut off as well, and runs again when its server is found to be dead.
    await expect.poll(readState, { timeout: 60_000, interval: 500 }).toEqual({ state: 'sent', isFinished: true })
  },
  timeoutFor(counts.mailingKills, 60_000) + timeoutFor(recipients, 3 * msPerRecipient),
)

/** Accounts that have not submitted. */
const addAccounts = `insert into accounts (exercise_id, user_id, password_hash, initial_password_hash, must_change_password,
    surname, first_name, email, phone, date_of_birth, gender, state, lga, school, role, fee_kobo, charge_kobo)
  select (select id from exercises order by is_current desc, year limit 1), 'RE24-REMIND' || lpad(n::text, 6, '0'), '', '', false,
    'Sule', 'Amaka', 'reminded' || n || '@example.org', '08011112222', '1985-06-15', 'f', 'ogun', 'Ijebu Ode', 'Reminded',
    'Lecturer II', 0, 0
  from generate_series(1, $1::int) as n`

const listMails = () => environment.mail.mails.filter(({ to }) => to.startsWith('reminded'))
const countReached = () => new Set(listMails().map(({ to }) => to)).size

const readRow = async (sql: string) => (await environment.pool.query(sql)).rows[0]

const readUnsent = () =>
  readRow(`select count(*)::int from emails where template = 'reminder' and state is distinct from 'sent'`)

/** Emails in the log, the accounts they went to, and reminders in the audit log. */
const countByAccount = () =>
  readRow(`select count(*)::int as emails, count(distinct account_id)::int as accounts,
      (select count(*)::int from audit_log where action = 'reminder_sent') as events
    from emails where template = 'reminder'`)

const readState = () => readRow(`select state, finished_at is not null as "isFinished" from mailings`)

/** Until some more were sent than now, or all. */
async function waitForMoreEmails() {
  const enough = Math.min(listMails().length + 20, recipients)
  await expect
    .poll(() => listMails().length, { timeout: timeoutFor(recipients, msPerRecipient) })
    .toBeGreaterThanOrEqual(enough)
}

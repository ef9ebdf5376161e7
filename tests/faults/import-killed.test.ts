// kill -9 of the server while it issues the accounts of a list.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeSecrets } from '#server/config.ts'
import { createDb } from '#server/database/connection.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { printFigures } from '#tests/support/faults/check/figures.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import type { ServerProcess } from '#tests/support/faults/server-process.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

const headings = 'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role'
/** Hashing a password and sending an email, on a busy machine. */
const msPerLine = 500
const facts = {
  surname: 'Bello',
  email: '',
  phone: '08031234567',
  born: '1985-06-15',
  gender: 'f',
  state: 'Kaduna',
  lga: 'Zaria',
  role: 'Lecturer II',
}
function formatLine(changes: Partial<typeof facts>): string {
  const { surname, email, phone, born, gender, state, lga, role } = { ...facts, ...changes }
  return `${surname},Amina,,${email},${phone},${born},${gender},${state},${lga},Technology,Computer Science,${role}`
}
const formatList = (lines: readonly string[]) => [headings, ...lines].join('\n')

const lines = counts.importLines
const emails = Array.from({ length: lines }, (_, index) => `killed-import-${index}@example.org`)
const list = formatList(emails.map((email) => formatLine({ email })))

/** What is wrong in nine lines of the list, with the column and the reason that are expected. */
const mistakes = [
  [{ surname: '' }, 'surname', 'is missing'],
  [{ surname: '=1+1' }, 'surname', 'is a formula; enter its value'],
  [{ email: 'amina' }, 'email', 'is not an email address'],
  [{ phone: '12345' }, 'phone', 'must have 11 digits and begin with 0, such as 08031234567'],
  [{ born: '1985-02-30' }, 'date of birth', 'must be a date such as 1985-06-15 or 15/06/1985'],
  [{ gender: 'x' }, 'gender', 'must be m or f'],
  [{ state: 'Atlantis' }, 'state', 'there is no state Atlantis'],
  [{ lga: 'Ikeja' }, 'LGA', 'Kaduna has no LGA Ikeja'],
  [{ role: 'Astronaut' }, 'role', 'Astronaut is not open in Computer Science'],
] as const

/** The list with the mistakes on lines that are spread over it. */
function spoilList() {
  const step = Math.floor(lines / mistakes.length)
  const spoiled = mistakes.map(([changes, column, reason], index) => ({
    changes,
    column,
    reason,
    at: index * step + 3,
  }))
  const byIndex = new Map(spoiled.map((one) => [one.at, one.changes]))
  return {
    list: formatList(emails.map((email, index) => formatLine({ email, ...byIndex.get(index) }))),
    // The headings are line 1.
    errors: spoiled.map(({ at, column, reason }) => ({ line: at + 2, column, reason })),
  }
}

const createRegistry = (server: { origin: string }) =>
  createStaff(
    {
      call: (method, path, options) => callApi(server.origin, method, path, options),
      clock: { now: () => new Date(), advance: () => {} },
      database: { db: createDb(environment.pool) },
      config: { secretKeys: decodeSecrets(environment.settings.SECRET_KEY ?? '') },
    },
    ['registry'],
    { isFresh: true },
  )

function upload({ call }: Pick<TestStaff, 'call'>, text: string) {
  const form = new FormData()
  form.append('file', new Blob([text]), 'applicants.csv')
  return call('POST', '/staff/imports?kind=accounts', { body: form })
}

const countRows = async (sql: string) => (await environment.pool.query<{ count: number }>(sql)).rows[0]?.count
const countAccounts = () =>
  countRows(`select count(distinct lower(email))::int as count from accounts where email like 'killed-import-%'`)

const startWatch = () => {
  const startedAt = performance.now()
  return () => Math.round((performance.now() - startedAt) / 100) / 10
}

test(
  `a list of ${lines} lines issues one account and one email for each line, however often the server is killed meanwhile`,
  async () => {
    const server = await environment.start()
    const staff = await createRegistry(server)
    const getCheckSeconds = startWatch()
    const spoiled = spoilList()
    const dryRun = await upload(staff, spoiled.list)
    const checkSeconds = getCheckSeconds()
    expect(dryRun.status).toBe(201)
    expect(dryRun.body.data).toMatchObject({ lines, good: lines - mistakes.length, failed: mistakes.length })
    expect(dryRun.body.data.errors).toEqual(spoiled.errors)
    expect(await countAccounts()).toBe(0)

    const { id, good, failed } = (await upload(staff, list)).body.data
    expect({ good, failed }).toEqual({ good: lines, failed: 0 })
    const getApplySeconds = startWatch()
    await staff.call('POST', `/staff/imports/${id}/apply`, { body: { count: lines } })
    const kills = await killWhileApplying(server, id)
    await expect.poll(() => countApplied(id), { timeout: lines * msPerLine, interval: 500 }).toBe(lines)
    const applySeconds = getApplySeconds()
    expect(await countRows(`select count(*)::int as count from accounts where email like 'killed-import-%'`)).toBe(
      lines,
    )
    expect(await countAccounts()).toBe(lines)
    const sent = await waitForEmails()
    printFigures('import', {
      lines,
      kills,
      'dry run in s': checkSeconds,
      'applied in s': applySeconds,
      'all emails sent in s': getApplySeconds(),
      ...sent,
    })

    // The first session has ended by itself if this took long.
    const later = await createRegistry(server)
    const again = await upload(later, list)
    expect([again.status, again.body.code]).toEqual([409, 'already_applied'])
    const newcomers = ['newcomer-1@example.org', 'newcomer-2@example.org'].map((email) => formatLine({ email }))
    const superset = (await upload(later, [list, ...newcomers].join('\n'))).body.data
    expect(superset).toMatchObject({ lines: lines + 2, good: 2, same: lines, failed: 0 })
    await later.call('POST', `/staff/imports/${superset.id}/apply`, { body: { count: 2 } })
    await expect.poll(() => countApplied(superset.id), { timeout: 60_000 }).toBe(2)
    expect(await countRows(`select count(*)::int as count from accounts where email like 'newcomer-%'`)).toBe(2)
    expect(await countAccounts()).toBe(lines)
  },
  timeoutFor(counts.importKills, 60_000) + 3 * lines * msPerLine,
)

/** Kills the server after it has applied some more lines, again and again. @returns how often */
async function killWhileApplying(first: ServerProcess, importId: string): Promise<number> {
  let server = first
  for (let kills = 0; kills < counts.importKills; kills++) {
    const before = await countApplied(importId)
    await expect.poll(() => countApplied(importId), { timeout: 60_000 }).toBeGreaterThan(before)
    expect(before).toBeLessThan(lines)
    await server.kill()
    server = await environment.start({ PORT: new URL(server.origin).port })
  }
  return counts.importKills
}

/** Everybody got the email, and it counts as one. A server killed before it noted the delivery sends it a second time. */
async function waitForEmails() {
  const isOfList = ({ to }: { to: string }) => to.startsWith('killed-import-')
  const listMails = () => environment.mail.mails.filter(isOfList)
  const countRecipients = () => new Set(listMails().map(({ to }) => to)).size
  await expect.poll(countRecipients, { timeout: lines * msPerLine + 120_000, interval: 500 }).toBe(lines)
  const countSent = () =>
    countRows(`select count(*)::int as count from emails join accounts on accounts.id = account_id
      where template = 'accountIssued' and emails.state = 'sent' and email like 'killed-import-%'`)
  await expect.poll(countSent, { timeout: 60_000, interval: 500 }).toBe(lines)
  const mails = listMails()
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(lines)
  return { emails: lines, 'delivered twice': mails.length - lines }
}

async function countApplied(id: string): Promise<number> {
  const { rows } = await environment.pool.query<{ applied: number }>('select applied from imports where id = $1', [id])
  return rows[0]?.applied ?? 0
}

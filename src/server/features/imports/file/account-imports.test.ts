import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { maxTurnMs, measureEventLoop } from '#tests/support/api/event-loop.ts'
import { makeMailing, startMailing } from '#tests/support/api/mailings.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { createWorkbookFile } from '#tests/support/fixtures/formats/workbook-file.ts'
import { countLockWaits, raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())

const headings = 'Surname,First name,Middle name,Email,Phone,Date of birth,Gender,State,LGA,School,Department,Role'
const createLine = (email: string, surname = 'Bello') =>
  `${surname},Amina,,${email},08031234567,1985-06-15,f,Kaduna,Zaria,Technology,Computer Science,Lecturer II`
const createList = (...lines: string[]) => [headings, ...lines].join('\n')

let listCount = 0
/** Addresses that no other test uses. */
function createEmails(count: number): string[] {
  listCount += 1
  const list = listCount
  return Array.from({ length: count }, (_, index) => `applicant-${list}-${index}@example.org`)
}

function upload(list: string | Buffer, name = 'applicants.csv', staff = registry) {
  const form = new FormData()
  form.append('file', new Blob([list as BlobPart]), name)
  return staff.call('POST', '/staff/imports?kind=accounts', { body: form })
}
const apply = (id: string, count: number) => registry.call('POST', `/staff/imports/${id}/apply`, { body: { count } })
const read = async (id: string) => (await registry.call('GET', `/staff/imports/${id}`)).body.data
const waitUntilApplied = (id: string) =>
  expect.poll(async () => (await read(id)).state, { timeout: 30_000, interval: 100 }).toBe('applied')

async function countIssued(emails: readonly string[]): Promise<number> {
  const rows = await api.database.db.select({ email: accounts.email }).from(accounts)
  return rows.filter(({ email }) => emails.includes(email)).length
}
/** Lines with a copy of what the list says of an applicant. */
const countKeptCells = async (id: string): Promise<number> =>
  (await api.database.pool.query(`select from import_lines where import_id = $1 and cells <> '{}'`, [id])).rows.length
const countLines = async (id: string): Promise<number> =>
  (await api.database.pool.query('select from import_lines where import_id = $1', [id])).rows.length
const listActions = async (id: string) =>
  (await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(
    ({ action, detail }) => ({ action, detail }),
  )

test('a list with errors says each with line, column and reason, and issues nothing', async () => {
  const [one, two, three] = createEmails(3) as [string, string, string]
  const checked = await upload(
    createList(createLine(one), createLine('not an email'), createLine(two), createLine(one)),
  )
  expect(checked.status).toBe(201)
  expect(checked.body.data).toMatchObject({
    state: 'checked',
    lines: 4,
    good: 2,
    same: 0,
    failed: 2,
    applied: 0,
    name: 'applicants.csv',
    errors: [
      { line: 3, column: 'email', reason: 'is not an email address' },
      { line: 5, column: 'email', reason: 'is on line 2 too' },
    ],
  })
  expect(await countIssued([one, two, three])).toBe(0)
})

test('an applied list issues one account and one email to each applicant, and cannot be applied again', async () => {
  const emails = createEmails(60)
  const list = createList(...emails.map((email) => createLine(email)))
  const countImports = async () => (await api.database.pool.query('select from imports')).rows.length
  const before = await countImports()
  expect((await withoutAuditLog(api, () => upload(list))).status).toBe(500)
  expect(await countImports(), 'where it cannot be recorded').toBe(before)
  const { id } = (await upload(list)).body.data
  expect((await withoutAuditLog(api, () => apply(id, 60))).status).toBe(500)
  const started = await apply(id, 60)
  expect([started.status, started.body.data.state]).toEqual([200, 'applying'])
  expect((await apply(id, 60)).body.code).toBe('already_applied')
  await waitUntilApplied(id)
  expect((await apply(id, 60)).body.code).toBe('already_applied')
  expect(await read(id)).toMatchObject({ good: 60, applied: 60, failed: 0, userId: null })
  expect(await countKeptCells(id)).toBe(0)
  expect(await countIssued(emails)).toBe(60)
  await expect
    .poll(() => emails.filter((email) => api.mailbox.messages(email).length === 1), { timeout: 30_000 })
    .toHaveLength(60)

  const again = await upload(list)
  expect([again.status, again.body.code]).toEqual([409, 'already_applied'])
  const [newcomer] = createEmails(1) as [string]
  const superset = (await upload(createList(...emails.map((email) => createLine(email)), createLine(newcomer)))).body
    .data
  expect(superset).toMatchObject({ lines: 61, good: 1, same: 60, failed: 0 })
  expect(await countKeptCells(superset.id)).toBe(1)
  const { rows: events } = await api.database.pool.query(
    `select action, staff_id as by, (select year from exercises where id = exercise_id) as year, detail from audit_log
      where subject_kind = 'import' and subject_id = $1 and action <> 'account_issued' order by id`,
    [id],
  )
  const event = { by: registry.id, year: 2024 }
  expect(events).toEqual([
    { ...event, action: 'import_checked', detail: { lines: 60, good: 60, same: 0, failed: 0 } },
    { ...event, action: 'import_started', detail: { good: 60 } },
    // The job has done it, not who checked the list.
    { ...event, by: null, action: 'import_applied', detail: { accounts: 60, failed: 0 } },
  ])
  const { rows: issued } = await api.database.pool.query(
    `select distinct actor, staff_id as by, subject_id as import from audit_log
      where action = 'account_issued' and account_id in (select id from accounts where email = any($1))`,
    [emails],
  )
  expect(issued).toEqual([{ actor: 'system', by: null, import: id }])
}, 90_000)

test('a line of somebody who has an account with other details is an error that names them', async () => {
  const [email] = createEmails(1) as [string]
  const { id } = (await upload(createList(createLine(email)))).body.data
  await apply(id, 1)
  await waitUntilApplied(id)
  const { errors } = (await upload(createList(createLine(email, 'Balogun')))).body.data
  expect(errors).toEqual([
    {
      line: 2,
      column: 'email',
      reason: 'has an account in this exercise already, with another surname; correct it there',
    },
  ])
  const set = (change: string) => api.database.pool.query(`update accounts set ${change} where email = $1`, [email])
  for (const [change, back, different] of [
    ["first_name = 'Aisha'", "first_name = 'Amina'", 'first name'],
    ["middle_name = 'Ngozi'", "middle_name = ''", 'middle name'],
    ["phone = '08039999999'", "phone = '08031234567'", 'phone'],
    ["date_of_birth = '1985-06-16'", "date_of_birth = '1985-06-15'", 'date of birth'],
    ["gender = 'm'", "gender = 'f'", 'gender'],
    ["state = 'kano'", "state = 'kaduna'", 'state'],
    ["lga = 'Giwa'", "lga = 'Zaria'", 'LGA'],
    [
      "school = 'Management', department = 'Accountancy', role = 'Lecturer I'",
      "school = 'Technology', department = 'Computer Science', role = 'Lecturer II'",
      'school, department, role',
    ],
  ] as const) {
    await api.forgetRateLimits()
    await set(change)
    expect((await upload(createList(createLine(email), 'wrong'))).body.data.errors[0].reason).toBe(
      `has an account in this exercise already, with another ${different}; correct it there`,
    )
    await set(back)
  }
  // An empty cell stands for the fee of the exercise, which may have changed since.
  const withAmounts = (fee: string, charge: string) => [
    `${headings},Fee,Charge`,
    `${createLine(email)},${fee},${charge}`,
  ]
  for (const [fee, charge] of [
    ['', ''],
    ['12000', '500'],
  ] as const)
    expect((await upload(withAmounts(fee, charge).join('\n'))).body.data).toMatchObject({ same: 1, failed: 0 })
  for (const [fee, charge, different] of [
    ['1', '', 'fee'],
    ['', '1', 'charge'],
  ] as const)
    expect((await upload(withAmounts(fee, charge).join('\n'))).body.data.errors).toMatchObject([
      { reason: `has an account in this exercise already, with another ${different}; correct it there` },
    ])
  await set('fee_kobo = 100, charge_kobo = 200')
  expect((await upload(withAmounts('', '').join('\n'))).body.data).toMatchObject({ same: 1, failed: 0 })
})

test('a line whose post is closed after the list was checked fails alone', async () => {
  const [one, other] = createEmails(2) as [string, string]
  const line = createLine(one).replace('Technology,Computer Science,Lecturer II', 'Management,Accountancy,Lecturer I')
  const { id } = (await upload(createList(line, createLine(other), createLine('not an email')))).body.data
  const [{ posts }] = (await api.database.pool.query('select posts from exercises where is_current')).rows
  const isOther = ({ department }: { department: string | null }) => department !== 'Accountancy'
  const accountancy = { school: 'Management', department: 'Accountancy', roles: ['Reader'] }
  const without = JSON.stringify([...posts.filter(isOther), accountancy])
  const setPosts = (json: string) => api.database.pool.query('update exercises set posts = $1 where is_current', [json])
  await setPosts(without)
  try {
    await apply(id, 2)
    await waitUntilApplied(id)
  } finally {
    await setPosts(JSON.stringify(posts))
  }
  expect(await read(id)).toMatchObject({
    applied: 1,
    failed: 2,
    // By line, whenever they were found.
    errors: [
      { line: 2, column: 'role', reason: 'Lecturer I is not open in Accountancy' },
      { line: 4, column: 'email', reason: 'is not an email address' },
    ],
  })
  expect([await countIssued([one]), await countIssued([other])]).toEqual([0, 1])
})

test('a fee that changes while a list is issued holds for the accounts that are issued after it', async () => {
  const [email = ''] = createEmails(1)
  const { id } = (await upload(createList(createLine(email)))).body.data
  const [{ fee }] = (await api.database.pool.query('select fee_kobo as fee from exercises where is_current')).rows
  const set = (kobo: number) => `update exercises set fee_kobo = ${kobo} where is_current`
  try {
    await raceAtLock(api.database.url, set(100), [() => apply(id, 1)])
    await waitUntilApplied(id)
  } finally {
    await api.database.pool.query(set(fee))
  }
  const [account] = await api.database.db.select().from(accounts).where(eq(accounts.email, email))
  expect(account?.feeKobo).toBe(100)
})

test('a file that was uploaded twice is applied once', async () => {
  const list = createList(createLine(createEmails(1)[0] ?? ''))
  const [first, second] = [(await upload(list)).body.data.id, (await upload(list)).body.data.id]
  expect((await apply(first, 1)).status).toBe(200)
  expect((await apply(second, 1)).body.code).toBe('already_applied')
  await waitUntilApplied(first)
})

test('a list that is being applied is not discarded', async () => {
  const { id } = (await upload(createList(createLine(createEmails(1)[0] ?? '')))).body.data
  await api.database.pool.query(`update imports set state = 'applying' where id = $1`, [id])
  expect((await registry.call('DELETE', `/staff/imports/${id}`)).body.code).toBe('import_applying')
})

test('an email that got an account after the list was checked fails its line alone', async () => {
  const emails = createEmails(3)
  const { id } = (await upload(createList(...emails.map((email) => createLine(email))))).body.data
  await createApplicant(api, { email: emails[1]!.toUpperCase() })
  await apply(id, 3)
  await waitUntilApplied(id)
  expect(await read(id)).toMatchObject({
    applied: 2,
    failed: 1,
    errors: [{ line: 3, column: 'email' }],
  })
  expect(await countIssued(emails)).toBe(2)
})

test('only the number of good lines applies a list, and only after a fresh sign-in', async () => {
  const [email] = createEmails(1) as [string]
  const { id } = (await upload(createList(createLine(email), createLine('wrong')))).body.data
  expect((await apply(id, 2)).body.code).toBe('count_differs')
  const stale = await createStaff(api, ['registry'])
  const refused = await stale.call('POST', `/staff/imports/${id}/apply`, { body: { count: 1 } })
  expect([refused.status, refused.body.code]).toEqual([403, 'fresh_sign_in_required'])
  const { id: failed } = (await upload(createList(createLine('wrong')))).body.data
  expect((await apply(failed, 0)).body.code).toBe('nothing_to_issue')
  expect(await countIssued([email])).toBe(0)
  await expect
    .poll(async () => {
      const events = await api.database.db.select().from(auditLog).where(eq(auditLog.staffId, registry.id))
      return events.flatMap(({ action, detail }) => (action === 'request_refused' ? [detail.code] : []))
    })
    .toEqual(['count_differs', 'nothing_to_issue'])
})

test('work that was interrupted after any step, or is done twice, issues every account once', async () => {
  const other = await startApi({ jobs: 'waiting' })
  try {
    registry = await createStaff(other, ['registry'], { isFresh: true })
    const emails = createEmails(70)
    const { id } = (await upload(createList(...emails.map((email) => createLine(email))))).body.data
    await apply(id, 70)
    const step = () => other.services.imports.applyStep({ importId: id })
    // Where hashing one password takes long, a step issues one account and leaves the others to the next.
    let passedMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (passedMs += 3_001))
    await step()
    clock.mockRestore()
    expect((await read(id)).applied).toBe(1)
    // As after a restart, when another server still works on the same step.
    await Promise.all([step(), step()])
    const afterOne = (await read(id)).applied
    expect(afterOne).toBeGreaterThan(0)
    expect(afterOne).toBeLessThan(70)
    const stepTwice = () => Promise.all([step(), step()])
    await expect
      .poll(() => stepTwice().then(() => read(id)))
      .toMatchObject({
        state: 'applied',
        applied: 70,
        good: 70,
        failed: 0,
      })
    await step()
    const rows = await other.database.db.select({ email: accounts.email, line: accounts.importLineId }).from(accounts)
    expect(new Set(rows.filter(({ line }) => line).map(({ email }) => email)).size).toBe(70)
    expect(rows.filter(({ line }) => line)).toHaveLength(70)
    const { rows: jobs } = await other.database.db.execute(sql`
      select count(*)::int as emails, min(priority) as priority from graphile_worker.jobs where task_identifier = 'send_email'`)
    // After everything that applicants wait for.
    expect(jobs).toEqual([{ emails: 70, priority: 1 }])
    expect(await other.database.db.$count(auditLog, eq(auditLog.action, 'import_applied'))).toBe(1)

    // Of two lists that are applied at once, and have the same applicant, one issues the account.
    const [both = ''] = createEmails(1)
    const lists = [createList(createLine(both)), createList(createLine(both), createLine('wrong'))]
    const ids: string[] = []
    for (const list of lists) ids.push((await upload(list)).body.data.id)
    for (const importId of ids) await apply(importId, 1)
    await raceAtLock(
      other.database.url,
      'select from exercises for update',
      ids.map((importId) => () => other.services.imports.applyStep({ importId })),
    )
    expect(await other.database.db.$count(accounts, eq(accounts.email, both))).toBe(1)
  } finally {
    await other.close()
  }
}, 60_000)

test('a list is taken back while nobody has used an account, and its user IDs are not used again', async () => {
  const emails = createEmails(3)
  const list = createList(...emails.map((email) => createLine(email)))
  const { id } = (await upload(list)).body.data
  await apply(id, 3)
  await waitUntilApplied(id)
  const issued = await api.database.db
    .select()
    .from(accounts)
    .where(eq(accounts.email, emails[2] ?? ''))
  // Somebody who saw a list from which nothing was issued takes nothing back.
  expect((await registry.call('DELETE', `/staff/imports/${id}?state=checked`)).body.code).toBe('changed_meanwhile')
  expect(await countIssued(emails)).toBe(3)
  const takeBack = () => registry.call('DELETE', `/staff/imports/${id}?state=applied`)
  expect((await withoutAuditLog(api, takeBack)).status).toBe(500)
  expect(await countIssued(emails), 'where it cannot be recorded').toBe(3)
  expect((await takeBack()).status).toBe(200)
  expect(await countIssued(emails)).toBe(0)
  expect((await listActions(id)).at(-1)).toEqual({ action: 'import_undone', detail: { accounts: 3 } })
  expect(await countLines(id)).toBe(0)
  expect((await registry.call('DELETE', `/staff/imports/${id}`)).body.code).toBe('import_discarded')

  const { id: again } = (await upload(list)).body.data
  await apply(again, 3)
  await waitUntilApplied(again)
  const [first] = await api.database.db
    .select()
    .from(accounts)
    .where(eq(accounts.email, emails[0] ?? ''))
  expect(Number(first?.userId.slice(5))).toBe(Number(issued[0]?.userId.slice(5)) + 1)
})

test('accounts are locked in one order, so that taking a list back and writing to its applicants do not wait for each other', async () => {
  const emails = createEmails(3)
  const { id } = (await upload(createList(...emails.map((email) => createLine(email))))).body.data
  await apply(id, 3)
  await waitUntilApplied(id)
  const { pool } = api.database
  const { rows } = await pool.query('select id from accounts where email = any($1) order by id', [emails])
  const [first, ...others] = rows.map((row) => `'${row.id}'`)
  // The first one to be locked is the last one of the table.
  await pool.query(`update accounts set id = id where id = ${first}`)
  await pool.query(
    `update import_lines set id = id where id = (select import_line_id from accounts where id = ${first})`,
  )
  const ended = 'select pg_advisory_xact_lock(1)'
  const lock = `${ended}; select from accounts where id = ${first} for no key update`
  const [answer] = await raceAtLock(api.database.url, lock, [
    () => registry.call('DELETE', `/staff/imports/${id}`),
    async () => {
      await expect.poll(() => countLockWaits(pool)).toBe(1)
      await pool.query(`select from accounts where id in (${others}) for no key update nowait; ${ended}`)
      return null
    },
  ])
  expect(answer?.status).toBe(200)
})

test('what staff did for its applicants does not keep a list: emails, corrections, holds and linked complaints', async () => {
  const emails = createEmails(2)
  const [email = ''] = emails
  const { id } = (await upload(createList(...emails.map((email) => createLine(email))))).body.data
  await apply(id, 2)
  await waitUntilApplied(id)
  const { rows } = (await registry.call('GET', `/staff/applicants?q=${email}`)).body.data
  const path = `/staff/applicants/${rows[0].userId}`
  const readStates = async () => (await registry.call('GET', path)).body.data.emails
  await expect.poll(readStates).toMatchObject([{ state: 'sent' }])
  const { body: made } = await makeMailing(registry, 'firstEmail', { userId: rows[0].userId })
  expect((await startMailing(registry, made.data.id, 1)).status).toBe(200)
  await expect.poll(readStates).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  const hold = { reason: 'Two applicants have sent the same certificate.' }
  expect((await registry.call('POST', `${path}/hold`, { body: hold })).status).toBe(201)
  const { version } = (await registry.call('GET', path)).body.data
  const correction = { firstName: 'Aminat', reason: 'The list had another name.', version }
  expect((await registry.call('PATCH', path, { body: correction })).status).toBe(200)
  await api.call('POST', '/contact/create', { body: { fullname: 'Amina Bello', complain: `From ${email}.` } })
  const { number } = (await registry.call('GET', `/staff/complaints?q=${email}`)).body.data.rows[0]
  const link = { applicant: rows[0].userId, version: 1 }
  expect((await registry.call('PATCH', `/staff/complaints/${number}`, { body: link })).status).toBe(200)
  const typed = { userId: rows[0].userId, email: 'typed-beside@example.org', complain: 'From another address.' }
  const { body: other } = await api.call('POST', '/contact/create', { body: typed })
  const { userId } = await createApplicant(api, { userId: 'RE23-00001' })
  const { body: kept } = await api.call('POST', '/contact/create', { body: { userId, complain: 'Of somebody else.' } })

  expect((await registry.call('DELETE', `/staff/imports/${id}`)).status).toBe(200)
  expect(await countIssued(emails)).toBe(0)
  const thread = (await registry.call('GET', `/staff/complaints/${number}`)).body.data
  expect(thread).toMatchObject({ isLinked: false, email, canAnswer: true })
  const { body } = await registry.call('GET', `/staff/complaints/${other.data.number}`)
  expect(body.data).toMatchObject({ isLinked: false, email: typed.email })
  const ofOther = (await registry.call('GET', `/staff/complaints/${kept.data.number}`)).body.data
  expect(ofOther).toMatchObject({ isLinked: true, userId })
})

test('a list that is applied in the same moment is not discarded', async () => {
  const [email = ''] = createEmails(1)
  const { id } = (await upload(createList(createLine(email)))).body.data
  // Jobs of other lists may wait as well.
  const readUnlocked = () => api.database.pool.query('select from imports where id = $1 for update skip locked', [id])
  const [applied, discarded] = await raceAtLock(api.database.url, 'lock table audit_log in share mode', [
    () => apply(id, 1),
    async () => {
      await expect.poll(async () => (await readUnlocked()).rowCount).toBe(0)
      return registry.call('DELETE', `/staff/imports/${id}`)
    },
  ])
  expect([applied?.body.data.state, discarded?.body.code]).toEqual(['applying', 'import_applying'])
  await waitUntilApplied(id)
  expect(await countIssued([email])).toBe(1)
})

test('a list stays when one of its applicants has logged in', async () => {
  const emails = createEmails(2)
  const { id } = (await upload(createList(...emails.map((email) => createLine(email))))).body.data
  await apply(id, 2)
  await waitUntilApplied(id)
  await expect.poll(() => api.mailbox.messages(emails[0])).toHaveLength(1)
  const text = api.mailbox.messages(emails[0])[0]?.text ?? ''
  const password = /[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}/.exec(text)?.[0]
  const userId = /RE\d\d-\d+/.exec(text)?.[0]
  // Also when the list is taken back in that moment.
  const lock = `select from accounts where user_id = '${userId}' for update`
  const answers = await raceAtLock(api.database.url, lock, [
    () => api.call('POST', '/users/login', { body: { userId, password } }),
    async () => {
      await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
      return registry.call('DELETE', `/staff/imports/${id}`)
    },
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])

  const expectKept = async (trace: string) => {
    const refused = await registry.call('DELETE', `/staff/imports/${id}`)
    expect([trace, refused.status, refused.body.code]).toEqual([trace, 409, 'accounts_in_use'])
    expect(await countIssued(emails)).toBe(2)
  }
  await expectKept('a login')
  // Each trace is enough: most of them are not kept for ever.
  const { pool } = api.database
  const [account] = (await pool.query('select * from accounts where user_id = $1', [userId])).rows
  const forget = (table: string) => pool.query(`delete from ${table} where account_id = $1`, [account.id])
  await forget('sessions')
  await expectKept('login_networks')
  await forget('login_networks')
  const traces = {
    sessions: `(account_id, token_hash, file_token_hash, expires_at) values ($1, 'of a list', 'of a list', now())`,
    payments: `(account_id, order_id, rrr, fee_kobo, charge_kobo, status) values ($1, 'of a list', '770000001234', 1, 0, 'expired')`,
    nin_verifications: `(exercise_id, account_id, nin_hash, encrypted_nin, outcome) select exercise_id, id, '', '', 'not_found' from accounts where id = $1`,
    drafts: `(account_id, document, revision) values ($1, '{}', 1)`,
    files: `(id, account_id, kind, name, type, size, sha256) values (gen_random_uuid(), $1, 'upload', '', 'application/pdf', 1, '')`,
    data_exports: `(account_id, status, requested_at) values ($1, 'failed', now())`,
  }
  for (const [table, values] of Object.entries(traces)) {
    await pool.query(`insert into ${table} ${values}`, [account.id])
    await expectKept(table)
    await forget(table)
  }
  await pool.query('update accounts set must_change_password = false where id = $1', [account.id])
  await expectKept('a password of their own')
})

test('a checked list that is discarded leaves none of its lines, and takes none of another list', async () => {
  const { id } = (await upload(createList(createLine('wrong')))).body.data
  const other = (await upload(createList(createLine('wrong')))).body.data.id
  const discard = () => registry.call('DELETE', `/staff/imports/${id}`)
  expect((await withoutAuditLog(api, discard)).status).toBe(500)
  expect((await discard()).status).toBe(200)
  expect([await countLines(id), await countLines(other)]).toEqual([0, 1])
  expect((await listActions(id)).at(-1)).toEqual({ action: 'import_discarded', detail: {} })
  expect((await apply(id, 1)).body.code).toBe('import_not_checked')
})

test('a list may have any name: it is stored without path and invisible characters', async () => {
  const [email] = createEmails(1) as [string]
  const { status, body } = await upload(createList(createLine(email)), '../a\0\u202E.csv')
  expect([status, body.data.name]).toEqual([201, 'a.csv'])
})

test('the file of errors neutralises formulas, and can be corrected and uploaded again', async () => {
  const [email, other] = createEmails(2) as [string, string]
  const list = createList(createLine(email, '=1+1'), createLine(other, '@sum').replace('08031234567', '+2348031234567'))
  const { id, errors } = (await upload(list)).body.data
  expect(errors).toEqual([
    { line: 2, column: 'surname', reason: 'is a formula; enter its value' },
    { line: 3, column: 'surname', reason: 'must not begin with +, - or @' },
  ])
  const file = await registry.call('GET', `/staff/imports/${id}/errors.csv`)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('cache-control')).toBe('no-store')
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.body).toContain(`"2","'=1+1","Amina"`)
  expect(file.body).toContain(`"surname: is a formula; enter its value"`)
  const corrected = file.body.replace("'=1+1", 'Bello').replace("'@sum", 'Eze')
  expect((await upload(corrected)).body.data).toMatchObject({ lines: 2, good: 2, failed: 0 })
})

test('an Excel workbook is read like a CSV file, and its formulas are refused', async () => {
  const [email, other] = createEmails(2) as [string, string]
  const row = (address: string) => [
    'Bello',
    'Amina',
    '',
    address,
    '08031234567',
    { date: '1985-06-15' },
    'f',
    'Kaduna',
    'Zaria',
    'Technology',
    'Computer Science',
    'Lecturer II',
  ]
  const formula = [{ formula: 'A2' }, ...row(other).slice(1)]
  const { errors, good } = (await upload(createWorkbookFile([headings.split(','), row(email), formula]), 'list.xlsx'))
    .body.data
  expect({ errors, good }).toEqual({
    good: 1,
    errors: [{ line: 3, column: 'surname', reason: 'is a formula; enter its value' }],
  })
})

test.each([
  ['an image', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['an archive that is no workbook', Buffer.from('PK\u0003\u0004 and more')],
])('%s is refused as a list', async (_, bytes) => {
  const refused = await upload(bytes)
  expect([refused.status, refused.body.code]).toEqual([422, 'list_unreadable'])
})

test('a list that cannot be read as a whole says why, and cannot be applied', async () => {
  const read = (await upload('Surname,Nickname\nBello,Mina')).body.data
  expect(read).toMatchObject({ state: 'failed', lines: 0, good: 0 })
  expect(read.errors[0]).toEqual({ line: 1, column: 'Nickname', reason: 'is not a column of this list' })
  expect((await apply(read.id, 0)).body.code).toBe('import_not_checked')
  const latin = (await upload(Buffer.from(createList(createLine('a@example.org', 'Olád')), 'latin1'))).body.data
  expect(latin.errors[0].reason).toContain('is not UTF-8')
})

test('an import of another kind is no list of accounts, and the same file can be one', async () => {
  const list = createList(createLine(createEmails(1)[0] ?? ''))
  const { id } = (await upload(list)).body.data
  await api.database.pool.query(`update imports set kind = 'cbt', state = 'applied' where id = $1`, [id])
  expect((await registry.call('GET', `/staff/imports/${id}`)).status).toBe(404)
  expect((await apply(id, 1)).status).toBe(404)
  expect((await registry.call('DELETE', `/staff/imports/${id}`)).status).toBe(404)
  const listed: { id: string }[] = (await registry.call('GET', '/staff/imports')).body.data.rows
  expect(listed.map((row) => row.id)).not.toContain(id)
  expect((await upload(list)).body.data).toMatchObject({ state: 'checked', good: 1 })
})

test('a list that was applied in another exercise can be applied in this one', async () => {
  const list = createList(createLine(createEmails(1)[0] ?? ''))
  const { id } = (await upload(list)).body.data
  await api.database.pool.query(
    `with elsewhere as (
      insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
        values ('Institute', 'I', 'Recruitment', 2043, 0, 0, '[]', 'Vendor') returning id)
    update imports set exercise_id = elsewhere.id, state = 'applied' from elsewhere where imports.id = $1`,
    [id],
  )
  expect((await upload(list)).body.data).toMatchObject({ state: 'checked', good: 1 })
})

test('of more than a thousand errors the first thousand are named', async () => {
  for (const [count, moreErrors] of [
    [1_000, false],
    [1_001, true],
  ] as const) {
    const { data } = (await upload(createList(...Array.from({ length: count }, () => createLine('wrong'))))).body
    expect([data.failed, data.errors.length, data.moreErrors]).toEqual([count, 1_000, moreErrors])
    expect(data.errors.at(-1).line).toBe(1_001)
  }
})

test('the newest hundred lists are listed, newest first', async () => {
  const { rows } = await api.database.pool.query<{ id: string }>(
    `insert into imports (kind, sha256, exercise_id, state, made_by, made_at)
     select 'accounts', '', id, 'discarded', $1, now() + (1 + n / 2) * interval '1 hour'
     from exercises, generate_series(1, 101) as n where is_current returning id`,
    [registry.id],
  )
  const ids = rows.map(({ id }) => id)
  const newest = await api.database.pool.query('select id from imports order by made_at desc, id desc limit 100')
  const listed: { id: string }[] = (await registry.call('GET', '/staff/imports')).body.data.rows
  await api.database.pool.query('delete from imports where id = any($1)', [ids])
  expect(listed.map(({ id }) => id)).toEqual(newest.rows.map(({ id }) => id))
})

test('staff of another exercise find nothing', async () => {
  const { id } = (await upload(createList(createLine('wrong')))).body.data
  const { rows } = await api.database.db.execute<{ id: number }>(sql`
    insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
    select institution, short_name, title, year + 1, fee_kobo, charge_kobo, posts, vendor_name from exercises
    limit 1 returning id`)
  const elsewhere = await createStaff(api, [{ role: 'registry', exerciseId: rows[0]?.id ?? null }], { isFresh: true })
  expect((await elsewhere.call('GET', `/staff/imports/${id}`)).status).toBe(404)
  expect((await elsewhere.call('DELETE', `/staff/imports/${id}`)).status).toBe(404)
  expect((await elsewhere.call('GET', '/staff/imports')).body.data.rows).toEqual([])
  expect((await upload(createList(createLine('wrong')), 'list.csv', elsewhere)).body.code).toBe('not_permitted')
})

test('a list of 10,000 lines names exactly its nine errors, and checking it never holds the server', async () => {
  const emails = createEmails(10_000)
  const lines = emails.map((email) => createLine(email))
  const wrong = [5, 17, 404, 1_000, 2_500, 4_096, 7_777, 9_000, 9_999]
  for (const index of wrong) lines[index] = lines[index]?.replace('Zaria', 'Nowhere') ?? ''
  await upload(createList(createLine('wrong')))
  const { result: checked, maxMs } = await measureEventLoop(() => upload(createList(...lines)))
  expect(checked.body.data).toMatchObject({ lines: 10_000, good: 9_991, same: 0, failed: 9 })
  expect(checked.body.data.errors).toEqual(
    wrong.map((index) => ({ line: index + 2, column: 'LGA', reason: 'Kaduna has no LGA Nowhere' })),
  )
  expect(maxMs).toBeLessThan(maxTurnMs)
}, 60_000)

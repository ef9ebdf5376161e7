import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { staffContracts } from '#shared/api/staff/contracts.ts'
import { listNames } from '#shared/format/labels.ts'
import type { AuditRow } from '#shared/lists/audit.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { type AuditAction, auditKinds, getAuditKind } from '#shared/staff/labels/audit-actions.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'

let api: TestApi
let auditor: TestStaff
let registry: TestStaff
let admin: TestStaff
let applicant: TestApplicant
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  auditor = await createStaff(api, ['auditor'])
  registry = await createStaff(api, ['registry'], { name: 'Bisi Ajayi' })
  admin = await createStaff(api, ['admin'], { isFresh: true })
  applicant = await createApplicant(api)
  const body = { surname: 'Corrected', reason: 'Typed wrongly on the list.', version: 1 }
  await registry.call('PATCH', `/staff/applicants/${applicant.userId}`, { body })
  const invitation = { email: 'invited@example.org', name: 'Invited', roles: [{ role: 'registry' }] }
  await admin.call('POST', '/staff/invitations', { body: invitation })
})
afterAll(() => api.close())

const read = async (query = '', person = auditor) => (await person.call('GET', `/staff/audit?${query}`)).body.data
const listActions = async (query: string, person = auditor) =>
  (await read(query, person)).rows.map(({ action }: { action: string }) => action)

test('an event says who did what to whom, why, and which columns it changed', async () => {
  const { rows } = await read(`subject=${applicant.userId}&action=applicant_corrected`)
  expect(rows).toMatchObject([
    {
      actor: 'staff',
      person: { id: registry.id, name: 'Bisi Ajayi' },
      userId: applicant.userId,
      reason: 'Typed wrongly on the list.',
      detail: { columns: ['surname'] },
    },
  ])
  expect(JSON.stringify(rows)).not.toContain('Corrected')
})

test('the log is filtered by person, subject and day', async () => {
  expect(await listActions(`person=${registry.id}`)).toEqual(['applicant_corrected'])
  expect(await listActions(`person=${registry.email.toUpperCase()}`)).toEqual(['applicant_corrected'])
  expect(await listActions(`person=nobody@example.org`)).toEqual([])
  expect(await listActions(`subject=${applicant.userId}&person=${admin.id}`)).toEqual([])
  expect(await listActions(`person=${registry.id}&from=2020-01-01`)).toHaveLength(1)
  expect(await listActions(`person=${registry.id}&to=2020-01-01`)).toEqual([])
})

test('the log is searched by a person or a subject, filtered by several actions, and counted', async () => {
  const byPerson = await read(`q=${registry.email}`)
  expect(byPerson).toMatchObject({ rows: [{ action: 'applicant_corrected' }], count: { value: 1, more: false } })
  const bySubject = await read(`q=${applicant.userId.toLowerCase()}&action=applicant_corrected|staff_invited`)
  expect(bySubject.rows).toMatchObject([{ userId: applicant.userId }])
  await api.database.pool.query(
    `insert into audit_log (actor, action, subject_kind, subject_id) values ('staff', 'application_viewed', 'application', 'APP-2024-000077')`,
  )
  expect((await read('q=app-2024-000077')).rows).toMatchObject([{ subject: { id: 'APP-2024-000077' } }])
  expect((await read('action=applicant_corrected|staff_invited&limit=1')).count).toEqual({ value: 2, more: false })
  expect(await auditor.call('GET', '/staff/audit?action=login|never_happened')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'action' }] },
  })
  expect((await read('action=photo_changed')).count).toEqual({ value: 0, more: false })
})

test('changes are told apart from reading, signing in and refusals; each event is of one kind', async () => {
  await registry.call('GET', '/staff/applicants')
  await api.call('POST', '/users/login', { body: { userId: applicant.userId, password: 'wrong-horse-7' } })
  expect(await listActions('kind=change&limit=100')).toEqual(
    expect.arrayContaining(['applicant_corrected', 'staff_invited']),
  )
  expect(await listActions('kind=reading&limit=100')).toContain('applicants_listed')
  expect(await listActions('kind=access&limit=100')).toContain('login')
  // It is recorded beside the answer.
  await expect.poll(() => listActions('kind=refusal&limit=100')).toContain('login_refused')
  let sum = 0
  for (const kind of listNames(auditKinds)) {
    const { rows, count } = await read(`kind=${kind}&limit=100`)
    expect(rows.filter(({ action }: { action: AuditAction }) => getAuditKind(action) !== kind)).toEqual([])
    sum += count.value
  }
  expect(sum).toBe((await read()).count.value)
  expect(await listActions('kind=access%7Crefusal&limit=100')).toEqual(
    expect.arrayContaining(['login', 'login_refused']),
  )
})

test('the log is walked to its end in pages, while events are added', async () => {
  const first = await read('limit=3')
  const ids: string[] = first.rows.map(({ id }: { id: string }) => id)
  // A refusal of an earlier request may be recorded meanwhile.
  const { rows: all } = await api.database.pool.query(
    'select id from audit_log where (at, id) <= (select at, id from audit_log where id = $1) order by at desc, id desc',
    [ids[0]],
  )
  for (let { next } = first; next !== null; ) {
    await admin.call('GET', '/staff/applicants')
    const page = await read(`limit=3&after=${next}`)
    ids.push(...page.rows.map(({ id }: { id: string }) => id))
    next = page.next
  }
  expect(ids).toEqual(all.map(({ id }) => String(id)))
  expect((await auditor.call('GET', '/staff/audit?limit=101')).status).toBe(400)
  expect((await auditor.call('GET', '/staff/audit?after=first')).status).toBe(400)
})

test('an earlier day, and what one applicant has, are found without reading the other events', async () => {
  const { pool } = api.database
  const client = await pool.connect()
  try {
    // Undone afterwards: other tests read the log to its end.
    await client.query('begin')
    await client.query(
      `insert into audit_log (at, actor, action, account_id, staff_id)
      select timestamptz '2020-01-01' + n * interval '1 hour', 'staff', 'applicant_viewed', gen_random_uuid(), $1
      from generate_series(1, 20000) as n`,
      [registry.id],
    )
    await client.query('analyze audit_log')
    for (const query of ['from=2020-02-01&to=2020-04-30', 'to=2020-04-30', `q=${applicant.userId}`]) {
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      await read(query)
      const { text, values } = asked.mock.calls
        .map(([config]) => config as unknown as { text: string; values: unknown[] })
        .find(({ text }) => text?.includes('listCount')) as { text: string; values: unknown[] }
      asked.mockRestore()
      const { rows } = await client.query(`explain (analyze, costs off, timing off) ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, query).not.toMatch(/Seq Scan on audit_log|Rows Removed by (Filter|Index Recheck): \d{3}/)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test("an administrator sees the staff's own events only, and no applicant", async () => {
  expect(await listActions('action=staff_invited', admin)).toEqual(['staff_invited'])
  const { rows } = await read('limit=100', admin)
  expect(rows.filter(({ actor }: { actor: string }) => actor === 'applicant')).toEqual([])
  expect(JSON.stringify(rows)).not.toContain(applicant.userId)
  expect(await listActions(`subject=${applicant.userId}`, admin)).toEqual([])
  expect(await listActions('action=applicant_corrected', admin)).toEqual([])
  // Nor what they did about something else that names no applicant.
  await api.database.pool.query(
    `insert into audit_log (actor, action, staff_id, subject_kind, subject_id)
     values ('staff', 'complaint_viewed', $1, 'complaint', 'C-2024-00099')`,
    [registry.id],
  )
  expect(await listActions('subject=C-2024-00099', admin)).toEqual([])
  // Nor what happened by itself, unless it was about somebody of the staff.
  await api.database.pool.query(
    `insert into audit_log (actor, action, staff_id, subject_kind, subject_id)
     values ('system', 'keys_rotated', null, null, null), ('system', 'staff_suspended_unused', null, 'staff', $1::text), ('staff', 'staff_reading_exceeded', $2, null, null)`,
    [registry.id, registry.id],
  )
  const ofStaff = ['keys_rotated', 'staff_suspended_unused', 'staff_reading_exceeded']
  expect(await listActions(`action=${ofStaff.join('|')}`, admin)).toEqual([
    'staff_reading_exceeded',
    'staff_suspended_unused',
  ])
  expect(await listActions(`action=${ofStaff.join('|')}`)).toEqual(ofStaff.toReversed())
  expect(await listActions('subject=C-2024-00099')).toEqual(['complaint_viewed'])
  // Nor whom a request was about that was refused.
  await api.database.pool.query(
    `insert into audit_log (actor, action, staff_id, detail)
     values ('staff', 'request_refused', $1, jsonb_build_object('code', 'not_found', 'account', $2::text))`,
    [admin.id, applicant.id],
  )
  const readRefusal = async (person?: TestStaff) =>
    (await read(`action=request_refused&person=${admin.id}&limit=1`, person)).rows[0].detail
  expect([(await readRefusal()).account, (await readRefusal(admin)).account]).toEqual([applicant.id, undefined])
})

test('an auditor of one exercise sees the events of that exercise', async () => {
  const { rows: added } = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2031, 0, 0, '[]', 'Vendor') returning id`,
  )
  const elsewhere = await createStaff(api, [{ role: 'auditor', exerciseId: added[0].id }])
  const text = { kind: 'category', code: 'login', title: 'Signing in', isOffered: true, version: 0 }
  expect((await admin.call('PUT', '/staff/exercises/2024/texts', { body: text })).status).toBe(200)
  expect((await read('', elsewhere)).rows).toEqual([])
  const { rows: own } = await api.database.pool.query('select id from exercises where year = 2024')
  const here = await createStaff(api, [{ role: 'auditor', exerciseId: own[0].id }])
  expect(await listActions(`action=applicant_corrected&person=${registry.id}`, here)).toEqual(['applicant_corrected'])
  // That one names no applicant.
  expect(await listActions('action=text_changed', here)).toEqual(['text_changed'])
})

test('V8.2.2 who is recused from a case reads nothing of it, nor that somebody was refused it', async () => {
  const application = await createApplicationToReview(api)
  const { number, userId } = application
  const recused = await createStaff(api, ['auditor', 'reviewer'])
  const recusal = { reason: 'The applicant is my cousin.' }
  expect((await recused.call('POST', `/staff/applications/${number}/recusals`, { body: recusal })).status).toBe(201)
  const elsewhere = await createStaff(api, [{ role: 'reviewer', school: 'Management' }])
  expect((await elsewhere.call('GET', `/staff/applications/${number}`)).status).toBe(404)
  const find = async (by: TestStaff, query: string) => (await read(query, by)).rows.length
  const ofRefusal = `person=${elsewhere.id}&action=request_refused`
  await expect.poll(() => find(auditor, ofRefusal)).toBe(1)
  expect(await find(recused, ofRefusal)).toBe(0)
  expect(await find(auditor, `subject=${userId}`)).toBeGreaterThan(0)
  expect(await find(recused, `subject=${userId}`)).toBe(0)
})

test('an event of a newer version, which has no label yet, is read as it was recorded', async () => {
  const detail = { call: 'newCall', code: 'new_code' }
  const { rows } = await api.database.pool.query(
    `insert into audit_log (actor, action, subject_kind, subject_id, detail)
     values ('system', 'of_a_newer_version', 'novelty', 'new-1', $1) returning id::text`,
    [detail],
  )
  expect((await read('subject=new-1')).rows).toMatchObject([
    { id: rows[0].id, action: 'of_a_newer_version', person: null, subject: { kind: 'novelty', id: 'new-1' }, detail },
  ])
})

test('an event about somebody of the staff has the name', async () => {
  const { rows } = await read('action=staff_invited')
  expect(rows[0].subject).toMatchObject({ kind: 'staff', name: 'Invited' })
})

test('what was done to somebody of the staff is found by the email address, as what that person did', async () => {
  const { email } = await createStaff(api, ['helpdesk'])
  const person = (await admin.call('GET', `/staff/people?q=${email}`)).body.data.rows[0]
  const body = { status: 'suspended', version: person.version }
  expect((await admin.call('PATCH', `/staff/people/${person.id}`, { body })).status).toBe(200)
  for (const name of ['q', 'subject'])
    expect(await listActions(`${name}=${email.toUpperCase()}`), name).toEqual(['staff_status_changed'])
})

test('an event names the colleague who was recused, and those to whom applications were assigned', async () => {
  const chair = await createStaff(api, ['chair'])
  const [ada, musa] = [
    await createStaff(api, ['reviewer'], { name: 'Ada Obi' }),
    await createStaff(api, ['reviewer'], { name: 'Musa Danladi' }),
  ]
  const { number } = await createApplicationToReview(api)
  const recusal = { reason: 'The applicant is a cousin.', person: ada.id }
  expect((await chair.call('POST', `/staff/applications/${number}/recusals`, { body: recusal })).status).toBe(201)
  const filter = { numbers: [(await createApplicationToReview(api)).number] }
  const selection = await chair.call('POST', '/staff/selections', { body: { of: 'applications', filter } })
  const to = [musa.id, ada.id]
  const assignment = { selection: selection.body.data.id, to, how: 'even' }
  expect((await chair.call('POST', '/staff/assignments', { body: assignment })).status).toBe(200)
  const { rows } = await read(`person=${chair.id}&kind=change`)
  expect(rows.map(({ action, detail }: AuditRow) => [action, detail.person ?? detail.to])).toEqual([
    ['applications_assigned', ['Ada Obi', 'Musa Danladi']],
    ['reviewer_recused', 'Ada Obi'],
  ])
})

test('who may not read the log is refused, and the refusal is in it', async () => {
  const answer = await registry.call('GET', '/staff/audit')
  expect(answer).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
  const find = () => listActions(`person=${registry.id}&action=request_refused`)
  await expect.poll(find).toEqual(['request_refused'])
  const { rows } = await read(`person=${registry.id}&action=request_refused`)
  expect(rows[0].detail).toEqual({
    call: staffContracts.staffAudit.summary,
    code: staffErrors.not_permitted.message,
  })
})

test('one file writes events, so that each has an action with a label', () => {
  const files = globSync('src/server/**/*.ts', { exclude: ['**/*.test.ts'] })
  const writers = files.filter((file) => /insert into audit_log|insert\(auditLog\)/.test(readFileSync(file, 'utf8')))
  expect(writers).toEqual(['src/server/platform/audit/audit.ts'])
})

import { createHash } from 'node:crypto'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { recusals } from '#server/database/schema/decisions/reviews.ts'
import { exportRegister } from '#server/database/schema/exports.ts'
import { unreferencedContents } from '#server/database/schema/files.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { isContentOpen } from '#tests/support/api/open-files.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { readWorkbookSheets } from '#tests/support/fixtures/formats/read-workbook.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { expireFiles, removeExpiredFiles } from './remove-exports.ts'

// Each export starts a thread; a busy machine takes a while.
vi.setConfig({ testTimeout: 90_000 })

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi()
  await addApplications(api, { count: 30, prefix: 'EX', school: 'Technology' })
  await addApplications(api, { count: 12, prefix: 'SC', school: 'Science' })
})
beforeEach(async () => {
  await api.forgetRateLimits()
  registry = await createStaff(api, ['registry'], { isFresh: true, name: 'Ngozi Registry' })
})
afterAll(() => api.close())

const reason = 'For the meeting of the panel on Monday'
const applicants = { of: 'applicants', columns: ['userId', 'name', 'number', 'phone', 'submitted'], reason }

const request = (body: Record<string, unknown>, staff = registry) =>
  staff.call('POST', '/staff/exports', { body: { format: 'csv', ...applicants, ...body } })
const read = async (id: string, staff = registry) => (await staff.call('GET', `/staff/exports/${id}`)).body.data
const waitFor = (id: string, state: string) =>
  expect.poll(async () => (await read(id)).state, { timeout: 30_000, interval: 100 }).toBe(state)
const download = (id: string, staff = registry) =>
  api.fetch(`/api/v1/staff/exports/${id}/content`, { headers: staff.credentials })

const isLeftToDiscard = async (contentId: string | null = '') =>
  (await api.database.db.select({ id: unreferencedContents.id }).from(unreferencedContents)).some(
    ({ id }) => id === contentId,
  )

async function make(body: Record<string, unknown>): Promise<{ id: string; bytes: Buffer; headers: Headers }> {
  const requested = await request(body)
  expect([requested.status, requested.body.code]).toEqual([201, undefined])
  const { id } = requested.body.data
  await waitFor(id, 'ready')
  const response = await download(id)
  return { id, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}

const parseLines = (bytes: Buffer) =>
  bytes
    .toString()
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))

test('an export holds exactly the rows of its list, and the register says who made it, why, and its digest', async () => {
  const { id, bytes, headers } = await make({ filter: { school: 'Science', sort: 'name' } })
  const [heading, ...rows] = parseLines(bytes)
  expect(heading).toEqual(['Name', 'User ID', 'Application', 'Submitted', 'Phone'])
  expect(rows).toHaveLength(12)
  expect(rows[0]?.[4]).toBe('08011112222')
  expect(rows[0]?.[3]).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'))
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="applicants-\d{4}-exported-[\d-]{10}\.csv"$/,
  )
  expect([headers.get('cache-control'), headers.get('content-length')]).toEqual(['no-store', String(bytes.length)])
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(await read(id)).toMatchObject({
    list: 'applicants',
    format: 'csv',
    filter: { school: 'Science', sort: 'name' },
    reason,
    state: 'ready',
    rows: 12,
    done: 12,
    total: 12,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    downloads: 1,
    madeBy: 'Ngozi Registry',
    own: true,
    personal: true,
  })
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
  expect(events.map(({ action, staffId, exerciseId }) => [action, staffId === registry.id, exerciseId])).toEqual([
    ['export_made', true, events[0]?.exerciseId ?? 0],
    ['export_ready', true, events[0]?.exerciseId],
    ['export_downloaded', true, events[0]?.exerciseId],
  ])
  expect(new Set(events.map(({ subjectKind }) => subjectKind))).toEqual(new Set(['export']))
  const { columns } = await read(id)
  const made = { list: 'applicants', format: 'csv', columns, filters: ['school', 'sort'], isPersonal: true }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(events).toMatchObject([{ reason, detail: made }, { detail: { rows: 12, bytes: bytes.length, sha256 } }, {}])
  const [row] = (await registry.call('GET', '/staff/exports')).body.data.rows
  expect(row).toMatchObject({ id, rows: 12, downloads: 1 })
})

test('text that a spreadsheet would calculate arrives as text, numbers keep their zeros, and days are days', async () => {
  const names = ['=1+1', '+1', '-1', '@sum', '\tx', '\rx']
  const added = await addApplications(api, { count: names.length, prefix: 'FO' })
  for (const [index, surname] of names.entries())
    await api.database.db
      .update(accounts)
      .set({ surname })
      .where(eq(accounts.id, added[index]?.accountId ?? ''))
  await api.database.db
    .update(applications)
    .set({ submittedAt: new Date('2024-10-05T23:30:00Z') })
    .where(eq(applications.id, added[0]?.applicationId ?? ''))
  const filter = { number: 'APP-2024-FO' }
  const { bytes } = await make({ filter })
  for (const name of names) expect(bytes.toString()).toContain(`"'${name} Amaka"`)

  const workbook = await make({ filter, format: 'xlsx' })
  const [sheet] = await readWorkbookSheets(workbook.bytes)
  const rows = sheet?.rows.slice(1) ?? []
  expect(rows.map(([name]) => name).sort()).toEqual(names.map((name) => `${name} Amaka`).sort())
  expect(new Set(rows.map((cells) => cells[4]))).toEqual(new Set(['08011112222']))
  expect(sheet?.formulas).toEqual([])
  const days = rows.map((cells) => (cells[3] as Date).toISOString())
  // Half past midnight in Nigeria.
  expect(days).toContain('2024-10-06T00:00:00.000Z')
})

test('applications are exported with every answer, and a sheet for each list of the form', async () => {
  const [added] = await addApplications(api, { count: 1, prefix: 'AN' })
  const answers = createCompleteAnswers('/api/v1/files/0190e5b0-0000-7000-8000-000000000000')
  await api.database.db
    .update(applications)
    .set({ answers })
    .where(eq(applications.id, added?.applicationId ?? ''))
  const columns = ['number', 'placeOfBirth', 'homeAddress.state', 'contactAddress.phone', 'referees', 'experience']
  const body = { of: 'applications', filter: { number: added?.number }, columns }
  const { bytes } = await make({ ...body, format: 'xlsx' })
  const sheets = await readWorkbookSheets(bytes)
  expect(sheets.map(({ name }) => name)).toEqual(['Applications', 'Experience', 'Referees'])
  expect(sheets[0]?.rows).toEqual([
    ['Application', 'Place of birth', 'Home address: State', 'Contact address: Phone'],
    [added?.number, 'Ijebu-Ode', 'Ogun', '08098765432'],
  ])
  expect(sheets[2]?.rows).toHaveLength(1 + answers.referees.length)
  expect(sheets[2]?.rows[1]?.slice(0, 2)).toEqual([added?.number, answers.referees[0]?.name])

  const lines = parseLines((await make(body)).bytes)
  expect(lines[0]?.at(-1)).toBe('Referees')
  expect(lines[1]?.at(-1)?.split('\n')).toHaveLength(answers.referees.length)
})

test('applications are exported by the filters of their own list, with what the list says of reviews', async () => {
  const [one, other] = await addApplications(api, { count: 2, prefix: 'AS', school: 'Arts' })
  await api.database.db
    .update(applicantIndex)
    .set({ assignedTo: registry.id, reviewStage: 'screening', reviewCount: 1, isSplit: true })
    .where(eq(applicantIndex.accountId, one?.accountId ?? ''))
  // With the one by the chair.
  await api.database.db
    .update(applicantIndex)
    .set({ reviewCount: 3 })
    .where(eq(applicantIndex.accountId, other?.accountId ?? ''))
  const columns = ['number', 'stage', 'reviews', 'split', 'decided', 'published', 'assigned', 'facts.experience']
  const body = { of: 'applications', columns }
  const mine = parseLines((await make({ ...body, filter: { assigned: 'me' } })).bytes)
  expect(mine).toEqual([
    ['Application', 'Stage', 'Reviews', 'Reviews differ', 'Decided', 'Published', 'Assigned to', 'Experience: number'],
    [one?.number, 'In review', 'One', 'Yes', 'Not decided', 'Not published', 'Ngozi Registry', '0'],
  ])
  const free = parseLines((await make({ ...body, filter: { assigned: 'nobody', school: 'Arts' } })).bytes)
  expect(free.slice(1).map(([number, , reviews]) => [number, reviews])).toEqual([[other?.number, 'Two or more']])
})

test('the applications of a selection are exported, and nobody else exports it', async () => {
  const filter = { school: 'Science', numbers: ['APP-2024-SC000003', 'APP-2024-SC000007'] }
  const select = (more: object) => registry.call('POST', '/staff/selections', { body: { of: 'applications', ...more } })
  const selected = await select({ filter })
  // Another one of the same person.
  await select({ filter: { numbers: ['APP-2024-SC000005'] } })
  const selection = selected.body.data.id
  const body = { of: 'applications', columns: ['number'], selection }
  const { bytes } = await make({ ...body, columns: ['number'] })
  expect(parseLines(bytes).flat().sort()).toEqual(['APP-2024-SC000003', 'APP-2024-SC000007', 'Application'])
  const other = await createStaff(api, ['registry'], { isFresh: true })
  expect((await request(body, other)).status).toBe(404)
  expect((await request({ ...body, of: 'applicants' })).status).toBe(400)
})

test('personal columns need a fresh sign-in, others do not', async () => {
  const stale = await createStaff(api, ['registry'])
  const refused = await request({ columns: ['name'] }, stale)
  expect([refused.status, refused.body.code]).toEqual([403, 'fresh_sign_in_required'])
  expect((await request({ columns: ['school', 'stage'] }, stale)).status).toBe(201)
})

test.each([
  ['a reviewer', 'reviewer' as const],
  ['the helpdesk', 'helpdesk' as const],
  ['an administrator', 'admin' as const],
  ['an auditor', 'auditor' as const],
  ['a bursar, whose exports are of money', 'bursar' as const],
  ['an exam officer, whose exports are of seats', 'exam' as const],
])('%s exports no list of applicants', async (_, role) => {
  const staff = await createStaff(api, [role], { isFresh: true })
  const refused = await request({}, staff)
  expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
})

test('of a year without an exercise there is nothing to export', async () => {
  const refused = await request({ filter: { exercise: '1999' } })
  expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
})

test('who exports by one role and sees by another gets only what both reach', async () => {
  const { rows } = await api.database.db.execute<{ id: number }>(sql`
    insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
    select institution, short_name, title, year + 1, fee_kobo, charge_kobo, posts, vendor_name from exercises
    limit 1 returning id`)
  const elsewhere = rows[0]?.id ?? null
  const grants = [{ role: 'chair', exerciseId: elsewhere } as const, { role: 'auditor' } as const]
  const chair = await createStaff(api, grants, { isFresh: true })
  expect((await request({}, chair)).body.code).toBe('not_permitted')
  const { id } = (await request({ columns: ['stage'] })).body.data
  await waitFor(id, 'ready')
  const limited = await createStaff(api, [{ role: 'chair', exerciseId: elsewhere }], { isFresh: true })
  expect((await limited.call('GET', `/staff/exports/${id}`)).status).toBe(404)
  expect((await limited.call('GET', '/staff/exports')).body.data.rows).toEqual([])
})

test('only the person who made an export downloads or cancels it; an auditor reads the register, others the own part', async () => {
  const { id: former } = await make({ columns: ['stage'] })
  const { id } = await make({ columns: ['stage'] })
  expect(await read(former)).toMatchObject({ downloads: 1 })
  // Nor does anybody where that cannot be recorded, and the file is closed again.
  expect((await withoutAuditLog(api, () => download(id))).status).toBe(500)
  const [stored] = await api.database.db.select().from(exportRegister).where(eq(exportRegister.id, id))
  // Long before its handle would be collected.
  await expect.poll(() => isContentOpen(stored?.fileId ?? ''), { timeout: 5_000 }).toBe(false)
  const other = await createStaff(api, ['registry'], { isFresh: true })
  expect((await download(id, other)).status).toBe(404)
  expect((await other.call('DELETE', `/staff/exports/${id}`)).status).toBe(404)
  const auditor = await createStaff(api, ['auditor'])
  expect(await read(id, auditor)).toMatchObject({ own: false, downloads: 1, madeBy: 'Ngozi Registry' })
  expect((await download(id, auditor)).status).toBe(403)
  for (const role of ['bursar', 'exam'] as const) {
    const limited = await createStaff(api, [role])
    expect((await limited.call('GET', `/staff/exports/${id}`)).status).toBe(404)
    expect((await limited.call('GET', '/staff/exports')).body.data.rows).toEqual([])
  }
  // Their own: of the exercise in which their role counts, and those of all.
  const { exerciseId = 0 } =
    (await api.database.db.select().from(exportRegister).where(eq(exportRegister.id, id)))[0] ?? {}
  const bursar = await createStaff(api, [{ role: 'bursar', exerciseId }])
  const { rows: own } = await api.database.pool.query<{ id: string }>(
    `with elsewhere as (
      insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
        values ('Institute', 'I', 'Recruitment', 2033, 0, 0, '[]', 'Vendor') returning id)
    insert into exports (exercise_id, kind, columns, format, is_personal, reason, state, made_by)
      select exercise, 'refunds', '{rrr}', 'csv', false, 'For the accounts', 'cancelled', $1
      from (values ($2::int), (null), ((select id from elsewhere))) as of (exercise) returning id`,
    [bursar.id, exerciseId],
  )
  const [ofExercise, ofEvery, ofOther] = own.map((row) => row.id)
  const listed: { id: string }[] = (await bursar.call('GET', '/staff/exports')).body.data.rows
  expect(listed.map((row) => row.id).toSorted()).toEqual([ofExercise, ofEvery].toSorted())
  // Of two exercises the register has the same list.
  const years = await Promise.all([ofOther, ofEvery].map(async (one = '') => (await read(one)).exercise))
  expect(years).toEqual([2033, null])
  const statuses = [ofExercise, ofEvery, ofOther].map((one) => bursar.call('GET', `/staff/exports/${one}`))
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 404])
})

test('who has lost the role by which an export was made downloads it no more, whatever else they export', async () => {
  const person = await createStaff(api, ['chair', 'registry', 'bursar'], { isFresh: true })
  const lose = (role: string) =>
    api.database.pool.query('delete from staff_roles where staff_id = $1 and role = $2', [person.id, role])
  const { id: ofPersons } = (await request({ columns: ['stage'] }, person)).body.data
  await waitFor(ofPersons, 'ready')
  const { id: ofRefunds } = (await request({ of: 'refunds', columns: ['rrr'] }, person)).body.data
  await waitFor(ofRefunds, 'ready')
  await lose('chair')
  expect((await download(ofPersons, person)).status).toBe(200)
  await lose('registry')
  expect([(await download(ofPersons, person)).status, (await download(ofRefunds, person)).status]).toEqual([404, 200])
})

test('the register is read in pages, none twice and none left out, also of exports of one moment', async () => {
  const ids = [(await make({ columns: ['stage'] })).id, (await make({ columns: ['stage'] })).id].toSorted()
  const setMadeAt = (madeAt: Date, some: string[]) =>
    api.database.db.update(exportRegister).set({ madeAt }).where(inArray(exportRegister.id, some))
  const readTwoPages = async () => {
    let after = ''
    const found: string[] = []
    for (const _page of ids) {
      const { rows, next } = (await registry.call('GET', `/staff/exports?limit=1${after}`)).body.data
      found.push(rows[0].id)
      after = `&after=${next}`
    }
    return found
  }
  await setMadeAt(api.clock.now(), ids)
  expect(await readTwoPages()).toEqual(ids.toReversed())
  await setMadeAt(new Date(api.clock.now().getTime() + 1_000), ids.slice(0, 1))
  expect(await readTwoPages()).toEqual(ids)
  const { rows } = (await registry.call('GET', `/staff/exports?after=${ids[1]}`)).body.data
  expect(rows.map(({ id }: { id: string }) => id)).not.toContain(ids[0])
})

test('a file from before its maker was recused from a case cannot be downloaded any more; one made afterwards can', async () => {
  const { id } = await make({ columns: ['userId'] })
  const { id: elsewhere } = await make({ columns: ['userId'] })
  const other = await api.database.pool.query(
    `insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
      values ('Institute', 'I', 'Recruitment', 2032, 0, 0, '[]', 'Vendor') returning id`,
  )
  const move = { exerciseId: other.rows[0].id }
  await api.database.db.update(exportRegister).set(move).where(eq(exportRegister.id, elsewhere))
  const [application] = await api.database.db.select({ id: applications.id }).from(applications).limit(1)
  const relative = { staffId: registry.id, applicationId: application?.id ?? '', reason: 'We are related.' }
  const at = api.clock.now()
  const colleague = await createStaff(api, ['registry'])
  await api.database.db.insert(recusals).values([
    { ...relative, staffId: colleague.id, madeBy: registry.id, at },
    { ...relative, madeBy: registry.id, at, endedAt: at, endedBy: colleague.id },
  ])
  expect((await download(id)).status).toBe(200)
  await api.database.db.insert(recusals).values({ ...relative, madeBy: registry.id, at })
  const gone = await download(id)
  expect([gone.status, (await gone.json()).code, (await read(id)).state]).toEqual([404, 'export_gone', 'expired'])
  expect((await download(elsewhere)).status).toBe(200)
  // Of all exercises, so also of that one.
  await api.database.db.update(exportRegister).set({ exerciseId: null }).where(eq(exportRegister.id, elsewhere))
  expect((await download(elsewhere)).status).toBe(404)
  api.clock.advance(1_000)
  expect((await download((await make({ columns: ['userId'] })).id)).status).toBe(200)
})

test.each([
  ['a column that the list does not have', { columns: ['nin'] }, 'There is no column nin.'],
  ['no column', { columns: [] }, 'Choose at least one column.'],
  ['slips of accounts', { format: 'zip-pdf' }, 'Only applications have slips.'],
  ['no reason', { reason: 'because' }, 'Say why, in at least 10 characters.'],
  ['a filter that the list does not have', { filter: { nin: '1' } }, 'There is no field "nin" here.'],
])('%s is refused', async (_, body, message) => {
  const refused = await request(body)
  expect([refused.status, refused.body.message]).toEqual([400, message])
})

test('a file is there for a day, and the register keeps the row', async () => {
  const { id } = await make({ columns: ['stage'] })
  const { id: later } = await make({ columns: ['stage'] })
  await api.database.db
    .update(exportRegister)
    .set({ expiresAt: new Date('2099-01-01T00:00:00Z') })
    .where(eq(exportRegister.id, later))
  const [before] = await api.database.db.select().from(exportRegister).where(eq(exportRegister.id, id))
  const passTime = async (ms: number) => {
    api.clock.advance(ms)
    registry = await createStaff(api, ['registry'], { isFresh: true })
    await api.database.db.update(exportRegister).set({ madeBy: registry.id }).where(eq(exportRegister.id, id))
    await removeExpiredFiles(api.jobDependencies)()
  }
  await passTime(24 * 60 * 60_000 - 60_000)
  expect((await download(id)).status).toBe(200)
  // Also before the hourly job has removed it.
  await api.database.db.update(exportRegister).set({ expiresAt: api.clock.now() }).where(eq(exportRegister.id, id))
  expect([(await download(id)).status, (await read(id)).state]).toEqual([404, 'expired'])
  // With more of the same day than are removed at once.
  await api.database.pool.query(
    `with file as (
      insert into files select (jsonb_populate_record(null::files, to_jsonb(files) || jsonb_build_object('id', gen_random_uuid()))).*
      from files, generate_series(1, 100) where files.id = $2 returning id)
    insert into exports select (jsonb_populate_record(null::exports, to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(),
      'file_id', file.id, 'expires_at', $3::timestamptz))).* from exports one, file where one.id = $1`,
    [id, before?.fileId, before?.expiresAt],
  )
  const expiresAt = before?.expiresAt
  await api.database.db.update(exportRegister).set({ expiresAt }).where(eq(exportRegister.id, id))
  await passTime(60_001)
  expect((await read(id)).state).toBe('expired')
  expect(
    await api.database.db.select().from(exportRegister).where(lt(exportRegister.expiresAt, api.clock.now())),
  ).toSatisfy((rows: { state: string }[]) => rows.length > 100 && rows.every(({ state }) => state === 'expired'))
  const gone = await download(id)
  expect([gone.status, (await gone.json()).code]).toEqual([404, 'export_gone'])
  expect(await api.jobDependencies.files.get(before?.fileId ?? '')).toBeNull()
  expect(await isLeftToDiscard(before?.fileId)).toBe(false)
  expect(await read(id)).toMatchObject({ state: 'expired', rows: before?.rows, bytes: before?.bytes, reason })
  const [kept] = await api.database.db.select().from(exportRegister).where(eq(exportRegister.id, later))
  expect([kept?.state, kept?.fileId]).toEqual(['ready', expect.any(String)])
})

test('a file that cannot be removed when its time has passed is left to the job that discards contents', async () => {
  const { id } = await make({ columns: ['stage'] })
  const [row] = await api.database.db.select().from(exportRegister).where(eq(exportRegister.id, id))
  const files = { remove: () => Promise.reject(new Error('The disk is read-only.')) }
  await expect(expireFiles({ ...api.jobDependencies, files }, [id])).rejects.toThrow('read-only')
  expect([(await read(id)).state, await isLeftToDiscard(row?.fileId)]).toEqual(['expired', true])
})

test('a file that two remove at once is removed by one of them', async () => {
  const { id } = await make({ columns: ['stage'] })
  const removed: string[] = []
  const files = {
    async remove(content: string) {
      removed.push(content)
    },
  }
  const remove = () => expireFiles({ ...api.jobDependencies, files }, [id])
  await raceAtLock(api.database.url, `select from exports where id = '${id}' for update`, [remove, remove])
  expect([(await read(id)).state, removed]).toEqual(['expired', [expect.any(String)]])
})

test('a file that a restored backup has no content of is gone, and the register says so', async () => {
  const { id } = await make({ columns: ['stage'] })
  const [row] = await api.database.db.select().from(exportRegister).where(eq(exportRegister.id, id))
  await api.jobDependencies.files.remove(row?.fileId ?? '')
  for (const _time of ['first', 'second']) {
    const gone = await download(id)
    expect([gone.status, (await gone.json()).code]).toEqual([404, 'export_gone'])
  }
  expect((await read(id)).state).toBe('expired')
})

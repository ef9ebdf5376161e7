// Everybody who may not see a decision reads all that they can before and after one is made: no answer may differ.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listContents } from '#server/features/data-export/contents.ts'
import { type AnyCallName, allCalls } from '#shared/api/applicant/all-calls.ts'
import { type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import { applicationList } from '#shared/lists/applications.ts'
import type { StaffColumn } from '#shared/lists/column.ts'
import { getFilterNames } from '#shared/lists/filters.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createDataExportSteps } from '#tests/support/api/data-exports.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { addSeatedSitting } from '#tests/support/fixtures/seated-sitting.ts'
import { formerTimes } from '#tests/support/fixtures/sittings.ts'

let api: TestApi
let rejected: ApplicationToReview
let split: ApplicationToReview
/** Who makes the decisions and their publication. */
let reviewer: TestStaff
let second: TestStaff
let chair: TestStaff
let registry: TestStaff
/** Who must not learn of them, and who may. */
const others: Record<string, TestStaff> = {}
const readers: Record<string, TestStaff> = {}
let publicationId = crypto.randomUUID() as string

beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  // What is read names days: none ends in Lagos, at 23:00 UTC, between two readings.
  const [day, hour] = [86_400_000, 3_600_000]
  const untilMidnight = day - ((Date.now() + hour) % day)
  if (untilMidnight < hour / 6) api.clock.advance(untilMidnight)
  rejected = await createApplicationToReview(api, { school: 'Technology' })
  split = await createApplicationToReview(api, { school: 'Technology' })
  reviewer = await createStaff(api, ['reviewer'])
  second = await createStaff(api, ['reviewer'])
  chair = await createStaff(api, ['chair'], { isFresh: true })
  registry = await createStaff(api, ['registry'], { isFresh: true })
  for (const role of ['exam', 'bursar', 'helpdesk', 'admin'] as const)
    others[role] = await createStaff(api, [role], { isFresh: true })
  const elsewhere = { role: 'reviewer', school: 'Management' } as const
  others['a reviewer of another school'] = await createStaff(api, [elsewhere])
  others['the helpdesk who also reviews for another school'] = await createStaff(api, ['helpdesk', elsewhere])
  others['a reviewer who is recused'] = await createStaff(api, ['reviewer'])
  for (const { number } of [rejected, split])
    await others['a reviewer who is recused']?.call('POST', `/staff/applications/${number}/recusals`, {
      body: { reason: 'The applicant is my cousin.' },
    })
  for (const role of ['registry', 'reviewer', 'chair', 'dpo', 'auditor'] as const)
    readers[role] = await createStaff(api, [role], { isFresh: true })
  // When somebody was seen last is no answer to anything else.
  for (const person of [reviewer, second, chair, registry]) await person.call('GET', '/staff/me')
}, 60_000)
afterAll(() => api.close())

type Answers = Record<string, string>

/** Moments that go on by themselves, and names of rows that are new each time. */
const withoutMoments = (text: string) =>
  text
    .replace(/"(lastSeen|lastSeenAt|expiresAt|freshUntil|asOf)":(?:null|"[^"]*")/g, '"$1":"…"')
    .replace(/("status":"success".*"data":\{"id":)"[^"]*"/, '$1"…"')

/** A PDF says when it was made; its text is compared. */
async function readContent(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.includes('pdf')) return withoutMoments(await answer.text())
  return JSON.stringify((await readPdf(new Uint8Array(await answer.arrayBuffer()))).pages)
}

async function read(path: string, headers: Record<string, string>, body?: object): Promise<string> {
  const answer = await fetch(`${api.url}/api/v1${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const kept = ['etag', 'last-modified', 'cache-control'].map((name) => answer.headers.get(name))
  return [answer.status, ...(body ? [] : kept), await readContent(answer)].join(' ')
}

/** Every filter of the list with every value that it offers. */
const listFilters = () =>
  Object.entries<StaffColumn>(applicationList.columns).flatMap(([key, column]) =>
    getFilterNames(key, column).flatMap((name) =>
      Object.keys(column.options ?? (column.kind === 'flag' ? { yes: '', no: '' } : {})).map((value) => ({
        name,
        value,
      })),
    ),
  )

/** What the path's parameters stand for, in turn. */
const parameters = (name: StaffCallName): Record<string, string>[] => {
  const both = [rejected, split].map(({ userId, number }) => ({ userId, number }))
  if (name === 'staffFile') return [{ id: rejected.file.split('/').at(-1) ?? '' }]
  if (name.startsWith('staffPublication') || name.startsWith('publication'))
    return both.map((one) => ({ ...one, id: publicationId }))
  return both.map((one) => ({ ...one, id: reviewer.id, year: '2024' }))
}

const queries: Partial<Record<StaffCallName, () => string[]>> = {
  staffApplications: () => ['', ...listFilters().map(({ name, value }) => `?${name}=${value}`)],
  staffApplicants: () => ['', '?stage=submitted', '?published=verified', '?published=rejected', '?sort=-submitted'],
  // The refusals of the walk itself are events, too.
  staffAudit: () => [reviewer, second, chair, registry].map(({ id }) => `?person=${id}`),
}

/** The calls that change nothing: all of them by default, with every filter; those that are named without any. */
async function walk({ credentials }: TestStaff, names?: readonly StaffCallName[]): Promise<Answers> {
  await api.forgetRateLimits()
  const answers: Answers = {}
  for (const [name, call] of Object.entries(staffCalls) as [StaffCallName, string][]) {
    const [method, template = ''] = call.split(' ')
    if (method !== 'GET' || names?.includes(name) === false) continue
    for (const values of parameters(name))
      for (const query of (names ? undefined : queries[name]?.()) ?? ['']) {
        const path = template.replace(/:(\w+)/g, (_, key: string) => values[key] ?? '') + query
        // The publication has another id afterwards.
        answers[path.replace(publicationId, 'publication')] ??= await read(path, credentials)
      }
  }
  return answers
}

/** How many applications match each filter, by selections. */
async function countByFilters({ credentials }: TestStaff): Promise<Answers> {
  const answers: Answers = {}
  for (const { name, value } of listFilters()) {
    if (Object.keys(answers).length % 10 === 0) await api.forgetRateLimits()
    const body = { of: 'applications', filter: { [name]: value, numbers: [rejected.number] } }
    answers[`selection ${name}=${value}`] = await read('/staff/selections', credentials, body)
  }
  return answers
}

const walkAll = async (people: Record<string, TestStaff>, names?: readonly StaffCallName[]) => {
  const found: Record<string, Answers> = {}
  for (const [who, person] of Object.entries(people))
    found[who] = { ...(await walk(person, names)), ...(names ? {} : await countByFilters(person)) }
  return found
}

const readOfCases = ['staffApplicant', 'staffApplication', 'staffApplications'] as const

/** All that the applicant can read, but for the archive. */
async function walkAsApplicant({ token, accountId }: ApplicationToReview): Promise<Answers> {
  await api.forgetRateLimits()
  const { rows } = await api.database.pool.query('select slip_code from applications where account_id = $1', [
    accountId,
  ])
  const answers: Answers = {}
  for (const [name, call] of Object.entries(allCalls) as [AnyCallName, string][]) {
    const [method, template = ''] = call.split(' ')
    if (method !== 'GET' || name === 'downloadDataExport' || name === 'dataExport') continue
    const path = template
      .replace(':code', rows[0].slip_code ?? 'none')
      .replace(':id', rejected.file.split('/').at(-1) ?? '')
    answers[name] = await read(path, { authorization: `Bearer ${token}` })
  }
  return answers
}

/** The calls whose answers differ, with both. */
const listDifferences = (before: Record<string, Answers>, after: Record<string, Answers>) =>
  Object.entries(before).flatMap(([who, answers]) =>
    Object.entries(answers).flatMap(([call, answer]) =>
      after[who]?.[call] === answer ? [] : [[who, call, answer, after[who]?.[call]]],
    ),
  )

async function decide() {
  const review = (by: TestStaff, { number }: ApplicationToReview, verdict: string, version: number) =>
    by.call('POST', `/staff/applications/${number}/reviews`, {
      body: { verdict, reasons: verdict === 'reject' ? [{ code: 'certificate_too_low' }] : [], version },
    })
  const select = async (numbers: string[]) =>
    (await registry.call('POST', '/staff/selections', { body: { of: 'applications', filter: { numbers } } })).body.data
      .id
  const numbers = [rejected.number, split.number]
  const body = { selection: await select(numbers), to: [reviewer.id], how: 'even' }
  await registry.call('POST', '/staff/assignments', { body })
  for (const by of [reviewer, second, chair])
    for (const { number, file } of [rejected, split]) {
      await by.call('GET', `/staff/applications/${number}`)
      await api.fetch(file, { headers: by.credentials })
      await by.call('POST', `/staff/applications/${number}/notes`, { body: { text: 'Looks like a rejection.' } })
    }
  await review(reviewer, rejected, 'reject', 2)
  expect((await review(second, rejected, 'reject', 3)).body.data.status.stage).toBe('rejected')
  await review(reviewer, split, 'reject', 2)
  expect((await review(second, split, 'shortlist', 3)).body.data.status.split).toBe(true)
  const decision = { outcome: 'shortlisted', version: 4 }
  const decided = await chair.call('POST', `/staff/applications/${split.number}/decision`, { body: decision })
  expect(decided.status).toBe(201)
  const publishAt = new Date(api.clock.now().getTime() + 30 * 60_000).toISOString()
  const publication = { kind: 'rejection', title: 'Rejections', selection: await select(numbers), publishAt }
  const made = (await registry.call('POST', '/staff/publications', { body: publication })).body.data
  publicationId = made.id
  const path = `/staff/publications/${made.id}`
  const proposed = await registry.call('POST', `${path}/propose`, { body: { version: made.version } })
  const { version, digest } = proposed.body.data
  expect((await chair.call('POST', `${path}/approve`, { body: { version, digest } })).status).toBe(200)
}

/** What the applicant's copy of the data would hold now. */
async function readArchive(
  { dependencies }: Awaited<ReturnType<typeof createDataExportSteps>>,
  { accountId }: ApplicationToReview = rejected,
) {
  const texts: Record<string, string> = {}
  for await (const { path, content } of listContents(dependencies, accountId, api.clock.now()))
    if (path.endsWith('.json')) texts[path] = (await content.toArray()).join('')
    else content.destroy()
  const text = (name: string) => texts[`${name}.json`] ?? ''
  const events: { actor: string; action: string }[] = JSON.parse(text('record-of-events'))
  return {
    application: text('application'),
    account: text('account'),
    emails: text('emails'),
    byStaff: events.filter(({ actor }) => actor === 'staff'),
  }
}

test('nobody who may not see a decision can tell from any answer that one was made, before it is published', async () => {
  const steps = await createDataExportSteps(api)
  const archive = await readArchive(steps)
  const seenBefore = await walkAll(readers, readOfCases)
  // The first reading is an event itself.
  await walkAll(others, readOfCases)
  const before = { ...(await walkAll(others)), 'the applicant': await walkAsApplicant(rejected) }
  await decide()
  api.clock.advance(90_000)
  const after = { ...(await walkAll(others)), 'the applicant': await walkAsApplicant(rejected) }
  expect(listDifferences(before, after)).toEqual([])
  expect(JSON.stringify(after)).not.toContain('application_decided')
  const { byStaff, ...archived } = await readArchive(steps)
  expect(archived).toEqual({ ...archive, byStaff: undefined })
  expect(byStaff.map(({ action }) => action).filter((action) => action !== 'applicant_viewed')).toEqual([])

  // The same walk tells those who may see it.
  const seen = await walkAll(readers, readOfCases)
  for (const [who, answers] of Object.entries(seen)) {
    expect(listDifferences({ [who]: seenBefore[who] ?? {} }, { [who]: answers }), who).not.toEqual([])
    expect(JSON.stringify(answers), who).toContain('rejected')
  }

  api.clock.advance(30 * 60_000)
  await api.services.publications.publish({ publicationId })
  const published = await readArchive(steps)
  expect(published.application).toContain('"decision": "rejected"')
  const told = published.byStaff.map(({ action }) => action)
  expect(told).toEqual(expect.arrayContaining(['application_reviewed', 'application_decided', 'outcome_published']))
}, 180_000)

test('a result and a final outcome are in no reply, slip, calendar, email and archive of the applicant before their publication', async () => {
  const one = await createApplicationToReview(api, { school: 'Technology' })
  const officer = await createStaff(api, ['exam'])
  const maker = await createStaff(api, ['registry'])
  const decider = await createStaff(api, ['chair'], { isFresh: true })
  const { pool } = api.database
  await pool.query(`update applications set decision = 'verified' where number = $1`, [one.number])
  const { applicants } = await addSeatedSitting(api, { count: 1, madeBy: officer.id, sitting: formerTimes })
  await pool.query(
    'update seats set application_id = (select id from applications where number = $1) where application_id = $2',
    [one.number, applicants[0]?.applicationId],
  )
  await pool.query(
    `update posts set vacancies = 5 from accounts where accounts.id = $1 and posts.school = accounts.school
      and posts.department is not distinct from accounts.department and posts.role = accounts.role`,
    [one.accountId],
  )
  const steps = await createDataExportSteps(api)
  const readAll = async () => [await walkAsApplicant(one), await readArchive(steps, one)]
  const countJobs = async () =>
    (await pool.query('select count(*)::int from graphile_worker._private_jobs')).rows[0].count
  const [before, jobsBefore] = [await readAll(), await countJobs()]
  const path = `/staff/applications/${one.number}`
  const act = async (by: TestStaff, to: string, body: object) => {
    const answer = await by.call('POST', path + to, { body })
    expect([to, answer.status]).toEqual([to, 201])
  }
  await act(officer, '/result', { kind: 'cbt', score: 61.5, maximum: 100, version: 0 })
  await act(maker, '/result/confirm', { kind: 'cbt', version: 1 })
  const until = new Date(api.clock.now().getTime() + 10 * 86_400_000).toISOString()
  await act(decider, '/outcome', { outcome: 'selected', until, version: 0 })
  await act(maker, '/outcome/confirm', { version: 1 })
  const propose = async (body: object) => {
    const made = (await maker.call('POST', '/staff/publications', { body })).body.data
    const { version } = made
    const proposed = await maker.call('POST', `/staff/publications/${made.id}/propose`, { body: { version } })
    expect(proposed.status).toBe(200)
    return proposed.body.data
  }
  for (const kind of ['cbt', 'offer']) {
    const of = { of: 'applications', filter: { numbers: [one.number] } }
    const selection = (await maker.call('POST', '/staff/selections', { body: of })).body.data.id
    await propose({ kind, title: kind, selection })
  }
  expect(await readAll()).toEqual(before)
  expect(await countJobs()).toBe(jobsBefore)

  // Something else is published meanwhile.
  const sitting = { kind: 'interview' } as const
  const { id } = await addSeatedSitting(api, { applications: [one.id], madeBy: officer.id, sitting })
  const seats = await propose({ kind: 'seats', title: 'Interviews', sittings: [id] })
  const { version, digest } = seats
  await decider.call('POST', `/staff/publications/${seats.id}/approve`, { body: { version, digest } })
  await api.services.publications.publish({ publicationId: seats.id })
  const { byStaff } = await readArchive(steps, one)
  expect(byStaff.map(({ action }) => action)).toEqual(['outcome_published'])
}, 120_000)

test('the own data name a hold once it has ended', async () => {
  const one = await createApplicationToReview(api, { school: 'Technology' })
  const steps = await createDataExportSteps(api)
  const officer = await createStaff(api, ['registry'])
  const act = async (step: 'hold' | 'release') => {
    const body = { reason: 'Two applicants have sent the same certificate.' }
    await officer.call('POST', `/staff/applicants/${one.userId}/${step}`, { body })
    return (await readArchive(steps, one)).byStaff.map(({ action }) => action)
  }
  const ended = ['applicant_held', 'applicant_hold_ended']
  expect([await act('hold'), await act('release'), await act('hold')]).toEqual([[], ended, ended])
})

test('roles that are limited to the status cannot ask for more by a filter, in the list or by a selection', async () => {
  const helpdesk = await createStaff(api, ['helpdesk'])
  for (const filter of ['stage=rejected', 'decided=rejected', 'reviews=2', 'split=yes', 'assigned=nobody']) {
    const [name = '', value] = filter.split('=')
    expect((await helpdesk.call('GET', `/staff/applications?${filter}`)).body.code, filter).toBe('not_permitted')
    const body = { of: 'applications', filter: { [name]: value } }
    expect((await helpdesk.call('POST', '/staff/selections', { body })).body.code, filter).toBe('not_permitted')
  }
})

test('a role widens nothing outside its own place: each row shows what the roles there allow', async () => {
  const here = await createApplicationToReview(api, { school: 'Management' })
  const both = await createStaff(api, ['helpdesk', { role: 'reviewer', school: 'Management' }])
  const { rows } = (await both.call('GET', '/staff/applications')).body.data
  const stages = Object.fromEntries(rows.map(({ number, stage }: Record<string, string>) => [number, stage]))
  expect([stages[here.number], stages[split.number]]).toEqual(['submitted', 'screening'])
  const found = (await both.call('GET', '/staff/applications?stage=submitted|shortlisted|rejected')).body.data
  expect(found.rows.map(({ number }: { number: string }) => number)).toEqual([here.number])
})

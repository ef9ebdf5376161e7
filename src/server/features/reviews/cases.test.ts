import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, startStaffTestSession, type TestStaff } from '#tests/support/api/staff.ts'
import { type ApplicationToReview, createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let reviewer: TestStaff
let second: TestStaff
let chair: TestStaff
let one: ApplicationToReview
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  await createPeople()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.forgetRateLimits()
  one = await createApplicationToReview(api)
})

async function createPeople() {
  reviewer = await createStaff(api, ['reviewer'], { name: 'First Reviewer' })
  second = await createStaff(api, ['reviewer'], { name: 'Second Reviewer' })
  chair = await createStaff(api, ['chair'], { name: 'The Chair' })
}

const path = (more = '') => `/staff/applications/${one.number}${more}`
const reject = { verdict: 'reject', reasons: [{ code: 'certificate_too_low' }] }
const review = (by: TestStaff, body: object, version = 1) =>
  by.call('POST', path('/reviews'), { body: { version, ...body } })
const decide = (by: TestStaff, body: object, version: number) =>
  by.call('POST', path('/decision'), { body: { version, ...body } })
const read = async (by: TestStaff) => (await by.call('GET', path())).body.data
describe('an application', () => {
  test('is read with its contents, facts and photos; each person is recorded once an hour', async () => {
    const photos = { submitted: randomUUID(), nin: randomUUID() }
    await api.database.pool.query(
      'update applications set photo_file_id = $2, nin_photo_file_id = $3 where number = $1',
      [one.number, ...Object.values(photos)],
    )
    expect(await withoutAuditLog(api, () => read(reviewer))).toBeUndefined()
    const data = await read(reviewer)
    expect(data.photos).toEqual(photos)
    expect(data.renderedTables.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['personal', 'experience', 'publication', 'grants', 'referees']),
    )
    expect(data.derived).toEqual(
      expect.arrayContaining([
        { key: 'highestCertificate', label: 'Highest certificate', value: 'msc', text: 'MSc' },
        expect.objectContaining({ key: 'grants', label: 'Grants', value: 1 }),
      ]),
    )
    expect(data).toMatchObject({
      number: one.number,
      status: { stage: 'submitted', version: 1, reviews: 0, assignedTo: null },
      applicant: { userId: one.userId, school: 'Technology', role: 'Lecturer II' },
      requirements: { suggestion: 'none', checks: [] },
      may: { review: true, decide: false, note: true, assign: false },
    })
    await read(reviewer)
    const countViews = async () =>
      (await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, one.number))).filter(
        ({ action, staffId }) => action === 'application_viewed' && staffId === reviewer.id,
      ).length
    expect(await countViews()).toBe(1)
    api.clock.advance(3_600_001)
    await api.call('GET', path(), { headers: await startStaffTestSession(api, reviewer.id) })
    expect(await countViews()).toBe(2)
    await createPeople()
  })

  test('is compared with what its post asks for: a suggestion, which decides nothing', async () => {
    const named = ['Technology', 'Computer Science', 'Lecturer II']
    const setRequirements = (requirements: object) =>
      api.database.pool.query(
        `update posts set requirements = $1 where school = $2 and department = $3 and role = $4
          and exercise_id = (select id from exercises where year = 2024)`,
        [requirements, ...named],
      )
    // What another exercise asks for in a post of this name is none of this one.
    await api.database.pool.query(
      `with elsewhere as (
        insert into exercises select (jsonb_populate_record(null::exercises, to_jsonb(exercises)
          || '{"id": 2037, "year": 2037, "is_current": false}')).* from exercises where year = 2024 returning id)
      insert into posts (exercise_id, school, department, role, requirements)
        select id, $1, $2, $3, '{"minCertificate": "phd"}' from elsewhere`,
      named,
    )
    const readRow = async () =>
      (await reviewer.call('GET', `/staff/applications?number=${one.number}`)).body.data.rows[0]
    await setRequirements({ minCertificate: 'phd', minPublications: 1 })
    expect(await read(reviewer)).toMatchObject({
      status: { stage: 'submitted' },
      requirements: {
        suggestion: 'falls_short',
        summary: 'Highest certificate: MSc; the post asks for PhD.',
        checks: [
          { name: 'minCertificate', isMet: false },
          { name: 'minPublications', isMet: true },
        ],
      },
    })
    expect((await readRow()).meets).toBe('falls_short')
    await setRequirements({ minCertificate: 'msc' })
    expect((await readRow()).meets).toBe('meets')
    await setRequirements({})
    expect((await readRow()).meets).toBe('none')
  })

  test('shows every table that it was submitted with, also of a section that the form has got since', async () => {
    const table = {
      name: 'languages',
      title: 'Languages',
      layout: 'grid',
      headings: ['Language'],
      // As tables were stored at first, and as they are.
      rows: [[{ text: 'Hausa', files: [] }], ['Igbo']],
      none: 'None.',
    }
    await api.database.pool.query(
      `update applications set rendered_tables = rendered_tables::jsonb || $1::jsonb where id = $2`,
      [JSON.stringify([table]), one.id],
    )
    expect((await read(reviewer)).renderedTables.at(-1)).toEqual(table)
  })

  test('of another school is unknown to a reviewer, whatever is done, and the refusal is recorded', async () => {
    const elsewhere = await createStaff(api, [{ role: 'reviewer', school: 'Management' }])
    const answers = [
      await elsewhere.call('GET', path()),
      await review(elsewhere, reject),
      await elsewhere.call('POST', path('/notes'), { body: { text: 'Hello' } }),
      await elsewhere.call('PUT', path('/viewers/me')),
      await elsewhere.call('POST', path('/recusals'), { body: { reason: 'I know the applicant.' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await elsewhere.call('GET', '/staff/applications')).body.data.rows).toEqual([])
    await expect.poll(async () => (await listRefusals(elsewhere.id)).length).toBe(5)
    expect(await listRefusals(elsewhere.id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ cause: 'scope' })]),
    )
  })

  test('shows the helpdesk its status only, and nothing that is not published', async () => {
    await review(reviewer, reject)
    await review(second, reject, 2)
    const helpdesk = await createStaff(api, ['helpdesk'])
    expect(await read(helpdesk)).toMatchObject({
      status: { stage: 'screening', reviews: 0 },
      renderedTables: null,
      derived: [],
      reviews: [],
      decided: null,
      photos: { submitted: null, nin: null },
    })
    const [row] = (await helpdesk.call('GET', `/staff/applications?number=${one.number}`)).body.data.rows
    expect(row).toMatchObject({ stage: 'screening', decided: null, reviews: 0, assigned: null, meets: null })
    for (const filter of ['decided=rejected', 'stage=rejected', 'reviews=2'])
      expect((await helpdesk.call('GET', `/staff/applications?${filter}`)).status).toBe(403)
  })

  test('of an archived exercise can be read, and not changed', async () => {
    const archive = (at: string) => api.database.pool.query(`update exercises set archived_at = ${at}`)
    await archive('now()')
    const answers = [await review(reviewer, reject), await decide(chair, { outcome: 'held' }, 1)]
    expect(answers.map(({ body }) => body.code)).toEqual(['exercise_archived', 'exercise_archived'])
    expect((await read(reviewer)).may).toEqual({
      review: false,
      decide: false,
      return: false,
      takeBack: false,
      withdraw: false,
      reinstate: false,
      note: false,
      assign: false,
    })
    await archive('null')
  })
})

/** What the audit log says about the application, but for who has read it. */
const listChanges = async () =>
  (await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, one.number)).orderBy(auditLog.id))
    .map(({ action, accountId, staffId, reason, detail }) => ({ action, accountId, staffId, reason, detail }))
    .filter(({ action }) => action !== 'application_viewed')
const listRefusals = async (staffId: string) =>
  (await api.database.db.select().from(auditLog).where(eq(auditLog.staffId, staffId)))
    .filter(({ action }) => action === 'request_refused')
    .map(({ detail }) => detail)

describe('somebody with an interest in a case', () => {
  const reason = 'The applicant is my cousin.'
  const recuse = (by: TestStaff, body: object = { reason }) => by.call('POST', path('/recusals'), { body })

  test('sees nothing of it and cannot review it', async () => {
    expect((await recuse(reviewer)).status).toBe(201)
    const answers = [
      await reviewer.call('GET', path()),
      await review(reviewer, reject),
      await reviewer.call('PUT', path('/viewers/me')),
      await recuse(reviewer),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const list = await reviewer.call('GET', `/staff/applications?number=${one.number}`)
    expect(list.body.data).toMatchObject({ rows: [], count: { value: 0 } })
    const applicants = await reviewer.call('GET', `/staff/applicants?userId=${one.userId}`)
    expect(applicants.body.data.rows).toEqual([])
    expect((await reviewer.call('GET', `/staff/applicants/${one.userId}`)).status).toBe(404)
    expect((await api.fetch(one.file, { headers: reviewer.credentials })).status).toBe(404)
    expect((await api.fetch(one.file, { headers: second.credentials })).status).not.toBe(404)
    expect((await read(chair)).recusals).toMatchObject([{ person: { id: reviewer.id }, reason }])
    expect((await review(second, reject)).status).toBe(201)
  })

  test('can be named by a colleague who assigns, who can also end it; nobody ends the own one, nor one whom that person invited', async () => {
    const recuseSecond = () => recuse(chair, { reason, person: second.id })
    expect((await withoutAuditLog(api, recuseSecond)).status).toBe(500)
    const { status, body } = await recuseSecond()
    expect(status, 'once it can be recorded').toBe(201)
    expect((await second.call('GET', path())).status).toBe(404)
    expect((await recuseSecond()).body.code).toBe('already_recused')
    expect((await recuse(chair, { reason, person: randomUUID() })).body.code).toBe('invalid_request')
    expect((await recuse(reviewer, { reason, person: second.id })).status).toBe(403)
    expect((await reviewer.call('DELETE', path(`/recusals/${body.data.id}`))).status).toBe(403)
    const elsewhere = `/staff/applications/${(await createApplicationToReview(api)).number}/recusals/${body.data.id}`
    expect((await chair.call('DELETE', elsewhere)).status).toBe(404)
    expect((await chair.call('DELETE', path(`/recusals/${randomUUID()}`))).status).toBe(404)
    const invited = await createStaff(api, ['registry'])
    const invite = 'update staff set created_by = $2, created_at = $3 where id = $1'
    await api.database.pool.query(invite, [invited.id, second.id, api.clock.now()])
    const byInvited = await invited.call('DELETE', path(`/recusals/${body.data.id}`))
    expect(byInvited.body.code).toBe('second_person_related')
    const end = () => chair.call('DELETE', path(`/recusals/${body.data.id}`))
    expect((await withoutAuditLog(api, end)).status).toBe(500)
    const lock = `select from recusals where id = '${body.data.id}' for update`
    const ended = await raceAtLock(api.database.url, lock, [end, end])
    expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const recorded = { accountId: one.accountId, staffId: chair.id, detail: { person: second.id } }
    expect(await listChanges()).toEqual([
      { action: 'reviewer_recused', reason, ...recorded },
      { action: 'recusal_ended', reason: null, ...recorded },
    ])
    expect((await read(chair)).recusals).toEqual([])
    expect((await chair.call('DELETE', path(`/recusals/${body.data.id}`))).status).toBe(404)
    expect((await second.call('GET', path())).status).toBe(200)
    const list = await second.call('GET', `/staff/applications?number=${one.number}`)
    expect(list.body.data.count.value).toBe(1)
    // Oneself by name, without the right to name others.
    expect((await recuse(second, { reason, person: second.id })).status).toBe(201)
    const registry = await createStaff(api, ['registry'])
    const own = await recuse(registry, { reason, person: chair.id })
    // The one that has held longest stands first.
    await api.database.pool.query(`update recusals set at = at - interval '1 day' where id = $1`, [own.body.data.id])
    const { recusals } = await read(registry)
    expect(recusals.map(({ person }: { person: { id: string } }) => person.id)).toEqual([chair.id, second.id])
    expect((await chair.call('DELETE', path(`/recusals/${own.body.data.id}`))).status).toBe(404)
    const bypass = 'update recusals set ended_at = now(), ended_by = staff_id where id = $1'
    await expect(api.database.pool.query(bypass, [own.body.data.id])).rejects.toThrow('recusals_ended_by_another')
  })
})

test('colleagues see for five minutes who has a case open', async () => {
  const opened = await reviewer.call('PUT', path('/viewers/me'))
  expect(opened.body.data).toMatchObject({ version: 1, viewers: [] })
  expect((await second.call('PUT', path('/viewers/me'))).body.data.viewers).toMatchObject([
    { person: { name: 'First Reviewer' } },
  ])
  const listViewers = async () =>
    (await read(chair)).viewers.map(({ person }: { person: { name: string } }) => person.name)
  await reviewer.call('PUT', path('/viewers/me'))
  expect(await listViewers()).toEqual(['First Reviewer', 'Second Reviewer'])
  const other = `/staff/applications/${(await createApplicationToReview(api)).number}`
  await reviewer.call('PUT', `${other}/viewers/me`)
  await reviewer.call('DELETE', path('/viewers/me'))
  expect((await chair.call('GET', other)).body.data.viewers).toHaveLength(1)
  api.clock.advance(4 * 60_000)
  expect((await read(chair)).viewers).toMatchObject([{ person: { name: 'Second Reviewer' } }])
  const leaving = await createStaff(api, ['reviewer'], { name: 'Leaving Reviewer' })
  await leaving.call('PUT', path('/viewers/me'))
  expect(await listViewers()).toEqual(['Second Reviewer', 'Leaving Reviewer'])
  await leaving.call('POST', path('/recusals'), { body: { reason: 'The applicant is my cousin.' } })
  expect((await read(chair)).viewers).toHaveLength(1)
  await reviewer.call('PUT', path('/viewers/me'))
  await review(reviewer, reject)
  expect((await read(chair)).viewers).toMatchObject([{ person: { name: 'Second Reviewer' } }])
  api.clock.advance(60_001)
  expect((await read(chair)).viewers).toEqual([])
})

test('who comes back within the five minutes has had the case open since the first time, later anew', async () => {
  const open = () => reviewer.call('PUT', path('/viewers/me'))
  const readSince = async () => Date.parse((await read(chair)).viewers[0].since)
  await open()
  const first = await readSince()
  api.clock.advance(4 * 60_000)
  await open()
  expect(await readSince()).toBe(first)
  api.clock.advance(5 * 60_000 + 1)
  await open()
  expect(await readSince()).toBeGreaterThan(first + 9 * 60_000)
})

test('notes are for colleagues, and cannot be changed', async () => {
  const addUnrecorded = () => reviewer.call('POST', path('/notes'), { body: { text: 'Unrecorded' } })
  expect((await withoutAuditLog(api, addUnrecorded)).status).toBe(500)
  await reviewer.call('POST', path('/notes'), { body: { text: 'First' } })
  const { status, body } = await chair.call('POST', path('/notes'), { body: { text: 'Second', pinned: true } })
  expect([status, body.data]).toMatchObject([201, { text: 'Second', pinned: true, person: { name: 'The Chair' } }])
  const { number: other } = await createApplicationToReview(api)
  await reviewer.call('POST', `/staff/applications/${other}/notes`, { body: { text: 'Of another application' } })
  await reviewer.call('POST', path('/notes'), { body: { text: 'Third' } })
  await reviewer.call('POST', path('/notes'), { body: { text: 'Fourth' } })
  expect((await read(second)).notes.map(({ text }: { text: string }) => text)).toEqual([
    'Second',
    'Fourth',
    'Third',
    'First',
  ])
  const auditor = await createStaff(api, ['auditor'])
  expect((await auditor.call('POST', path('/notes'), { body: { text: 'Hello' } })).status).toBe(403)
  // Who wrote them is recorded, without the words.
  expect(await listChanges()).toEqual(
    [reviewer, chair, reviewer, reviewer].map(({ id }) => ({
      action: 'application_note_added',
      accountId: one.accountId,
      staffId: id,
      reason: null,
      detail: {},
    })),
  )
})

test('a note whose answer was lost is tried again, and stands once', async () => {
  const add = async (pinned: boolean) =>
    (await reviewer.call('POST', path('/notes'), { body: { text: 'Rang the referee.', pinned } })).body.data.id
  const first = await add(false)
  expect(await add(false)).toBe(first)
  expect(await add(true)).not.toBe(first)
  expect(await add(false)).not.toBe(first)
  expect((await read(chair)).notes).toHaveLength(3)
})

test('a selection of the list holds what its filters find', async () => {
  await review(reviewer, reject)
  const registry = await createStaff(api, ['registry'])
  const select = (filter: object) =>
    registry.call('POST', '/staff/selections', { body: { of: 'applications', filter } })
  const found = await select({ stage: 'screening', number: one.number, paid: 'yes' })
  expect([found.status, found.body.data.count]).toEqual([201, 1])
  expect((await select({ stage: 'shortlisted', number: one.number })).body.code).toBe('selection_empty')
})

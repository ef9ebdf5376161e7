import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { publicationItems, publications } from '#server/database/schema/decisions/publications.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import {
  addBatch,
  createPublishing,
  createPublishingStaff,
  type PublishingStaff,
  unreadableDocument,
} from '#tests/support/api/publications.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createSubmittableApplication } from '#tests/support/api/submissions.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
let people: PublishingStaff
let publishing: ReturnType<typeof createPublishing>
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await api.forgetRateLimits()
  people = await createPublishingStaff(api)
  publishing = createPublishing(api, people)
})
afterAll(() => api.close())

describe('what applicants see', () => {
  test('after the decision the own application is byte for byte as before; after the approval by another it has the outcome', async () => {
    const { applicant, answers } = await createSubmittableApplication(api)
    await api.call('POST', '/applications/', { token: applicant.token, body: answers })
    const readOwn = async () =>
      (await api.fetch('/api/v1/applications/my', { headers: { authorization: `Bearer ${applicant.token}` } })).text()
    const readSummary = async () =>
      (await api.call('GET', '/applications/my/summary', { token: applicant.token })).body.data
    const before = await readOwn()
    const number: string = JSON.parse(before).data.applicationId
    const [row] = await api.database.db.select().from(applications).where(eq(applications.number, number))
    await publishing.decide([row?.id ?? ''], 'rejected')
    expect(await readOwn()).toBe(before)

    const selection = await publishing.select({ numbers: [number] })
    const make = () =>
      people.maker.call('POST', '/staff/publications', {
        body: { kind: 'rejection', title: 'First rejections', selection },
      })
    // Nor is any step taken that cannot be recorded.
    expect((await withoutAuditLog(api, make)).status).toBe(500)
    const listed = await people.maker.call('GET', '/staff/publications?q=First+rejections')
    expect(listed.body.data.rows, 'where it cannot be recorded').toEqual([])
    const made = await make()
    expect(made.status).toBe(201)
    const { id, version } = made.body.data
    expect((await withoutAuditLog(api, () => publishing.propose(id, version))).status).toBe(500)
    expect((await publishing.read(id)).state, 'where it cannot be recorded').toBe('draft')
    const proposed = (await publishing.propose(id, version)).body.data
    expect(await readOwn()).toBe(before)
    expect((await withoutAuditLog(api, () => publishing.approve(proposed))).status).toBe(500)
    expect((await publishing.approve(proposed)).status).toBe(200)
    await publishing.waitUntilPublished(id)
    expect(JSON.parse(await readOwn()).data).toMatchObject({
      isVerified: false,
      rejectionReasons: [{ type: 'Document', reason: 'A file that you sent cannot be read.' }],
    })
    expect((await readSummary()).application).toMatchObject({
      decision: 'rejected',
      rejectionReasons: [{ type: 'Document', reason: 'A file that you sent cannot be read.' }],
    })
    await expect
      .poll(() => publishing.listSubjects(applicant.email))
      .toContain(`The outcome of your application ${number}`)
    const [email] = api.mailbox.messages(applicant.email).filter(({ subject }) => subject.startsWith('The outcome'))
    expect(email?.text).toContain('A file that you sent cannot be read.')
  }, 60_000)

  test('a shortlist verifies the applications, each applicant gets one email, and the list of staff has it at once', async () => {
    const { school, added, ids } = await addBatch(api, 6)
    await publishing.decide(ids, 'shortlisted')
    const id = await publishing.publish('shortlist', school, { emailNote: 'Bring your certificates.' })
    expect(new Set(await publishing.readDecisions(ids))).toEqual(new Set(['verified']))
    await expect
      .poll(async () => (await publishing.read(id)).counts, { timeout: 30_000 })
      .toEqual({
        items: 6,
        waiting: 0,
        done: 6,
        skipped: 0,
        excluded: 0,
        emails: 6,
        emailsSent: 6,
        emailsFailed: 0,
        emailsWithdrawn: 0,
      })
    for (const { email, number } of added) {
      expect(publishing.listSubjects(email)).toEqual([`The outcome of your application ${number}`])
      expect(api.mailbox.messages(email)[0]?.text).toContain('Bring your certificates.')
    }
    const { body } = await people.maker.call('GET', `/staff/applicants?school=${school}&published=verified`)
    expect(body.data.rows).toHaveLength(6)
    const events = await api.database.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
    const { digest } = await publishing.read(id)
    const [maker, approver] = [people.maker.id, people.approver.id]
    const { exerciseId } = events[0] ?? {}
    expect(exerciseId).toEqual(expect.any(Number))
    const ofPublication = events.filter(({ action }) => action.startsWith('publication_'))
    expect(ofPublication).toMatchObject([
      { action: 'publication_made', staffId: maker, detail: { kind: 'shortlist', items: 6 } },
      { action: 'publication_proposed', staffId: maker, detail: { items: 6, digest } },
      { action: 'publication_approved', staffId: approver, detail: { digest } },
      { action: 'publication_published', staffId: approver, detail: { done: 6, skipped: [] } },
    ])
    const published = events.filter(({ action }) => action === 'outcome_published')
    expect(published.map(({ accountId }) => accountId).toSorted()).toEqual(
      added.map(({ accountId }) => accountId).toSorted(),
    )
    expect([...ofPublication, ...published]).toEqual(
      Array(10).fill(expect.objectContaining({ subjectKind: 'publication', exerciseId })),
    )
    expect(published).toEqual(Array(6).fill(expect.objectContaining({ staffId: approver })))
    // As if one mail server had refused its email for good, and another had never answered.
    await api.database.pool.query(
      `update emails set state = (array['refused', 'failed'])[place]
       from (select id, row_number() over (order by id) as place from emails where publication_id = $1) as placed
       where emails.id = placed.id and place <= 2`,
      [id],
    )
    expect((await publishing.read(id)).counts).toMatchObject({ emails: 6, emailsSent: 4, emailsFailed: 2 })
  }, 60_000)
})

describe('two persons', () => {
  test('the maker cannot approve, whatever the roles, and neither can the one who proposed it', async () => {
    const { school, ids } = await addBatch(api, 2)
    await publishing.decide(ids, 'shortlisted')
    const all = await createStaff(api, ['registry', 'chair'], { isFresh: true })
    const made = (await publishing.make('shortlist', school, {}, all)).body.data
    const proposed = (await publishing.propose(made.id, made.version, people.maker)).body.data
    for (const person of [all, people.maker]) {
      const { status, body } = await publishing.approve(proposed, person)
      expect([status, body.code]).toEqual([403, 'second_person_required'])
    }
    expect((await publishing.approve(proposed, await createStaff(api, ['chair']))).body.code).toBe(
      'fresh_sign_in_required',
    )
    expect((await publishing.approve(proposed, await createStaff(api, ['exam'], { isFresh: true }))).body.code).toBe(
      'not_permitted',
    )
    expect((await publishing.approve(proposed)).body.data.state).toBe('approved')
  })

  test('the table itself refuses an approval by the maker', async () => {
    const { school, ids } = await addBatch(api, 1)
    await publishing.decide(ids, 'shortlisted')
    const { id } = await publishing.makeProposed('shortlist', school)
    const update = api.database.db
      .update(publications)
      .set({ state: 'approved', approvedBy: people.maker.id })
      .where(eq(publications.id, id))
    await expect(update).rejects.toMatchObject({ cause: { constraint: 'publications_second_person' } })
  })

  test('an application decided anew since the proposal: 409 with the new digest and the difference, which then can be approved', async () => {
    const { school, added, ids } = await addBatch(api, 4)
    await publishing.decide(ids, 'rejected')
    const proposed = await publishing.makeProposed('rejection', school)
    const [changed, dropped, , withdrawn] = ids as [string, string, string, string]
    await publishing.decide([changed], 'rejected', [{ code: 'other', type: 'Application', reason: 'Sent twice.' }])
    await publishing.decide([dropped], 'shortlisted')

    const refused = await publishing.approve(proposed)
    expect([refused.status, refused.body.code]).toEqual([409, 'publication_changed'])
    const { digest, differences } = refused.body.data
    expect(digest).not.toBe(proposed.digest)
    const before = { outcome: 'rejected', reasons: [{ type: 'Document', reason: unreadableDocument.reason }] }
    expect(differences).toEqual({
      count: 2,
      rows: [
        {
          number: added[0]?.number,
          name: 'Sule Amaka',
          before,
          now: { outcome: 'rejected', reasons: [{ type: 'Application', reason: 'Sent twice.' }] },
          exclusionReason: null,
        },
        { number: added[1]?.number, name: 'Sule Amaka', before, now: null, exclusionReason: 'other_outcome' },
      ],
    })
    expect(await publishing.readDecisions(ids)).toEqual(Array(4).fill('pending'))
    expect(await publishing.read(proposed.id, people.approver)).toMatchObject({
      state: 'proposed',
      digest: proposed.digest,
      currentDigest: digest,
      currentCount: 3,
      differences: { count: 2 },
    })

    // One more changes while the approval is being stored.
    const meanwhile = `select from publication_items where application_id = '${changed}' for update;
      update applications set withdrawn_at = now() where id = '${withdrawn}'`
    const [late] = await raceAtLock(api.database.url, meanwhile, [() => publishing.approve({ ...proposed, digest })])
    expect([late?.status, late?.body.code, late?.body.data.differences.count]).toEqual([409, 'publication_changed', 1])
    const approved = await publishing.approve({ ...proposed, digest: late?.body.data.digest })
    expect(approved.body.data.counts).toMatchObject({ items: 2, excluded: 2 })
    await publishing.waitUntilPublished(proposed.id)
    expect(await publishing.readDecisions(ids)).toEqual(['rejected', 'pending', 'rejected', 'pending'])
  }, 60_000)

  test('the number of applications, when it is typed, must be right; one that was left out stays so', async () => {
    const { school, ids } = await addBatch(api, 3)
    await publishing.decide(ids.slice(0, 2), 'shortlisted')
    const { id, digest, version } = await publishing.makeProposed('shortlist', school)
    await publishing.decide(ids.slice(2), 'shortlisted')
    expect((await publishing.act(id, 'approve', { digest, version, count: 3 }, people.approver)).body.code).toBe(
      'count_differs',
    )
    const approved = await publishing.act(id, 'approve', { digest, version, count: 2 }, people.approver)
    expect(approved.body.data.counts).toMatchObject({ items: 2, excluded: 1 })
  })

  test('a change since it was seen is answered with the newest', async () => {
    const { school, ids } = await addBatch(api, 1)
    await publishing.decide(ids, 'shortlisted')
    const { id, version } = (await publishing.make('shortlist', school)).body.data
    const change = { title: 'Another title', emailNote: 'Soon more.', version }
    const patch = () => people.maker.call('PATCH', `/staff/publications/${id}`, { body: change })
    expect((await withoutAuditLog(api, patch)).status).toBe(500)
    expect(await publishing.read(id), 'where it cannot be recorded').toMatchObject({ title: 'A shortlist', version })
    const lock = `select from publications where id = '${id}' for update`
    const answers = await raceAtLock(api.database.url, lock, [patch, patch])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const changed = answers.find(({ status }) => status === 200)
    expect(changed?.body.data).toMatchObject({ title: 'Another title', emailNote: 'Soon more.' })
    const { rows: events } = await api.database.pool.query(
      `select staff_id as by, (select year from exercises where id = exercise_id) as year from audit_log
        where action = 'publication_changed' and subject_id = $1`,
      [id],
    )
    expect(events).toEqual([{ by: people.maker.id, year: 2024 }])
    const late = await publishing.propose(id, version)
    expect([late.status, late.body.code, late.body.data.title]).toEqual([409, 'changed_meanwhile', 'Another title'])
    const proposed = (await publishing.propose(id, changed?.body.data.version)).body.data
    expect((await publishing.approve({ ...proposed, version })).body.code).toBe('changed_meanwhile')
    const again = await people.maker.call('PATCH', `/staff/publications/${id}`, {
      body: { ...change, version: proposed.version },
    })
    expect(again.body.code).toBe('publication_state')
  })
})

describe('a correction', () => {
  test('gives the new reasons of an application that stays rejected', async () => {
    const { school, ids } = await addBatch(api, 2)
    await publishing.decide(ids, 'rejected')
    await publishing.publish('rejection', school)
    const certificate = { code: 'certificate_too_low', type: 'Certificate', reason: 'The certificate is too low.' }
    await publishing.decide(ids.slice(0, 1), 'rejected', [certificate])
    await publishing.decide(ids.slice(1), 'rejected')
    expect((await publishing.makeProposed('correction', school)).counts).toMatchObject({ items: 1, excluded: 1 })
  }, 60_000)

  test('undoes what was published by mistake, needs two persons again, and writes an email that says so', async () => {
    const { school, added, ids } = await addBatch(api, 3)
    await publishing.decide(ids, 'shortlisted')
    await publishing.publish('shortlist', school)
    const numberOf = (index: number) => added[index]?.number
    const subjectsOf = (index: number) => publishing.listSubjects(added[index]?.email ?? '')
    // The email of a correction waits ten seconds for an earlier one.
    await expect.poll(() => [0, 1, 2].flatMap(subjectsOf)).toHaveLength(3)
    const [toReject, toHold] = ids as [string, string]
    await publishing.decide([toReject], 'rejected')
    await publishing.decide([toHold], 'held')
    const proposed = await publishing.makeProposed('correction', school)
    expect(proposed.counts).toMatchObject({ items: 2, excluded: 1 })
    expect((await publishing.approve(proposed, people.maker)).body.code).toBe('second_person_required')
    expect(await publishing.readDecisions(ids)).toEqual(['verified', 'verified', 'verified'])
    expect((await publishing.approve(proposed)).status).toBe(200)
    await publishing.waitUntilPublished(proposed.id)
    expect(await publishing.readDecisions(ids)).toEqual(['rejected', 'pending', 'verified'])
    await expect
      .poll(() => [subjectsOf(0), subjectsOf(1)], { timeout: 30_000 })
      .toEqual(
        [0, 1].map((index) => [
          `The outcome of your application ${numberOf(index)}`,
          `Correction: the outcome of your application ${numberOf(index)}`,
        ]),
      )
    expect(subjectsOf(2)).toHaveLength(1)
    const [, correction] = api.mailbox.messages(added[1]?.email ?? '')
    expect(correction?.text).toContain('The outcome that we sent you before was a mistake.')
    expect(correction?.text).toContain('is being considered again')
    const userId = `RE24-${numberOf(1)?.slice('APP-2024-'.length)}`
    const { rows } = (await people.maker.call('GET', `/staff/emails?person=${userId}&template=outcomePublished`)).body
      .data
    const resend = async ({ id }: { id: string }) =>
      (await people.maker.call('POST', `/staff/applicants/${userId}/emails/${id}/resend`)).status
    expect([await resend(rows[1]), await resend(rows[0])], 'only what holds now is sent again').toEqual([409, 200])
    const done = await api.database.db
      .select()
      .from(publicationItems)
      .where(and(eq(publicationItems.applicationId, toReject), eq(publicationItems.state, 'done')))
    expect(done).toHaveLength(2)
  }, 60_000)
})

test('publications of others are those that the person has neither made nor proposed', async () => {
  const [maker, proposer, third] = [
    await createStaff(api, ['registry']),
    await createStaff(api, ['registry']),
    await createStaff(api, ['registry']),
  ]
  await api.database.pool.query(
    `insert into publications (exercise_id, kind, title, state, digest, summary, made_by, proposed_by)
    select id, 'shortlist', each.title, state, '', '{"waiting":0,"done":0,"skipped":[]}', $1, proposer
    from exercises, (values ('Of others, draft', 'draft', null), ('Of others, proposed', 'proposed', $2::uuid)) as each (title, state, proposer)
    where is_current`,
    [maker.id, proposer.id],
  )
  const listTitles = async (by: typeof maker) => {
    const { rows } = (await by.call('GET', '/staff/publications?by=others&q=Of+others')).body.data
    return rows.map(({ title }: { title: string }) => title).sort()
  }
  expect(await listTitles(maker)).toEqual([])
  expect(await listTitles(proposer)).toEqual(['Of others, draft'])
  expect(await listTitles(third)).toEqual(['Of others, draft', 'Of others, proposed'])
})

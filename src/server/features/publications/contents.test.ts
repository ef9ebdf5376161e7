import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exercises } from '#server/database/schema/exercises.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { listAuditEvents, withoutAuditLog } from '#tests/support/api/audit.ts'
import {
  addBatch,
  createPublishing,
  createPublishingStaff,
  type PublishingStaff,
  unreadableDocument,
} from '#tests/support/api/publications.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { addItems, listDifferences, refreshItems } from './item-store.ts'
import { enqueuePublishing } from './publish.ts'

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

describe('what a publication holds', () => {
  test('applications that cannot be published like this are left out, each with its reason', async () => {
    const { school, ids } = await addBatch(api, 6)
    const [verified, rejected, held, inOther, ready] = ids as [string, string, string, string, string]
    await publishing.decide([verified], 'shortlisted')
    await publishing.publish('shortlist', school)
    await publishing.decide([inOther], 'shortlisted')
    await publishing.makeProposed('shortlist', school)
    await publishing.decide([rejected], 'rejected')
    await publishing.decide([held], 'held')
    await publishing.decide([ready], 'shortlisted')
    const { status, body } = await publishing.make('shortlist', school)
    expect([status, body.data.counts.items]).toEqual([201, 1])
    const { rows } = (await people.maker.call('GET', `/staff/publications/${body.data.id}/items`)).body.data
    expect(
      rows.map(({ state, exclusionReason }: { state: string; exclusionReason: string }) => exclusionReason ?? state),
    ).toEqual(['already_published', 'other_outcome', 'other_outcome', 'in_other_publication', 'waiting', 'undecided'])
    expect(body.data.excluded).toEqual([
      { exclusionReason: 'other_outcome', count: 2 },
      { exclusionReason: 'already_published', count: 1 },
      { exclusionReason: 'in_other_publication', count: 1 },
      { exclusionReason: 'undecided', count: 1 },
    ])
    expect(body.data.byPost).toEqual([{ school, role: 'Lecturer II', outcome: 'verified', count: 1 }])
    const nothing = await publishing.make('correction', school)
    expect([nothing.status, nothing.body.code]).toEqual([409, 'publication_empty'])
    // What is under way as a shortlist is no part of another publication of decisions either.
    await publishing.decide([inOther], 'rejected')
    const rejection = (await publishing.make('rejection', school)).body.data
    expect(rejection.counts.items).toBe(1)
    expect(rejection.excluded).toContainEqual({ exclusionReason: 'in_other_publication', count: 1 })
  }, 60_000)

  test('who is on hold is left out, until the hold has ended', async () => {
    const { school, ids } = await addBatch(api, 2)
    await publishing.decide(ids, 'shortlisted')
    const { rows } = await api.database.pool.query<{ id: string }>(
      `insert into account_holds (account_id, reason, made_by)
       select account_id, 'To be checked.', $2 from applications where id = $1 returning id`,
      [ids[0], people.maker.id],
    )
    const counts = async () => {
      const { counts, excluded } = (await publishing.make('shortlist', school)).body.data
      return [counts.items, excluded]
    }
    expect(await counts()).toEqual([1, [{ exclusionReason: 'on_hold', count: 1 }]])
    await api.database.pool.query(
      "update account_holds set ended_at = now(), ended_by = made_by, end_reason = 'Checked.' where id = $1",
      [rows[0]?.id],
    )
    expect(await counts()).toEqual([2, []])
  })

  test('one whose applications were all decided anew is neither proposed nor approved', async () => {
    const { school, ids } = await addBatch(api, 2)
    await publishing.decide(ids.slice(0, 1), 'shortlisted')
    const { id, version, excluded } = (await publishing.make('shortlist', school)).body.data
    expect(excluded).toEqual([{ exclusionReason: 'undecided', count: 1 }])
    await publishing.decide(ids, 'held')
    expect((await publishing.propose(id, version)).body).toMatchObject({
      code: 'publication_empty',
      data: { excluded: [{ exclusionReason: 'other_outcome', count: 2 }] },
    })
    await publishing.decide(ids, 'shortlisted')
    const proposed = (await publishing.propose(id, version)).body.data
    await publishing.decide(ids, 'held')
    const { digest } = (await publishing.approve(proposed)).body.data
    expect((await publishing.approve({ ...proposed, digest })).body.code).toBe('publication_empty')
    expect((await publishing.read(id)).state).toBe('proposed')
  })

  test('every application is added and looked at again, however few one statement takes', async () => {
    const { added, ids } = await addBatch(api, 6)
    await publishing.decide(ids, 'shortlisted')
    const [first, ...others] = added.map(({ number }) => number)
    const selection = await publishing.select({ numbers: [first] })
    const body = { kind: 'shortlist', title: 'A shortlist', selection }
    const { id } = (await people.maker.call('POST', '/staff/publications', { body })).body.data
    const { db, pool } = api.database
    const origin = { selectionId: await publishing.select({ numbers: others }) }
    await db.transaction((tx) => addItems(tx, { id, kind: 'shortlist' }, origin, 2))
    const count = async () =>
      (
        await pool.query('select state, count(*)::int from publication_items where publication_id = $1 group by 1', [
          id,
        ])
      ).rows
    expect(await count()).toEqual([{ state: 'waiting', count: 6 }])
    await publishing.decide(ids, 'held')
    await db.transaction((tx) => refreshItems(tx, { id, kind: 'shortlist' }, 'all', 2))
    expect(await count()).toEqual([{ state: 'excluded', count: 6 }])
  })

  test('offers are refused while no outcome is confirmed, and the exam officer makes no shortlist', async () => {
    const { school, ids } = await addBatch(api, 1)
    await publishing.decide(ids, 'shortlisted')
    const refused = await publishing.make('offer', school)
    expect([refused.status, refused.body.code]).toEqual([409, 'publication_empty'])
    const exam = await createStaff(api, ['exam', 'auditor'])
    expect((await publishing.make('shortlist', school, {}, exam)).body.code).toBe('not_permitted')
    const { id } = (await publishing.make('shortlist', school)).body.data
    expect((await exam.call('GET', `/staff/publications/${id}`)).status).toBe(200)
    const examAlone = await createStaff(api, ['exam'])
    expect((await examAlone.call('GET', `/staff/publications/${id}`)).body.code).toBe('not_found')
    expect((await examAlone.call('GET', '/staff/publications')).body.data.rows).toEqual([])
  })

  test('items are read in pages, by state and by number, and an email can be read before it is sent', async () => {
    const { school, added, ids } = await addBatch(api, 5)
    await publishing.decide(ids.slice(0, 4), 'rejected')
    const { id } = (await publishing.make('rejection', school, { emailNote: 'You may apply again.' })).body.data
    const list = async (query: string) =>
      (await people.maker.call('GET', `/staff/publications/${id}/items?${query}`)).body.data
    const first = await list('limit=3&state=waiting')
    const second = await list(`limit=3&state=waiting&after=${first.next}`)
    const numbers = [...first.rows, ...second.rows].map(({ number }: { number: string }) => number)
    expect([numbers, second.next]).toEqual([added.slice(0, 4).map(({ number }) => number), null])
    expect((await list('limit=4&state=waiting')).next).toBeNull()
    const excluded = (await list('exclusionReason=undecided')).rows
    expect(excluded.map(({ number }: { number: string }) => number)).toEqual([added[4]?.number])
    expect((await list(`q=${added[4]?.number.toLowerCase()}`)).rows).toMatchObject([
      { state: 'excluded', exclusionReason: 'undecided', publishes: null },
    ])
    for (const nothing of ['%25', 'APP-2024_'])
      expect([nothing, (await list(`q=${nothing}`)).rows]).toEqual([nothing, []])
    await api.services.reading.writeAll()
    const { rows: counted } = await api.database.pool.query(
      'select list, rows, filters from staff_readings where staff_id = $1',
      [people.maker.id],
    )
    expect(counted).toEqual([{ list: 'applications', rows: 3 + 1 + 4 + 1 + 1, filters: ['publication'] }])

    const preview = await people.maker.call('GET', `/staff/publications/${id}/items/${added[0]?.number}/email`)
    expect(preview.body.data).toMatchObject({
      to: added[0]?.email,
      subject: `The outcome of your application ${added[0]?.number}`,
    })
    for (const sentence of [unreadableDocument.reason, 'You may apply again.', 'Dear Sule Amaka'])
      expect(preview.body.data.text).toContain(sentence)
    expect((await people.maker.call('GET', `/staff/publications/${id}/items/${added[4]?.number}/email`)).status).toBe(
      404,
    )
    const { rows: events } = await api.database.pool.query(
      `select action, subject_kind, subject_id, account_id, (select year from exercises where id = exercise_id) as year
        from audit_log where staff_id = $1 and subject_id in ($2, $3) order by id`,
      [people.maker.id, id, added[0]?.number],
    )
    const reads = ['publication_items_listed', 'email_address_read']
    expect(events.filter(({ action }) => reads.includes(action))).toEqual([
      { action: 'publication_items_listed', subject_kind: 'publication', subject_id: id, account_id: null, year: 2024 },
      {
        action: 'email_address_read',
        subject_kind: 'application',
        subject_id: added[0]?.number,
        account_id: added[0]?.accountId,
        year: null,
      },
    ])
  })

  test('somebody who is recused from a case sees nothing of it', async () => {
    const { school, added, ids } = await addBatch(api, 6)
    await publishing.decide(ids, 'shortlisted')
    const { id } = await publishing.makeProposed('shortlist', school)
    await api.database.pool.query(
      `insert into recusals (staff_id, application_id, reason, made_by) values ($1, $2, 'A relative', $1)`,
      [people.approver.id, ids[0]],
    )
    const readNumbers = (rows: { number: string }[]) => rows.map(({ number }) => number)
    const numbers = readNumbers(added)
    const { rows } = (await people.approver.call('GET', `/staff/publications/${id}/items`)).body.data
    expect(readNumbers(rows)).toEqual(numbers.slice(1))
    const email = await people.approver.call('GET', `/staff/publications/${id}/items/${numbers[0]}/email`)
    expect(email.status).toBe(404)
    await publishing.decide(ids, 'held')
    const readDifferences = async (by: TestStaff) => readNumbers((await publishing.read(id, by)).differences.rows)
    expect(await readDifferences(people.approver)).toEqual(numbers.slice(1))
    expect(await readDifferences(people.maker)).toEqual(numbers)
    // Of many the first are named.
    const [one, two, ...more] = await listDifferences(
      api.database.db,
      { id, kind: 'shortlist' },
      { limit: 2, readerId: people.maker.id },
    )
    expect([one?.number, two?.number, one?.total, more]).toEqual([numbers[0], numbers[1], 6, []])
  })

  test('staff of another exercise find nothing, and an archived exercise only can be read', async () => {
    const { school, ids } = await addBatch(api, 1)
    await publishing.decide(ids, 'shortlisted')
    const { db } = api.database
    const [current] = await db.select().from(exercises).limit(1)
    const { id: _, ...facts } = current as NonNullable<typeof current>
    const [other] = await db
      .insert(exercises)
      .values({ ...facts, year: 1999, isCurrent: false })
      .returning()
    const { id, version } = (await publishing.make('shortlist', school)).body.data
    const elsewhere = await createStaff(api, [{ role: 'registry', exerciseId: other?.id ?? 0 }], { isFresh: true })
    for (const one of [id, crypto.randomUUID()])
      expect((await elsewhere.call('GET', `/staff/publications/${one}`)).status).toBe(404)
    expect((await publishing.propose(id, version, elsewhere)).status).toBe(404)
    expect((await elsewhere.call('GET', '/staff/publications')).body.data.rows).toEqual([])
    expect((await people.maker.call('GET', '/staff/publications?exercise=1999')).body.data.rows).toEqual([])
    // Who makes all publications there, and those of seats and results here.
    const mixed = await createStaff(api, ['exam', { role: 'registry', exerciseId: other?.id ?? 0 }])
    expect((await publishing.make('shortlist', school, {}, mixed)).body.code).toBe('not_permitted')

    await db
      .update(exercises)
      .set({ archivedAt: new Date() })
      .where(eq(exercises.id, current?.id ?? 0))
    try {
      expect((await publishing.propose(id, version)).body.code).toBe('exercise_archived')
      expect((await publishing.make('shortlist', school)).body.code).toBe('exercise_archived')
      expect((await publishing.read(id)).state).toBe('draft')
    } finally {
      await db
        .update(exercises)
        .set({ archivedAt: null })
        .where(eq(exercises.id, current?.id ?? 0))
    }
  })

  test('publications are listed newest first, in pages, by state', async () => {
    const { school, ids } = await addBatch(api, 1)
    await publishing.decide(ids, 'shortlisted')
    const made: string[] = []
    for (let n = 0; n < 3; n++) {
      api.clock.advance(1)
      made.unshift((await publishing.make('shortlist', school)).body.data.id)
    }
    const list = async (query: string) => (await people.maker.call('GET', `/staff/publications?${query}`)).body.data
    const first = await list('limit=2&state=draft')
    const second = await list(`limit=2&state=draft&after=${first.next}`)
    expect([...first.rows, ...second.rows].slice(0, 3).map(({ id }: { id: string }) => id)).toEqual(made)
    expect((await list('limit=1&kind=offer')).rows).toEqual([])
  })
})

describe('the moment', () => {
  test('an approved publication waits for its moment, and can be returned until then', async () => {
    const { school, ids } = await addBatch(api, 2)
    await publishing.decide(ids, 'shortlisted')
    const publishAt = new Date(api.clock.now().getTime() + 3_600_000).toISOString()
    const proposed = await publishing.makeProposed('shortlist', school, { publishAt })
    expect((await publishing.approve(proposed)).body.data).toMatchObject({ state: 'approved', publishAt })
    await api.services.publications.publish({ publicationId: proposed.id })
    expect((await publishing.read(proposed.id)).state).toBe('approved')

    const reason = 'Two applicants wait for a hearing.'
    const { version } = proposed
    const late = await publishing.act(proposed.id, 'return', { reason, version }, people.approver)
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', data: { state: 'approved' } })
    const giveBack = () => publishing.act(proposed.id, 'return', { reason }, people.approver)
    expect((await withoutAuditLog(api, giveBack)).status).toBe(500)
    const returned = await giveBack()
    expect(returned.body.data).toMatchObject({
      state: 'returned',
      approvedBy: null,
      returnedBy: { name: 'Approver' },
      returnReason: reason,
    })
    const { rows: events } = await api.database.pool.query(
      `select staff_id as by, (select year from exercises where id = exercise_id) as year, reason from audit_log
        where action = 'publication_returned' and subject_kind = 'publication' and subject_id = $1`,
      [proposed.id],
    )
    expect(events).toEqual([{ by: people.approver.id, year: 2024, reason }])
    api.clock.advance(3_600_000)
    await api.services.publications.publish({ publicationId: proposed.id })
    expect(await publishing.readDecisions(ids)).toEqual(['pending', 'pending'])

    // The sessions of before have ended by the clock.
    people = await createPublishingStaff(api)
    publishing = createPublishing(api, people)
    const again = (await publishing.propose(proposed.id, returned.body.data.version)).body.data
    expect(again).toMatchObject({ returnedBy: null, returnedAt: null, returnReason: null })
    expect((await publishing.approve(again)).status).toBe(200)
    await publishing.waitUntilPublished(proposed.id)
    expect(await publishing.readDecisions(ids)).toEqual(['verified', 'verified'])
    expect(
      (await publishing.act(proposed.id, 'return', { reason: 'It is too late for this.' }, people.approver)).body.code,
    ).toBe('publication_state')
  }, 60_000)

  test('a job that begins before its moment, by the clock of the database, comes back in a second at the soonest', async () => {
    const now = new Date('2099-01-01T00:00:00Z')
    const readRunAt = async (publishAt: Date) => {
      const id = randomUUID()
      await enqueuePublishing(api.database.db, { id, publishAt }, now)
      const jobs = await api.database.pool.query(
        'delete from graphile_worker._private_jobs where key = $1 returning run_at',
        [`publication:${id}`],
      )
      return jobs.rows[0].run_at.getTime() - now.getTime()
    }
    expect(await readRunAt(new Date(now.getTime() + 1))).toBe(1_000)
    expect(await readRunAt(new Date(now.getTime() + 5_000))).toBe(5_000)
  })

  test('a moment that is long over plans nothing: it would be published at once', async () => {
    const { school, ids } = await addBatch(api, 1)
    await publishing.decide(ids, 'shortlisted')
    const inMinutes = (minutes: number) => new Date(api.clock.now().getTime() + minutes * 60_000).toISOString()
    const errors = [{ path: 'publishAt', message: 'Choose a moment in the future, or none.' }]
    expect((await publishing.make('shortlist', school, { publishAt: inMinutes(-11) })).body.errors).toEqual(errors)
    // What was chosen by the clock on the wall may have passed a moment ago.
    const publishAt = inMinutes(-9)
    const { id, version } = (await publishing.make('shortlist', school, { publishAt })).body.data
    const change = (body: object) => people.maker.call('PATCH', `/staff/publications/${id}`, { body })
    expect((await change({ publishAt: inMinutes(-11), version })).body.errors).toEqual(errors)
    api.clock.advance(120_000)
    const changed = await change({ publishAt, title: 'Another title', version })
    expect(changed.status).toBe(200)
    // Saved again as it is, it leaves no further event.
    const newest = changed.body.data.version
    expect((await change({ publishAt, title: 'Another title', version: newest })).body.data.version).toBe(newest)
    expect((await listAuditEvents(api, 'publication', id)).map(({ action }) => action)).toEqual([
      'publication_made',
      'publication_changed',
    ])
  })

  test('what is decided anew after the approval is skipped', async () => {
    const { school, added, ids } = await addBatch(api, 3)
    await publishing.decide(ids, 'shortlisted')
    const publishAt = new Date(api.clock.now().getTime() + 60_000).toISOString()
    const proposed = await publishing.makeProposed('shortlist', school, { publishAt })
    await publishing.approve(proposed)
    await publishing.decide(ids.slice(0, 1), 'rejected')
    expect((await publishing.read(proposed.id)).differences.count).toBe(1)
    api.clock.advance(60_000)
    await api.services.publications.publish({ publicationId: proposed.id })
    expect(await publishing.readDecisions(ids)).toEqual(['pending', 'verified', 'verified'])
    const { counts, skipped } = await publishing.read(proposed.id)
    expect(counts).toMatchObject({ items: 3, done: 2, skipped: 1 })
    expect(skipped).toEqual([{ exclusionReason: 'superseded', count: 1 }])
    await expect.poll(async () => (await publishing.read(proposed.id)).counts.emailsSent).toBe(2)
    expect(publishing.listSubjects(added[0]?.email ?? '')).toEqual([])
  }, 60_000)
})

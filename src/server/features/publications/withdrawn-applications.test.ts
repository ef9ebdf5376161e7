import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDb } from '#server/database/connection.ts'
import { countJobs } from '#server/platform/queue/queue.ts'
import { startWorker } from '#server/platform/queue/worker.ts'
import { createTasks } from '#server/tasks.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  addBatch,
  createPublishing,
  createPublishingStaff,
  type PublishingStaff,
} from '#tests/support/api/publications.ts'
import { createReturning, reasonOfWithdrawal } from '#tests/support/api/returns.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { addInterviewResults } from '#tests/support/fixtures/interview-results.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { createPublishJob } from './publish.ts'

let api: TestApi
let people: PublishingStaff
let publishing: ReturnType<typeof createPublishing>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
beforeEach(async () => {
  await api.forgetRateLimits()
  people = await createPublishingStaff(api)
  publishing = createPublishing(api, people)
})
afterAll(() => api.close())

const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)
const withdraw = (one: { number: string } | undefined) =>
  people.maker.call('POST', `/staff/applications/${one?.number}/withdraw`, { body: { reason: reasonOfWithdrawal } })
const reinstate = (one: { number: string } | undefined, version: number) =>
  people.maker.call('POST', `/staff/applications/${one?.number}/reinstate`, {
    body: { reason: 'The email came from somebody else.', version },
  })
/** One by one, as if there were thousands. */
const publish = (id: string, db = api.database.db) =>
  createPublishJob({ db, clock: api.clock.now }, { limit: 1 })({ publicationId: id })
const readItems = async (id: string) =>
  (
    await query(
      `select state, exclusion_reason from publication_items item join applications on applications.id = application_id
       where publication_id = $1 order by number`,
      [id],
    )
  ).rows.map(({ state, exclusion_reason }) => [state, exclusion_reason])

test('a publication leaves out what is withdrawn when it is made', async () => {
  const { school, added, ids } = await addBatch(api, 2)
  await publishing.decide(ids, 'shortlisted')
  await withdraw(added[0])
  const { body } = await publishing.make('shortlist', school)
  expect(await readItems(body.data.id)).toEqual([
    ['excluded', 'withdrawn'],
    ['waiting', null],
  ])
})

test('what is withdrawn after the approval is skipped, and the others are published', async () => {
  const { school, added, ids } = await addBatch(api, 2)
  await publishing.decide(ids, 'rejected')
  const proposed = await publishing.makeProposed('rejection', school)
  expect((await publishing.approve(proposed)).status).toBe(200)
  expect((await withdraw(added[0])).status).toBe(201)
  // The first one is the last one of the table.
  await query(
    `update publication_items set state = state where publication_id = $1 and application_id = (
      select application_id from publication_items where publication_id = $1 order by application_id limit 1)`,
    [proposed.id],
  )
  // Whatever PostgreSQL finds first.
  const client = await api.database.pool.connect()
  const ways = ['indexscan', 'indexonlyscan', 'bitmapscan']
  for (const way of ways) await client.query(`set enable_${way} = off`)
  await publish(proposed.id, createDb(client))
  for (const way of ways) await client.query(`reset enable_${way}`)
  client.release()
  expect(await publishing.readDecisions(ids)).toEqual(['pending', 'rejected'])
  expect(await readItems(proposed.id)).toEqual([
    ['skipped', 'withdrawn'],
    ['done', null],
  ])
  expect((await publishing.read(proposed.id)).counts).toMatchObject({ done: 1, skipped: 1 })
})

test('what is withdrawn between the proposal and the approval is shown to the person who approves', async () => {
  const { school, added, ids } = await addBatch(api, 2)
  await publishing.decide(ids, 'shortlisted')
  const proposed = await publishing.makeProposed('shortlist', school)
  await withdraw(added[1])
  const { status, body } = await publishing.approve(proposed)
  expect([status, body.code]).toEqual([409, 'publication_changed'])
  expect(JSON.stringify(body.data)).toContain('withdrawn')
})

test.each<[string, (ids: readonly string[]) => Promise<unknown>, string]>([
  ['shortlist', (ids) => publishing.decide(ids, 'shortlisted'), `decision = 'verified'`],
  [
    'interview',
    async (ids) => {
      await query(`update applications set decision = 'verified' where id = any($1)`, [ids])
      await addInterviewResults(api, ids, people.panel)
    },
    'interview_result is not null',
  ],
])(
  'a withdrawal that commits while the %s is published is kept, and its item is skipped',
  async (kind, prepare, isSeen) => {
    const { school, ids } = await addBatch(api, 2)
    await prepare(ids)
    const proposed = await publishing.makeProposed(kind, school)
    await publishing.approve(proposed)
    const withdrawal = `update applications set withdrawn_at = now(), decision = 'pending' where id = '${ids[0]}'`
    await raceAtLock(api.database.url, withdrawal, [() => publish(proposed.id)])
    const { rows } = await query(`select ${isSeen} as seen from applications where id = any($1) order by number`, [ids])
    expect(rows).toEqual([{ seen: false }, { seen: true }])
    expect(await readItems(proposed.id)).toEqual([
      ['skipped', 'withdrawn'],
      ['done', null],
    ])
  },
)

test('nothing is withdrawn while its outcome is being published, and anything once it is', async () => {
  const { school, added, ids } = await addBatch(api, 1)
  await publishing.decide(ids, 'shortlisted')
  const proposed = await publishing.makeProposed('shortlist', school)
  await publishing.approve(proposed)
  await query(`update publications set state = 'publishing' where id = $1`, [proposed.id])
  expect((await withdraw(added[0])).body.code).toBe('being_published')
  await publish(proposed.id)
  expect(await publishing.readDecisions(ids)).toEqual(['verified'])
  expect((await withdraw(added[0])).status).toBe(201)
  expect(await publishing.readDecisions(ids)).toEqual(['pending'])
})

/** Until nothing waits. */
async function runJobs() {
  const worker = await startWorker(api.database.url, createTasks(api.jobDependencies), { error: () => {} })
  await expect.poll(async () => (await countJobs(api.database.pool)).waiting).toBe(0)
  await worker.stop()
}

test('an applicant who withdraws before the email of the outcome was sent gets none of it, and the publication says so', async () => {
  const { school, added, ids } = await addBatch(api, 4)
  const [early, late, other, reinstated] = added
  await publishing.decide(ids, 'shortlisted')
  const { id, ...proposed } = await publishing.makeProposed('shortlist', school)
  await publishing.approve({ id, ...proposed })
  await publish(id)
  await withdraw(early)
  await api.services.publications.sendEmails({ publicationId: id })
  await withdraw(late)
  await reinstate(reinstated, (await withdraw(reinstated)).body.data.status.version)
  await runJobs()
  for (const one of [early, late])
    expect(publishing.listSubjects(one?.email ?? '')).toEqual([`Application ${one?.number} withdrawn`])
  expect(publishing.listSubjects(other?.email ?? '')).toEqual([`The outcome of your application ${other?.number}`])
  // Of two that are sent at once, the one that says what holds no more may be left out.
  const withdrawn = `Application ${reinstated?.number} withdrawn`
  expect(publishing.listSubjects(reinstated?.email ?? '').filter((subject) => subject !== withdrawn)).toEqual([
    `Application ${reinstated?.number} is being considered again`,
  ])
  expect((await publishing.read(id)).counts).toMatchObject({
    emails: 4,
    emailsSent: 1,
    emailsFailed: 0,
    emailsWithdrawn: 3,
  })

  const { rows } = (await people.maker.call('GET', '/staff/emails?state=withdrawn')).body.data
  const row = rows.find(({ template }: { template: string }) => template === 'outcomePublished')
  expect(row).toMatchObject({ template: 'outcomePublished', state: 'withdrawn', sentAt: null })
  const again = await people.maker.call('POST', `/staff/applicants/${row.userId}/emails/${row.id}/resend`)
  expect(again.body).toMatchObject({
    code: 'email_not_resendable',
    message: 'What this email says had ended before it was sent.',
  })
  await withdraw(other)
  await runJobs()
  const sent = (await people.maker.call('GET', '/staff/emails?state=sent&template=outcomePublished')).body.data.rows
  const ended = sent.find(({ userId }: { userId: string }) => other?.number.endsWith(userId.slice('RE24-'.length)))
  const tooLate = await people.maker.call('POST', `/staff/applicants/${ended.userId}/emails/${ended.id}/resend`)
  expect(tooLate.body.message).toBe('A later email says what holds now. This one cannot be sent again.')
})

test('an applicant whose application is returned before the email of its rejection was handed to the queue gets none of it', async () => {
  const { school, added, ids } = await addBatch(api, 1)
  await publishing.decide(ids, 'rejected')
  const proposed = await publishing.makeProposed('rejection', school)
  await publishing.approve(proposed)
  await publish(proposed.id)
  const [{ email, number } = { email: '', number: '' }] = added
  expect((await createReturning(api, people.maker, { number, token: '' }).return()).status).toBe(201)
  await runJobs()
  expect(publishing.listSubjects(email)).toEqual([expect.stringContaining(number)])
  expect((await publishing.read(proposed.id)).counts).toMatchObject({ emails: 1, emailsSent: 0, emailsWithdrawn: 1 })
})

test('reinstated and decided anew, it is published, and its applicant gets that email', async () => {
  const { school, added, ids } = await addBatch(api, 1)
  await publishing.decide(ids, 'shortlisted')
  const first = await publishing.makeProposed('shortlist', school)
  await publishing.approve(first)
  await publish(first.id)
  const { data } = (await withdraw(added[0])).body
  await reinstate(added[0], data.status.version)
  await runJobs()
  expect((await publishing.make('shortlist', school)).body.data).toMatchObject({
    excluded: [{ exclusionReason: 'undecided', count: 1 }],
  })
  await publishing.decide(ids, 'shortlisted')
  const next = await publishing.makeProposed('shortlist', school)
  await publishing.approve(next)
  await publish(next.id)
  expect(await publishing.readDecisions(ids)).toEqual(['verified'])
  await runJobs()
  const [{ email, number } = { email: '', number: '' }] = added
  const outcome = `The outcome of your application ${number}`
  expect(publishing.listSubjects(email).filter((subject) => subject === outcome)).toHaveLength(1)
})

test('an application is withdrawn without a code until an outcome is published, and with one afterwards', async () => {
  const { school, added, ids } = await addBatch(api, 2)
  const [published, decided] = added
  await publishing.decide(ids.slice(0, 1), 'shortlisted')
  const { id, ...proposed } = await publishing.makeProposed('shortlist', school)
  await publishing.approve({ id, ...proposed })
  await publish(id)
  const helpdesk = await createStaff(api, ['helpdesk'])
  const withdrawBy = (by: TestStaff, one: typeof published) =>
    by.call('POST', `/staff/applications/${one?.number}/withdraw`, { body: { reason: reasonOfWithdrawal } })
  expect((await withdrawBy(helpdesk, decided)).status).toBe(201)
  expect((await withdrawBy(helpdesk, published)).body.code).toBe('fresh_sign_in_required')
  expect(await publishing.readDecisions(ids.slice(0, 1))).toEqual(['verified'])
  expect((await withdrawBy(await createStaff(api, ['helpdesk'], { isFresh: true }), published)).status).toBe(201)
})

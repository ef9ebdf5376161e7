import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { addBatch, createPublishing, createPublishingStaff } from '#tests/support/api/publications.ts'
import { listWaitingJobs } from '#tests/support/postgres/waiting-jobs.ts'

let api: TestApi
let publishing: ReturnType<typeof createPublishing>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
beforeEach(async () => {
  await api.forgetRateLimits()
  publishing = createPublishing(api, await createPublishingStaff(api))
})
afterAll(() => api.close())

const query = (text: string, values: unknown[]) => api.database.pool.query(text, values)
const sendEmails = (publicationId: string) => api.services.publications.sendEmails({ publicationId })

async function publish(kind: string, school: string): Promise<string> {
  const proposed = await publishing.makeProposed(kind, school)
  expect((await publishing.approve(proposed)).status).toBe(200)
  await api.services.publications.publish({ publicationId: proposed.id })
  // The moment of the next one is a later one.
  api.clock.advance(1_000)
  return proposed.id
}

const countQueued = async (publicationId: string) =>
  (await listWaitingJobs(api, 'send_email')).filter((job) => job.publicationId === publicationId).length

const readPriorities = async (publicationId: string) =>
  (
    await query(
      `select distinct priority from graphile_worker._private_jobs where key like 'publication:' || $1::text || ':%'`,
      [publicationId],
    )
  ).rows

/** Changes the jobs that send the emails of a publication. */
const changeJobs = (publicationId: string, change: string) =>
  query(
    `${change} where id in (select id from graphile_worker._private_jobs where key like 'publication:' || $1::text || ':%')`,
    [publicationId],
  )

describe('the email of a correction', () => {
  /** Three on the shortlist; all of them are rejected by a correction. Both leave out a fourth, who is undecided. */
  async function publishAndCorrect() {
    const { school, ids } = await addBatch(api, 4)
    const [shortlisted, undecided] = [ids.slice(0, 3), ids.slice(3)]
    await publishing.decide(shortlisted, 'shortlisted')
    const first = await publish('shortlist', school)
    return {
      first,
      async correct() {
        await publishing.decide(shortlisted, 'rejected')
        return publish('correction', school)
      },
      async publishFourth() {
        await publishing.decide(undecided, 'shortlisted')
        return publish('shortlist', school)
      },
    }
  }

  test.each([
    ['waits', `update graphile_worker._private_jobs set attempts = 0`],
    [
      'is being sent',
      `update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'a server'`,
    ],
    ['is tried again', `update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '1 hour'`],
    [
      'is tried a last time',
      `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'a server'`,
    ],
  ])('is not sent while the one before it %s', async (_state, change) => {
    const { first, correct } = await publishAndCorrect()
    await sendEmails(first)
    await changeJobs(first, change)
    const correction = await correct()
    await sendEmails(correction)
    expect([await countQueued(first), await countQueued(correction)]).toEqual([3, 0])
    await changeJobs(first, 'delete from graphile_worker._private_jobs')
    await sendEmails(correction)
    expect([await countQueued(first), await countQueued(correction)]).toEqual([0, 3])
  })

  test('is not sent while the one before it was not even handed to the queue', async () => {
    const { first, correct, publishFourth } = await publishAndCorrect()
    const correction = await correct()
    await sendEmails(correction)
    expect(await countQueued(correction)).toBe(0)
    await query('delete from graphile_worker._private_jobs where key = $1', [`publication_emails:${first}`])
    await sendEmails(first)
    expect([await countQueued(first), await countQueued(correction)]).toEqual([3, 0])
    // The next step, which there may be.
    expect(await listWaitingJobs(api, 'send_publication_emails')).toContainEqual({ publicationId: first })
    // After the emails for which somebody waits.
    expect(await readPriorities(first)).toEqual([{ priority: 1 }])
    await changeJobs(first, 'delete from graphile_worker._private_jobs')
    await sendEmails(correction)
    expect(await countQueued(correction)).toBe(3)
    // The others leave the applicant out: nothing of them is to be sent first.
    const last = await publishFourth()
    await sendEmails(last)
    expect(await countQueued(last)).toBe(1)
  })

  test('is sent when the one before it failed at every attempt', async () => {
    const { first, correct } = await publishAndCorrect()
    await sendEmails(first)
    await changeJobs(first, 'update graphile_worker._private_jobs set attempts = max_attempts')
    const correction = await correct()
    await sendEmails(correction)
    expect(await countQueued(correction)).toBe(3)
  })

  test('to one applicant does not wait for those to others, and the next step comes by itself until all were sent', async () => {
    const { first, correct } = await publishAndCorrect()
    await sendEmails(first)
    const correction = await correct()
    const [one] = (await listWaitingJobs(api, 'send_email')).filter((job) => job.publicationId === first)
    await query(`delete from graphile_worker._private_jobs where payload ->> 'accountId' = $1`, [one?.accountId])
    const findStep = async () =>
      (
        await query(
          `select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs
           where task_identifier = 'send_publication_emails' and key = 'publication_emails:' || $1::text`,
          [correction],
        )
      ).rows
    await sendEmails(correction)
    expect(await countQueued(correction)).toBe(1)
    await sendEmails(correction)
    expect(await countQueued(correction)).toBe(1)
    expect(await findStep()).toEqual([{ seconds: 10 }])
    await changeJobs(first, 'delete from graphile_worker._private_jobs')
    await sendEmails(correction)
    expect(await countQueued(correction)).toBe(3)
  })
})

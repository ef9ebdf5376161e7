// Applicants poll while thousands of decisions are published. `PUBLICATION_ITEMS=50000` for the size of an exercise.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'
import { getDashboardMessages } from '#shared/policy/applicant-status.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import {
  type AddedApplication,
  addApplications,
  decideApplications,
} from '#tests/support/fixtures/many-applications.ts'

const items = Number(process.env.PUBLICATION_ITEMS || 2_000)
/** Of one statement that prepares them. */
const batch = 2_000
/** Of them, spread over the publication. */
const pollingApplicants = 8

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function createSessionToken(accountId: string): Promise<string> {
  const token = createToken()
  const now = api.clock.now()
  await api.database.db.insert(sessions).values({
    accountId,
    tokenHash: hashToken(token),
    fileTokenHash: hashToken(createToken()),
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  })
  return token
}

/** Entries that scans of the items' indexes have read so far. */
async function countReadEntries(): Promise<number> {
  const { rows } = await api.database.pool.query<{ entries: number }>(
    `select sum(idx_tup_read)::int as entries from pg_stat_user_indexes where relname = 'publication_items'`,
  )
  return rows[0]?.entries ?? 0
}

interface Poll {
  startedAt: number
  endedAt: number
  /** Whether the outcome was visible. */
  isVisible: boolean
  source: string
}

/** Asks again and again: the application, and the summary from which the dashboard makes its notifications. */
async function poll(token: string, polls: Poll[], isOver: () => boolean) {
  const sources = {
    '/applications/my': (data: { isVerified: boolean }) => [data.isVerified],
    '/applications/my/summary': ({
      application,
    }: {
      application: Parameters<typeof getDashboardMessages>[0] & { decision: string }
    }) => [
      application.isVerified,
      application.decision === 'verified',
      getDashboardMessages(application, { examDate: null, examTime: null, examVenue: null }).length > 0,
    ],
  }
  let isLast: boolean
  do {
    // The last round begins when all is over, so that it sees the outcome.
    isLast = isOver()
    for (const [source, read] of Object.entries(sources)) {
      const startedAt = performance.now()
      const { status, body } = await api.call('GET', source, { token })
      if (status !== 200) throw new Error(`${source}: ${status} ${JSON.stringify(body)}`)
      const answers = new Set(read(body.data))
      expect(answers.size, `${source} contradicts itself`).toBe(1)
      polls.push({ startedAt, endedAt: performance.now(), isVisible: answers.has(true), source })
    }
    await pause(20)
  } while (!isLast)
}

/** Polls that began after another one had seen the outcome, and did not see it. */
function findMixtures(polls: readonly Poll[]): Poll[] {
  const firstSeenAt = Math.min(...polls.filter(({ isVisible }) => isVisible).map(({ endedAt }) => endedAt))
  return polls.filter(({ startedAt, isVisible }) => startedAt > firstSeenAt && !isVisible)
}

test(
  `a publication of ${items} becomes visible to all applicants in one moment, and writes to each of them once`,
  async () => {
    const added: AddedApplication[] = []
    for (let from = 0; from < items; from += batch)
      added.push(
        ...(await addApplications(api, {
          count: Math.min(batch, items - from),
          prefix: `MOMENT${from}N`,
          school: 'Moment',
        })),
      )
    const maker = await createStaff(api, ['registry'])
    const approver = await createStaff(api, ['chair'], { isFresh: true })
    const ids = added.map(({ applicationId }) => applicationId)
    for (let from = 0; from < items; from += batch)
      await decideApplications(api, ids.slice(from, from + batch), {
        outcome: 'shortlisted',
        by: [maker.id, approver.id],
      })
    await api.database.pool.query('analyze')
    const steps: Record<string, number> = {}
    const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const startedAt = performance.now()
      const result = await work()
      steps[name] = Math.round(performance.now() - startedAt)
      return result
    }
    const selection = await measure('select', () =>
      maker.call('POST', '/staff/selections', { body: { of: 'applications', filter: { school: 'Moment' } } }),
    )
    expect(selection.body.data.count).toBe(items)
    const body = { kind: 'shortlist', title: 'All at once', selection: selection.body.data.id }
    const made = (await measure('make', () => maker.call('POST', '/staff/publications', { body }))).body.data
    const path = `/staff/publications/${made.id}`
    const proposed = (
      await measure('propose', () => maker.call('POST', `${path}/propose`, { body: { version: made.version } }))
    ).body.data

    const polls: Poll[] = []
    const rowCounts = new Set<number>()
    let isOver = false
    const spread = added.filter((_, index) => index % Math.floor(items / pollingApplicants) === 0)
    const tokens = await Promise.all(spread.map(({ accountId }) => createSessionToken(accountId)))
    const polling = Promise.all([
      ...tokens.map((token) => poll(token, polls, () => isOver)),
      (async () => {
        while (!isOver) {
          const { rows } = await api.database.pool.query<{ published: number }>(
            `select count(*)::int as published from applications join accounts on accounts.id = account_id
              where school = 'Moment' and decision = 'verified'`,
          )
          rowCounts.add(rows[0]?.published ?? -1)
        }
      })(),
    ])
    // As autovacuum may do it: the statistics say that no item is done.
    await api.database.pool.query('analyze publication_items')
    const entriesBefore = await countReadEntries()
    const { digest, version } = proposed
    const approved = await measure('approve', () =>
      approver.call('POST', `${path}/approve`, { body: { digest, version } }),
    )
    expect(approved.status).toBe(200)
    await measure('publish', () =>
      expect
        .poll(async () => (await maker.call('GET', path)).body.data.state, { timeout: 300_000, interval: 200 })
        .toBe('published'),
    )
    isOver = true
    await polling
    expect(findMixtures(polls)).toEqual([])
    expect([...rowCounts].sort((a, b) => a - b)).toEqual([0, items])
    // A few for each item. Readings of all done items for each item would be a thousand times as many.
    await expect.poll(async () => (await countReadEntries()) - entriesBefore).toBeGreaterThan(items)
    expect((await countReadEntries()) - entriesBefore).toBeLessThan(30 * items)
    for (const source of ['/applications/my', '/applications/my/summary'])
      for (const isVisible of [false, true])
        expect(polls.some((one) => one.source === source && one.isVisible === isVisible)).toBe(true)

    await measure('queue the emails', () =>
      expect
        .poll(async () => (await maker.call('GET', path)).body.data.counts.emails, { timeout: 600_000, interval: 200 })
        .toBe(items),
    )
    expect((await countReadEntries()) - entriesBefore).toBeLessThan(60 * items)
    // Those that were sent already, and those that wait.
    const { rows } = await api.database.pool.query<{ emails: number; accounts: number }>(
      `select count(*)::int as emails, count(distinct account)::int as accounts from (
        select account_id::text as account from emails where publication_id = $1
        union all
        select payload ->> 'accountId' from graphile_worker._private_jobs where payload ->> 'publicationId' = $1::text
          and payload ->> 'accountId' is not null
          and not exists (select from emails where account_id::text = payload ->> 'accountId' and publication_id = $1)
      ) as written`,
      [made.id],
    )
    expect(rows).toEqual([{ emails: items, accounts: items }])
    if (process.env.PUBLICATION_ITEMS)
      process.stdout.write(`${items} items, ${polls.length} polls, ms: ${JSON.stringify(steps)}\n`)
  },
  items * 20 + 180_000,
)

// kill -9 of the server while it publishes decisions and sends their emails.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeSecrets } from '#server/config.ts'
import { createDb } from '#server/database/connection.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { counts, isLong, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { addApplications, decideApplications } from '#tests/support/fixtures/many-applications.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

/** Deciding and publishing an item, and sending its email, on a busy machine. */
const msPerItem = 60
/** After the approval: before, in and after the transaction that publishes. */
const publishingMs = isLong ? [0, 300, 700] : [300]

test(
  'a publication becomes visible as a whole and writes one email to each applicant, however often the server is killed',
  async () => {
    const items = counts.publicationItems
    let server = await environment.start()
    const { pool } = environment
    const api = {
      call: (method: string, path: string, options?: Parameters<typeof callApi>[3]) =>
        callApi(server.origin, method, path, options),
      clock: { now: () => new Date(), advance: () => {} },
      database: { db: createDb(pool), pool },
      config: { secretKeys: decodeSecrets(environment.settings.SECRET_KEY ?? '') },
    }
    const added = await addApplications(api, { count: items, prefix: 'KILLED', school: 'Killed' })
    const maker = await createStaff(api, ['registry'])
    const approver = await createStaff(api, ['chair'], { isFresh: true })
    const by = [maker.id, approver.id] as const
    await decideApplications(
      api,
      added.map(({ applicationId }) => applicationId),
      { outcome: 'shortlisted', by },
    )
    const select = { of: 'applications', filter: { school: 'Killed' } }
    const selection = (await maker.call('POST', '/staff/selections', { body: select })).body.data.id
    const body = { kind: 'shortlist', title: 'Killed', selection }
    const made = (await maker.call('POST', '/staff/publications', { body })).body.data
    const path = `/staff/publications/${made.id}`
    const proposed = (await maker.call('POST', `${path}/propose`, { body: { version: made.version } })).body.data
    const { digest, version } = proposed
    await approver.call('POST', `${path}/approve`, { body: { digest, version } })

    const visible = new Set<number>()
    for (let kills = 0; kills < counts.publicationKills; kills++) {
      const delayMs = publishingMs[kills]
      if (delayMs === undefined) await waitForMoreEmails(items)
      else await pause(delayMs)
      visible.add(await countVisible())
      await server.kill()
      visible.add(await countVisible())
      server = await environment.start({ PORT: new URL(server.origin).port })
    }
    const isOfPublication = ({ to }: { to: string }) => to.startsWith('killed')
    const listMails = () => environment.mail.mails.filter(isOfPublication)
    await expect
      .poll(() => new Set(listMails().map(({ to }) => to)).size, {
        timeout: timeoutFor(items, msPerItem),
        interval: 500,
      })
      .toBe(items)
    visible.add(await countVisible())
    expect([...visible].filter((count) => count !== 0)).toEqual([items])
    // The mail server may get one twice under the same id, when the server dies before it sees the first reply.
    expect(new Set(listMails().map(({ messageId }) => messageId)).size).toBe(items)
    // A new session: with many items those of before have ended.
    const reader = await createStaff(api, ['chair'])
    const details = (await reader.call('GET', path)).body.data
    expect(details.counts).toMatchObject({ done: items, skipped: 0, emails: items })
  },
  timeoutFor(counts.publicationKills, 60_000) + timeoutFor(counts.publicationItems, 2 * msPerItem),
)

async function countVisible(): Promise<number> {
  const { rows } = await environment.pool.query<{ visible: number }>(
    `select count(*)::int as visible from applications where decision = 'verified' and number like 'APP-2024-KILLED%'`,
  )
  return rows[0]?.visible ?? -1
}

const countMails = () => environment.mail.mails.filter(({ to }) => to.startsWith('killed')).length

/** Until some more were sent than now, or all. */
async function waitForMoreEmails(items: number) {
  const enough = Math.min(countMails() + 20, items)
  await expect.poll(countMails, { timeout: timeoutFor(items, msPerItem) }).toBeGreaterThanOrEqual(enough)
}

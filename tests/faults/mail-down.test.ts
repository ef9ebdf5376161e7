// The mail server is away: submitting succeeds, and the letter comes later, once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { checkMails, untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { prepareWave } from '#tests/support/faults/wave.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test(
  'applicants submit while the mail server is away, and every letter comes once it is back',
  async () => {
    const ledger = openLedger()
    const server = await site.start()
    const figures = { outages: 0, 'tries that failed': 0 }
    for (; figures.outages < counts.outages; figures.outages++) {
      await site.mail.shut()
      const wave = await prepareWave(site, ledger, server.origin)
      await wave.send()
      await expect.poll(triesThatFailed, { timeout: 30_000 }).toBeGreaterThan(0)
      figures['tries that failed'] += await triesThatFailed()
      await site.mail.open()
      await untilLettersAreSent(site)
    }
    const { complaints, repeated } = checkMails(site, ledger)
    print('the mail server away', { ...figures, ...tally(ledger), letters: site.mail.mails.length, repeated })
    expect(complaints).toEqual([])
    expect(repeated).toBe(0)
    expect(tally(ledger)).toMatchObject({ refused: 0, 'told to try again': 0, unanswered: 0 })
    expect(await check(site, ledger, server.origin)).toEqual([])
  },
  patience(counts.outages, 60_000),
)

async function triesThatFailed(): Promise<number> {
  const { rows } = await site.pool.query<{ tries: number }>(
    `select coalesce(sum(attempts), 0)::int as tries from graphile_worker.jobs
     where task_identifier = 'send_letter' and last_error is not null`,
  )
  return rows[0]?.tries ?? 0
}

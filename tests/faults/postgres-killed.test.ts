// kill -9 of all of PostgreSQL's processes while requests of every kind are on their way.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { checkMails, untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import { tidied } from '#tests/support/faults/cleanup.ts'
import { untilReady } from '#tests/support/faults/health.ts'
import { learntBy, notifyAgain, prepareMoney, untilMoneyIsCounted } from '#tests/support/faults/money.ts'
import { signalAll, untilGone } from '#tests/support/faults/processes.ts'
import { unexpectedFailures } from '#tests/support/faults/server-process.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { prepareWave, untilSomeAreAnswered } from '#tests/support/faults/wave.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test(
  'nothing acknowledged is lost when PostgreSQL is killed at any moment, and the server serves on by itself',
  async () => {
    const ledger = openLedger()
    const server = await site.start()
    const figures = { kills: 0, 'in flight when killed': 0 }
    let notifiedAgain = 0
    let longestAwayMs = 0

    for (; figures.kills < counts.postgresKills; figures.kills++) {
      const money = await prepareMoney(site, ledger, server.origin)
      const wave = await prepareWave(site, ledger, server.origin)
      const going = Promise.all([wave.send(), money.send()])
      await untilSomeAreAnswered(ledger)
      figures['in flight when killed'] += ledger.inFlight()
      const family = site.postgresFamily()
      signalAll(family, 'SIGKILL')
      await Promise.all([going, untilGone(family)])
      longestAwayMs = Math.max(longestAwayMs, await untilReady(server.origin))
      await ledger.settle(server.origin, 'generate')
      notifiedAgain += await notifyAgain(site, ledger)
    }
    await ledger.settle(server.origin)
    const answers = tally(ledger)
    const leftToTheWatch = await untilMoneyIsCounted(site, ledger)
    await untilLettersAreSent(site)
    const strays = await tidied(site)
    const { complaints, repeated } = checkMails(site, ledger)
    print('kill -9 of PostgreSQL', {
      ...figures,
      ...answers,
      'longest until ready again, after the last answer, in ms': longestAwayMs,
      'paid at the bank': ledger.deposits.length,
      'notified of again': notifiedAgain,
      'left to the watch': leftToTheWatch,
      'learnt by Verify': (await learntBy(site)).applicant,
      'letters repeated under one Message-ID': repeated,
      'contents without a row, removed': strays,
    })
    expect(await check(site, ledger, server.origin)).toEqual([])
    expect(complaints).toEqual([])
    expect(unexpectedFailures(server)).toEqual([])
    expect(figures['in flight when killed']).toBeGreaterThanOrEqual(figures.kills)
  },
  patience(counts.postgresKills, 30_000),
)

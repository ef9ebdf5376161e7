// kill -9 of the server with submissions, uploads, drafts, RRRs and money on their way.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { checkMails, untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import { tidied } from '#tests/support/faults/cleanup.ts'
import { learntBy, notifyAgain, prepareMoney, untilMoneyIsCounted } from '#tests/support/faults/money.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { prepareWave, untilSomeAreAnswered } from '#tests/support/faults/wave.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

test(
  'nothing acknowledged is lost when the server is killed at any moment',
  async () => {
    const ledger = openLedger()
    let server = await site.start()
    const figures = { kills: 0, 'in flight when killed': 0 }
    let notifiedAgain = 0
    let longestStartMs = 0

    for (; figures.kills < counts.serverKills; figures.kills++) {
      const money = await prepareMoney(site, ledger, server.origin)
      const wave = await prepareWave(site, ledger, server.origin)
      const going = Promise.all([wave.send(), money.send()])
      await untilSomeAreAnswered(ledger)
      figures['in flight when killed'] += ledger.inFlight()
      if (figures.kills % 20 === 19) process.stdout.write(`${figures.kills + 1} kills …\n`)
      await server.kill()
      await going
      const killedAt = performance.now()
      server = await site.start({ PORT: new URL(server.origin).port })
      longestStartMs = Math.max(longestStartMs, performance.now() - killedAt)
      // A press of Generate waits for ten seconds whether the killed server still asks: those are settled together.
      await ledger.settle(server.origin, 'generate')
      notifiedAgain += await notifyAgain(site, ledger)
    }
    await ledger.settle(server.origin)
    const answers = tally(ledger)
    const leftToTheWatch = await untilMoneyIsCounted(site, ledger)
    await untilLettersAreSent(site)
    const strays = await tidied(site)
    const { complaints, repeated } = checkMails(site, ledger)
    print('kill -9 of the server', {
      ...figures,
      ...answers,
      'slowest start in ms': Math.round(longestStartMs),
      'paid at the bank': ledger.deposits.length,
      'notified of again': notifiedAgain,
      'left to the watch': leftToTheWatch,
      'learnt by Verify': (await learntBy(site)).applicant,
      'letters repeated under one Message-ID': repeated,
      'contents without a row, removed': strays,
    })
    expect(await check(site, ledger, server.origin)).toEqual([])
    expect(complaints).toEqual([])
    expect(figures['in flight when killed']).toBeGreaterThanOrEqual(figures.kills)
  },
  patience(counts.serverKills, 20_000),
)

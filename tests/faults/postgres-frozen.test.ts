// A database that stops answering without a word for longer than every time-out, and one that is restarted in mid-traffic.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { checkMails, untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import { tidied } from '#tests/support/faults/cleanup.ts'
import { statusOf, untilReady } from '#tests/support/faults/health.ts'
import { signalAll } from '#tests/support/faults/processes.ts'
import { unexpectedFailures } from '#tests/support/faults/server-process.ts'
import { openSite, type Site } from '#tests/support/faults/site.ts'
import { prepareWave, untilSomeAreAnswered } from '#tests/support/faults/wave.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterEach(() => signalAll(site.postgresFamily(), 'SIGCONT'))
afterAll(() => site.close())

/** In ms; 17 s for the database, again where a transaction is rolled back. */
const slowestAllowed = 36_000

test(
  'a frozen database is answered for with 503, the server lives on, and nothing acknowledged is lost',
  async () => {
    const ledger = openLedger()
    const server = await site.start()
    const figures = { freezes: 0, 'in flight when frozen': 0, 'slowest answer in ms': 0 }
    let longestThawMs = 0

    for (; figures.freezes < counts.freezes; figures.freezes++) {
      const wave = await prepareWave(site, ledger, server.origin)
      const going = wave.send()
      await untilSomeAreAnswered(ledger)
      figures['in flight when frozen'] += ledger.inFlight()
      const family = site.postgresFamily()
      const frozenAt = performance.now()
      signalAll(family, 'SIGSTOP')
      expect(await statusOf(server.origin, '/readyz')).toBe(503)
      expect(await statusOf(server.origin, '/healthz')).toBe(200)
      const answered = going.then(() => Math.round(performance.now() - frozenAt))
      await pause(counts.frozenMs)
      signalAll(family, 'SIGCONT')
      figures['slowest answer in ms'] = Math.max(figures['slowest answer in ms'], await answered)
      longestThawMs = Math.max(longestThawMs, await untilReady(server.origin))
      await ledger.settle(server.origin, 'generate')
    }
    await ledger.settle(server.origin)
    expect(figures['slowest answer in ms']).toBeLessThan(slowestAllowed)
    await untilLettersAreSent(site)
    await tidied(site)
    print('the database frozen', {
      ...figures,
      ...tally(ledger),
      'frozen for ms': counts.frozenMs,
      'longest until ready again in ms': longestThawMs,
    })
    expect(await check(site, ledger, server.origin)).toEqual([])
    expect(checkMails(site, ledger).complaints).toEqual([])
    expect(unexpectedFailures(server)).toEqual([])
    await server.kill()
  },
  patience(counts.freezes, 90_000),
)

test(
  'a restart of the database in mid-traffic is survived',
  async () => {
    const ledger = openLedger()
    const server = await site.start()
    const figures = { restarts: 0, 'in flight': 0 }
    let longestAwayMs = 0

    for (; figures.restarts < counts.restarts; figures.restarts++) {
      const wave = await prepareWave(site, ledger, server.origin)
      const going = wave.send()
      await untilSomeAreAnswered(ledger)
      figures['in flight'] += ledger.inFlight()
      // "Fast": sessions are cut, transactions rolled back. Its keeper starts it again.
      signalAll(site.postgresFamily().slice(0, 1), 'SIGINT')
      await going
      longestAwayMs = Math.max(longestAwayMs, await untilReady(server.origin))
      await ledger.settle(server.origin, 'generate')
    }
    await ledger.settle(server.origin)
    await untilLettersAreSent(site)
    await tidied(site)
    print('the database restarted', {
      ...figures,
      ...tally(ledger),
      'longest until ready again in ms': longestAwayMs,
    })
    expect(await check(site, ledger, server.origin)).toEqual([])
    expect(checkMails(site, ledger).complaints).toEqual([])
    expect(unexpectedFailures(server)).toEqual([])
  },
  patience(counts.restarts, 30_000),
)

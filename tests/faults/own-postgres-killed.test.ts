// kill -9 of a server that keeps its PostgreSQL itself. The next start on the same DATA_DIR must do without any help.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, patience } from '#tests/support/faults/check/counts.ts'
import { openLedger } from '#tests/support/faults/check/expected-state.ts'
import { print, tally } from '#tests/support/faults/check/figures.ts'
import { checkMails, untilLettersAreSent } from '#tests/support/faults/check/mails-check.ts'
import { tidied } from '#tests/support/faults/cleanup.ts'
import { openSiteWithOwnPostgres } from '#tests/support/faults/own-postgres.ts'
import { signalAll, untilGone } from '#tests/support/faults/processes.ts'
import { unexpectedFailures } from '#tests/support/faults/server-process.ts'
import type { Site } from '#tests/support/faults/site.ts'
import { prepareWave, untilSomeAreAnswered } from '#tests/support/faults/wave.ts'

let site: Site
beforeAll(async () => {
  site = await openSiteWithOwnPostgres()
})
afterAll(() => site.close())

/** In turn; without a PATH the server finds nothing that would end its PostgreSQL with it. */
const ways = [
  { way: 'its PostgreSQL told to end by the system', settings: {}, withPostgres: false },
  { way: 'its PostgreSQL left behind', settings: { PATH: '/nonexistent' }, withPostgres: false },
  { way: 'its PostgreSQL killed with it', settings: {}, withPostgres: true },
] as const

test(
  'a server killed with or without its own PostgreSQL comes up again by itself, and nothing acknowledged is lost',
  async () => {
    const ledger = openLedger()
    const figures: Record<string, number> = { kills: 0, 'in flight when killed': 0, 'PostgreSQL taken over': 0 }
    const note = (name: string, more: number) => {
      figures[name] = (figures[name] ?? 0) + more
    }
    let longestStartMs = 0
    let server = await site.start(ways[0].settings)
    const failures: string[] = []

    for (let n = 0; n < counts.ownPostgresKills; n++) {
      const { way, withPostgres } = ways[n % ways.length]!
      const wave = await prepareWave(site, ledger, server.origin)
      const family = site.postgresFamily()
      const going = wave.send()
      await untilSomeAreAnswered(ledger)
      note('kills', 1)
      note(way, 1)
      note('in flight when killed', ledger.inFlight())
      if (withPostgres) signalAll([server.pid, ...family], 'SIGKILL')
      await server.kill()
      await going
      failures.push(...unexpectedFailures(server))

      const killedAt = performance.now()
      const next = ways[(n + 1) % ways.length]!
      server = await site.start({ ...next.settings, PORT: new URL(server.origin).port })
      longestStartMs = Math.max(longestStartMs, performance.now() - killedAt)
      const isTakenOver = site.postgresFamily()[0] === family[0]
      note('PostgreSQL taken over', Number(isTakenOver))
      expect(isTakenOver).toBe(way === 'its PostgreSQL left behind')
      if (!isTakenOver) await untilGone(family)
      await ledger.settle(server.origin, 'generate')
    }
    await ledger.settle(server.origin)
    const answers = tally(ledger)
    await untilLettersAreSent(site)
    const strays = await tidied(site)
    const { complaints, repeated } = checkMails(site, ledger)
    print('kill -9 of a server with its own PostgreSQL', {
      ...figures,
      ...answers,
      'slowest start in ms': Math.round(longestStartMs),
      'letters repeated under one Message-ID': repeated,
      'contents without a row, removed': strays,
    })
    expect(await check(site, ledger, server.origin)).toEqual([])
    expect(complaints).toEqual([])
    expect(failures).toEqual([])
    // What was left behind is the last server's own now: it goes with it.
    const family = site.postgresFamily()
    expect(await server.stop()).toBe(0)
    await untilGone(family)
  },
  patience(counts.ownPostgresKills, 30_000),
)

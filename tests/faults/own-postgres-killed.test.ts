// kill -9 of a server with its own PostgreSQL. The next start on the same DATA_DIR must recover without help.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkEmails, waitForEmails } from '#tests/support/faults/check/check-emails.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { counts, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import type { FaultEnvironment } from '#tests/support/faults/environment.ts'
import { startEnvironmentWithOwnPostgres } from '#tests/support/faults/environment-with-own-postgres.ts'
import { signalAll, waitForExit } from '#tests/support/faults/processes.ts'
import { prepareRequestBatch, waitForSomeAnswers } from '#tests/support/faults/request-batch.ts'
import { findUnexpectedErrors } from '#tests/support/faults/server-process.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironmentWithOwnPostgres()
})
afterAll(() => environment.close())

/** Used in turn. Without a PATH the server cannot find setpriv, which would end PostgreSQL together with it. */
const ways = [
  { way: 'its PostgreSQL ended by the system', settings: {}, withPostgres: false },
  { way: 'its PostgreSQL left behind', settings: { PATH: '/nonexistent' }, withPostgres: false },
  { way: 'its PostgreSQL killed with it', settings: {}, withPostgres: true },
] as const

test(
  'a server killed with or without its own PostgreSQL starts again without help, and nothing acknowledged is lost',
  async () => {
    const requestLog = createRequestLog()
    const figures: Record<string, number> = { kills: 0, 'in flight when killed': 0, 'PostgreSQL taken over': 0 }
    const note = (name: string, more: number) => {
      figures[name] = (figures[name] ?? 0) + more
    }
    let slowestStartMs = 0
    let server = await environment.start(ways[0].settings)
    const failures: string[] = []

    for (let n = 0; n < counts.ownPostgresKills; n++) {
      const { way, withPostgres } = ways[n % ways.length]!
      const batch = await prepareRequestBatch(environment, requestLog, server.origin)
      const pids = environment.postgresPids()
      const sending = batch.send()
      await waitForSomeAnswers(requestLog)
      note('kills', 1)
      note(way, 1)
      note('in flight when killed', requestLog.inFlight())
      if (withPostgres) signalAll([server.pid, ...pids], 'SIGKILL')
      await server.kill()
      await sending
      failures.push(...findUnexpectedErrors(server))

      const killedAt = performance.now()
      const next = ways[(n + 1) % ways.length]!
      server = await environment.start({ ...next.settings, PORT: new URL(server.origin).port })
      slowestStartMs = Math.max(slowestStartMs, performance.now() - killedAt)
      const isTakenOver = environment.postgresPids()[0] === pids[0]
      note('PostgreSQL taken over', Number(isTakenOver))
      expect(isTakenOver).toBe(way === 'its PostgreSQL left behind')
      if (!isTakenOver) await waitForExit(pids)
      await requestLog.settle(server.origin, 'generate')
    }
    await requestLog.settle(server.origin)
    const answers = countOutcomes(requestLog)
    await waitForEmails(environment)
    const removedContents = await discardLeftovers(environment)
    const { problems, repeated } = checkEmails(environment, requestLog)
    printFigures('kill -9 of a server with its own PostgreSQL', {
      ...figures,
      ...answers,
      'slowest start in ms': Math.round(slowestStartMs),
      'emails repeated under one Message-ID': repeated,
      'contents without a row removed': removedContents,
    })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
    expect(problems).toEqual([])
    expect(failures).toEqual([])
    // The last server has taken PostgreSQL over and must stop it, too.
    const pids = environment.postgresPids()
    expect(await server.stop()).toBe(0)
    await waitForExit(pids)
  },
  timeoutFor(counts.ownPostgresKills, 30_000),
)

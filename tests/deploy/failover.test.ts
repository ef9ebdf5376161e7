// The primary fails in four ways, and its synchronous standby in one, while 22 applicants write: nothing acknowledged is lost, and
// after 30 s at most all goes on.
// A planned switchover is no failure: nobody gets an error.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEnvironmentOn } from '#tests/support/deploy/environment.ts'
import { deployDirectory, type HaProxy, startHaProxy, startPostgresProxy } from '#tests/support/deploy/haproxy.ts'
import { type PatroniCluster, patroniPrograms, startPatroniCluster } from '#tests/support/deploy/patroni-cluster.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'
import { countFirstErrors, countUnexpected, startWriters } from '#tests/support/deploy/writers.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import type { FaultEnvironment } from '#tests/support/faults/environment.ts'
import { findUnexpectedErrors, type ServerProcess } from '#tests/support/faults/server-process.ts'

const missing = explainMissing(...patroniPrograms)
let cluster: PatroniCluster
let postgresProxy: HaProxy
let environment: FaultEnvironment
let servers: ServerProcess[]
let balancer: HaProxy

beforeAll(async () => {
  if (missing) return
  cluster = await startPatroniCluster()
  postgresProxy = await startPostgresProxy(cluster.haproxyEnv, cluster.administratorUrl)
  environment = await startEnvironmentOn(cluster)
  servers = [await environment.start(), await environment.start()]
  balancer = await startHaProxy(servers.map(({ origin }) => origin))
}, 240_000)

afterAll(async () => {
  await balancer?.stop()
  await environment?.close()
  await postgresProxy?.stop()
  await cluster?.stop()
}, 120_000)

type Leader = Awaited<ReturnType<PatroniCluster['findLeader']>>
let standby: Leader

const strikes: Record<
  string,
  { strike: (leader: Leader) => Promise<unknown> | unknown; repair?: (leader: Leader) => void; isPlanned?: true }
> = {
  'the machine of the primary dies': {
    strike: (leader) => cluster.killMachine(leader),
    repair: (leader) => cluster.restart(leader),
  },
  'the machine of the synchronous standby dies': {
    strike: async () => {
      standby = await cluster.findSynchronousStandby()
      await cluster.killMachine(standby)
    },
    repair: () => cluster.restart(standby),
  },
  'PostgreSQL of the primary is killed': { strike: (leader) => cluster.killPostgres(leader) },
  'the machine of the primary freezes for 40 s': {
    strike: (leader) => {
      cluster.leadEtcdFrom(leader)
      expect(cluster.moveEtcdLeader()).not.toBe(leader)
      cluster.freeze(leader)
    },
    repair: (leader) => cluster.thaw(leader),
  },
  'another machine becomes the primary as planned': {
    strike: (leader) => cluster.switchOver(leader),
    isPlanned: true,
  },
}

const rounds = [1, 2, 3, 4, 5].flatMap((round) =>
  Object.entries(strikes).map(([name, strike]) => [name, round, strike] as const),
)

test.skipIf(missing).each(rounds)(
  'nothing is lost when %s, in round %i of 5',
  async (name, round, { strike, repair, isPlanned }) => {
    await cluster.waitUntilWhole()
    const requestLog = createRequestLog()
    const writers = await startWriters(environment, requestLog, balancer.origin, { durationMs: 60_000 })
    await sleep(3_000)
    const before = requestLog.entries.length
    const watch = writers.watch()
    const leader = await cluster.findLeader()
    await strike(leader)
    await sleep(40_000)
    repair?.(leader)
    await sleep(5_000)
    const silenceMs = watch.maxSilenceMs()
    await writers.stop()
    await discardLeftovers(environment)
    const errors = countFirstErrors(requestLog, before)
    printFigures(`${name}, round ${round}`, {
      ...countOutcomes(requestLog),
      ...errors,
      'longest without an acknowledgement in ms': silenceMs,
    })

    expect(await check(environment, requestLog, balancer.origin)).toEqual([])
    expect(silenceMs).toBeLessThanOrEqual(30_000)
    expect(countUnexpected(requestLog)).toBe(0)
    expect(servers.flatMap(findUnexpectedErrors)).toEqual([])
    if (isPlanned) {
      expect(silenceMs).toBeLessThanOrEqual(10_000)
      expect(errors).toEqual({})
    }
  },
  300_000,
)

test.skipIf(missing)('Patroni has every metric of the rules', async () => {
  const { restPort } = await cluster.findLeader()
  const metrics = await (await fetch(`http://127.0.0.1:${restPort}/metrics`)).text()
  const rules = readFileSync(join(deployDirectory, 'prometheus/rules.yml'), 'utf8')
  const used = new Set([...rules.matchAll(/\bpatroni_[a-z_]+/g)].map(([name]) => name))
  expect(used.size).toBeGreaterThan(5)
  expect([...used].filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([])
})

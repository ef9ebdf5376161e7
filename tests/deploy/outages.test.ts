// Two servers behind HAProxy, their database and their file store fail in five ways, each five times, while 22 applicants
// write: nothing acknowledged is lost, and after 30 s at most all goes on. A rolling restart is no failure: nobody gets an error.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOn, setReadOnly } from '#tests/support/deploy/external-postgres.ts'
import { type HaProxy, startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'
import { countFirstErrors, countUnexpected, startWriters, type WrittenKind } from '#tests/support/deploy/writers.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog, type RequestLog } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { waitUntilReady } from '#tests/support/faults/health.ts'
import { findUnexpectedErrors, type ServerProcess } from '#tests/support/faults/server-process.ts'
import { explainNoDisk, mountSmallDisk, type SmallDisk } from '#tests/support/faults/small-disk.ts'
import { type S3Process, startS3Process } from '#tests/support/simulators/s3-process.ts'

const rounds = [1, 2, 3, 4, 5]
const diskMegabytes = 512

let missing = explainMissing('haproxy')
let disk: SmallDisk | null
let store: S3Process
let environment: FaultEnvironment
let servers: ServerProcess[]
/** Those that were replaced, too. */
let started: ServerProcess[]
let balancer: HaProxy
/** Of the fault in turn. */
let requestLog: RequestLog

beforeAll(async () => {
  disk = mountSmallDisk(diskMegabytes)
  if (!disk) missing ??= explainNoDisk
  if (!disk || missing) return
  store = await startS3Process()
  environment = { ...(await startEnvironment({ postgres: disk.path })), hashFiles: store.hashFiles }
  // The log would fill the small disk by itself, and without old segments to use again it stops as soon as that is full.
  await runInPostgres(`alter system set max_wal_size = '128MB'`)
  await runInPostgres('alter system set wal_recycle = off')
  await runInPostgres('select pg_reload_conf()')
  servers = [await environment.start(store.settings), await environment.start(store.settings)]
  started = [...servers]
  balancer = await startHaProxy(servers.map(({ origin }) => origin))
}, 240_000)

afterAll(async () => {
  await balancer?.stop()
  await environment?.close()
  await store?.stop()
  disk?.unmount()
}, 120_000)

/** As administrator, in a database that no fault touches. */
const runInPostgres = (statement: string) =>
  runOn(environment.ownerDatabase.replace('/portal?', '/postgres?'), statement)

async function startAgain(index: number): Promise<void> {
  const { port } = new URL(servers[index]?.origin ?? '')
  const server = await environment.start({ ...store.settings, PORT: port })
  servers[index] = server
  started.push(server)
  await waitUntilReady(server.origin)
}

interface Fault {
  begin(round: number): Promise<void> | void
  lastsMs: number
  end?(round: number): Promise<void> | void
  /** Not acknowledged as long as it lasts. */
  stops?: WrittenKind
  /** Acknowledged at least every five seconds all the same. */
  continues?: WrittenKind
  /** Answers that clients may get at first beside acknowledgements, as `countFirstErrors` names them. */
  errors: string[]
}

const faults: Record<string, Fault> = {
  'a server is killed': {
    async begin(round) {
      while (requestLog.inFlight() < 6) await sleep(1)
      await servers[round % 2]?.kill()
    },
    lastsMs: 2_000,
    end: (round) => startAgain(round % 2),
    // A connection that was kept open is cut, so that the client repeats its request.
    errors: ['502', '503', 'cut'],
  },
  'one server after the other is restarted': {
    async begin() {
      for (const index of servers.keys()) {
        expect(await servers[index]?.stop()).toBe(0)
        await startAgain(index)
      }
    },
    lastsMs: 0,
    errors: [],
  },
  'the database only reads for 6 s': {
    begin: () => setReadOnly(runInPostgres, true),
    lastsMs: 6_000,
    end: () => setReadOnly(runInPostgres, false),
    stops: 'draft',
    errors: ['503'],
  },
  // Longer than a server waits for it.
  'the file store is frozen for 11 s': {
    begin: () => store.freeze(),
    lastsMs: 11_000,
    end: () => store.thaw(),
    stops: 'upload',
    continues: 'draft',
    errors: ['503'],
  },
  'the disk of the database is full for 6 s': {
    async begin() {
      disk?.fill()
      await environment.pool.query('select pg_switch_wal()').catch(() => {})
    },
    lastsMs: 6_000,
    end: () => disk?.clear(),
    stops: 'draft',
    errors: ['503'],
  },
}

test.for(Object.entries(faults))(
  'five times nothing is lost when %s',
  { timeout: 300_000 },
  async ([name, fault], { skip }) => {
    skip(missing !== undefined, missing)
    requestLog = createRequestLog()
    for (const round of rounds) {
      const before = requestLog.entries.length
      const writers = await startWriters(environment, requestLog, balancer.origin, { durationMs: 20_000 })
      await sleep(1_000)
      const watch = writers.watch()
      await fault.begin(round)
      await sleep(fault.lastsMs)
      await fault.end?.(round)
      for (const { origin } of servers) await waitUntilReady(origin)
      await sleep(2_000)
      await writers.stop()
      const silenceMs = { draft: watch.maxSilenceMs('draft'), upload: watch.maxSilenceMs('upload') }
      printFigures(`${name}, round ${round}`, {
        ...countOutcomes({ entries: requestLog.entries.slice(before) }),
        ...countFirstErrors(requestLog, before),
        'longest without an acknowledged draft in ms': silenceMs.draft,
        'without an upload': silenceMs.upload,
      })
      expect(Math.max(silenceMs.draft, silenceMs.upload)).toBeLessThanOrEqual(30_000)
      if (fault.stops) expect(silenceMs[fault.stops]).toBeGreaterThan(0.8 * fault.lastsMs)
      if (fault.continues) expect(silenceMs[fault.continues]).toBeLessThanOrEqual(5_000)
    }
    await discardLeftovers(environment)
    expect(await check(environment, requestLog, balancer.origin)).toEqual([])
    expect(countOutcomes(requestLog)).toMatchObject({ refused: 0 })
    expect(Object.keys(countFirstErrors(requestLog)).filter((error) => !fault.errors.includes(error))).toEqual([])
    expect(countUnexpected(requestLog)).toBe(0)
    expect(started.flatMap(findUnexpectedErrors)).toEqual([])
  },
)

// `npm run bench -- servers`: the same calls through HAProxy to one, two and four servers on one database, in turns, so that
// a slow moment of the machine affects all. `-- servers me draft` measures these only.
import { availableParallelism, loadavg } from 'node:os'
import { type HaProxy, startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'
import { cases } from './cases.ts'
import { type BenchFixture, type MeasuredProcess, startFixture } from './fixture.ts'
import { median, percentile, runClosedLoop } from './load/closed-loop.ts'
import { cpuMsPerCall, measureCpu, noUsage } from './load/cpu-usage.ts'
import { readCpuSeconds, subtractSeconds } from './load/processes.ts'

const counts = [1, 2, 4]
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const warmUpMs = Number(process.env.BENCH_WARM_UP_MS ?? 1_500)
const roundMs = Number(process.env.BENCH_MS ?? 3_000)
/** Less than HAProxy lets through to one server, so that none waits there. */
const connections = 32

/** Four servers, whose jobs and staff have 17 more each, must fit into the 100 that the embedded PostgreSQL accepts. */
const connectionsPerServer = 6

interface Topology {
  servers: readonly MeasuredProcess[]
  haproxy: HaProxy
}

async function startTopologies(fixture: BenchFixture): Promise<Topology[]> {
  const servers = [fixture.product]
  while (servers.length < Math.max(...counts)) servers.push(await fixture.startServer())
  const topologies: Topology[] = []
  for (const count of counts) {
    const used = servers.slice(0, count)
    topologies.push({ servers: used, haproxy: await startHaProxy(used.map(({ port }) => `http://127.0.0.1:${port}`)) })
  }
  return topologies
}

async function prepareTopology(fixture: BenchFixture, { servers, haproxy }: Topology, prepare: (typeof cases)[string]) {
  const port = Number(new URL(haproxy.origin).port)
  const { name, product } = await prepare({
    ...fixture,
    product: { port, pid: haproxy.pid },
    createUsers: (prefix, count) => fixture.createUsers(`${servers.length}X${prefix}`, count),
  })
  const run = (ms: number) => runClosedLoop({ port, connections, ms, ...product })
  const pids = servers.map(({ pid }) => pid)
  const usage = noUsage()
  const rates: number[] = []
  const times: number[] = []
  let proxySeconds = 0
  await run(warmUpMs)
  return {
    name,
    servers: servers.length,
    async measure() {
      const before = readCpuSeconds([haproxy.pid])
      const result = await measureCpu(fixture, pids, usage, () => run(roundMs))
      proxySeconds += subtractSeconds(before, readCpuSeconds([haproxy.pid]))
      times.push(...result.times)
      if (result.calls > 0) rates.push(result.calls / result.seconds)
    },
    getResult: () => ({
      rate: median(rates),
      p50: percentile(
        times.sort((a, b) => a - b),
        0.5,
      ),
      p99: percentile(times, 0.99),
      server: cpuMsPerCall(usage, 'server'),
      database: cpuMsPerCall(usage, 'database'),
      proxy: (proxySeconds * 1000) / usage.calls,
    }),
  }
}

const headings = ['', 'servers', 'calls/s', 'of one', 'p50 ms', 'p99 ms', 'CPU ms', 'DB CPU ms', 'HAProxy']
const widths = [26, 8, 9, 8, 8, 8, 8, 10, 8]
const print = (cells: string[]) =>
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' '))

async function compare(fixture: BenchFixture, topologies: readonly Topology[], prepare: (typeof cases)[string]) {
  const sides = []
  for (const topology of topologies) sides.push(await prepareTopology(fixture, topology, prepare))
  for (let round = 0; round < rounds; round++) for (const side of sides) await side.measure()
  const [one] = sides
  for (const side of sides) {
    const { rate, p50, p99, server, database, proxy } = side.getResult()
    const ofOne = rate / (one?.getResult().rate ?? rate)
    const costs = [server, database, proxy].map((ms) => ms.toFixed(2))
    print([
      side.name,
      String(side.servers),
      rate.toFixed(0),
      ofOne.toFixed(2),
      p50.toFixed(1),
      p99.toFixed(1),
      ...costs,
    ])
  }
}

const missing = explainMissing('haproxy')
if (missing) {
  console.log(`Skipped: ${missing}`)
} else {
  const wanted = process.argv.slice(2)
  const fixture = await startFixture(undefined, { DATABASE_POOL: String(connectionsPerServer) })
  let topologies: Topology[] = []
  try {
    topologies = await startTopologies(fixture)
    const cores = availableParallelism()
    console.log(
      `${cores} cores, which servers, PostgreSQL, HAProxy and this client share; load ${loadavg()[0]?.toFixed(1)} before.`,
    )
    print(headings)
    for (const [name, prepare] of Object.entries(cases))
      if (wanted.length === 0 || wanted.includes(name)) await compare(fixture, topologies, prepare)
  } finally {
    for (const { haproxy } of topologies) await haproxy.stop()
    await fixture.close()
  }
}

// Measures product and baseline alternately, so that a slow moment of the machine affects both, and prints the table.
import { type BenchCase, type CallSource, cases } from './cases.ts'
import { type BenchFixture, startFixture } from './fixture.ts'
import { type LoadResult, median, percentile, runClosedLoop } from './load/closed-loop.ts'
import { cpuMsPerCall, measureCpu, noUsage } from './load/cpu-usage.ts'
import { readMemory } from './load/processes.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** The first calls run uncompiled code and are not measured. */
const warmUpMs = Number(process.env.BENCH_WARM_UP_MS ?? 3_000)
const roundMs = Number(process.env.BENCH_MS ?? 2_000)

interface ResultRow {
  name: string
  baseline: number
  product: number
  ratio: number
  /** The same ratio by CPU time, which a busy machine affects less; null where it is not available. */
  cpuRatio: number | null
  budget: number | undefined
  p50: number
  p99: number
  /** CPU milliseconds per call, of the server and of PostgreSQL. */
  server: number
  database: number
  /** The same of the baseline. */
  bare: { server: number; database: number }
  goal: { server: number; database: number } | undefined
  /** Megabytes. */
  memory: number | undefined
}

const rate = ({ calls, seconds }: LoadResult) => calls / seconds

async function measure(
  fixture: BenchFixture,
  { name, budget, goal, connections, product, baseline, measureHashRate }: BenchCase,
): Promise<ResultRow> {
  const run = ({ port }: { port: number }, { next, expectedStatus }: CallSource, ms: number) =>
    runClosedLoop({ port, connections, ms, next, expectedStatus })
  const runHashes = async (ms: number): Promise<LoadResult> => {
    const calls = ((await measureHashRate?.(ms)) ?? 0) * (ms / 1000)
    return { calls, seconds: ms / 1000, times: [] }
  }
  await run(fixture.baseline, baseline, warmUpMs)
  await run(fixture.product, product, warmUpMs)

  const rates: { baseline: number; product: number }[] = []
  const times: number[] = []
  const usage = { baseline: noUsage(), product: noUsage(), hashes: noUsage() }
  for (let round = 0; round < rounds; round++) {
    const baselineResult = await measureCpu(fixture, [fixture.baseline.pid], usage.baseline, () =>
      run(fixture.baseline, baseline, roundMs),
    )
    if (measureHashRate) await measureCpu(fixture, [fixture.baseline.pid], usage.hashes, () => runHashes(roundMs))
    const outcome = await measureCpu(fixture, [fixture.product.pid], usage.product, () =>
      run(fixture.product, product, roundMs),
    )
    times.push(...outcome.times)
    if (outcome.calls > 0) rates.push({ baseline: rate(baselineResult), product: rate(outcome) })
  }
  times.sort((a, b) => a - b)
  const ratio = cpuMsPerCall(usage.baseline, 'both') / cpuMsPerCall(usage.product, 'both')
  return {
    name,
    baseline: median(rates.map((one) => one.baseline)),
    product: median(rates.map((one) => one.product)),
    ratio: median(rates.map((one) => one.product / one.baseline)),
    cpuRatio: Number.isFinite(ratio) ? ratio : null,
    budget,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    server: cpuMsPerCall(usage.product, 'server'),
    database: cpuMsPerCall(usage.product, 'database'),
    bare: { server: cpuMsPerCall(usage.baseline, 'server'), database: cpuMsPerCall(usage.baseline, 'database') },
    goal: goal && { ...goal, server: goal.server + (measureHashRate ? cpuMsPerCall(usage.hashes, 'server') : 0) },
    memory: readMemory(fixture.product.pid)?.now,
  }
}

const headings = [
  '',
  'baseline/s',
  'product/s',
  'ratio',
  'by CPU',
  'budget',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'goal',
  'bare',
  'DB CPU ms',
  'goal',
  'bare',
  'MB',
]

function formatRow(row: ResultRow): string[] {
  const verdict = row.budget === undefined ? '' : `${row.budget}${row.ratio >= row.budget ? '' : ' MISSED'}`
  return [
    row.name,
    row.baseline.toFixed(0),
    row.product.toFixed(0),
    row.ratio.toFixed(2),
    row.cpuRatio?.toFixed(2) ?? '–',
    verdict,
    row.p50.toFixed(1),
    row.p99.toFixed(1),
    formatCpuMs(row.server),
    row.goal ? formatCpuMs(row.goal.server) : '',
    formatCpuMs(row.bare.server),
    formatCpuMs(row.database),
    row.goal ? formatCpuMs(row.goal.database) : '',
    formatCpuMs(row.bare.database),
    String(row.memory ?? '–'),
  ]
}

const formatCpuMs = (ms: number) => (Number.isFinite(ms) ? ms.toFixed(2) : '–')

const widths = [24, 10, 10, 6, 7, 11, 7, 7, 7, 6, 6, 10, 6, 6, 5]
const joinCells = (cells: string[]) =>
  cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' ')

const wanted = process.argv.slice(2)
const fixture = await startFixture()
try {
  console.log(joinCells(headings))
  for (const [name, prepare] of Object.entries(cases)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(joinCells(formatRow(await measure(fixture, await prepare(fixture)))))
  }
  const memory = readMemory(fixture.product.pid)
  if (memory) console.log(`The server used ${memory.now} MB at the end and ${memory.max} MB at most.`)
} finally {
  await fixture.close()
}

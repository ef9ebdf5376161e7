// Measures product and floor in turns, so that a slow moment of the machine meets both, and prints the table.
import { type Case, cases, type Feed } from './cases.ts'
import { type Stage, startStage } from './fixture.ts'
import { closedLoop, type Outcome, percentile } from './load/closed-loop.ts'
import { memoryOf, processorSeconds, spentBetween } from './load/processes.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** Compiled code is what serves a rush; the first calls are not. */
const warmUpMs = Number(process.env.BENCH_WARM_UP_MS ?? 1_500)
const roundMs = Number(process.env.BENCH_MS ?? 2_000)

interface Row {
  what: string
  floor: number
  product: number
  ratio: number
  /** The same by processor time, which a busy machine disturbs less; null where nobody tells. */
  byProcessor: number | null
  budget: number | undefined
  p50: number
  p99: number
  /** Processor milliseconds of the server, and of PostgreSQL, for each call. */
  server: number
  database: number
  /** Megabytes. */
  memory: number | undefined
}

interface Spent {
  calls: number
  /** Processor seconds; NaN where nobody tells. */
  server: number
  database: number
}

const rate = ({ calls, seconds }: Outcome) => calls / seconds
const middle = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function measure(stage: Stage, { name, budget, connections, product, floor, rawRate }: Case): Promise<Row> {
  const run = ({ port }: { port: number }, { next, expected }: Feed, ms: number) =>
    closedLoop({ port, connections, ms, next, expected })
  const byHand = async (ms: number): Promise<Outcome> => {
    if (floor) return run(stage.floor, floor, ms)
    const calls = ((await rawRate?.(ms)) ?? 0) * (ms / 1000)
    return { calls, seconds: ms / 1000, times: [] }
  }
  await byHand(warmUpMs)
  await run(stage.product, product, warmUpMs)

  const found: { floor: number; product: number }[] = []
  const times: number[] = []
  const spent = { floor: nothing(), product: nothing() }
  for (let round = 0; round < rounds; round++) {
    const floorOutcome = await counted(stage, stage.floor.pid, spent.floor, () => byHand(roundMs))
    const outcome = await counted(stage, stage.product.pid, spent.product, () => run(stage.product, product, roundMs))
    times.push(...outcome.times)
    if (outcome.calls > 0) found.push({ floor: rate(floorOutcome), product: rate(outcome) })
  }
  times.sort((a, b) => a - b)
  const ratio = each(spent.floor, 'both') / each(spent.product, 'both')
  return {
    what: name,
    floor: middle(found.map((one) => one.floor)),
    product: middle(found.map((one) => one.product)),
    ratio: middle(found.map((one) => one.product / one.floor)),
    byProcessor: Number.isFinite(ratio) ? ratio : null,
    budget,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    server: each(spent.product, 'server'),
    database: each(spent.product, 'database'),
    memory: memoryOf(stage.product.pid)?.now,
  }
}

const nothing = (): Spent => ({ calls: 0, server: 0, database: 0 })

/** Processor milliseconds for each call. */
function each({ calls, server, database }: Spent, of: 'server' | 'database' | 'both'): number {
  const seconds = { server, database, both: server + database }[of]
  return (seconds * 1000) / calls
}

/** Adds what it costs to what has been spent. */
async function counted(stage: Stage, pid: number, spent: Spent, act: () => Promise<Outcome>): Promise<Outcome> {
  const before = await usage(stage, pid)
  const outcome = await act()
  const after = await usage(stage, pid)
  spent.calls += outcome.calls
  spent.server += spentBetween(before.server, after.server)
  spent.database += spentBetween(before.database, after.database)
  return outcome
}

async function usage({ pool }: Stage, pid: number) {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  return {
    server: processorSeconds([pid]),
    database: processorSeconds(rows.map(({ pid }) => pid)),
  }
}

const headings = [
  '',
  'by hand/s',
  'product/s',
  'ratio',
  'by CPU',
  'budget',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'DB CPU ms',
  'MB',
]

function line(row: Row): string[] {
  const verdict = row.budget === undefined ? '' : `${row.budget}${row.ratio >= row.budget ? '' : ' MISSED'}`
  return [
    row.what,
    row.floor.toFixed(0),
    row.product.toFixed(0),
    row.ratio.toFixed(2),
    row.byProcessor?.toFixed(2) ?? '–',
    verdict,
    row.p50.toFixed(1),
    row.p99.toFixed(1),
    known(row.server),
    known(row.database),
    String(row.memory ?? '–'),
  ]
}

const known = (ms: number) => (Number.isFinite(ms) ? ms.toFixed(2) : '–')

const widths = [24, 10, 10, 6, 7, 11, 7, 7, 7, 10, 5]
const printed = (cells: string[]) =>
  cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' ')

const wanted = process.argv.slice(2)
const stage = await startStage()
try {
  console.log(printed(headings))
  for (const [name, prepare] of Object.entries(cases)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(printed(line(await measure(stage, await prepare(stage)))))
  }
  const memory = memoryOf(stage.product.pid)
  if (memory) console.log(`The server took ${memory.now} MB at the end and ${memory.most} MB at most.`)
} finally {
  await stage.close()
}

// Measures product and floor in turns, so that a slow moment of the machine meets both, and prints the table.
import { type Case, cases, type Feed } from './cases.ts'
import { closedLoop, type Outcome, percentile } from './load/closed-loop.ts'
import { memoryOf, processorSeconds } from './load/processes.ts'
import { type Stage, startStage } from './stage.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const warmUpMs = 500
const roundMs = Number(process.env.BENCH_MS ?? 2_000)

interface Row {
  what: string
  floor: number
  product: number
  ratio: number
  budget: number | undefined
  p50: number
  p99: number
  /** Processor milliseconds of the server, and of PostgreSQL, for each call. */
  server: number | null
  database: number | null
  /** Megabytes. */
  memory: number | undefined
}

const rate = ({ calls, seconds }: Outcome) => calls / seconds
const middle = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function measure(stage: Stage, { name, budget, connections, product, floor, rawRate }: Case): Promise<Row> {
  const run = ({ port }: { port: number }, { next, expected }: Feed, ms: number) =>
    closedLoop({ port, connections, ms, next, expected })
  const floorRate = async (ms: number) =>
    floor ? rate(await run(stage.floor, floor, ms)) : ((await rawRate?.(ms)) ?? 0)
  await floorRate(warmUpMs)
  await run(stage.product, product, warmUpMs)

  const found: { floor: number; product: number }[] = []
  const times: number[] = []
  const used = { server: 0, database: 0 }
  for (let round = 0; round < rounds; round++) {
    const byHand = await floorRate(roundMs)
    const before = await usage(stage)
    const outcome = await run(stage.product, product, roundMs)
    const after = await usage(stage)
    used.server += after.server - before.server
    used.database += after.database - before.database
    times.push(...outcome.times)
    if (outcome.calls > 0) found.push({ floor: byHand, product: rate(outcome) })
  }
  times.sort((a, b) => a - b)
  const each = (seconds: number) => (Number.isNaN(seconds) ? null : (seconds * 1000) / times.length)
  return {
    what: name,
    floor: middle(found.map((one) => one.floor)),
    product: middle(found.map((one) => one.product)),
    ratio: middle(found.map((one) => one.product / one.floor)),
    budget,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    server: each(used.server),
    database: each(used.database),
    memory: memoryOf(stage.product.pid)?.now,
  }
}

async function usage({ product, pool }: Stage) {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  return {
    server: processorSeconds([product.pid]) ?? Number.NaN,
    database: processorSeconds(rows.map(({ pid }) => pid)) ?? Number.NaN,
  }
}

const headings = ['', 'by hand/s', 'product/s', 'ratio', 'budget', 'p50 ms', 'p99 ms', 'CPU ms', 'DB CPU ms', 'MB']

function line(row: Row): string[] {
  const verdict = row.budget === undefined ? '' : `${row.budget}${row.ratio >= row.budget ? '' : ' MISSED'}`
  return [
    row.what,
    row.floor.toFixed(0),
    row.product.toFixed(0),
    row.ratio.toFixed(2),
    verdict,
    row.p50.toFixed(1),
    row.p99.toFixed(1),
    row.server?.toFixed(2) ?? '–',
    row.database?.toFixed(2) ?? '–',
    String(row.memory ?? '–'),
  ]
}

const widths = [24, 10, 10, 6, 11, 7, 7, 7, 10, 5]
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

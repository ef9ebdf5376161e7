// `npm run bench -- growth`: what the applicants' calls cost in the midst of a large exercise, compared with a small one.
// Both are called in turns, so that a slow moment of the machine affects both. `-- growth me draft` measures these only.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallSource, cases } from './cases.ts'
import { type BenchFixture, startFixture } from './fixture.ts'
import { printJobs } from './growth/jobs.ts'
import { median, runClosedLoop } from './load/closed-loop.ts'
import { cpuMsPerCall, measureCpu, noUsage } from './load/cpu-usage.ts'

const fewAccounts = Number(process.env.GROWTH_BENCH_FEW ?? 1_000)
const manyAccounts = Number(process.env.GROWTH_BENCH_ACCOUNTS ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const warmUpMs = Number(process.env.BENCH_WARM_UP_MS ?? 1_500)
const roundMs = Number(process.env.BENCH_MS ?? 1_500)
const maxRatio = 1.2
/** Keeps the databases there for the next run; otherwise they are made for this one. */
const keptDirectory = process.env.BENCH_DATA

async function prepareSide(fixture: BenchFixture, prepare: (typeof cases)[string]) {
  const { name, connections, product } = await prepare(fixture)
  const usage = noUsage()
  const run = (ms: number) => runClosedLoop({ port: fixture.product.port, connections, ms, ...withStatus(product) })
  await run(warmUpMs)
  const times: number[] = []
  return {
    name,
    async measure() {
      const result = await measureCpu(fixture, [fixture.product.pid], usage, () => run(roundMs))
      // A case whose users are used up has rounds without calls.
      if (result.calls > 0) times.push(median(result.times))
    },
    getResult: () => ({
      server: cpuMsPerCall(usage, 'server'),
      database: cpuMsPerCall(usage, 'database'),
      both: cpuMsPerCall(usage, 'both'),
      p50: median(times),
    }),
  }
}

const withStatus = ({ next, expectedStatus }: CallSource) => ({ next, expectedStatus })

const headings = ['ms of a core per call', 'server few', 'many', 'database few', 'many', 'ratio', 'of p50']
const widths = [28, 10, 8, 12, 8, 8, 16]
const print = (cells: string[]) =>
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' '))

/** @returns the name of the case when it costs more than it may */
async function compare(fixtures: readonly BenchFixture[], prepare: (typeof cases)[string]): Promise<string | null> {
  const sides = []
  for (const fixture of fixtures) sides.push(await prepareSide(fixture, prepare))
  for (let round = 0; round < rounds; round++) for (const side of sides) await side.measure()
  const [few, many] = sides.map((side) => side.getResult())
  if (!few || !many) return null
  const ratio = many.both / few.both
  const isMissed = ratio > maxRatio
  const name = sides[0]?.name ?? ''
  const costs = [few.server, many.server, few.database, many.database].map((ms) => ms.toFixed(2))
  print([name, ...costs, ratio.toFixed(2), `${(many.p50 / few.p50).toFixed(2)}${isMissed ? ' MISSED' : ''}`])
  return isMissed ? name : null
}

/** What the database of the fixture takes on disk for each account. */
async function printSize({ pool }: BenchFixture): Promise<void> {
  const { rows } = await pool.query(
    `select accounts, size, size / accounts / 1000 as each, files, events from (select
      (select count(*) from accounts)::float as accounts, pg_database_size(current_database())::float as size,
      (select count(*) from files) as files, (select count(*) from audit_log) as events) as sizes`,
  )
  const { accounts, size, each, files, events } = rows[0]
  const format = (count: number) => Number(count).toLocaleString('en')
  console.log(
    `${format(accounts)} accounts, ${format(files)} files, ${format(events)} audit events: ${(size / 1e9).toFixed(2)} GB, ${each.toFixed(1)} kB for each account`,
  )
}

const wanted = process.argv.slice(2)
const directory = keptDirectory ?? (await mkdtemp(join(tmpdir(), 'portal-growth-bench-')))
const fixtures: BenchFixture[] = []
try {
  for (const count of [fewAccounts, manyAccounts])
    fixtures.push(await startFixture({ directory: join(directory, `history-${count}`), count }))
  for (const fixture of fixtures) await printSize(fixture)
  print(headings)
  const missed: string[] = []
  for (const [name, prepare] of Object.entries(cases)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const result = await compare(fixtures, prepare)
    if (result) missed.push(result)
  }
  if (wanted.length === 0 || wanted.includes('jobs')) await printJobs(fixtures, directory)
  const limit = `${maxRatio} times as much among ${manyAccounts.toLocaleString('en')} accounts`
  console.log(missed.length === 0 ? `Nothing costs more than ${limit}.` : `More than ${limit}: ${missed.join('; ')}.`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  for (const fixture of fixtures) await fixture.close()
  if (!keptDirectory) await rm(directory, { recursive: true, force: true })
}

// `npm run bench -- staff`: how long the staff's lists, above all that of applicants, take among many accounts, compared with
// few. Both databases are asked in turns, so that a slow moment of the machine affects both. `-- staff seats` measures the
// cases whose names have this text.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/database/connection.ts'
import { formatCappedCount } from '#shared/format/numbers.ts'
import { readPreciseCpuMs } from './load/processes.ts'
import { startSeededPostgres } from './seeded-database.ts'
import { type ListCase, listCases, otherCases } from './staff/list-cases.ts'
import { addMeasuredRows, createMeasuredLists, type ListedQuery, removeDrafts } from './staff/measured-lists.ts'

const fewAccounts = 10_000
const manyAccounts = Number(process.env.STAFF_BENCH_ACCOUNTS ?? 1_000_000)
const repetitions = Number(process.env.STAFF_BENCH_REPETITIONS ?? 25)
/** Of a case that seems to take too long: on a busy machine it takes more of them until both databases had a quiet moment. */
const maxRounds = 8
const maxRatio = 1.2
const [part = ''] = process.argv.slice(2)
/** Keeps the databases there for the next run; otherwise they are made for this one. */
const keptDirectory = process.env.BENCH_DATA

async function openSeeded(directory: string, count: number) {
  const postgres = await startSeededPostgres(join(directory, String(count)), { count })
  // One connection, whose process is measured.
  const database = connect(postgres.url, { maxConnections: 1 })
  const owner = connect(postgres.ownerUrl, { maxConnections: 1, queryTimeoutMs: 0 })
  await addMeasuredRows(owner)
  await owner.close()
  const lists = await createMeasuredLists(database)
  return {
    database,
    lists,
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

type SeededDatabase = Awaited<ReturnType<typeof openSeeded>>

interface Cost {
  ms: number
  /** Of the database's process, which other work on the machine affects less. */
  cpuMs: number
  /** How many rows the page has, of how many. */
  size: string
}

/** What one page costs. */
async function measureOnce(
  { database, lists }: SeededDatabase,
  list: NonNullable<ListCase['list']>,
  query: ListedQuery,
): Promise<Cost> {
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  const [cpuBefore, beganAt] = [readPreciseCpuMs(pid), performance.now()]
  const { rows: listed = [], count } = await lists[list](query)
  const [ms, cpuMs] = [performance.now() - beganAt, readPreciseCpuMs(pid) - cpuBefore]
  const cost = { ms, cpuMs, size: count ? `${listed.length} of ${formatCappedCount(count)}` : String(listed.length) }
  if (list === 'mailings') await removeDrafts(database)
  return cost
}

/** The least costs of all repetitions, as the mean of the variants: what is added to them is other work on the machine. */
const summarize = (variants: Cost[][], cost: 'ms' | 'cpuMs') =>
  variants.reduce((sum, repeated) => sum + Math.min(...repeated.map((one) => one[cost])), 0) / variants.length

const listSizes = (variants: Cost[][]) => variants.map(([first]) => first?.size).join('; ')

interface Ratios {
  few: number
  many: number
  ratio: number
  cpuRatio: number
  /** Of the pages in both databases, if they differ: then more is asked of one. */
  sizes: string | null
}

const isTooMuch = ({ ratio, cpuRatio }: Ratios) => ratio > maxRatio && !(cpuRatio <= maxRatio)

async function measure(databases: SeededDatabase[], { prepare, list = 'applicants' }: ListCase): Promise<Ratios> {
  const queries = await Promise.all(
    databases.map(({ database, lists }) =>
      prepare({ pool: database.pool, read: lists.applicants, readList: (list, query) => lists[list](query) }),
    ),
  )
  const costs = queries.map((variants) => variants.map(() => [] as Cost[]))
  const compare = (): Ratios => {
    const [few = 0, many = 0] = costs.map((variants) => summarize(variants, 'ms'))
    const [fewCpu = 0, manyCpu = 0] = costs.map((variants) => summarize(variants, 'cpuMs'))
    const [fewSizes, manySizes] = costs.map(listSizes)
    const sizes = fewSizes === manySizes ? null : `pages of ${fewSizes} and of ${manySizes}`
    return { few, many, ratio: many / few, cpuRatio: manyCpu / fewCpu, sizes }
  }
  for (let round = 0; round < maxRounds; round++) {
    for (let repetition = 0; repetition < repetitions; repetition++)
      for (const [index, database] of databases.entries())
        for (const [variant, query] of (queries[index] ?? []).entries())
          costs[index]?.[variant]?.push(await measureOnce(database, list, query))
    if (!isTooMuch(compare())) break
  }
  return compare()
}

const widths = [34, 10, 10, 8, 14]
const print = (cells: string[]) =>
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' '))

/** @returns the names of the cases that take longer than they may */
async function run(databases: SeededDatabase[]): Promise<string[]> {
  const missed: string[] = []
  print(['a page of 50 with its count', '10,000 ms', 'many ms', 'ratio', 'by CPU'])
  for (const listCase of [...listCases, ...otherCases].filter(({ name }) => name.includes(part))) {
    const result = await measure(databases, listCase)
    const { few, many, ratio, cpuRatio } = result
    const isMissed = isTooMuch(result) && !listCase.isUnlimited
    if (isMissed) missed.push(listCase.name)
    const byCpu = [cpuRatio.toFixed(2), isMissed && 'MISSED', result.sizes].filter(Boolean).join(' ')
    print([listCase.name, few.toFixed(2), many.toFixed(2), ratio.toFixed(2), byCpu])
  }
  return missed
}

const directory = keptDirectory ?? (await mkdtemp(join(tmpdir(), 'portal-staff-bench-')))
const databases: SeededDatabase[] = []
try {
  for (const count of [fewAccounts, manyAccounts]) databases.push(await openSeeded(directory, count))
  const missed = await run(databases)
  const limit = `${maxRatio} times as long among ${manyAccounts.toLocaleString('en')} accounts as among 10,000`
  console.log(missed.length === 0 ? `No list takes more than ${limit}.` : `More than ${limit}: ${missed.join('; ')}.`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  for (const database of databases) await database.close()
  if (!keptDirectory) await rm(directory, { recursive: true, force: true })
}

// `npm run bench -- staff`: how long the staff's list of applicants takes among many accounts, compared with few. Both
// databases are asked in turns, so that a slow moment of the machine affects both.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApplicantList, type ListQuery } from '#server/features/applicants/list.ts'
import type { StaffPrincipal } from '#server/platform/api/staff/staff-principal.ts'
import { connect, staffConnections } from '#server/platform/database/connection.ts'
import { median } from './load/closed-loop.ts'
import { startSeededPostgres } from './seeded-database.ts'
import { type ListCase, listCases } from './staff/list-cases.ts'

const fewAccounts = 10_000
const manyAccounts = Number(process.env.STAFF_BENCH_ACCOUNTS ?? 1_000_000)
const repetitions = Number(process.env.STAFF_BENCH_REPETITIONS ?? 25)
/** Of a case that seems to take too long: on a busy machine it takes more of them until both databases had a quiet moment. */
const maxRounds = 8
const maxRatio = 1.2
/** Keeps the databases there for the next run; otherwise they are made for this one. */
const keptDirectory = process.env.BENCH_DATA

const registry: StaffPrincipal = {
  sessionId: '',
  staffId: '',
  email: '',
  name: '',
  grants: [{ role: 'registry', exerciseId: null, school: null, department: null }],
  freshUntil: null,
}

async function openSeeded(directory: string, count: number) {
  const postgres = await startSeededPostgres(join(directory, String(count)), { count })
  const database = connect(postgres.url, { maxConnections: staffConnections })
  const { list } = createApplicantList({ staffDatabase: database })
  return {
    database,
    read: (query: Partial<ListQuery>) => list({ limit: 50, ...query }, registry),
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}

type SeededDatabase = Awaited<ReturnType<typeof openSeeded>>

async function measureMs(act: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now()
  await act()
  return performance.now() - beganAt
}

/** Milliseconds of the fastest and of the median repetition, as the mean of the case's variants. */
async function measure(databases: SeededDatabase[], { prepare }: ListCase) {
  const queries = await Promise.all(databases.map(({ database, read }) => prepare({ pool: database.pool, read })))
  const times = queries.map((variants) => variants.map(() => [] as number[]))
  const summarize = () =>
    times.map((variants) => ({
      fastest: variants.reduce((sum, one) => sum + Math.min(...one), 0) / variants.length,
      median: variants.reduce((sum, one) => sum + median(one), 0) / variants.length,
    }))
  for (let round = 0; round < maxRounds; round++) {
    for (let repetition = 0; repetition < repetitions; repetition++)
      for (const [index, { read }] of databases.entries())
        for (const [variant, query] of (queries[index] ?? []).entries())
          times[index]?.[variant]?.push(await measureMs(() => read(query)))
    const [few, many] = summarize()
    if (few && many && many.fastest <= few.fastest * maxRatio) break
  }
  return summarize()
}

const widths = [34, 10, 10, 8, 14]
const print = (cells: string[]) =>
  console.log(cells.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' '))

/** @returns the names of the cases that take longer than they may */
async function run(databases: SeededDatabase[]): Promise<string[]> {
  const missed: string[] = []
  print(['a page of 50 with its count', '10,000 ms', 'many ms', 'ratio', 'of medians'])
  for (const listCase of listCases) {
    const [few, many] = await measure(databases, listCase)
    if (!few || !many) continue
    const ratio = many.fastest / few.fastest
    if (ratio > maxRatio) missed.push(listCase.name)
    const isMissed = ratio > maxRatio ? ' MISSED' : ''
    const medians = (many.median / few.median).toFixed(2)
    print([listCase.name, few.fastest.toFixed(2), many.fastest.toFixed(2), ratio.toFixed(2), `${medians}${isMissed}`])
  }
  return missed
}

const directory = keptDirectory ?? (await mkdtemp(join(tmpdir(), 'portal-staff-bench-')))
const databases: SeededDatabase[] = []
try {
  for (const count of [fewAccounts, manyAccounts]) databases.push(await openSeeded(directory, count))
  const missed = await run(databases)
  const limit = `${maxRatio} times as long among ${manyAccounts.toLocaleString('en')} accounts as among 10,000`
  console.log(missed.length === 0 ? `Nothing takes more than ${limit}.` : `More than ${limit}: ${missed.join('; ')}.`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  for (const database of databases) await database.close()
  if (!keptDirectory) await rm(directory, { recursive: true, force: true })
}

// `npm run bench -- pages`: opens pages on a slow line and types on a slow phone, and prints a table.
import { percentile } from './load/closed-loop.ts'
import { type LoadTimes, measureLoad, type Visit } from './pages/measure-load.ts'
import { measureTyping } from './pages/measure-typing.ts'
import { type MeasuredPage, startPageFixture } from './pages/page-fixture.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const visits: readonly Visit[] = ['first', 'service worker']
/** Seconds, for the dashboard. */
const goals: Record<Visit, { firstPaint: number; largestPaint?: number }> = {
  first: { firstPaint: 1.5, largestPaint: 3 },
  'service worker': { firstPaint: 0.8 },
}
/** Milliseconds in which 95 of 100 keystrokes appear. */
const typingGoal = 100
const kB = 1000

const [only] = process.argv.slice(2)
const fixture = await startPageFixture()
try {
  console.log(`400 kbit/s and 400 ms; seconds, the median of ${rounds} visits each`)
  console.log(joinCells(['page', 'visit', 'first', 'largest', 'complete', 'shift', 'requests', 'kB', 'goal']))
  for (const page of fixture.pages)
    if (!only || only === page.name) for (const visit of visits) console.log(joinCells(await measurePage(page, visit)))
  if (!only || only === 'typing') printTyping(await measureTyping(fixture))
} finally {
  await fixture.close()
}

/** A row of the table: the median of each figure. */
async function measurePage(page: MeasuredPage, visit: Visit): Promise<string[]> {
  const results: LoadTimes[] = []
  for (let round = 0; round < rounds; round++)
    results.push(await measureLoad(fixture.browser, fixture.url, page, visit))
  if (process.env.BENCH_URLS) console.log(results[0]?.urls.join('\n'))
  const median = (pick: (one: LoadTimes) => number) =>
    percentile(
      results.map(pick).sort((a, b) => a - b),
      0.5,
    )
  const firstPaint = median((one) => one.firstPaint)
  const largestPaint = median((one) => one.largestPaint)
  const goal = page.name === 'dashboard' ? goals[visit] : undefined
  return [
    page.name,
    visit,
    firstPaint.toFixed(2),
    largestPaint.toFixed(2),
    median((one) => one.complete).toFixed(2),
    median((one) => one.shift).toFixed(2),
    String(median((one) => one.requests)),
    (median((one) => one.bytes) / kB).toFixed(1),
    goal ? compareWithGoal(firstPaint <= goal.firstPaint && largestPaint <= (goal.largestPaint ?? Infinity)) : '',
  ]
}

function compareWithGoal(isReached: boolean): string {
  return isReached ? 'reached' : 'MISSED'
}

function printTyping(times: number[]) {
  const [middle = 0, slow = 0, worst = 0] = [0.5, 0.95, 1].map((share) => percentile(times, share))
  const figures = `p50 ${middle.toFixed(0)} ms, p95 ${slow.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`
  console.log(`\nKeystrokes in the fullest form, CPU four times slower: ${figures} (${times.length} keystrokes)`)
  console.log(`p95 within ${typingGoal} ms: ${compareWithGoal(slow <= typingGoal)}`)
}

function joinCells(cells: string[]): string {
  const widths = [10, 15, 7, 8, 9, 6, 9, 7, 8]
  return cells.map((cell, n) => (n < 2 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' ')
}

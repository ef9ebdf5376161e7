// `npm run bench -- settlement`: how long a settlement of 100,000 lines takes to be checked, and how much longer applicants wait
// meanwhile. Times with and without it are measured in turns.
// Settings: SETTLEMENT_BENCH_LINES (100000), SETTLEMENT_BENCH_ROUNDS (3).
import { setTimeout as sleep } from 'node:timers/promises'
import { apiBase } from '#shared/api/calls.ts'
import { startFixture } from './fixture.ts'
import { measureSteadyLoad, steadyApplicants } from './load/steady-load.ts'
import { createBenchStaff, startBenchSession } from './users.ts'

const lineCount = Number(process.env.SETTLEMENT_BENCH_LINES ?? 100_000)
const rounds = Number(process.env.SETTLEMENT_BENCH_ROUNDS ?? 3)
const callsPerSecond = 60
const warmUpMs = 30_000
const windowMs = 20_000
const maxRatio = 1.2
const maxSeconds = 60
const firstRrr = 300_000_000_001
const days = 28

const fixture = await startFixture()
const settlementUrl = `http://127.0.0.1:${fixture.product.port}${apiBase}/staff/settlements/check?exercise=2024&firstDay=2024-06-01&lastDay=2024-06-${days}`

/** Applicants who paid by the RRRs of the lines in June, like this one. Without triggers, which take minutes. */
async function addPayments(userId: string): Promise<void> {
  const client = await fixture.pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `with template as (select * from accounts where user_id = $1),
      added as (
        insert into accounts select (jsonb_populate_record(null::accounts, to_jsonb(template) || jsonb_build_object(
          'id', gen_random_uuid(), 'user_id', 'S' || n, 'import_line_id', null, 'email', n || '@example.org'))).*
        from template, generate_series($2::bigint, $2::bigint + $3::bigint - 1) as n
        returning id, substr(user_id, 2) as rrr)
    insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at, payment_type)
    select id, 'order ' || rrr, rrr, 1200000, 50000, 'paid', 1250000,
      timestamptz '2024-06-01T11:00:00Z' + (rrr::bigint % ${days}) * interval '1 day', 'Branch' from added`,
    [userId, firstRrr, lineCount],
  )
  await client.query('reset session_replication_role')
  client.release()
  await fixture.pool.query('vacuum analyze')
}

function createSettlement(): string {
  const lines = Array.from({ length: lineCount }, (_, n) => {
    const rrr = firstRrr + n
    return `${rrr},"₦12,500.00",${String((rrr % days) + 1).padStart(2, '0')}/06/2024,Branch`
  })
  return ['RRR,Amount Paid,Payment Date,Channel', ...lines].join('\n')
}

/** @returns how many seconds it took */
async function checkSettlement(csv: string, headers: Record<string, string>): Promise<number> {
  const form = new FormData()
  form.set('file', new File([csv], 'settlement.csv', { type: 'text/csv' }))
  const startedAt = performance.now()
  const response = await fetch(settlementUrl, { method: 'POST', headers, body: form })
  const { message, data } = (await response.json()) as {
    message: string
    data: { sums: { matched: { count: number } } }
  }
  if (!response.ok || data.sums.matched.count !== lineCount)
    throw new Error(`The settlement was answered ${response.status}: ${message}`)
  return (performance.now() - startedAt) / 1_000
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

try {
  const users = await fixture.createUsers('SETTLEMENT-', steadyApplicants)
  await addPayments(users[0]?.userId ?? '')
  const bursar = await createBenchStaff(fixture, 'bursar')
  const csv = createSettlement()
  const measure = (until: Promise<unknown>) => measureSteadyLoad(fixture, { users, callsPerSecond }, until)
  await measure(sleep(warmUpMs))
  const without: number[] = []
  const during: number[] = []
  const seconds: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const quiet = await measure(sleep(windowMs))
    const checking = checkSettlement(csv, await startBenchSession(fixture, bursar))
    const busy = await measure(checking)
    without.push(quiet.p95)
    during.push(busy.p95)
    seconds.push(await checking)
    console.log(
      [
        `${lineCount.toLocaleString('en')} lines in ${seconds.at(-1)?.toFixed(1)} s`,
        `applicants' p95 ${busy.p95.toFixed(1)} ms during, ${quiet.p95.toFixed(1)} before`,
        `p50 ${busy.p50.toFixed(1)} ms during, ${quiet.p50.toFixed(1)} before`,
        `peak memory ${busy.megabytes} MB, ${quiet.megabytes} before`,
      ].join('; '),
    )
  }
  const ratio = median(during) / median(without)
  const isWithin = ratio <= maxRatio && Math.max(...seconds) <= maxSeconds
  console.log(
    `${isWithin ? '' : 'MISSED: '}p95 ${ratio.toFixed(2)} times, at most ${Math.max(...seconds).toFixed(1)} s.`,
  )
  process.exitCode = isWithin ? 0 : 1
} finally {
  await fixture.close()
}

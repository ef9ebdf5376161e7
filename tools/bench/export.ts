// `npm run bench -- export`: what an export of a long list costs the server in memory, and the applicants in time. A steady
// load of applicants is measured without an export, during one as CSV, and during one as a workbook.
// Settings: EXPORT_BENCH_ROWS (200000), EXPORT_BENCH_SECONDS (20) without an export, EXPORT_BENCH_RATE (60) calls a second,
// EXPORT_BENCH_WARM_UP (120) seconds before everything: the server's heap grows and is collected in a circle of a minute or
// two without any export, and its peak in that time is what an export is compared with.
// EXPORT_BENCH_SLIPS (0): how many application slips are packed as well, and again until somebody cancels half way.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedMany } from '#demo/many/seed-many.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { apiBase } from '#shared/api/calls.ts'
import { applicantList } from '#shared/lists/applicants.ts'
import { startFixture } from './fixture.ts'
import { measureSteadyLoad, steadyApplicants } from './load/steady-load.ts'
import { type BenchUser, createBenchStaff, startBenchSession } from './users.ts'

const rows = Number(process.env.EXPORT_BENCH_ROWS ?? 200_000)
const seconds = Number(process.env.EXPORT_BENCH_SECONDS ?? 20)
const warmUpSeconds = Number(process.env.EXPORT_BENCH_WARM_UP ?? 120)
const callsPerSecond = Number(process.env.EXPORT_BENCH_RATE ?? 60)
const slips = Number(process.env.EXPORT_BENCH_SLIPS ?? 0)
const maxRatio = 1.2
const maxMegabytes = 150

const fixture = await startFixture()
const base = `http://127.0.0.1:${fixture.product.port}${apiBase}`

const measure = (users: readonly BenchUser[], until: Promise<unknown>) =>
  measureSteadyLoad(fixture, { users, callsPerSecond }, until)

const startStaffSession = (staffId: string) => startBenchSession(fixture, staffId)

async function callStaff(staff: Record<string, string>, method: string, path: string, body?: unknown) {
  const headers = { ...staff, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const response = await fetch(base + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as { message: string; data: Record<string, unknown> }
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${reply.message}`)
  return reply.data
}

type Staff = Record<string, string>

const reason = 'To measure what an export costs'
const listOf = (format: string) => ({ of: 'applicants', columns: Object.keys(applicantList.columns), format, reason })

async function requestExport(staff: Staff, body: object): Promise<string> {
  const { id } = await callStaff(staff, 'POST', '/staff/exports', body)
  // The fixture holds jobs back.
  await fixture.pool.query(`update graphile_worker._private_jobs set attempts = 0, run_at = now() where key = $1`, [
    `export:${id}`,
  ])
  return String(id)
}

async function makeExport(staff: Staff, body: object) {
  const id = await requestExport(staff, body)
  const startedAt = performance.now()
  for (;;) {
    const made = await callStaff(staff, 'GET', `/staff/exports/${id}`)
    if (made.state === 'ready') return { ...made, id, seconds: (performance.now() - startedAt) / 1000 }
    if (made.state !== 'waiting' && made.state !== 'making')
      throw new Error(`The export is ${made.state}: ${made.failure}`)
    await sleep(250)
  }
}

type Made = Awaited<ReturnType<typeof makeExport>> & { rows?: unknown; bytes?: unknown; sha256?: unknown }

/** @returns what is wrong with the file */
async function checkFile(staff: Staff, made: Made, expected: number): Promise<string[]> {
  const response = await fetch(`${base}/staff/exports/${made.id}/content`, { headers: staff })
  const hash = createHash('sha256')
  for await (const chunk of response.body ?? []) hash.update(chunk)
  return [
    ...(hash.digest('hex') === made.sha256 ? [] : ['the file is not the one of the register']),
    ...(made.rows === expected ? [] : [`${made.rows} rows of ${expected}`]),
  ]
}

const countApplicants = async (): Promise<number> =>
  (await fixture.pool.query('select count(*)::int from applicant_index')).rows[0].count

/** As many applications, frozen for this person. */
async function selectApplications(staffId: string): Promise<string> {
  const { rows: added } = await fixture.pool.query<{ id: string }>(
    `insert into selections (exercise_id, filter, count, made_by, made_at, expires_at)
    select exercise_id, '{}', $1, $2, now(), now() + interval '1 day' from applications limit 1 returning id`,
    [slips, staffId],
  )
  const [{ id } = { id: '' }] = added
  await fixture.pool.query(
    'insert into selection_items (selection_id, application_id) select $1, id from applications order by number limit $2',
    [id, slips],
  )
  return id
}

/** Packs the slips, then packs them again and cancels half way. @returns what is wrong */
async function measureSlips(users: readonly BenchUser[], registry: string, usual: number): Promise<string[]> {
  const selection = await selectApplications(registry)
  const body = { of: 'applications', columns: [], format: 'zip-pdf', selection, reason }
  const before = await measure(users, sleep(seconds * 1_000))
  const staff = await startStaffSession(registry)
  const packing = makeExport(staff, body)
  const during = await measure(users, packing)
  const made: Made = await packing
  console.log(
    [
      `zip-pdf: ${Number(made.rows).toLocaleString('en')} slips, ${(Number(made.bytes) / 1e6).toFixed(0)} MB`,
      `${made.seconds.toFixed(1)} s, ${(Number(made.rows) / made.seconds).toFixed(1)} slips/s`,
      `peak memory ${during.megabytes} MB, ${during.megabytes - Math.max(usual, before.megabytes)} MB more than before`,
      `applicants' p95 ${during.p95.toFixed(1)} ms during, ${before.p95.toFixed(1)} before`,
    ].join('; '),
  )
  return [...(await checkFile(staff, made, slips)), ...(await cancelHalfWay(registry, body))]
}

async function cancelHalfWay(registry: string, body: object): Promise<string[]> {
  const staff = await startStaffSession(registry)
  const id = await requestExport(staff, body)
  const read = () => callStaff(staff, 'GET', `/staff/exports/${id}`)
  while (Number((await read()).done) < slips / 2) await sleep(250)
  const cancelledAt = performance.now()
  await callStaff(staff, 'DELETE', `/staff/exports/${id}`)
  const hasJob = async () =>
    (await fixture.pool.query('select from graphile_worker._private_jobs where key = $1', [`export:${id}`]))
      .rowCount !== 0
  while (await hasJob()) await sleep(50)
  const { state, done, bytes } = await read()
  const took = Math.round(performance.now() - cancelledAt)
  console.log(`zip-pdf, cancelled after ${done} slips: the job had stopped after ${took} ms`)
  return state === 'cancelled' && bytes === null ? [] : [`a cancelled export is ${state} with ${bytes} bytes`]
}

try {
  const encryption = createEncryption([randomBytes(32)])
  await seedMany({ pool: fixture.pool }, { count: rows, encryption })
  const users = await fixture.createUsers('EXPORT-', steadyApplicants)
  const registry = await createBenchStaff(fixture, 'registry')
  const { megabytes: usual } = await measure(users, sleep(warmUpSeconds * 1_000))
  const problems: string[] = []
  for (const format of ['csv', 'xlsx']) {
    const before = await measure(users, sleep(seconds * 1_000))
    const staff = await startStaffSession(registry)
    const exporting = makeExport(staff, listOf(format))
    const during = await measure(users, exporting)
    const made: Made = await exporting
    const after = await measure(users, sleep(seconds * 1_000))
    const quiet = (before.p95 + after.p95) / 2
    const ratio = during.p95 / quiet
    const added = during.megabytes - Math.max(usual, before.megabytes)
    console.log(
      [
        `${format}: ${Number(made.rows).toLocaleString('en')} rows, ${(Number(made.bytes) / 1e6).toFixed(0)} MB`,
        `${made.seconds.toFixed(1)} s, ${(Number(made.rows) / made.seconds).toFixed(0)} rows/s`,
        `peak memory ${during.megabytes} MB, ${added} MB more than before`,
        `applicants' p95 ${during.p95.toFixed(1)} ms during, ${before.p95.toFixed(1)} before, ${after.p95.toFixed(1)} after: ${ratio.toFixed(2)} times`,
        `p50 ${during.p50.toFixed(1)} ms during, ${before.p50.toFixed(1)} before`,
      ].join('; '),
    )
    if (added > maxMegabytes) problems.push(`${format} takes more than ${maxMegabytes} MB`)
    if (ratio > maxRatio) problems.push(`${format} slows applicants down more than ${maxRatio} times`)
    problems.push(...(await checkFile(staff, made, await countApplicants())))
  }
  if (slips > 0) problems.push(...(await measureSlips(users, registry, usual)))
  console.log(problems.length === 0 ? 'An export stays within its limits.' : `MISSED: ${problems.join('; ')}.`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await fixture.close()
}

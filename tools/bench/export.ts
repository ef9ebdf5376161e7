// `npm run bench -- export`: what an export of a long list costs the server in memory, and the applicants in time. A steady
// load of applicants is measured without an export, during one as CSV, and during one as a workbook.
// Settings: EXPORT_BENCH_ROWS (200000), EXPORT_BENCH_SECONDS (20) without an export, EXPORT_BENCH_RATE (60) calls a second.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedMany } from '#server/demo/many/seed-many.ts'
import { createDb } from '#server/platform/database/connection.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { apiBase } from '#shared/api/calls.ts'
import { applicantListColumns } from '#shared/staff/columns.ts'
import { startStaffTestSession } from '#tests/support/api/staff.ts'
import { startFixture } from './fixture.ts'
import { percentile } from './load/closed-loop.ts'
import { type Call, openConnection } from './load/connection.ts'
import { readMemory } from './load/processes.ts'
import { createForm } from './sample-form.ts'
import type { BenchUser } from './users.ts'

const rows = Number(process.env.EXPORT_BENCH_ROWS ?? 200_000)
const seconds = Number(process.env.EXPORT_BENCH_SECONDS ?? 20)
const callsPerSecond = Number(process.env.EXPORT_BENCH_RATE ?? 60)
const connectionCount = 12
const maxRatio = 1.2
const maxMegabytes = 150

const fixture = await startFixture()
const { port, pid } = fixture.product
const base = `http://127.0.0.1:${port}${apiBase}`

/** Times of the calls and the server's memory while `until` is pending. */
async function measure(users: readonly BenchUser[], until: Promise<unknown>) {
  const times: number[] = []
  let megabytes = 0
  let isOver = false
  void until
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  const watchMemory = (async () => {
    while (!isOver) {
      megabytes = Math.max(megabytes, readMemory(pid)?.now ?? 0)
      await sleep(100)
    }
  })()
  const intervalMs = (1_000 * connectionCount) / callsPerSecond
  async function act(index: number) {
    const connection = await openConnection(port)
    await sleep((intervalMs * index) / connectionCount)
    for (let call = 0; !isOver; call++) {
      const sent = performance.now()
      const { status, body } = await connection.send(createCall(users[index]!, call))
      times.push(performance.now() - sent)
      if (status !== 200) throw new Error(`An applicant's call was answered ${status}: ${body.toString()}`)
      await sleep(Math.max(0, intervalMs - (performance.now() - sent)))
    }
    connection.close()
  }
  await Promise.all([until, watchMemory, ...Array.from({ length: connectionCount }, (_, index) => act(index))])
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), calls: times.length, megabytes }
}

const revisions = new Map<string, number>()

/** Nine reads for each saved draft, as while people fill the form in. */
function createCall({ userId, token, fileUrl }: BenchUser, call: number): Call {
  if (call % 10 !== 9) return { method: 'GET', path: `${apiBase}/users/me`, token }
  const revision = revisions.get(userId) ?? 0
  revisions.set(userId, revision + 1)
  const body = `{"document":${createForm(6_000, fileUrl)},"revision":${revision}}`
  return { method: 'PUT', path: `${apiBase}/applications/draft`, token, body }
}

async function createRegistry(): Promise<string> {
  const { rows: people } = await fixture.pool.query<{ id: string }>(
    `with person as (insert into staff (email, name, status) values ('bench@example.org', 'Bench', 'active') returning id)
    insert into staff_roles (staff_id, role) select id, 'registry' from person returning staff_id as id`,
  )
  return people[0]?.id ?? ''
}

/** Fresh for a few minutes. */
function startStaffSession(staffId: string): Promise<Record<string, string>> {
  const clock = { now: () => new Date(), advance: () => {} }
  return startStaffTestSession({ database: { db: createDb(fixture.pool) }, clock }, staffId, { isFresh: true })
}

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

async function makeExport(staff: Record<string, string>, format: string) {
  const { id } = await callStaff(staff, 'POST', '/staff/exports', {
    of: 'applicants',
    columns: Object.keys(applicantListColumns),
    format,
    reason: 'To measure what an export costs',
  })
  // The fixture holds jobs back.
  await fixture.pool.query(`update graphile_worker._private_jobs set attempts = 0, run_at = now() where key = $1`, [
    `export:${id}`,
  ])
  const startedAt = performance.now()
  for (;;) {
    const made = await callStaff(staff, 'GET', `/staff/exports/${id}`)
    if (made.state === 'ready') return { ...made, id: String(id), seconds: (performance.now() - startedAt) / 1000 }
    if (made.state !== 'waiting' && made.state !== 'making')
      throw new Error(`The export is ${made.state}: ${made.failure}`)
    await sleep(250)
  }
}

type Made = Awaited<ReturnType<typeof makeExport>> & { rows?: unknown; bytes?: unknown; sha256?: unknown }

/** @returns what is wrong with the file */
async function checkFile(staff: Record<string, string>, made: Made): Promise<string[]> {
  const response = await fetch(`${base}/staff/exports/${made.id}/content`, { headers: staff })
  const hash = createHash('sha256')
  for await (const chunk of response.body ?? []) hash.update(chunk)
  const { rows: counted } = await fixture.pool.query<{ count: number }>('select count(*)::int from applicant_index')
  return [
    ...(hash.digest('hex') === made.sha256 ? [] : ['the file is not the one of the register']),
    ...(made.rows === counted[0]?.count ? [] : [`${made.rows} rows of ${counted[0]?.count}`]),
  ]
}

try {
  const encryption = createEncryption([randomBytes(32)])
  await seedMany({ pool: fixture.pool }, { count: rows, encryption })
  const users = await fixture.createUsers('EXPORT-', connectionCount)
  const registry = await createRegistry()
  await measure(users, sleep(5_000))
  const problems: string[] = []
  for (const format of ['csv', 'xlsx']) {
    const before = await measure(users, sleep(seconds * 1_000))
    const staff = await startStaffSession(registry)
    const exporting = makeExport(staff, format)
    const during = await measure(users, exporting)
    const made: Made = await exporting
    const after = await measure(users, sleep(seconds * 1_000))
    const quiet = (before.p95 + after.p95) / 2
    const ratio = during.p95 / quiet
    const added = during.megabytes - before.megabytes
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
    problems.push(...(await checkFile(staff, made)))
  }
  console.log(problems.length === 0 ? 'An export stays within its limits.' : `MISSED: ${problems.join('; ')}.`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await fixture.close()
}

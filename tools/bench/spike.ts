// A load spike before the deadline: applicants in the wizard, then four times as many, then as many as at first. Prints
// latencies, the slowest health check, and whether everything acknowledged was stored.
// Settings: SPIKE_APPLICANTS (1000), SPIKE_SECONDS (120) of each of the two long phases, SPIKE_CONNECTIONS (256).
import { setMaxListeners } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUploadCall } from './cases.ts'
import { createPdf, startFixture } from './fixture.ts'
import { createConnectionPool } from './load/connection-pool.ts'
import { readMemory } from './load/processes.ts'
import { simulateApplicant } from './spike/applicant.ts'
import { createCounts, type ResponseSummary } from './spike/counts.ts'
import { type ExpectedState, findDifferences } from './spike/expected-state.ts'
import { monitorHealth } from './spike/health.ts'

const applicants = Number(process.env.SPIKE_APPLICANTS ?? 1_000)
const seconds = Number(process.env.SPIKE_SECONDS ?? 120)
const spikeFactor = 4
/** Latencies must be normal again after this time. */
const recoverySeconds = 10

const fixture = await startFixture()
const { port, pid } = fixture.product
// 256 connections, as a reverse proxy would keep open.
const connections = createConnectionPool(port, Number(process.env.SPIKE_CONNECTIONS ?? 256))
const counts = createCounts()
const file = await createPdf(60_000)
const health = monitorHealth(port)
/** Event-loop delay of this process, which all measured latencies include. */
const ownDelay = monitorEventLoopDelay({ resolution: 20 })
ownDelay.enable()

try {
  const users = await fixture.createUsers('SPIKE-', applicants * spikeFactor)
  const everyone = users.map((user) => ({ user, expected: createExpectedState(user.userId) }))
  const firstUsers = everyone.slice(0, applicants)

  const normal = await runPhase(`${applicants} applicants`, firstUsers, seconds)
  await runPhase(`${applicants * spikeFactor} applicants`, everyone, seconds)
  await runPhase('back to the first ones', firstUsers, recoverySeconds)
  const after = await runPhase('ten seconds later', firstUsers, recoverySeconds)

  async function runPhase(name: string, present: typeof everyone, forSeconds: number): Promise<ResponseSummary> {
    const end = new AbortController()
    setMaxListeners(0, end.signal)
    health.take()
    counts.take()
    ownDelay.reset()
    const upload = (token: string) => createUploadCall(token, 'degree.pdf', file)
    const running = present.map(({ user, expected }) =>
      simulateApplicant(user, expected, { connections, counts, upload, end: end.signal }),
    )
    await sleep(forSeconds * 1000)
    const summary = counts.take()
    console.log(`${formatPhase(name, forSeconds, summary, health.take())}; own delay ${formatMs(ownDelay.max)}`)
    end.abort()
    await Promise.all(running)
    return summary
  }

  const states = everyone.map(({ expected }) => expected)
  const differences = await findDifferences(fixture.pool, fixture.filesDirectory, states)
  const compared = states.reduce(
    (sum, { draft, uploads, number }) => sum + uploads.length + (draft ? 1 : 0) + (number ? 1 : 0),
    0,
  )
  console.log(`\n${compared} acknowledged drafts, uploads and numbers compared: ${differences.length} are missing.`)
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`)
  const isNormal = after.p99 <= Math.max(2 * normal.p99, 250) && after.rejected === 0
  console.log(`Ten seconds after the spike the service is ${isNormal ? 'normal again' : 'NOT normal again'}.`)
  const memory = readMemory(pid)
  if (memory) console.log(`The server used ${memory.now} MB at the end and ${memory.max} MB at most.`)
  if (differences.length > 0 || !isNormal || health.worst() > 1_000) process.exitCode = 1
} finally {
  await health.stop()
  connections.close()
  await fixture.close()
}

function formatMs(nanoseconds: number) {
  return `at most ${(nanoseconds / 1e6).toFixed(0)} ms`
}

function createExpectedState(userId: string): ExpectedState {
  return { userId, draft: null, uploads: [], number: null }
}

function formatPhase(
  name: string,
  forSeconds: number,
  { succeeded, rejected, failed, lost, p50, p99, rejectedP99 }: ResponseSummary,
  slowestHealthMs: number,
) {
  const others = Object.entries(failed).map(([status, times]) => `${times} × ${status}`)
  return [
    name.padEnd(24),
    `${(succeeded / forSeconds).toFixed(0)}/s succeeded, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    `${rejected} rejected (p99 ${rejectedP99.toFixed(0)} ms)`,
    `${lost} unanswered`,
    others.join(', ') || 'no other responses',
    `health check at most ${slowestHealthMs.toFixed(0)} ms`,
  ].join('; ')
}

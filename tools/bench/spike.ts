// The last evening: so many applicants at once in the wizard, then four times as many, then as many as before. Prints what
// they met, how long the health check took meanwhile, and whether all that was acknowledged is there.
// RUSH_APPLICANTS (1000), RUSH_SECONDS (120) for each of the two phases, RUSH_CONNECTIONS (256).
import { setMaxListeners } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { uploadOf } from './cases.ts'
import { aPdf, startStage } from './fixture.ts'
import { keepConnections } from './load/kept-connections.ts'
import { memoryOf } from './load/processes.ts'
import { live } from './spike/applicant.ts'
import { counts, type Summary } from './spike/counts.ts'
import { broken, type Promised } from './spike/expected-state.ts'
import { watchHealth } from './spike/health.ts'

const applicants = Number(process.env.RUSH_APPLICANTS ?? 1_000)
const seconds = Number(process.env.RUSH_SECONDS ?? 120)
const crowd = 4
/** Within which the service must be normal again. */
const recoverySeconds = 10

const stage = await startStage()
const { port, pid } = stage.product
// As many as a proxy would keep.
const connections = keepConnections(port, Number(process.env.RUSH_CONNECTIONS ?? 256))
const tally = counts()
const file = await aPdf(60_000)
const health = watchHealth(port)
/** How late this program itself is, which its measures contain. */
const ownLateness = monitorEventLoopDelay({ resolution: 20 })
ownLateness.enable()

try {
  const members = await stage.cast('RUSH-', applicants * crowd)
  const everybody = members.map((member) => ({ member, promised: fresh(member.userId) }))
  const firstOnes = everybody.slice(0, applicants)

  const normal = await phase(`${applicants} applicants`, firstOnes, seconds)
  await phase(`${applicants * crowd} applicants`, everybody, seconds)
  await phase('back to the first ones', firstOnes, recoverySeconds)
  const after = await phase('ten seconds later', firstOnes, recoverySeconds)

  async function phase(name: string, present: typeof everybody, forSeconds: number): Promise<Summary> {
    const end = new AbortController()
    setMaxListeners(0, end.signal)
    health.take()
    tally.take()
    ownLateness.reset()
    const upload = (token: string) => uploadOf(token, 'degree.pdf', file)
    const lives = present.map(({ member, promised }) =>
      live(member, promised, {
        connections,
        counts: tally,
        upload,
        end: end.signal,
      }),
    )
    await pause(forSeconds * 1000)
    const summary = tally.take()
    console.log(`${line(name, forSeconds, summary, health.take())}; the crowd itself ${lateBy(ownLateness.max)} late`)
    end.abort()
    await Promise.all(lives)
    return summary
  }

  const promises = everybody.map(({ promised }) => promised)
  const complaints = await broken(stage.pool, stage.filesFolder, promises)
  const kept = promises.reduce(
    (sum, { draft, uploads, number }) => sum + uploads.length + (draft ? 1 : 0) + (number ? 1 : 0),
    0,
  )
  console.log(`\n${kept} promises (drafts, uploads, numbers) compared: ${complaints.length} broken.`)
  for (const complaint of complaints.slice(0, 20)) console.log(`  ${complaint}`)
  const isNormal = after.p99 <= Math.max(2 * normal.p99, 250) && after.turnedAway === 0
  console.log(`Ten seconds after the crowd the service is ${isNormal ? 'normal again' : 'NOT normal again'}.`)
  const memory = memoryOf(pid)
  if (memory) console.log(`The server took ${memory.now} MB at the end and ${memory.most} MB at most.`)
  if (complaints.length > 0 || !isNormal || health.worst() > 1_000) process.exitCode = 1
} finally {
  await health.stop()
  connections.close()
  await stage.close()
}

function lateBy(nanoseconds: number) {
  return `at most ${(nanoseconds / 1e6).toFixed(0)} ms`
}

function fresh(userId: string): Promised {
  return { userId, draft: null, uploads: [], number: null }
}

function line(
  name: string,
  forSeconds: number,
  { done, turnedAway, failed, lost, p50, p99, turnedAwayP99 }: Summary,
  slowest: number,
) {
  const others = Object.entries(failed).map(([status, times]) => `${times} × ${status}`)
  return [
    name.padEnd(24),
    `${(done / forSeconds).toFixed(0)}/s done, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    `${turnedAway} turned away (p99 ${turnedAwayP99.toFixed(0)} ms)`,
    `${lost} unanswered`,
    others.join(', ') || 'nothing else',
    `health at most ${slowest.toFixed(0)} ms`,
  ].join('; ')
}

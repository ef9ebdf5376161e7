// A steady load of applicants who fill their forms in, while something else happens on the server.
import { setTimeout as sleep } from 'node:timers/promises'
import { apiBase } from '#shared/api/calls.ts'
import type { BenchFixture } from '../fixture.ts'
import { createForm } from '../sample-form.ts'
import type { BenchUser } from '../users.ts'
import { percentile } from './closed-loop.ts'
import { type Call, openConnection } from './connection.ts'
import { readMemory } from './processes.ts'

/** As many applicants, each with a connection. */
export const steadyApplicants = 12

interface SteadyLoad {
  users: readonly BenchUser[]
  callsPerSecond: number
}

/** Times of the calls in ms and the server's greatest memory in MB while `until` is pending. */
export async function measureSteadyLoad(
  { product: { port, pid } }: Pick<BenchFixture, 'product'>,
  { users, callsPerSecond }: SteadyLoad,
  until: Promise<unknown>,
) {
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
  const intervalMs = (1_000 * users.length) / callsPerSecond
  async function act(user: BenchUser, index: number) {
    const connection = await openConnection(port)
    await sleep((intervalMs * index) / users.length)
    for (let call = 0; !isOver; call++) {
      const sent = performance.now()
      const { status, body } = await connection.send(createCall(user, call))
      times.push(performance.now() - sent)
      if (status !== 200) throw new Error(`An applicant's call was answered ${status}: ${body.toString()}`)
      await sleep(Math.max(0, intervalMs - (performance.now() - sent)))
    }
    connection.close()
  }
  await Promise.all([until, watchMemory, ...users.map(act)])
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

// A database that accepts no writes: a standby, a demoted primary, or one that its administrator has closed.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startEnvironmentOn } from '#tests/support/deploy/environment.ts'
import { type ExternalPostgres, setReadOnly, startExternalPostgres } from '#tests/support/deploy/external-postgres.ts'
import { startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'
import { createRequestLog } from '#tests/support/faults/check/request-log.ts'
import type { FaultEnvironment } from '#tests/support/faults/environment.ts'
import { fetchStatus, waitUntilReady } from '#tests/support/faults/health.ts'
import { findUnexpectedErrors } from '#tests/support/faults/server-process.ts'
import { createReadyUsers } from '#tests/support/faults/users.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'

const missing = explainMissing('pg_controldata', 'haproxy')
let postgres: ExternalPostgres
let environment: FaultEnvironment
beforeAll(async () => {
  if (missing) return
  postgres = await startExternalPostgres()
  environment = await startEnvironmentOn(postgres)
}, 120_000)
afterAll(async () => {
  await environment?.close()
  await postgres?.stop()
})

test.skipIf(missing)(
  'while the database only reads, writes are answered 503 by the portal itself, also through HAProxy, and then all heals',
  async () => {
    const server = await environment.start()
    const balancer = await startHaProxy([server.origin])
    onTestFinished(() => balancer.stop())
    const requestLog = createRequestLog()
    const [ada] = await createReadyUsers(environment, 1)
    const save = (revision: number) =>
      requestLog.send(balancer.origin, ada!, {
        kind: 'draft',
        document: createCompleteAnswers('/api/v1/files/1'),
        revision,
      })
    expect((await save(0)).outcomes[0]?.kind).toBe('acknowledged')

    await setReadOnly(postgres.run, true)
    await expect.poll(() => fetchStatus(server.origin, '/readyz')).toBe(503)
    for (let times = 0; times < 5; times++)
      expect((await save(1)).outcomes[0]).toEqual({ kind: 'deferred', status: 503, code: 'unavailable' })
    // Every server is unready, and applicants still get the portal's own answers.
    const page = await fetch(`${balancer.origin}/api/v1/exercise`)
    expect(page.status).toBe(200)
    expect(await fetchStatus(balancer.origin, '/healthz')).toBe(200)

    await setReadOnly(postgres.run, false)
    await waitUntilReady(server.origin)
    for (const revision of [1, 2, 3]) expect((await save(revision)).outcomes[0]?.kind).toBe('acknowledged')
    expect(findUnexpectedErrors(server)).toEqual([])
  },
  120_000,
)

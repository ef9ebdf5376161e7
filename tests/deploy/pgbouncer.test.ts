// PgBouncer between servers and database, with deploy/pgbouncer.ini.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEnvironmentOn } from '#tests/support/deploy/environment.ts'
import { buildUrl, type ExternalPostgres, startExternalPostgres } from '#tests/support/deploy/external-postgres.ts'
import { deployDirectory } from '#tests/support/deploy/haproxy.ts'
import { createDirectory, explainMissing, getProgram, startProgram, waitUntil } from '#tests/support/deploy/programs.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog } from '#tests/support/faults/check/request-log.ts'
import { stopProcess } from '#tests/support/faults/child-processes.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import type { FaultEnvironment } from '#tests/support/faults/environment.ts'
import { prepareRequestBatch } from '#tests/support/faults/request-batch.ts'
import { findUnexpectedErrors } from '#tests/support/faults/server-process.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'

const missing = explainMissing('pgbouncer', 'pg_controldata')
const waves = 8

let postgres: ExternalPostgres
let environment: FaultEnvironment
let stopPoolers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  if (missing) return
  postgres = await startExternalPostgres()
  environment = await startEnvironmentOn(postgres)
}, 120_000)
afterAll(async () => {
  await environment?.close()
  await Promise.all(stopPoolers.map((stop) => stop()))
  await postgres?.stop()
})

/** The shipped configuration with the test's ports and without passwords. Returns the URL through it. */
async function startPooler(changes: [pattern: RegExp, text: string][] = []): Promise<string> {
  const port = await freePort()
  const directory = createDirectory('pgbouncer')
  const own: typeof changes = [
    [/port=5432/, `port=${postgres.port}`],
    [/listen_port = .*/, `listen_port = ${port}`],
    [/auth_type = .*/, 'auth_type = trust'],
    [/auth_file = .*/, `auth_file = ${directory}/userlist.txt\nunix_socket_dir = ${directory}`],
  ]
  const shipped = readFileSync(join(deployDirectory, 'pgbouncer.ini'), 'utf8')
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(join(directory, 'userlist.txt'), '"portal_app" ""\n"portal_owner" ""\n', { mode: 0o644 })
  writeFileSync(
    file,
    [...own, ...changes].reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), shipped),
    { mode: 0o644 },
  )
  const { child } = startProgram(getProgram('pgbouncer'), [file])
  stopPoolers = [...stopPoolers, () => stopProcess(child, 'SIGINT')]
  const url = buildUrl(port, 'portal_app')
  await waitUntil('PgBouncer answers', async () => (await query(url, 'select 1')).length === 1)
  return url
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

test.skipIf(missing)(
  `in session mode ${waves} waves of requests lose nothing, and both time limits are set`,
  async () => {
    const pooled = await startPooler()
    const server = await environment.start({
      DATABASE_URL: pooled,
      DATABASE_DIRECT_URL: postgres.url,
      DATABASE_POOL: '7',
    })
    const requestLog = createRequestLog()
    for (let wave = 0; wave < waves; wave++)
      await (await prepareRequestBatch(environment, requestLog, server.origin)).send()
    await requestLog.settle(server.origin)
    await discardLeftovers(environment)
    printFigures('PgBouncer in session mode', countOutcomes(requestLog))
    expect(countOutcomes(requestLog)).toMatchObject({ refused: 0, deferred: 0, unanswered: 0 })
    expect(await check(environment, requestLog, server.origin)).toEqual([])
    expect(findUnexpectedErrors(server)).toEqual([])

    // What the server's sessions have, seen from PostgreSQL: a query over the limit is cancelled by it.
    const { connect } = await import('#server/database/connection.ts')
    const database = connect(pooled, { maxConnections: 1 })
    const { rows } = await database.pool.query(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
    )
    await database.close()
    expect(rows).toEqual([{ statement: '15s', idle: '20s' }])
    // The next session of the pooler does not inherit them.
    expect(await query(pooled, 'show statement_timeout')).toEqual([{ statement_timeout: '0' }])
    const [{ count }] = (await query(
      postgres.ownerUrl,
      `select count(*)::int from pg_stat_activity where usename = 'portal_app' and application_name = 'portal-worker'`,
    )) as [{ count: number }]
    // One for each of the three queues.
    expect(count).toBe(3)
    await server.stop()
  },
  240_000,
)

test.skipIf(missing).each(['transaction', 'statement'])(
  'in %s mode a server does not start, and says why',
  async (mode) => {
    const pooled = await startPooler([[/pool_mode = .*/, `pool_mode = ${mode}`]])
    await expect(environment.start({ DATABASE_URL: pooled })).rejects.toThrow(
      'DATABASE_URL leads to a connection pooler in transaction mode, which the portal does not support',
    )
    await expect(environment.start({ DATABASE_URL: postgres.url, DATABASE_DIRECT_URL: pooled })).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to',
    )
  },
  120_000,
)

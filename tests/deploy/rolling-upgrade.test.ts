// The previous version and this one serve the same database at once, under load; then this one is rolled back.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startEnvironmentOn } from '#tests/support/deploy/environment.ts'
import { type ExternalPostgres, startExternalPostgres } from '#tests/support/deploy/external-postgres.ts'
import { startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'
import { countFirstErrors, startWriters } from '#tests/support/deploy/writers.ts'
import { check } from '#tests/support/faults/check/checker.ts'
import { countOutcomes, printFigures } from '#tests/support/faults/check/figures.ts'
import { createRequestLog } from '#tests/support/faults/check/request-log.ts'
import { discardLeftovers } from '#tests/support/faults/cleanup.ts'
import type { FaultEnvironment } from '#tests/support/faults/environment.ts'
import { waitUntilReady } from '#tests/support/faults/health.ts'
import { builtServer, type ServerProcess, startServer } from '#tests/support/faults/server-process.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'

const root = join(import.meta.dirname, '../..')
const previous = process.env.DEPLOY_PREVIOUS || 'HEAD~1'
/** How long both versions serve at once. */
const togetherMs = Number(process.env.DEPLOY_TOGETHER_S || 60) * 1_000
const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
const isKnown = git('rev-parse', '--verify', '--quiet', `${previous}^{commit}`).status === 0
const missing =
  explainMissing('pg_controldata', 'haproxy') ?? (isKnown ? undefined : `this clone lacks the commit ${previous}`)

let directory: string
let postgres: ExternalPostgres
let environment: FaultEnvironment
let previousProgram: string

beforeAll(async () => {
  if (missing) return
  directory = mkdtempSync(join(tmpdir(), 'portal-previous-'))
  previousProgram = buildPrevious()
  postgres = await startExternalPostgres()
  environment = await startEnvironmentOn(postgres)
}, 300_000)
afterAll(async () => {
  await environment?.close()
  await postgres?.stop()
  if (directory) rmSync(directory, { recursive: true, force: true })
})

/** Builds the server of that commit with this project's packages. */
function buildPrevious(): string {
  const source = join(directory, 'source')
  mkdirSync(source)
  const archive = execFileSync('git', ['archive', previous], { cwd: root, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', source], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
  const build = `import('./tools/build/node-program.mjs').then(({ buildNodePrograms }) => buildNodePrograms('server'))`
  execFileSync(process.execPath, ['--input-type=module', '-e', build], {
    cwd: source,
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: 'pipe',
  })
  if (!existsSync(join(source, 'dist/server/main.js'))) throw new Error(`The server of ${previous} was not built.`)
  cpSync(join(root, 'package.json'), join(source, 'package.json'))
  return join(source, 'dist/server/main.js')
}

test.skipIf(missing)(
  `two versions serve at once without an error, one replaces the other, and a rollback works (from ${previous})`,
  async () => {
    const ports = [String(await freePort()), String(await freePort())]
    const settings = {
      ...environment.settings,
      DATABASE_URL: environment.database,
      DATABASE_OWNER_URL: environment.ownerDatabase,
    }
    const start = (index: number, program: string) =>
      startServer({ ...settings, PORT: ports[index] ?? '', PUBLIC_URL: `http://127.0.0.1:${ports[index]}` }, program)
    // The database is migrated already, as it is before any server is replaced.
    const servers: ServerProcess[] = [await start(0, previousProgram), await start(1, previousProgram)]
    onTestFinished(async () => {
      for (const server of servers) await server.stop()
    })
    const balancer = await startHaProxy(servers.map(({ origin }) => origin))
    onTestFinished(() => balancer.stop())
    const requestLog = createRequestLog()
    const writers = await startWriters(environment, requestLog, balancer.origin, { durationMs: togetherMs + 60_000 })
    const replace = async (index: number, program: string) => {
      expect(await servers[index]?.stop()).toBe(0)
      const server = await start(index, program)
      servers[index] = server
      await waitUntilReady(server.origin)
      await sleep(3_000)
    }
    const current = join(builtServer, 'main.js')
    await replace(0, current)
    await sleep(togetherMs)
    await replace(1, current)
    for (const index of [0, 1]) await replace(index, previousProgram)
    await writers.stop()
    await discardLeftovers(environment)
    printFigures('rolling upgrade', { ...countOutcomes(requestLog), ...countFirstErrors(requestLog) })
    expect(countFirstErrors(requestLog)).toEqual({})
    expect(countOutcomes(requestLog)).toMatchObject({ refused: 0 })
    expect(await check(environment, requestLog, balancer.origin)).toEqual([])
  },
  togetherMs + 300_000,
)

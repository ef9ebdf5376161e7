// The real application with its database and adapters against the simulators, for tests over HTTP.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { closeAdapters, openAdapters } from '#server/adapters.ts'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { connect, type Database, staffConnections } from '#server/database/connection.ts'
import { createCallLimiters } from '#server/http/limits/call-limiter.ts'
import { createMetrics } from '#server/platform/ops/metrics.ts'
import type { WebBuild } from '#server/platform/pages/static-pages.ts'
import { startWorker } from '#server/platform/queue/worker.ts'
import { createServices, type Services } from '#server/services.ts'
import { createTasks } from '#server/tasks.ts'
import { startMailboxSimulator } from '#simulators/mailbox/simulator.ts'
import { startNinSimulator } from '#simulators/nin/simulator.ts'
import { startRemitaSimulator } from '#simulators/remita/simulator.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { providerSettings } from '../simulators/provider-settings.ts'
import { askSimulator } from '../simulators/simulator.ts'
import { callApi } from './call-api.ts'

export interface Answer {
  status: number
  // Replies have many shapes, and tests assert the one that they expect.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
  headers: Headers
}

export interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

export interface TestApi {
  url: string
  /** `call('GET', '/users/me', {token})`, below /api/v1. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Any request, below the origin. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  config: Config
  /** As the owner of the tables: tests may change what the server may not. */
  database: Database
  /** The server's own connections. */
  serverDatabase: Database
  /** For tests that run a job themselves. */
  services: Services
  jobDependencies: Parameters<typeof createTasks>[0]
  clock: TestClock
  remita: Simulator
  nin: Simulator
  mailbox: { messages(to?: string): { to: string[]; subject: string; text: string; html: string }[]; url: string }
  /** All log lines so far. */
  log(): string
  /** As if every window of every rate limit had passed. */
  forgetRateLimits(): Promise<void>
  /** Another server on the same database, as behind a load balancer. */
  startSecondServer(): Promise<{ url: string; close(): Promise<void> }>
  close(): Promise<void>
}

interface Simulator {
  url: string
  /** Posts the body to `/simulator/<path>`, or reads it when there is no body. */
  control(path: string, body?: unknown): Promise<unknown>
}

export interface TestClock {
  now(): Date
  /** Moves the application's clock ahead. */
  advance(ms: number): void
}

interface StartOptions {
  /** `running` as in the real server; `waiting` for tests that look into the queue. */
  jobs?: 'running' | 'waiting'
  /** Replaces the test run's own PostgreSQL in tests that stop it. */
  databaseUrl?: string
  settings?: Record<string, string>
  /** Puts something between the server and its database; resolves with the URL that the server uses. */
  wrapDatabaseUrl?: (url: string) => Promise<string>
  /** How long the server waits for a database that is away; by default it does not. */
  maxOutageMs?: number
  /** A built web app to serve beside the API. */
  web?: WebBuild
  /** False for a server as it is first started, before anybody has made an exercise. */
  hasExercise?: boolean
  /** Replaces the adapters' own timeout. */
  providerTimeoutMs?: number
  /** Of the server for its applicants: few, because the first statements on each take PostgreSQL a tenth of a second. */
  connections?: number
}

interface StartedServer {
  database: Database
  dependencies: TestApi['jobDependencies']
}

const describeServer = ({ database, dependencies }: StartedServer) => ({
  serverDatabase: database,
  services: dependencies.services,
  jobDependencies: dependencies,
})

export async function startApi(options: StartOptions = {}): Promise<TestApi> {
  const { jobs = 'running', settings = {}, databaseUrl, web, providerTimeoutMs, maxOutageMs = 0 } = options
  const { wrapDatabaseUrl = async (url) => url, hasExercise = true, connections = 5 } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-api-'))
  const testDatabase = databaseUrl ? wrapDatabase(databaseUrl) : await createTestDatabase()
  const ownerDatabase = connect(testDatabase.url, { maxConnections: 4 })
  const serverUrl = await wrapDatabaseUrl(testDatabase.applicationUrl)
  const remita = await startRemitaSimulator()
  const nin = await startNinSimulator()
  const mailbox = await startMailboxSimulator()
  const clock = createTestClock()
  const { log, readLog } = createTestLog()
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: testDatabase.applicationUrl,
    PUBLIC_URL: 'http://localhost:3000',
    SECRET_KEY: randomBytes(32).toString('base64'),
    ...providerSettings(remita, nin, mailbox.smtpUrl),
    ...settings,
  })

  const startServer = async () => {
    const connectServer = (maxConnections: number) => connect(serverUrl, { maxConnections, maxOutageMs })
    const database = connectServer(connections)
    const metrics = createMetrics('test')
    const adapters = await openAdapters(withProviderTimeout(config, providerTimeoutMs), log, metrics)
    const staffDatabase = connectServer(staffConnections)
    const serviceDependencies = { ...adapters, clock: clock.now, config, database, staffDatabase }
    const services = createServices(serviceDependencies)
    if (hasExercise) await services.exercise.ensureExercise()
    const dependencies = { ...serviceDependencies, services, metrics }
    const callLimiters = createCallLimiters(database.pool)
    const app = await createApp({ ...dependencies, callLimiters, ...(web && { web }) })
    return {
      callLimiters,
      database,
      dependencies,
      url: await app.listen({ port: 0, host: '127.0.0.1' }),
      async close() {
        const closing = app.close()
        // Fetch may have opened a connection for a request that never came, which the server would wait for.
        app.server.closeAllConnections()
        await closing
        await Promise.all([closeAdapters(adapters), database.close(), staffDatabase.close()])
      },
    }
  }
  const server = await startServer()
  await askSimulator(remita.url, 'notification-url', { url: `${server.url}/api/v1/payments/remita-notification` })
  const worker =
    jobs === 'running' ? await startWorker(testDatabase.applicationUrl, createTasks(server.dependencies), log) : null

  return {
    url: server.url,
    config,
    database: ownerDatabase,
    ...describeServer(server),
    clock,
    remita: { url: remita.url, control: createSimulatorControl(remita.url) },
    nin: { url: nin.url, control: createSimulatorControl(nin.url) },
    mailbox: mailbox as TestApi['mailbox'],
    log: readLog,
    fetch: (path, init) => fetch(`${server.url}${path}`, init),
    call: (method, path, options) => callApi(server.url, method, path, options),
    async forgetRateLimits() {
      server.callLimiters.clear()
      await ownerDatabase.pool.query('delete from rate_limits')
    },
    startSecondServer: startServer,
    async close() {
      await worker?.stop()
      await server.close()
      await ownerDatabase.close()
      await Promise.all([remita.close(), nin.close(), mailbox.close()])
      await testDatabase.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database that somebody else created and drops. */
const wrapDatabase = (url: string) => ({ url, applicationUrl: url, drop: async () => {} })

function withProviderTimeout(config: Config, timeoutMs: number | undefined): Config {
  if (timeoutMs === undefined) return config
  const { remita, nin, files } = config
  return {
    ...config,
    remita: { ...remita, timeoutMs },
    nin: { ...nin, timeoutMs },
    files: files.kind === 's3' ? { ...files, timeoutMs } : files,
  } as Config
}

function createTestLog() {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: pino({ level: 'debug' }, stream), readLog: () => lines.join('') }
}

const createSimulatorControl = (url: string) => (path: string, body?: unknown) => askSimulator(url, path, body)

function createTestClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms
    },
  }
}

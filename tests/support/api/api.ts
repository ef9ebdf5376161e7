// The real application on a real database with the real adapters, against the simulators: for tests over HTTP.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { openOutside } from '#server/adapters.ts'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ensureExercise } from '#server/features/exercise/service.ts'
import { connect, type Database } from '#server/platform/database/connection.ts'
import type { WebFiles } from '#server/platform/pages/static-pages.ts'
import { startWorker } from '#server/platform/queue/worker.ts'
import { tasksOf } from '#server/tasks.ts'
import { startMailboxSimulator } from '#simulators/mailbox/simulator.ts'
import { startNinSimulator } from '#simulators/nin/simulator.ts'
import { startRemitaSimulator } from '#simulators/remita/simulator.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { providerSettings } from '../simulators/provider-settings.ts'
import { askSimulator } from '../simulators/simulator.ts'
import { callApi } from './call-api.ts'

export interface Answer {
  status: number
  // Tests read answers of every shape; what they expect is said by their assertions.
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
  database: Database
  clock: TestClock
  remita: Simulator
  nin: Simulator
  mailbox: { messages(to?: string): { to: string[]; subject: string; text: string; html: string }[]; url: string }
  /** Everything logged so far, a line per entry. */
  log(): string
  /** Another server on the same database, as behind a load balancer. */
  second(): Promise<{ url: string; close(): Promise<void> }>
  close(): Promise<void>
}

interface Simulator {
  url: string
  /** `control('faults', {...})` posts to /simulator/faults; without a body it reads. */
  control(path: string, body?: unknown): Promise<unknown>
}

export interface TestClock {
  now(): Date
  /** Milliseconds; the application's clock goes on from there. */
  advance(ms: number): void
}

interface StartOptions {
  /** Works off jobs, as the real server does; off where a test wants to see them waiting. */
  jobs?: 'running' | 'waiting'
  /** Another PostgreSQL than the test run's own, for tests that stop it. */
  databaseUrl?: string
  settings?: Record<string, string>
  /** A built web app to serve beside the API. */
  web?: WebFiles
  /** How long the providers are waited for; the adapters' own limit when left out. */
  timeLimitMs?: number
}

export async function startApi({
  jobs = 'running',
  settings = {},
  databaseUrl,
  web,
  timeLimitMs,
}: StartOptions = {}): Promise<TestApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-api-'))
  const testDatabase = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await createTestDatabase()
  const remita = await startRemitaSimulator()
  const nin = await startNinSimulator()
  const mailbox = await startMailboxSimulator()
  const clock = testClock()
  const lines: string[] = []
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: testDatabase.url,
    PUBLIC_URL: 'http://localhost:3000',
    SECRET_KEY: randomBytes(32).toString('base64'),
    ...providerSettings(remita, nin, mailbox.smtpUrl),
    ...settings,
  })

  const hurry = timeLimitMs !== undefined && { timeLimitMs }
  const hurried = { ...config, remita: { ...config.remita, ...hurry }, nin: { ...config.nin, ...hurry } }
  const outside = { ...(await openOutside(hurried, log)), clock: clock.now }
  const database = connect(config.databaseUrl ?? '', { connections: 10 })
  await ensureExercise(database.db)

  const listen = async (own: Database) => {
    const app = await createApp({ ...outside, config, database: own, ...(web && { web }) })
    return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
  }
  const first = await listen(database)
  await simulatorControl(remita.url)('notification-url', { url: `${first.url}/api/v1/payments/remita-notification` })
  const worker =
    jobs === 'running'
      ? await startWorker(config.databaseUrl ?? '', tasksOf({ ...outside, config, database }), log)
      : null

  return {
    url: first.url,
    config,
    database,
    clock,
    remita: { url: remita.url, control: simulatorControl(remita.url) },
    nin: { url: nin.url, control: simulatorControl(nin.url) },
    mailbox: mailbox as TestApi['mailbox'],
    log: () => lines.join(''),
    fetch: (path, init) => fetch(`${first.url}${path}`, init),
    call: (method, path, options) => callApi(first.url, method, path, options),
    async second() {
      const own = connect(config.databaseUrl ?? '', { connections: 10 })
      const { app, url } = await listen(own)
      return {
        url,
        async close() {
          await app.close()
          await own.close()
        },
      }
    },
    async close() {
      await worker?.stop()
      await first.app.close()
      await database.close()
      await Promise.all([remita.close(), nin.close(), mailbox.close()])
      await testDatabase.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const simulatorControl = (url: string) => (path: string, body?: unknown) => askSimulator(url, path, body)

function testClock(): TestClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance(ms) {
      ahead += ms
    },
  }
}

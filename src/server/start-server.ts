// Starts the server: opens the database and the adapters, serves, and shuts down in order.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino, { type Logger } from 'pino'
import { type Adapters, closeAdapters, openAdapters } from './adapters.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { canChangeRecords } from './database/application-role.ts'
import { connect, type Database, staffConnections } from './database/connection.ts'
import { describeError, explainStartError, isUnavailable } from './database/errors.ts'
import { migrate, waitForMigrations } from './database/migrate.ts'
import { assertSessionPooling } from './database/session-pooling.ts'
import { collectWhenRested } from './load/collect-when-rested.ts'
import { shutDown } from './load/graceful-shutdown.ts'
import { openListeningSockets } from './load/listening-sockets.ts'
import { type DatabaseUrls, startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { createMetrics } from './platform/ops/metrics.ts'
import { handleProcessErrors } from './platform/ops/process-errors.ts'
import type { WebBuild } from './platform/pages/static-pages.ts'
import { startWorker } from './platform/queue/worker.ts'
import { createServices, type Services } from './services.ts'
import { prepareDataDirectory } from './settings/data-directory.ts'
import { createTasks } from './tasks.ts'

/** How long requests wait for a database that is away: a planned switchover takes 2 to 8 s. */
const maxOutageMs = 10_000

/** How long open requests may take once the server shuts down. */
const openRequestsTimeoutMs = 10_000

/** What the demo adds to a start. */
export interface StartSteps {
  /** Before the first request. `ownerUrl`: the database as the owner of its tables. */
  addData?(ownerUrl: string, dependencies: Adapters & Pick<Services, 'encryption'>): Promise<void>
  /** What is printed when everything is ready. */
  describe?(): string
}

const shutdownSteps: (() => Promise<unknown>)[] = []
const shuttingDown = new AbortController()

/** Runs the server until a signal, the launcher's end or an error ends the process. */
export function startServer(env: NodeJS.ProcessEnv, steps: StartSteps = {}): void {
  // Everything that the server creates is for its own user alone.
  process.umask(0o077)
  process.once('SIGTERM', () => void stop(0))
  process.once('SIGINT', () => void stop(0))
  // The launcher has ended in any way: release the port and the database.
  process.once('disconnect', () => void stop(0))
  start(env, steps).catch(async (error: unknown) => {
    process.stderr.write(`${explainStartError(error)}\n`)
    await stop(1)
  })
}

async function start(env: NodeJS.ProcessEnv, { addData, describe }: StartSteps) {
  const config = readConfig(env)
  const log = createLog(env.LOG_LEVEL ?? (config.isProduction ? 'info' : 'warn'))
  const version = readVersion()
  const metrics = createMetrics(version)
  log.info({ version, node: process.version }, 'starting')
  // With a database and a bucket of its own the server stores nothing, and its disk may be read-only.
  if (!config.databaseUrl || config.files.kind === 'local') prepareDataDirectory(config.dataDir)
  handleProcessErrors({ log, metrics, describeError, isUnavailable, stop })

  const urls = await openDatabase(config, log)
  const onOutageEnd = (ms: number) => log.warn({ ms }, 'the database is back')
  const database = connect(urls.url, { maxConnections: config.databasePool, maxOutageMs, onOutageEnd })
  const staffDatabase = connect(urls.url, { maxConnections: staffConnections, maxOutageMs })
  shutdownSteps.unshift(() => Promise.all([database.close(), staffDatabase.close()]))
  await retryUntilAvailable(() => prepareDatabase(config, urls, database, log), log)
  if (config.isProduction) await warnOfWeakSettings(config, database, log)

  const adapters = await openAdapters(config, log, metrics)
  shutdownSteps.unshift(() => closeAdapters(adapters))
  const services = createServices({ ...adapters, config, database, staffDatabase })
  const dependencies = {
    ...adapters,
    database,
    staffDatabase,
    config,
    metrics,
    services,
    shuttingDown: shuttingDown.signal,
  }
  await addData?.(urls.ownerUrl, { ...adapters, encryption: services.encryption })

  const app = await createApp({ ...dependencies, ...findWebBuild(config) })
  const sockets = await openListeningSockets(app, config, log)
  let worker: { stop(): Promise<void> } | undefined
  shutdownSteps.unshift(() => Promise.all([shutDown(app, sockets, openRequestsTimeoutMs), worker?.stop()]))
  worker = await startWorker(config.databaseDirectUrl ?? urls.url, createTasks(dependencies), log)

  if (describe) process.stdout.write(`${describe()}\n`)
  // From now on the launcher restarts a server that dies; it must know before anybody can rely on the server.
  await notifyLauncher({ ready: true })
  process.stdout.write(`Ready on ${config.publicUrl}\n`)
  collectWhenRested()
}

/** Writes lines in blocks, at the latest after 100 ms and at the end of the process: a write per request costs a tenth. */
const createLog = (level: string) => pino({ level }, pino.destination({ minLength: 8_192, periodicFlush: 100 }))

/** Resolves when the message has left; at once without a launcher. */
const notifyLauncher = (message: object) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve())
    else resolve()
  })

/** package.json is two directories above this file, in `src` as in `dist`. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return version
}

async function openDatabase({ databaseUrl, databaseOwnerUrl, dataDir }: Config, log: Logger): Promise<DatabaseUrls> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl }
  const postgres = await startEmbeddedPostgres({ dataDir })
  shutdownSteps.unshift(() => postgres.stop())
  // The launcher starts a server that ended again, and that one PostgreSQL.
  void postgres.ended.then(() => {
    if (!shuttingDown.signal.aborted) log.error('PostgreSQL has ended: stopping')
    return stop(1)
  })
  return postgres
}

/** Brings the database to this version, or waits until something else has. */
async function prepareDatabase(config: Config, { url, ownerUrl }: DatabaseUrls, { pool }: Database, log: Logger) {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl, isMigrating } = config
  const addresses = new Map([
    [isMigrating ? databaseOwnerUrl : undefined, 'DATABASE_OWNER_URL'],
    [databaseDirectUrl, 'DATABASE_DIRECT_URL'],
    [databaseUrl, 'DATABASE_URL'],
  ])
  for (const [address, setting] of addresses) if (address) await assertSessionPooling(address, setting)
  if (isMigrating) {
    const onWait = (what: string) => log.warn(`waiting for ${what}`)
    return migrate(ownerUrl, url, { onWait })
  }
  return waitForMigrations(pool, { onWait: (what) => log.warn(`waiting for ${what}`) })
}

/** Server and database are often started together, so the database may need some time. */
async function retryUntilAvailable(prepare: () => Promise<void>, log: Logger) {
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 5_000)) {
    try {
      return await prepare()
    } catch (error) {
      if (shuttingDown.signal.aborted || !isUnavailable(error)) throw error
      const detail = { errors: describeError(error), reason: explainStartError(error), waitMs }
      log.warn(detail, 'the database is not available yet; trying again')
      await pause(waitMs)
    }
  }
}

/** What production accepts, and what somebody may have forgotten. */
async function warnOfWeakSettings({ plaintextHosts }: Config, { pool }: Database, log: Logger) {
  if (plaintextHosts.length > 0)
    log.warn({ hosts: plaintextHosts }, 'ALLOW_PLAINTEXT: connections may not be encrypted')
  if (await canChangeRecords(pool)) log.warn('the database role can change the audit log: set DATABASE_OWNER_URL')
}

/** The web apps as built beside this file; in development another server serves it. */
function findWebBuild({ remita, serviceWorker }: Config): { web?: WebBuild } {
  const root = fileURLToPath(new URL('../web', import.meta.url))
  if (!existsSync(join(root, 'assets'))) return {}
  const staffRoot = fileURLToPath(new URL('../staff', import.meta.url))
  return { web: { root, staffRoot, widgetOrigin: new URL(remita.widgetUrl).origin, serviceWorker } }
}

async function stop(exitCode: number) {
  if (shuttingDown.signal.aborted) return
  shuttingDown.abort()
  for (const step of shutdownSteps) await step().catch(() => {})
  process.exit(exitCode)
}

// Reads the environment, opens what is outside, serves, and stops in order.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { openOutside } from './adapters.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { demoSecret } from './demo/secret.ts'
import { seedDemo } from './demo/seed.ts'
import { demoTable } from './demo/table.ts'
import { ensureExercise } from './features/exercise/service.ts'
import { connect } from './platform/database/connection.ts'
import { failureCodes, isAway } from './platform/database/errors.ts'
import { migrate } from './platform/database/migrate.ts'
import { startManagedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { createEncryption } from './platform/encryption/encryption.ts'
import { leave } from './platform/load/graceful-shutdown.ts'
import { type Doors, openDoors } from './platform/load/listening-sockets.ts'
import { startWorker } from './platform/queue/worker.ts'
import { tasksOf } from './tasks.ts'

/** How long requests in hand may take when the server is told to stop, in ms. */
const graceMs = 10_000

const stops: (() => Promise<unknown>)[] = []
const leaving = new AbortController()

async function start() {
  const { env } = process
  const isDemo = env.DEMO === '1' && env.NODE_ENV !== 'production'
  const secret = isDemo ? { SECRET_KEY: env.SECRET_KEY ?? demoSecret(env.DATA_DIR ?? '.data') } : {}
  const config = readConfig({ ...env, ...secret })
  const log = pino({ level: env.LOG_LEVEL ?? (config.isProduction ? 'info' : 'warn') })

  // A library's connection that broke where nobody waited for it: the next use opens another.
  process.on('unhandledRejection', (error) => {
    if (!isAway(error)) throw error
    log.error({ codes: failureCodes(error) }, 'the database went away')
  })

  const url = config.databaseUrl ?? (await ownPostgres(config.dataDir, (message) => log.warn(message)))
  await patiently(
    () => migrate(url),
    (wait) => log.warn({ wait }, 'the database does not answer yet'),
  )
  const database = connect(url)
  stops.unshift(() => database.close())
  const outside = await openOutside(config, log)
  await ensureExercise(database.db)
  if (isDemo)
    await seedDemo({
      db: database.db,
      files: outside.files,
      seal: createEncryption(config.secretKeys),
      clock: outside.clock,
    })

  const options = { ...outside, config, database, leaving: leaving.signal }
  const app = await createApp({ ...options, ...builtWeb(config) })
  // A crowd that comes at once waits at the door for a moment; what is turned away there tries again only after seconds.
  await app.listen({ port: config.port, host: config.host, backlog: 4_096 })
  let doors: Doors | undefined
  let worker: { stop(): Promise<void> } | undefined
  stops.unshift(() => Promise.all([leave(app, doors, graceMs), worker?.stop()]))
  doors = await openDoors(app.server).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'one door only: a crowd of new connections will wait')
    return undefined
  })
  worker = await startWorker(url, tasksOf(options), log)

  if (isDemo) process.stdout.write(`${demoTable()}\n`)
  process.stdout.write(`Ready on ${config.publicUrl}\n`)
}

async function ownPostgres(dataDir: string, say: (message: string) => void) {
  const postgres = await startManagedPostgres({ dataDir, log: say })
  stops.unshift(() => postgres.stop())
  return postgres.url
}

/** The built web app beside this one; in development there is none, and the pages are served elsewhere. */
function builtWeb({ remita, serviceWorker }: Pick<Config, 'remita' | 'serviceWorker'>) {
  const root = fileURLToPath(new URL('../web', import.meta.url))
  if (!existsSync(join(root, 'assets'))) return {}
  return { web: { root, widgetOrigin: new URL(remita.widgetUrl).origin, serviceWorker } }
}

/** Tries again while the database is away, since the two are often started together. */
async function patiently(act: () => Promise<void>, say: (waitMs: number) => void) {
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 5_000)) {
    try {
      return await act()
    } catch (error) {
      if (leaving.signal.aborted || !isAway(error)) throw error
      say(waitMs)
      await pause(waitMs)
    }
  }
}

async function stop(code: number) {
  if (leaving.signal.aborted) return
  leaving.abort()
  for (const step of stops) await step().catch(() => {})
  process.exit(code)
}

process.once('SIGTERM', () => void stop(0))
process.once('SIGINT', () => void stop(0))
// The launcher is gone, however it went: nothing may be left that holds a port or the database.
process.once('disconnect', () => void stop(0))

start().catch(async (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await stop(1)
})

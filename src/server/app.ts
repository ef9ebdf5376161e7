// The application, built from what it is handed: where the features meet.
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Outside } from './adapters.ts'
import type { Config } from './config.ts'
import { applicationRoutes } from './features/applications/routes.ts'
import { accountRoutes } from './features/auth/routes.ts'
import { sessionBook } from './features/auth/sessions/session-lookup.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { exerciseRoutes } from './features/exercise/routes.ts'
import { ninRoutes } from './features/nin/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { slipRoutes } from './features/slips/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { hardened } from './platform/api/headers.ts'
import { answerFailures, answerUnreadable } from './platform/api/replies.ts'
import type { Api, Gates } from './platform/api/serve.ts'
import { refuseWrongMethods } from './platform/api/wrong-methods.ts'
import type { Database } from './platform/database/connection.ts'
import { failureCodes, isAway } from './platform/database/errors.ts'
import { gate } from './platform/load/concurrency-limiter.ts'
import { answerGoodbye } from './platform/load/graceful-shutdown.ts'
import { healthRoutes } from './platform/ops/health.ts'
import { metricsRoute } from './platform/ops/metrics.ts'
import { documentation } from './platform/ops/openapi.ts'
import { type WebFiles, webPages } from './platform/pages/static-pages.ts'

export interface AppOptions extends Outside {
  config: Config
  database: Database
  /** The built web app; absent in tests of the API alone. */
  web?: WebFiles
  /** Aborted once the server is told to stop: it still serves, and says that it is leaving. */
  leaving?: AbortSignal
}

const never = new AbortController().signal

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, log, leaving = never } = options
  const app = Fastify({
    loggerInstance: log,
    // A path may hold a NIN, and the library's lines tell paths.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 256 * 1024,
    // A phone on a slow network takes minutes for an upload of 5 MiB; one that has gone silent is let go sooner.
    requestTimeout: 10 * 60_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // What comes on a connection that is still open is served to the last.
    return503OnClosing: false,
    frameworkErrors: answerUnreadable,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
  })
  hardened(app, config)
  answerGoodbye(app, leaving)
  answerFailures(app, { isAway, failureCodes })
  await app.register(fastifyCookie)

  // As many as there are connections to the database: more at once would end no sooner, and make each round of the event
  // loop so long that nobody is answered in time.
  const ours = gate({ most: 20, queue: 1_000 })
  const gates: Gates = { entrance: gate({ most: 20, queue: 300, next: ours }), ours, others: gate({ most: 1_000 }) }
  const api: Api = { app, gates, sessions: sessionBook(database.db, options.clock) }
  healthRoutes(app, database, leaving)
  metricsRoute(app, { database, gates, config })
  await documentation(app, config)
  exerciseRoutes(api, options)
  accountRoutes(api, options)
  paymentRoutes(api, options)
  ninRoutes(api, options)
  applicationRoutes(api, options)
  await uploadRoutes(api, options)
  contactRoutes(api, options)
  slipRoutes(api, options)
  refuseWrongMethods(app)
  if (options.web) await webPages(app, options.web, config)
  return app
}

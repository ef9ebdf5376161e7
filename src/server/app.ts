// The HTTP application: limits and error handling, then the routes of each feature.
import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { staffConnections } from './database/connection.ts'
import { describeError, isUnavailable } from './database/errors.ts'
import { readArchiveFailureAge, readOldestTransactionAge } from './database/health.ts'
import type { Outage } from './database/outage.ts'
import { readDrills } from './domain/backup-drills.ts'
import { registerApplicantRoutes } from './features/applicants/routes.ts'
import { registerApplicationRoutes } from './features/applications/routes.ts'
import { registerAuthRoutes } from './features/auth/routes.ts'
import { registerMoneyCaseRoutes } from './features/cases/routes.ts'
import { registerContactRoutes } from './features/complaints/routes.ts'
import { registerInboxRoutes } from './features/complaints/staff-routes.ts'
import { registerDataExportRoutes } from './features/data-export/routes.ts'
import { registerEmailAddressRoute } from './features/emails/email-address.ts'
import { registerExerciseChangeRoutes } from './features/exercise/changes/routes.ts'
import { registerExerciseRoutes } from './features/exercise/routes.ts'
import { registerExerciseTextRoutes } from './features/exercise/texts/routes.ts'
import { registerExportRoutes } from './features/exports/routes.ts'
import { registerImportRoutes } from './features/imports/routes.ts'
import { registerMailingRoutes } from './features/mailings/routes.ts'
import { registerNinRoutes } from './features/nin/routes.ts'
import { registerOfferRoutes } from './features/offers/routes.ts'
import { registerFinalOutcomeRoutes } from './features/offers/staff-routes.ts'
import { registerLedgerRoutes } from './features/payments/ledger/routes.ts'
import { registerPaymentRoutes } from './features/payments/routes.ts'
import { registerStaffPaymentRoutes } from './features/payments/staff-routes.ts'
import { registerPublicationRoutes } from './features/publications/routes.ts'
import { registerResultRoutes } from './features/results/routes.ts'
import { registerReviewRoutes } from './features/reviews/routes.ts'
import { registerSearchRoute } from './features/search/routes.ts'
import { registerSelectionRoutes } from './features/selections/routes.ts'
import { registerSettlementRoutes } from './features/settlements/routes.ts'
import { registerAttendanceRoutes } from './features/sittings/attendance/routes.ts'
import { registerSittingDocumentRoutes } from './features/sittings/documents/routes.ts'
import { registerInterviewRoutes } from './features/sittings/interviews/routes.ts'
import { registerSittingRoutes } from './features/sittings/routes.ts'
import { registerSlipRoutes } from './features/slips/routes.ts'
import { registerPeopleRoutes } from './features/staff/people/routes.ts'
import { registerStaffRoutes } from './features/staff/routes.ts'
import { registerViewRoutes } from './features/staff/views/routes.ts'
import { registerUploadRoutes } from './features/uploads/routes.ts'
import { registerStaffFileRoutes } from './features/uploads/staff-routes.ts'
import { type ApplicantRoutes, createApplicantAudience } from './http/applicant-audience.ts'
import { secureHttp } from './http/headers.ts'
import { type CallLimiters, createCallLimiters } from './http/limits/call-limiter.ts'
import { registerMethodNotAllowed } from './http/method-not-allowed.ts'
import { createFileCookie } from './http/principal.ts'
import { registerErrorHandlers, replyToUnreadableUrl } from './http/replies.ts'
import { replaceLongUrl } from './http/request-line.ts'
import { createStaffAudience, type StaffRoutes } from './http/staff/staff-audience.ts'
import { createStaffCookie } from './http/staff/staff-principal.ts'
import { createStaffRequestCheck } from './http/staff/staff-requests.ts'
import { uploadMemory } from './http/uploads/read-upload.ts'
import { registerListRoutes } from './lists/routes.ts'
import { createConcurrencyLimiter } from './load/concurrency-limiter.ts'
import { closeConnectionsOnShutdown } from './load/graceful-shutdown.ts'
import { createRefusalRecorder } from './platform/audit/refusals.ts'
import { registerRequestNetwork } from './platform/audit/request-network.ts'
import { passwordChangeLimiter, passwordHashLimiter } from './platform/encryption/password-hashing.ts'
import { createRequestId, registerAccessLog } from './platform/ops/access-log.ts'
import { registerApiDocs } from './platform/ops/api-docs/register-api-docs.ts'
import { registerHealthRoutes } from './platform/ops/health.ts'
import type { Metrics } from './platform/ops/metrics.ts'
import { registerMetricsRoute } from './platform/ops/metrics-route.ts'
import { registerStaffPages } from './platform/pages/staff-pages.ts'
import { registerPages, type WebBuild } from './platform/pages/static-pages.ts'
import { countJobs } from './platform/queue/queue.ts'
import { FileStoreUnavailableError } from './providers/files/store/file-store.ts'
import type { ServiceDependencies, Services } from './services.ts'

export interface AppDependencies extends ServiceDependencies {
  services: Services
  metrics: Metrics
  /** The built web app; absent in tests of the API alone. */
  web?: WebBuild
  /** Given by tests only. */
  callLimiters?: CallLimiters
  /** Aborted when the server shuts down; it still serves for a moment. */
  shuttingDown?: AbortSignal
}

const neverAborted = new AbortController().signal

export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, database, inspector, documents, tables, services, web, shuttingDown = neverAborted } = dependencies
  const app = createHttpServer(dependencies)
  registerAccessLog(app)
  registerRequestNetwork(app)
  secureHttp(app, config)
  closeConnectionsOnShutdown(app, shuttingDown)
  registerErrorHandlers(app, { isUnavailable: isTemporary, describeError })
  await app.register(fastifyCookie)

  const limiters = createLimiters(config.databasePool, database.outage)
  const staffLimiter = createStaffLimiter(dependencies.staffDatabase.outage)
  registerHealthRoutes(app, database, shuttingDown)
  registerMetricsRoute(app, {
    ...dependencies,
    pool: database.pool,
    limiters: {
      ...limiters,
      staff: staffLimiter,
      password_hash: passwordHashLimiter,
      password_change: passwordChangeLimiter,
      file_inspection: inspector.limiter,
      document_rendering: documents.limiter,
      table_reading: tables.limiter,
    },
    uploadMemory,
    countJobs: () => countJobs(database.pool),
    readOldestTransactionAge: () => readOldestTransactionAge(database.pool),
    readArchiveFailureAge: () => readArchiveFailureAge(database.pool),
    readDrills: () => readDrills(database.pool),
    countReadersAboveBudget: services.reading.countReadersAboveBudget,
  })
  registerApiDocs(app, config)
  const { callLimiters = createCallLimiters(database.pool), staffDatabase, clock } = dependencies
  const shared = { app, callLimiters, recordRefusal: createRefusalRecorder(services.refusals) }
  app.addHook('onClose', () => services.refusals.close())
  app.addHook('onClose', () => services.reading.writeAll())
  const applicants = createApplicantAudience({
    sessions: services.sessions,
    cookie: createFileCookie(config.publicUrl),
    limiters,
    retryOnOutage: database.outage.repeat,
    publicUrl: config.publicUrl,
  })
  const staff = createStaffAudience({
    sessions: services.staff.sessions,
    cookie: createStaffCookie(config.staffUrl ?? config.publicUrl),
    limiters: { standard: staffLimiter, slow: limiters.slow },
    retryOnOutage: staffDatabase.outage.repeat,
    checkRequest: createStaffRequestCheck(config),
    clock,
  })
  await registerApplicantFeatures({ ...shared, audience: applicants }, { ...dependencies, ...services })
  await registerStaffFeatures({ ...shared, audience: staff }, { ...dependencies, ...services })
  registerMethodNotAllowed(app)
  if (web) {
    const { publicUrl } = config
    await registerPages(app, web, { publicUrl, readFacts: services.exercise.findPublicFacts, clock, describeError })
  }
  if (web?.staffRoot) await registerStaffPages(app, { root: web.staffRoot, ...config })
  return app
}

function createHttpServer({ config, log }: AppDependencies): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // Our access log replaces the framework's lines, which contain paths and so NINs.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: createRequestId,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 256 * 1024,
    // A phone on a slow network takes minutes to upload 5 MiB; a connection without any traffic is closed sooner.
    requestTimeout: 10 * 60_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests on open connections are still served during the shutdown.
    return503OnClosing: false,
    rewriteUrl: replaceLongUrl,
    frameworkErrors: replyToUnreadableUrl,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
  })
}

const isTemporary = (error: unknown) => isUnavailable(error) || error instanceof FileStoreUnavailableError

/** @param limit the size of the database pool: more concurrency adds latency, not throughput */
function createLimiters(limit: number, { waitedUntil }: Outage) {
  const waiting = { overloadedAfterMs: 300, maxWaitMs: 2_000, countWaitingFrom: waitedUntil }
  const standard = createConcurrencyLimiter({ limit, queueLimit: 1_000, ...waiting })
  return {
    admission: createConcurrencyLimiter({ limit, queueLimit: 300, ...waiting, next: standard }),
    standard,
    slow: createConcurrencyLimiter({ limit: 1_000 }),
  }
}

/** As many places as the staff's pool has connections. */
const createStaffLimiter = ({ waitedUntil }: Outage) =>
  createConcurrencyLimiter({
    limit: staffConnections,
    queueLimit: 200,
    overloadedAfterMs: 2_000,
    maxWaitMs: 10_000,
    countWaitingFrom: waitedUntil,
  })

async function registerStaffFeatures(api: StaffRoutes, options: AppDependencies & Services): Promise<void> {
  registerStaffRoutes(api, options)
  registerApplicantRoutes(api, options)
  registerStaffFileRoutes(api, options)
  registerInboxRoutes(api, options)
  registerListRoutes(api, options)
  registerSearchRoute(api, options)
  registerEmailAddressRoute(api, options)
  registerPeopleRoutes(api, options)
  registerViewRoutes(api, options)
  await registerExerciseChangeRoutes(api, options)
  registerExerciseTextRoutes(api, options)
  registerSittingRoutes(api, options)
  registerInterviewRoutes(api, options)
  registerFinalOutcomeRoutes(api, options)
  registerMoneyCaseRoutes(api, options)
  registerAttendanceRoutes(api, options)
  registerSittingDocumentRoutes(api, options)
  registerExportRoutes(api, options)
  await registerImportRoutes(api, options)
  await registerResultRoutes(api, options)
  registerStaffPaymentRoutes(api, options)
  registerLedgerRoutes(api, options)
  await registerSettlementRoutes(api, options)
  registerSelectionRoutes(api, options)
  registerMailingRoutes(api, options)
  registerReviewRoutes(api, options)
  registerPublicationRoutes(api, options)
}

async function registerApplicantFeatures(api: ApplicantRoutes, options: AppDependencies & Services): Promise<void> {
  registerExerciseRoutes(api, options)
  registerAuthRoutes(api, options)
  registerPaymentRoutes(api, options)
  registerNinRoutes(api, options)
  registerApplicationRoutes(api, options)
  await registerUploadRoutes(api, options)
  registerContactRoutes(api, options)
  registerSlipRoutes(api, options)
  registerOfferRoutes(api, options)
  registerDataExportRoutes(api, options)
}

// GET /metrics in Prometheus' text format. In production it requires METRICS_TOKEN.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import { publicRoute } from '#server/http/declared-access.ts'
import { parseBearerToken } from '#server/http/principal.ts'
import { AppError } from '../../app-error.ts'
import type { ConcurrencyLimiter } from '../../load/concurrency-limiter.ts'
import type { MemoryBudget } from '../../load/memory-budget.ts'
import type { Metrics } from './metrics.ts'

interface MetricsRouteOptions {
  metrics: Metrics
  config: { isProduction: boolean; metricsToken: string | undefined }
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  /** By the name that the metrics show. */
  limiters: Readonly<Record<string, ConcurrencyLimiter>>
  uploadMemory: MemoryBudget
  /** `waiting` jobs are due, `failed` ones failed at their last attempt. */
  countJobs(): Promise<{ waiting: number; failed: number }>
  /** In seconds. */
  readOldestTransactionAge(): Promise<number>
  /** In seconds. */
  readArchiveFailureAge(): Promise<number>
  countReadersAboveBudget(): Promise<number>
  /** The newest drill of a backup, and the newest that succeeded. */
  readDrills(): Promise<{ newest: { failure: string | null } | null; restored: { madeAt: Date | null } | null }>
}

export function registerMetricsRoute(app: FastifyInstance, options: MetricsRouteOptions): void {
  const { metrics, config } = options
  const { registry } = metrics
  measureRequests(app, metrics)
  collectLimiters(registry, options)
  collectDatabase(registry, options)
  collectReaders(registry, options)
  collectDrills(registry, options)

  app.get('/metrics', publicRoute, async (request, reply) => {
    if (!isAllowed(parseBearerToken(request.headers.authorization), config)) throw new AppError('not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** Compares digests, so that the time reveals neither the token's length nor its content. */
function isAllowed(token: string | null, { isProduction, metricsToken }: MetricsRouteOptions['config']): boolean {
  if (metricsToken === undefined) return !isProduction
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token !== null && timingSafeEqual(digest(token), digest(metricsToken))
}

function measureRequests(app: FastifyInstance, { requestDuration }: Metrics) {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? 'none'
    requestDuration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

function collectLimiters(registry: Registry, { limiters, uploadMemory }: MetricsRouteOptions) {
  const labelNames = ['limiter']
  const registers = [registry]
  const entries = Object.entries(limiters)
  new Gauge({
    name: 'portal_concurrency_active',
    help: 'Work that runs within a concurrency limit.',
    labelNames,
    registers,
    collect() {
      for (const [name, limiter] of entries) this.set({ limiter: name }, limiter.active())
    },
  })
  new Gauge({
    name: 'portal_concurrency_queued',
    help: 'Work that waits for a concurrency limit.',
    labelNames,
    registers,
    collect() {
      for (const [name, limiter] of entries) this.set({ limiter: name }, limiter.queued())
    },
  })
  new Counter({
    name: 'portal_concurrency_rejected_total',
    help: 'Work that a concurrency limit rejected.',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const [name, limiter] of [...entries, ['upload_memory', uploadMemory] as const])
        this.inc({ limiter: name }, limiter.rejected())
    },
  })
  new Gauge({
    name: 'portal_upload_memory_bytes',
    help: 'Memory that uploads in progress take.',
    registers,
    collect() {
      this.set(uploadMemory.active())
    },
  })
}

function collectReaders(registry: Registry, { countReadersAboveBudget }: MetricsRouteOptions) {
  new Gauge({
    name: 'portal_staff_above_daily_persons',
    help: 'Staff whose lists have shown more persons today than is usual; NaN while the database is away.',
    registers: [registry],
    async collect() {
      this.set(await countReadersAboveBudget().catch(() => Number.NaN))
    },
  })
}

function collectDrills(registry: Registry, { readDrills }: MetricsRouteOptions) {
  const read = () => readDrills().catch(() => null)
  new Gauge({
    name: 'portal_backup_restored_timestamp_seconds',
    help: 'When the newest backup was made that a drill has restored; 0 before the first, NaN while the database is away.',
    registers: [registry],
    async collect() {
      const drills = await read()
      this.set(drills ? (drills.restored?.madeAt?.getTime() ?? 0) / 1000 : Number.NaN)
    },
  })
  new Gauge({
    name: 'portal_backup_drill_failed',
    help: 'Whether the newest drill could not restore its backup; NaN while the database is away.',
    registers: [registry],
    async collect() {
      const drills = await read()
      this.set(drills ? Number(Boolean(drills.newest?.failure)) : Number.NaN)
    },
  })
}

function collectDatabase(registry: Registry, options: MetricsRouteOptions) {
  const { pool, countJobs, readOldestTransactionAge, readArchiveFailureAge } = options
  const registers = [registry]
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of the pool, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'active' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'portal_database_queries_waiting',
    help: 'Queries that wait for a connection of the pool.',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
  new Gauge({
    name: 'portal_database_oldest_transaction_seconds',
    help: "Since the oldest open transaction of the servers' role began; NaN while the database is away.",
    registers,
    async collect() {
      this.set(await readOldestTransactionAge().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'portal_database_archive_failing_seconds',
    help: 'Since the database last archived its log, when the newest attempt failed; 0 otherwise, NaN while it is away.',
    registers,
    async collect() {
      this.set(await readArchiveFailureAge().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'portal_jobs',
    help: 'Jobs of the queue that are due, and those that failed at their last attempt; NaN while the database is away.',
    labelNames: ['state'],
    registers,
    async collect() {
      // Without the database the other metrics are still served.
      const { waiting, failed } = await countJobs().catch(() => ({ waiting: Number.NaN, failed: Number.NaN }))
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'failed' }, failed)
    },
  })
}

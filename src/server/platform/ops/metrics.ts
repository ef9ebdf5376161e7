// What operators watch, in Prometheus' text form: `GET /metrics`. In production only for whoever has METRICS_TOKEN.
import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '../api/app-error.ts'
import { bearerToken } from '../api/principal.ts'
import type { Gates } from '../api/serve.ts'

interface Means {
  database: { pool: Pick<pg.Pool, 'query' | 'totalCount' | 'waitingCount'> }
  gates: Gates
  config: { isProduction: boolean; metricsToken: string | undefined }
}

export function metricsRoute(app: FastifyInstance, { database, gates, config }: Means): void {
  const registry = new Registry()
  answerTimes(app, registry)
  gauges(registry, { database, gates })
  loopDelay(app, registry)

  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    if (!mayRead(bearerToken(request.headers.authorization), config)) throw new AppError('not_found')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** Compared as digests, so that neither length nor content shows in the time. */
function mayRead(token: string | null, { isProduction, metricsToken }: Means['config']): boolean {
  if (metricsToken === undefined) return !isProduction
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token !== null && timingSafeEqual(digest(token), digest(metricsToken))
}

function answerTimes(app: FastifyInstance, registry: Registry) {
  const times = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of the request to the end of the answer; by route, not by path: a path may hold a NIN.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    times.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

function gauges(registry: Registry, { database: { pool }, gates }: Omit<Means, 'config'>) {
  const read = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await value())
      },
    })
  read('process_resident_memory_bytes', 'Memory of this process.', () => process.memoryUsage.rss())
  read('calls_inside', 'Calls that are being worked on.', () => gates.ours.inside())
  read('calls_waiting_for_others', 'Calls that wait for a provider or a slow line.', () => gates.others.inside())
  read(
    'calls_refused',
    'Calls refused since the start because there was no room.',
    () => gates.entrance.refused() + gates.ours.refused() + gates.others.refused(),
  )
  read('database_connections', 'Connections of the pool.', () => pool.totalCount)
  read('database_waiting', 'Statements that wait for a connection.', () => pool.waitingCount)
  // A database that is away must not take the other figures with it.
  read('jobs_waiting', 'Jobs that are due; NaN while the database is away.', () =>
    dueJobs(pool).catch(() => Number.NaN),
  )
}

async function dueJobs(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker.jobs where run_at <= now() and attempts < max_attempts',
  )
  return rows[0]?.count ?? 0
}

function loopDelay(app: FastifyInstance, registry: Registry) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => {
    delay.disable()
  })
  new Gauge({
    name: 'event_loop_delay_seconds',
    help: 'How late this process came to its work, since it was last asked.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const quantile of [50, 99]) this.set({ quantile: quantile / 100 }, delay.percentile(quantile) / 1e9)
      delay.reset()
    },
  })
}

// The metrics that the whole process shares. Our own begin with `portal_`; those of prom-client keep their usual names.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** prom-client names these gauges like counters, which Prometheus' linter rejects. */
const misnamedDefaults = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

export type Metrics = ReturnType<typeof createMetrics>

/** @param version of the portal */
export function createMetrics(version: string) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of misnamedDefaults) registry.removeSingleMetric(name)

  new Gauge({
    name: 'portal_build_info',
    help: 'Versions of the portal and of Node.js; always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1)

  return {
    registry,
    requestDuration: new Histogram({
      name: 'portal_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its reply, by route pattern.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
      registers,
    }),
    providerDuration: new Histogram({
      name: 'portal_provider_request_duration_seconds',
      help: 'Time that a provider took to answer a request of ours, or to fail.',
      labelNames: ['provider', 'operation'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    providerErrors: new Counter({
      name: 'portal_provider_errors_total',
      help: 'Requests to a provider that failed, by outcome.',
      labelNames: ['provider', 'operation', 'outcome'],
      registers,
    }),
    jobFailures: new Counter({
      name: 'portal_job_failures_total',
      help: 'Attempts at a job that failed; the queue retries them.',
      labelNames: ['job'],
      registers,
    }),
    unhandledRejections: new Counter({
      name: 'portal_unhandled_rejections_total',
      help: 'Promise rejections that no code handled.',
      registers,
    }),
  }
}

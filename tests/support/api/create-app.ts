import pino from 'pino'
import { openAdapters } from '#server/adapters.ts'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { createMetrics } from '#server/platform/ops/metrics.ts'
import { createServices } from '#server/services.ts'
import type { TestApi } from './api.ts'

/** Another application on the database of `api`, with other settings; does not listen. */
export async function createAppWith({ config, database }: TestApi, settings: Partial<Config>) {
  const changed = { ...config, ...settings }
  const metrics = createMetrics('test')
  const adapters = await openAdapters(changed, pino({ level: 'silent' }), metrics)
  const dependencies = { ...adapters, config: changed, database, staffDatabase: database }
  return createApp({ ...dependencies, services: createServices(dependencies), metrics })
}

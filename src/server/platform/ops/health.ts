import type { FastifyInstance } from 'fastify'
import { publicRoute } from '../api/declared-access.ts'
import { AppError } from '../app-error.ts'

interface Pingable {
  ping(): Promise<void>
}

/**
 * `/healthz`: the process runs. `/readyz`: the database answers and the server is not shutting down, so a load balancer may
 * send requests.
 */
export function registerHealthRoutes(app: FastifyInstance, database: Pingable, shuttingDown: AbortSignal): void {
  app.get('/healthz', publicRoute, () => ({ status: 'ok' }))

  app.get('/readyz', publicRoute, async () => {
    if (shuttingDown.aborted) throw new AppError('unavailable')
    try {
      await database.ping()
    } catch (cause) {
      throw new AppError('unavailable', { cause })
    }
    return { status: 'ready' }
  })
}

import type { FastifyInstance } from 'fastify'
import { AppError } from '../api/app-error.ts'

interface Pinged {
  ping(): Promise<void>
}

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, which means that the migrated database answers and that it is
 * not about to leave.
 */
export function healthRoutes(app: FastifyInstance, database: Pinged, leaving: AbortSignal): void {
  app.get('/healthz', { config: { access: 'public' } }, () => ({ status: 'ok' }))

  app.get('/readyz', { config: { access: 'public' } }, async () => {
    if (leaving.aborted) throw new AppError('unavailable')
    try {
      await database.ping()
    } catch (cause) {
      throw new AppError('unavailable', { cause })
    }
    return { status: 'ready' }
  })
}

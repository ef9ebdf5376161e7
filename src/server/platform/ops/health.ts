import type { FastifyInstance } from 'fastify'
import { publicRoute } from '#server/http/declared-access.ts'
import { AppError } from '../../app-error.ts'

interface Pingable {
  ping(): Promise<void>
}

/**
 * `/healthz`: the process runs. `/readyz`: the database says that it accepts writes and the server is not shutting down, so
 * a load balancer may send requests. It writes nothing, so it sees neither a full disk nor a missing synchronous standby. `/readyz?exclude=database`: the same without the database, whose outage makes all servers
 * unready at once; a balancer without any server would answer applicants itself.
 */
export function registerHealthRoutes(app: FastifyInstance, database: Pingable, shuttingDown: AbortSignal): void {
  app.get('/healthz', publicRoute, () => ({ status: 'ok' }))

  app.get('/readyz', publicRoute, async ({ query }) => {
    if (shuttingDown.aborted) throw new AppError('unavailable')
    if ((query as { exclude?: unknown }).exclude === 'database') return { status: 'ready' }
    try {
      await database.ping()
    } catch (cause) {
      throw new AppError('unavailable', { cause })
    }
    return { status: 'ready' }
  })
}

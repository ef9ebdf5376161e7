import type { SessionLookup } from '#server/platform/api/principal.ts'
import type { Db } from '#server/platform/database/connection.ts'
import { hashToken } from '#server/platform/encryption/tokens.ts'
import { getIdleSince, prepareSessionQueries, sessionLimits } from './session-store.ts'

/** Finds the session of a token, and keeps `last_seen_at` of sessions in use up to date. */
export function createSessionLookup(db: Db, clock: () => Date): SessionLookup {
  const { byToken, byFileToken, touch } = prepareSessionQueries(db)

  return {
    async findByToken(token) {
      const now = clock()
      const [session] = await byToken.execute({ hash: hashToken(token), ...limitsAt(now) })
      if (!session) return null
      const { lastSeenAt, ...principal } = session
      if (now.getTime() - lastSeenAt.getTime() >= sessionLimits.touchIntervalMs)
        await touch.execute({
          id: principal.sessionId,
          now,
          before: new Date(now.getTime() - sessionLimits.touchIntervalMs),
        })
      return principal
    },
    async findByFileToken(token) {
      const [session] = await byFileToken.execute({ hash: hashToken(token), ...limitsAt(clock()) })
      if (!session) return null
      const { lastSeenAt, ...principal } = session
      return principal
    },
  }
}

const limitsAt = (now: Date) => ({ now, idleSince: getIdleSince(now) })

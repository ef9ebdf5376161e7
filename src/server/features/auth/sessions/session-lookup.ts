import type { SessionLookup } from '#server/platform/api/principal.ts'
import type { Queryable } from '#server/platform/database/statement.ts'
import { hashToken } from '#server/platform/encryption/tokens.ts'
import { findFileSession, findSession, type SessionRow, touchSession } from './session-store.ts'

/** Finds the session of a token, and keeps `last_seen_at` of sessions in use up to date. */
export const createSessionLookup = (pool: Queryable, clock: () => Date): SessionLookup => ({
  async findByToken(token) {
    const now = clock()
    const session = await findSession(pool, hashToken(token), now)
    if (!session) return null
    await touchSession(pool, session, now)
    return toPrincipal(session)
  },
  async findByFileToken(token) {
    const session = await findFileSession(pool, hashToken(token), clock())
    return session && toPrincipal(session)
  },
})

const toPrincipal = ({ lastSeenAt, ...principal }: SessionRow) => principal

import type { Queryable } from '#server/database/statement.ts'
import type { ReadWithSession } from '#server/domain/live-session.ts'
import type { SessionLookup } from '#server/http/principal.ts'
import { hashToken } from '#server/platform/encryption/tokens.ts'
import { findFileSession, findSession, getIdleSince, type SessionRow, touchSession } from './session-store.ts'

/** Keeps `last_seen_at` of the sessions that are read up to date. */
export const createSessionReader =
  (pool: Queryable, clock: () => Date): ReadWithSession =>
  async (token, read) => {
    const now = clock()
    const found = await read({ tokenHash: hashToken(token), now, idleSince: getIdleSince(now) })
    if (found) await touchSession(pool, found.session, now)
    return found
  }

/** Finds the session of a token. */
export const createSessionLookup = (
  pool: Queryable,
  clock: () => Date,
  readWithSession: ReadWithSession,
): SessionLookup => ({
  async findByToken(token) {
    const found = await readWithSession(token, (values) => findSession(pool, values))
    return found && toPrincipal(found.session)
  },
  async findByFileToken(token) {
    const session = await findFileSession(pool, hashToken(token), clock())
    return session && toPrincipal(session)
  },
})

const toPrincipal = ({ lastSeenAt, ...principal }: SessionRow) => principal

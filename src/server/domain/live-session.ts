// The session of a request, for statements that also read what the call sends: one round trip instead of two.
import { and, eq, gt, isNull, type Placeholder, sql } from 'drizzle-orm'
import { accounts, sessions } from '../database/schema/accounts-and-sessions.ts'

/** What the access check needs, of `sessions` joined with `accounts`. */
export const liveSessionColumns = {
  sessionId: sessions.id,
  accountId: sessions.accountId,
  userId: accounts.userId,
  mustChangePassword: accounts.mustChangePassword,
  isPaid: sql<boolean>`exists (select from payments where account_id = ${accounts.id} and status = 'paid')`,
  lastSeenAt: sessions.lastSeenAt,
}

/** The values of the placeholders in `isLiveSession`. */
export interface LiveSessionValues extends Record<string, unknown> {
  tokenHash: Buffer
  now: Date
  /** A session that was last used before this moment has expired. */
  idleSince: Date
}

/** Neither ended nor expired nor idle for too long. */
export const isLive = ({ now, idleSince }: { now: Date | Placeholder; idleSince: Date | Placeholder }) =>
  and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince))

/** For prepared statements. */
export const isLiveSession = and(
  eq(sessions.tokenHash, sql.placeholder('tokenHash')),
  isLive({ now: sql.placeholder('now'), idleSince: sql.placeholder('idleSince') }),
)

export interface UsedSession {
  sessionId: string
  lastSeenAt: Date
}

/**
 * Runs such a statement for a token, and notes that the session is in use.
 * @returns what the statement has found; null without a live session
 */
export type ReadWithSession = <R extends { session: UsedSession }>(
  token: string,
  read: (values: LiveSessionValues) => Promise<R | null>,
) => Promise<R | null>

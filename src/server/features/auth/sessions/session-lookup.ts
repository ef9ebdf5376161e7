// Whose a token is: asked at every call, so one prepared query that brings all that admission needs.
import { eq, sql } from 'drizzle-orm'
import type { Caller, SessionBook } from '#server/platform/api/principal.ts'
import type { Db } from '#server/platform/database/connection.ts'
import { accounts, sessions } from '#server/platform/database/schema/schema.ts'
import { sessionLimits, tokenHash } from './sessions.ts'

/** Looks sessions up and notes, at most once a minute, that they are in use. */
export function sessionBook(db: Db, clock: () => Date): SessionBook {
  const { byToken, byFileToken, note } = statements(db)

  return {
    async byToken(token) {
      const now = clock()
      const [found] = await byToken.execute({ hash: tokenHash(token), ...limits(now) })
      if (!found) return null
      const { lastSeenAt, ...caller } = found
      if (now.getTime() - lastSeenAt.getTime() >= sessionLimits.noteMs)
        await note.execute({ id: caller.sessionId, now, before: new Date(now.getTime() - sessionLimits.noteMs) })
      return caller
    },
    async byFileToken(token) {
      const [found] = await byFileToken.execute({ hash: tokenHash(token), ...limits(clock()) })
      if (!found) return null
      const { lastSeenAt, ...caller } = found
      return caller
    },
  }
}

const limits = (now: Date) => ({ now, idleSince: new Date(now.getTime() - sessionLimits.idleMs) })
const { placeholder } = sql

function statements(db: Db) {
  const found = {
    sessionId: sessions.id,
    accountId: sessions.accountId,
    userId: accounts.userId,
    mustChangePassword: accounts.mustChangePassword,
    isPaid: sql<boolean>`exists (select from payments where account_id = ${accounts.id} and status = 'paid')`,
    lastSeenAt: sessions.lastSeenAt,
  } satisfies Record<keyof Caller | 'lastSeenAt', unknown>
  const isLive = sql`${sessions.endedAt} is null
    and ${sessions.expiresAt} > ${placeholder('now')} and ${sessions.lastSeenAt} > ${placeholder('idleSince')}`
  const live = (token: typeof sessions.tokenHash | typeof sessions.fileTokenHash) =>
    db
      .select(found)
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .where(sql`${token} = ${placeholder('hash')} and ${isLive}`)

  return {
    byToken: live(sessions.tokenHash).prepare('session_by_token'),
    byFileToken: live(sessions.fileTokenHash).prepare('session_by_file_token'),
    note: db
      .update(sessions)
      .set({ lastSeenAt: sql`${placeholder('now')}` })
      .where(sql`${sessions.id} = ${placeholder('id')} and ${sessions.lastSeenAt} <= ${placeholder('before')}`)
      .prepare('session_seen'),
  }
}

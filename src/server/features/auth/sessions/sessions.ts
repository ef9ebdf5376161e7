// A session is an opaque random token, kept only as its SHA-256; a second token, in a cookie, is good for reading files.
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { sessions } from '#server/platform/database/schema/schema.ts'
import { type Runner, statement } from '#server/platform/database/statement.ts'

const minuteMs = 60_000
export const sessionLimits = {
  absoluteMs: 12 * 60 * minuteMs,
  idleMs: 60 * minuteMs,
  /** A session that is in use is noted as such no more often than this. */
  noteMs: minuteMs,
} as const

export interface StartedSession {
  id: string
  token: string
  fileToken: string
}

/** 256 random bits, fit for a header, a cookie or a link. */
export const randomToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

interface Start {
  account: { id: string; passwordHash: string }
  /** What the audit log says of it. */
  action: 'login' | 'password_changed' | 'password_reset'
  device: string
  now: Date
}

// In one statement, and prepared, since every login waits for it. The lock makes this wait for a change of the password
// under way, which could not end a session it can't see.
const start = statement<{ id: string }>(
  'start_session',
  `with started as (
    insert into sessions (account_id, token_hash, file_token_hash, device, created_at, last_seen_at, expires_at)
    select id, $3, $4, $5, $6, $6, $7 from accounts where id = $1 and password_hash = $2 for share
    returning id, account_id
  ), recorded as (
    insert into audit_log (actor, action, account_id, detail)
    select 'applicant', $8, account_id, jsonb_build_object('device', $5::text) from started
  )
  select id from started`,
)

/**
 * Starts a session for whoever has shown this password, and records it.
 * @returns null when the password was changed in the meantime
 */
export async function startSession(
  runner: Runner,
  { account: { id, passwordHash }, action, device, now }: Start,
): Promise<StartedSession | null> {
  const tokens = { token: randomToken(), fileToken: randomToken() }
  const hashes = [tokenHash(tokens.token), tokenHash(tokens.fileToken)]
  const expiresAt = new Date(now.getTime() + sessionLimits.absoluteMs)
  const [started] = await start(runner, [id, passwordHash, ...hashes, device, now, expiresAt, action])
  return started ? { id: started.id, ...tokens } : null
}

/** Not ended, not too old, not left alone for too long. */
const isLive = (now: Date) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, new Date(now.getTime() - sessionLimits.idleMs)),
  )

export const liveSessions = (tx: Tx, accountId: string, now: Date) =>
  tx
    .select({
      id: sessions.id,
      startedAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      device: sessions.device,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isLive(now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))

interface Which {
  accountId: string
  /** Only this one. */
  id?: string
  /** All but this one. */
  but?: string
}

/** Ends live sessions of an account; returns how many. */
export async function endSessions(tx: Tx, { accountId, id, but }: Which, now: Date): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isLive(now),
        id === undefined ? undefined : eq(sessions.id, id),
        but === undefined ? undefined : ne(sessions.id, but),
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}

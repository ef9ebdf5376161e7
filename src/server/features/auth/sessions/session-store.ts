// A session has two opaque random tokens: one for the API, and one in a cookie that can only read files.
import { and, desc, eq, lt, ne, or } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { prepareStatement, type Queryable } from '#server/database/statement.ts'
import { isLive, type LiveSessionValues, type UsedSession } from '#server/domain/live-session.ts'
import type { Principal } from '#server/http/principal.ts'
import { insertAuditText, maxSignInEvents } from '#server/platform/audit/audit.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'

const minuteMs = 60_000
export const sessionLimits = {
  absoluteMs: 12 * 60 * minuteMs,
  idleMs: 60 * minuteMs,
  /** How often `last_seen_at` is written at most, so that most requests write nothing. */
  touchIntervalMs: minuteMs,
  /** Live sessions of an account; one more ends the oldest. */
  count: 20,
} as const

export interface StartedSession {
  id: string
  token: string
  fileToken: string
}

interface NewSession {
  account: { id: string; passwordHash: string }
  /** For the audit log. */
  action: 'login' | 'password_changed' | 'password_reset'
  device: string
  /** The network to remember for the account, and the truncated one for the audit log. */
  from?: { networkHash: Buffer; auditedNetwork: string }
  now: Date
}

const columns = ['account_id', 'network', 'detail'] as const
const insertStart = insertAuditText({ actor: 'applicant', action: '$8', columns })
const insertLimit = insertAuditText({ actor: 'system', action: 'session_limit_reached', columns })

// One prepared statement, because every login runs it. `for share` waits for a concurrent password change, which cannot
// end a session that it does not see yet.
const insertSession = prepareStatement<{ id: string }>(
  'start_session',
  `with started as (
    insert into sessions (account_id, token_hash, file_token_hash, device, created_at, last_seen_at, expires_at)
    select id, $3, $4, $5, $6, $6, $7 from accounts where id = $1 and password_hash = $2 for share
    returning id, account_id
  ), surplus as (
    update sessions set ended_at = $6
    where exists (select from started) and id in (
      select id from sessions
      where account_id = $1 and ended_at is null and expires_at > $6 and last_seen_at > $9
      order by created_at desc, id offset $10 - 1
    )
    returning id
  ), remembered as (
    insert into login_networks as known (network_hash, account_id, last_login_at)
    select $11, account_id, $6 from started where $11::bytea is not null
    on conflict (network_hash) do update set last_login_at = excluded.last_login_at
    where known.last_login_at < excluded.last_login_at - interval '1 day'
  ), recorded as (
    ${insertStart} account_id, $12::text, jsonb_build_object('device', $5::text) from started
    where $8 <> 'login' or not exists (
      select from audit_log where account_id = $1 and action = 'login' and at > now() - interval '1 hour'
      offset ${maxSignInEvents - 1})
  ), limited as (
    ${insertLimit} $1, $12::text, jsonb_build_object('ended', ended)
    from (select count(*) as ended from surplus) as counted where ended > 0
  )
  select id from started`,
)

/**
 * Starts a session after the password was verified, and writes the audit event.
 * @returns null when the password was changed in the meantime
 */
export async function startSession(
  queryable: Queryable,
  { account: { id, passwordHash }, action, device, from, now }: NewSession,
): Promise<StartedSession | null> {
  const tokens = { token: createToken(), fileToken: createToken() }
  const hashes = [hashToken(tokens.token), hashToken(tokens.fileToken)]
  const expiresAt = new Date(now.getTime() + sessionLimits.absoluteMs)
  const [row] = await insertSession(queryable, [
    id,
    passwordHash,
    ...hashes,
    device,
    now,
    expiresAt,
    action,
    getIdleSince(now),
    sessionLimits.count,
    from?.networkHash ?? null,
    from?.auditedNetwork ?? null,
  ])
  return row ? { id: row.id, ...tokens } : null
}

/** A session last used before this moment has expired. */
export const getIdleSince = (now: Date) => new Date(now.getTime() - sessionLimits.idleMs)

/** The session used last comes first. */
export const listLiveSessions = (tx: Tx, accountId: string, now: Date) =>
  tx
    .select({
      id: sessions.id,
      startedAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      device: sessions.device,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isLive({ now, idleSince: getIdleSince(now) })))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))

interface SessionFilter {
  accountId: string
  /** Only this session. */
  id?: string
  /** All sessions except this one. */
  exceptId?: string
}

/** Ends live sessions of an account; returns how many. */
export async function endSessions(tx: Tx, { accountId, id, exceptId }: SessionFilter, now: Date): Promise<number> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isLive({ now, idleSince: getIdleSince(now) }),
        id === undefined ? undefined : eq(sessions.id, id),
        exceptId === undefined ? undefined : ne(sessions.id, exceptId),
      ),
    )
    .returning({ id: sessions.id })
  return rows.length
}

/** Deletes the sessions that ended or expired before this moment. */
export async function deleteOldSessions(tx: Tx, before: Date): Promise<void> {
  await deleteInBatches(tx, sessions, or(lt(sessions.endedAt, before), lt(sessions.expiresAt, before)))
}

export type SessionRow = Principal & UsedSession

// Every request looks its session up, so one prepared statement reads all that the access check needs.
const selectSession = (name: string, tokenColumn: 'token_hash' | 'file_token_hash') =>
  prepareStatement<SessionRow>(
    name,
    `select session.id as "sessionId", session.account_id as "accountId", account.user_id as "userId",
      account.must_change_password as "mustChangePassword",
      exists (select from payments where account_id = account.id and status = 'paid') as "isPaid",
      session.last_seen_at as "lastSeenAt"
    from sessions session join accounts account on account.id = session.account_id
    where session.${tokenColumn} = $1 and session.ended_at is null and session.expires_at > $2
      and session.last_seen_at > $3`,
  )
const selectByToken = selectSession('session_by_token', 'token_hash')
const selectByFileToken = selectSession('session_by_file_token', 'file_token_hash')

/** The live session of a token; null when there is none. */
export async function findSession(
  queryable: Queryable,
  { tokenHash, now, idleSince }: LiveSessionValues,
): Promise<{ session: SessionRow } | null> {
  const [session] = await selectByToken(queryable, [tokenHash, now, idleSince])
  return session ? { session } : null
}

/** The same for the token that only reads files. */
export async function findFileSession(queryable: Queryable, tokenHash: Buffer, now: Date): Promise<SessionRow | null> {
  const [row] = await selectByFileToken(queryable, [tokenHash, now, getIdleSince(now)])
  return row ?? null
}

const updateLastSeen = prepareStatement(
  'session_seen',
  'update sessions set last_seen_at = $2 where id = $1 and last_seen_at <= $3',
)

/** Writes that the session is in use, at most once in `touchIntervalMs`. */
export async function touchSession(queryable: Queryable, { sessionId, lastSeenAt }: UsedSession, now: Date) {
  const before = new Date(now.getTime() - sessionLimits.touchIntervalMs)
  if (lastSeenAt <= before) await updateLastSeen(queryable, [sessionId, now, before])
}

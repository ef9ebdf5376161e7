// The credentials of every kind of principal.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import {
  endSessions,
  type StartedSession,
  sessionLimits,
  startSession,
} from '#server/features/auth/sessions/session-store.ts'
import { createFileCookie } from '#server/http/principal.ts'
import { createApplicant, createNewApplicant, createPaidApplicant, type TestApplicant } from '../fixtures/applicants.ts'
import type { TestApi } from './api.ts'

export type Credentials = Record<string, string>

const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` })

/** Starts a session as it would be now if it had been started `agoMs` ago and not been used since. */
export async function startTestSession(
  api: TestApi,
  { id }: Pick<TestApplicant, 'id'>,
  agoMs = 0,
): Promise<StartedSession> {
  const { db, pool } = api.database
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  if (!account) throw new Error('There is no such account.')
  const now = new Date(api.clock.now().getTime() - agoMs)
  const session = await startSession(pool, { account, action: 'login', device: 'A test', now })
  if (!session) throw new Error('The session was not started.')
  return session
}

/** Each function creates new credentials, since some calls end the session that sends them. */
export async function createPrincipals(api: TestApi) {
  const { name } = createFileCookie(api.config.publicUrl)
  const cookie = (token: string): Credentials => ({ cookie: `${name}=${token}` })
  const newcomer = await createNewApplicant(api)
  const unpaid = await createApplicant(api)
  await api.database.pool.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status)
      values ($1, 'unpaid', '910000000001', 1200000, 50000, 'open')`,
    [unpaid.id],
  )
  const paid = await createPaidApplicant(api)
  const endSession = async () => {
    const session = await startTestSession(api, paid)
    await endSessions(api.database.db, { accountId: paid.id, id: session.id }, api.clock.now())
    return session
  }
  return {
    nobody: async () => ({}),
    'an unknown token': async () => bearer(randomBytes(32).toString('base64url')),
    garbage: async () => ({ authorization: 'Basic \u00e9\u00e8 not; a=token' }),
    'a session that is too old': async () => {
      const session = await startTestSession(api, paid, sessionLimits.absoluteMs + 1)
      // Used until now, so that only its age makes it invalid.
      await api.database.pool.query('update sessions set last_seen_at = $1 where id = $2', [
        api.clock.now(),
        session.id,
      ])
      return bearer(session.token)
    },
    'a session left alone': async () => bearer((await startTestSession(api, paid, sessionLimits.idleMs + 1)).token),
    'an ended session': async () => bearer((await endSession()).token),
    "an ended session's cookie": async () => cookie((await endSession()).fileToken),
    "a file cookie's token as bearer": async () => bearer((await startTestSession(api, paid)).fileToken),
    "a session's token as cookie": async () => cookie((await startTestSession(api, paid)).token),
    'a file cookie': async () => cookie((await startTestSession(api, paid)).fileToken),
    "a newcomer's file cookie": async () => cookie((await startTestSession(api, newcomer)).fileToken),
    'a newcomer': async () => bearer((await startTestSession(api, newcomer)).token),
    'an unpaid applicant': async () => bearer((await startTestSession(api, unpaid)).token),
    'a paid applicant': async () => bearer((await startTestSession(api, paid)).token),
  } satisfies Record<string, () => Promise<Credentials>>
}

export type PrincipalName = keyof Awaited<ReturnType<typeof createPrincipals>>

// An applicant's own account: logging in and out, its facts, its photo and its sessions.

import { AppError } from '#server/platform/api/app-error.ts'
import type { Caller } from '#server/platform/api/principal.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Guesses } from './guesses.ts'
import { isPassword, nobodysHash } from './passwords/hashing.ts'
import { endSessions, liveSessions, type StartedSession, startSession } from './sessions/sessions.ts'
import { type Account, type AccountStore, setPhoto } from './store.ts'

export { hashPassword } from './passwords/hashing.ts'

export interface Means {
  database: Pick<Database, 'db' | 'pool'>
  accounts: AccountStore
  guesses: Guesses
  clock: () => Date
}

/** Where a call comes from; the device in the words that the list of sessions shows. */
export interface From {
  address: string
  device: string
}

export interface LoggedIn {
  account: Account
  session: StartedSession
}

export function accountService({ database: { db, pool }, accounts, guesses, clock }: Means) {
  /** The account of this session. */
  async function own({ accountId }: Caller): Promise<Account> {
    const account = await accounts.byId(accountId)
    if (!account) throw new AppError('session_ended')
    return account
  }

  async function verified(userId: string, password: string): Promise<Account | null> {
    const account = await accounts.byUserId(userId)
    const isRight = await isPassword(password, account?.passwordHash ?? (await nobodysHash))
    if (account && isRight) return account
    // What was typed is not kept: it may be a password in the wrong box.
    await record(db, { actor: 'guest', action: 'login_refused', accountId: account?.id ?? null })
    return null
  }

  return {
    own,

    /**
     * Starts a session.
     * @throws AppError `wrong_credentials`, `too_many_requests`, `unavailable`
     */
    async logIn(credentials: { userId: string; password: string }, { address, device }: From): Promise<LoggedIn> {
      const userId = issuedSpelling(credentials.userId)
      const account = await guesses.atLogin(userId, address, () => verified(userId, credentials.password))
      if (!account) throw new AppError('wrong_credentials')
      const session = await startSession(pool, { account, action: 'login', device, now: clock() })
      if (!session) throw new AppError('wrong_credentials')
      return { account, session }
    },

    async logOut({ accountId, sessionId }: Caller): Promise<void> {
      await db.transaction(async (tx) => {
        const ended = await endSessions(tx, { accountId, id: sessionId }, clock())
        if (ended > 0) await record(tx, { actor: 'applicant', action: 'logout', accountId })
      })
    },

    /** @throws AppError `photo_not_yours` unless the file is an image that this applicant has uploaded */
    async usePhoto(caller: Caller, fileId: string | null): Promise<Account> {
      const { accountId } = caller
      await db.transaction(async (tx) => {
        if (!fileId || !(await setPhoto(tx, accountId, fileId))) throw new AppError('photo_not_yours')
        await record(tx, { actor: 'applicant', action: 'photo_changed', accountId, detail: { fileId } })
      })
      return own(caller)
    },

    sessions: ({ accountId }: Caller) => liveSessions(db, accountId, clock()),

    /** Ends one of one's own sessions, or all but this one; returns how many were still live. */
    endSessions({ accountId, sessionId }: Caller, id: string | undefined): Promise<number> {
      return db.transaction(async (tx) => {
        const which = id === undefined ? { accountId, but: sessionId } : { accountId, id }
        const ended = await endSessions(tx, which, clock())
        if (ended > 0) await record(tx, { actor: 'applicant', action: 'sessions_ended', accountId, detail: { ended } })
        return ended
      })
    },
  }
}

/** User IDs are issued in capitals; people type them as they like. */
export const issuedSpelling = (typed: string) => typed.trim().toUpperCase()

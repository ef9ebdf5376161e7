// An applicant's own account: login and logout, profile, photo and sessions.

import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import type { ReadWithSession } from '#server/domain/live-session.ts'
import { truncateAddress } from '#server/http/client-network.ts'
import type { Principal } from '#server/http/principal.ts'
import { audit, auditSignIn } from '#server/platform/audit/audit.ts'
import type { RefusalLog } from '#server/platform/audit/refusal-log.ts'
import { dummyHash, type PasswordOrigin, verifyPassword } from '#server/platform/encryption/password-hashing.ts'
import type { LoginThrottle } from './login-throttle.ts'
import type { ClientInfo } from './sessions/client-info.ts'
import type { DeviceCookies } from './sessions/device-cookie.ts'
import { endSessions, listLiveSessions, type StartedSession, startSession } from './sessions/session-store.ts'
import { type AccountStore, hasPhoto, type OwnAccount, setPhoto } from './store.ts'

export type { LoginThrottle } from './login-throttle.ts'
export { rememberStaffNetwork } from './login-throttle-store.ts'
export { findPasswordProblem } from './passwords/password-rules.ts'
export { issueResetCode } from './passwords/reset-code-store.ts'
export type { DeviceCookies } from './sessions/device-cookie.ts'

export interface AuthDependencies {
  database: Pick<Database, 'db' | 'pool'>
  accounts: AccountStore
  throttle: LoginThrottle
  deviceCookies: DeviceCookies
  refusals: Pick<RefusalLog, 'record'>
  clock: () => Date
}

interface SessionDependencies {
  readWithSession: ReadWithSession
}

/** The applicant who reads the own account, which was found together with the session. */
interface PrincipalWithAccount extends Principal {
  account: OwnAccount
}

export interface LoginResult {
  account: OwnAccount
  session: StartedSession
}

export type AuthService = ReturnType<typeof createAuthService>

export function createAuthService(dependencies: AuthDependencies & SessionDependencies) {
  const { accounts, throttle, deviceCookies, refusals, clock, readWithSession } = dependencies
  const { db, pool } = dependencies.database

  /** @throws AppError `session_ended` when the account no longer exists */
  async function getAccount({ accountId }: Principal): Promise<OwnAccount> {
    const account = await accounts.findById(accountId)
    if (!account) throw new AppError('session_ended')
    return account
  }

  async function checkCredentials(
    { userId, password }: { userId: string; password: string },
    origin: PasswordOrigin,
  ): Promise<OwnAccount | null> {
    const account = await accounts.findByUserId(userId)
    const isRight = await verifyPassword(password, account?.passwordHash ?? (await dummyHash), origin)
    if (account && isRight) return account
    // The typed user ID is not recorded: it may be a password typed into the wrong field.
    refusals.record({ actor: 'guest', action: 'login_refused', accountId: account?.id ?? null })
    return null
  }

  return {
    getAccount,

    /** Returns null without a live session. */
    async findSessionWithAccount(token: string): Promise<PrincipalWithAccount | null> {
      const account = await readWithSession(token, accounts.findBySession)
      if (!account) return null
      const { id: accountId, userId, mustChangePassword, isPaid } = account
      return { sessionId: account.session.sessionId, accountId, userId, mustChangePassword, isPaid, account }
    },

    /**
     * Starts a session.
     * @throws AppError `wrong_credentials`, `too_many_requests`, `unavailable`
     */
    async logIn(
      credentials: { userId: string; password: string },
      { address, device, deviceCookie }: ClientInfo,
    ): Promise<LoginResult> {
      const userId = normalizeUserId(credentials.userId)
      const deviceId = deviceCookies.readDeviceId(deviceCookie, userId)
      const account = await throttle.throttleLogin({ loginName: userId, address, deviceId }, (origin) =>
        checkCredentials({ userId, password: credentials.password }, origin),
      )
      if (!account) throw new AppError('wrong_credentials')
      const from = describeOrigin(throttle, { userId, address })
      const session = await startSession(pool, { account, action: 'login', device, from, now: clock() })
      if (!session) throw new AppError('wrong_credentials')
      return { account, session }
    },

    async logOut({ accountId, sessionId }: Principal): Promise<void> {
      await db.transaction(async (tx) => {
        const ended = await endSessions(tx, { accountId, id: sessionId }, clock())
        if (ended > 0) await auditSignIn(tx, { actor: 'applicant', action: 'logout', accountId })
      })
    },

    /** @throws AppError `photo_not_yours` unless the file is an image that this applicant has uploaded */
    async changePhoto(principal: Principal, fileId: string | null): Promise<OwnAccount> {
      const { accountId } = principal
      await db.transaction(async (tx) => {
        if (fileId && (await hasPhoto(tx, accountId, fileId))) return
        if (!fileId || !(await setPhoto(tx, accountId, fileId))) throw new AppError('photo_not_yours')
        await audit(tx, { actor: 'applicant', action: 'photo_changed', accountId, detail: { fileId } })
      })
      return getAccount(principal)
    },

    listSessions: ({ accountId }: Principal) => listLiveSessions(db, accountId, clock()),

    /** Ends the session with this id, or all except the current one; returns how many were still live. */
    endSessions({ accountId, sessionId }: Principal, id: string | undefined): Promise<number> {
      return db.transaction(async (tx) => {
        const filter = id === undefined ? { accountId, exceptId: sessionId } : { accountId, id }
        const ended = await endSessions(tx, filter, clock())
        if (ended > 0) await audit(tx, { actor: 'applicant', action: 'sessions_ended', accountId, detail: { ended } })
        return ended
      })
    },
  }
}

/** What a session remembers of where it was started. */
export const describeOrigin = (
  { hashNetwork }: Pick<LoginThrottle, 'hashNetwork'>,
  { userId, address }: { userId: string; address: string },
) => ({ networkHash: hashNetwork({ loginName: userId, address }), auditedNetwork: truncateAddress(address) })

/** User IDs are issued in capitals, but people type them in any case. */
export const normalizeUserId = (typed: string) => typed.trim().toUpperCase()

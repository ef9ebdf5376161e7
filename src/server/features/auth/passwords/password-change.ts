// Sets a new password: with the current one, or with the code of a reset link.

import { AppError, createFieldsError } from '#server/app-error.ts'
import { createDb, type Tx } from '#server/database/connection.ts'
import { inTransaction } from '#server/database/statement.ts'
import { createRateLimiter } from '#server/http/limits/rate-limits.ts'
import type { Principal } from '#server/http/principal.ts'
import { hashPassword, passwordChangeLimiter, verifyPassword } from '#server/platform/encryption/password-hashing.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { type AuthDependencies, describeOrigin, type LoginResult, normalizeUserId } from '../service.ts'
import type { ClientInfo } from '../sessions/client-info.ts'
import { endSessions, startSession } from '../sessions/session-store.ts'
import { listInstitutionNames, type OwnAccount, replacePassword } from '../store.ts'
import { findPasswordProblem } from './password-rules.ts'
import { findResetCodeOwner, redeemResetCode, voidResetCodes } from './reset-code-store.ts'

interface OwnPasswordChange {
  password: string
  /** Required once the initial password was changed. */
  currentPassword?: string | undefined
}

interface PasswordChangeByCode {
  userId: string
  email: string
  password: string
  code?: string | undefined
}

interface ChangeDetails {
  action: 'password_changed' | 'password_reset'
  client: ClientInfo
  /** Runs first in the transaction. */
  prepare?: (tx: Tx, now: Date) => Promise<void>
}

/** Ends every session of the account and starts a new one. */
async function savePassword(
  { database: { pool }, throttle, clock }: AuthDependencies,
  account: OwnAccount,
  newHash: string,
  { action, client: { address, device }, prepare }: ChangeDetails,
): Promise<LoginResult> {
  const { id, userId } = account
  const from = describeOrigin(throttle, { userId, address })
  const session = await inTransaction(pool, async (connection) => {
    const tx = createDb(connection)
    const now = clock()
    await prepare?.(tx, now)
    const isReplaced = await replacePassword(tx, account, newHash)
    await endSessions(tx, { accountId: id }, now)
    await voidResetCodes(tx, id, now)
    const started = { account: { id, passwordHash: newHash }, action, device, from, now }
    const newSession = isReplaced && (await startSession(connection, started))
    // A concurrent request has changed the password first and ended the session of this one.
    if (!newSession) throw new AppError('session_ended')
    const data = { userId, changedAt: now.toISOString() }
    await enqueue(tx, 'send_email', { email: 'passwordChanged', accountId: id, data })
    return newSession
  })
  return { account: { ...account, mustChangePassword: false }, session }
}

/** Per account, which is known only once the code has been read. Changes with a session are limited by their contract. */
const changeByCodeRule = { name: 'password_by_code', limit: 10, windowSeconds: 3_600 }

export type PasswordChangeService = ReturnType<typeof createPasswordChangeService>

export function createPasswordChangeService(dependencies: AuthDependencies) {
  const { accounts, throttle, clock } = dependencies
  const { db, pool } = dependencies.database
  const changeByCodeLimiter = createRateLimiter(pool, changeByCodeRule)

  async function assertCurrentPassword({ id, passwordHash }: OwnAccount, typed: string | undefined) {
    if (!typed) throw createCurrentPasswordError('Enter your current password.')
    const isRight = await throttle.throttleOwnSecret(
      'current_password',
      id,
      async () => (await verifyPassword(typed, passwordHash)) || null,
    )
    if (!isRight) throw createCurrentPasswordError('Your current password is not correct.')
  }

  async function assertAllowedPassword(password: string, account: OwnAccount) {
    const institution = await listInstitutionNames(db, account.id)
    const affiliations = [...institution, account.school, account.department ?? '', account.role]
    const names = [account.surname, account.firstName, account.middleName]
    const message = await findPasswordProblem(password, { ...account, audience: 'applicants', names, affiliations })
    if (message) throw createFieldsError('password_refused', [{ path: 'password', message }])
  }

  /** Each change hashes up to three times, so an account could keep the server busy. */
  const changeOneAtATime = <T>({ id }: OwnAccount, change: () => Promise<T>): Promise<T> =>
    passwordChangeLimiter.run(change, { key: id })

  /** The account of the reset code or of the first session; user ID and email must be its own. */
  async function findAuthorizedAccount(
    { code, userId, email }: PasswordChangeByCode,
    principal: Principal | null,
  ): Promise<OwnAccount> {
    const accountId = code
      ? await findResetCodeOwner(db, code, clock())
      : principal?.mustChangePassword && principal.accountId
    const account = accountId ? await accounts.findById(accountId) : null
    const isOwn = account?.userId === normalizeUserId(userId) && isSameEmail(account.email, email)
    if (!account || !isOwn) throw new AppError('reset_code_invalid')
    return account
  }

  return {
    /** @throws AppError `current_password_wrong`, `password_refused`, `too_many_requests` */
    async changeOwnPassword(
      account: OwnAccount,
      { password, currentPassword }: OwnPasswordChange,
      client: ClientInfo,
    ): Promise<LoginResult> {
      return changeOneAtATime(account, async () => {
        if (!account.mustChangePassword) await assertCurrentPassword(account, currentPassword)
        await assertAllowedPassword(password, account)
        return savePassword(dependencies, account, await hashPassword(password), { action: 'password_changed', client })
      })
    },

    /**
     * @param principal of the request's session; counts only without a code and while the initial password is in use
     * @throws AppError `reset_code_invalid`, `password_refused`
     */
    async changePasswordByCode(
      request: PasswordChangeByCode,
      principal: Principal | null,
      client: ClientInfo,
    ): Promise<LoginResult> {
      const { code, password } = request
      const account = await findAuthorizedAccount(request, principal)
      await changeByCodeLimiter.consume(account.id)
      return changeOneAtATime(account, async () => {
        await assertAllowedPassword(password, account)
        const newHash = await hashPassword(password)
        if (!code) return savePassword(dependencies, account, newHash, { action: 'password_changed', client })
        const result = await savePassword(dependencies, account, newHash, {
          action: 'password_reset',
          client,
          async prepare(tx, now) {
            if (!(await redeemResetCode(tx, code, now))) throw new AppError('reset_code_invalid')
          },
        })
        await throttle.clear({ id: account.id, loginName: account.userId }, client.address)
        return result
      })
    },
  }
}

const createCurrentPasswordError = (message: string) =>
  createFieldsError('current_password_wrong', [{ path: 'currentPassword', message }])

/** Capitals do not count. */
export const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

// Setting a new password: by its owner, or with the code of a reset mail (decisions.md, "Accounts").

import { AppError, refusedFields } from '#server/platform/api/app-error.ts'
import type { Caller } from '#server/platform/api/principal.ts'
import { dbOn, type Tx } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/statement.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { type From, issuedSpelling, type LoggedIn, type Means } from '../service.ts'
import { endSessions, startSession } from '../sessions/sessions.ts'
import { type Account, replacePassword } from '../store.ts'
import { hashPassword, isPassword } from './hashing.ts'
import { refusalOf } from './password-rules.ts'
import { ownerOfCode, spendCode, voidCodes } from './reset-codes.ts'

interface OwnChange {
  password: string
  /** Needed once the initial password was changed. */
  currentPassword?: string | undefined
}

interface ChangeByMail {
  userId: string
  email: string
  password: string
  code?: string | undefined
}

export function passwordChange({ database: { db, pool }, accounts, guesses, clock }: Means) {
  /** The password is new, every session of the account has ended, and another has begun. */
  async function change(account: Account, newHash: string, from: From, { action, before }: Deed): Promise<LoggedIn> {
    const session = await inTransaction(pool, async (client) => {
      const tx = dbOn(client)
      const now = clock()
      await before?.(tx, now)
      const replaced = await replacePassword(tx, account, newHash)
      const { id } = account
      await endSessions(tx, { accountId: id }, now)
      await voidCodes(tx, id, now)
      const { device } = from
      const started =
        replaced && (await startSession(client, { account: { id, passwordHash: newHash }, action, device, now }))
      // Somebody was quicker to change it, and so has ended the session that asks.
      if (!started) throw new AppError('session_ended')
      const data = { userId: account.userId, changedAt: now.toISOString() }
      await enqueue(tx, 'send_letter', { letter: 'passwordChanged', accountId: id, data })
      return started
    })
    return { account: { ...account, mustChangePassword: false }, session }
  }

  async function assertCurrent({ id, passwordHash }: Account, typed: string | undefined) {
    if (!typed) throw refusedCurrent('Enter your current password.')
    const isRight = await guesses.atChange(id, async () => (await isPassword(typed, passwordHash)) || null)
    if (!isRight) throw refusedCurrent('Your current password is not correct.')
  }

  /** The account that a code or a first session speaks for, if the mail and the ID are its own. */
  async function authorised({ code, userId, email }: ChangeByMail, caller: Caller | null): Promise<Account> {
    const accountId = code ? await ownerOfCode(db, code, clock()) : caller?.mustChangePassword && caller.accountId
    const account = accountId ? await accounts.byId(accountId) : null
    const isOwn = account?.userId === issuedSpelling(userId) && sameEmail(account.email, email)
    if (!account || !isOwn) throw new AppError('reset_code_invalid')
    return account
  }

  return {
    /** @throws AppError `current_password_wrong`, `password_refused`, `too_many_requests` */
    async byOwner(account: Account, { password, currentPassword }: OwnChange, from: From): Promise<LoggedIn> {
      if (!account.mustChangePassword) await assertCurrent(account, currentPassword)
      await assertUsable(password, account)
      return change(account, await hashPassword(password), from, { action: 'password_changed' })
    },

    /**
     * @param caller whoever's session came along; it counts only without a code and while the first password stands
     * @throws AppError `reset_code_invalid`, `password_refused`
     */
    async byMail(asked: ChangeByMail, caller: Caller | null, from: From): Promise<LoggedIn> {
      const { code, password } = asked
      const account = await authorised(asked, caller)
      await assertUsable(password, account)
      const newHash = await hashPassword(password)
      if (!code) return change(account, newHash, from, { action: 'password_changed' })
      return change(account, newHash, from, {
        action: 'password_reset',
        async before(tx, now) {
          if (!(await spendCode(tx, code, now))) throw new AppError('reset_code_invalid')
        },
      })
    },
  }
}

interface Deed {
  action: 'password_changed' | 'password_reset'
  before?: (tx: Tx, now: Date) => Promise<void>
}

async function assertUsable(password: string, account: Account) {
  const message = await refusalOf(password, account)
  if (message) throw refusedFields('password_refused', [{ path: 'password', message }])
}

const refusedCurrent = (message: string) =>
  refusedFields('current_password_wrong', [{ path: 'currentPassword', message }])

export const sameEmail = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

// A forgotten password: the reply is always the same, and the owner gets an email with a link.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from '#server/database/connection.ts'
import { findEmailPause } from '#server/domain/email-pause.ts'
import type { MailService, SendingJob } from '#server/features/emails/service.ts'
import { createRateLimiter } from '#server/http/limits/rate-limits.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { type AuthDependencies, normalizeUserId } from '../service.ts'
import type { OwnAccount } from '../store.ts'
import { isSameEmail } from './password-change.ts'
import { issueResetCode, resetCodeMinutes } from './reset-code-store.ts'

/** Longer than the work takes, so that the response time does not show whether the account exists. */
const responseTimeMs = 250

interface ResetRequest {
  userId: string
  email: string
}

// Counted apart, so that somebody who does not know the email cannot use up the owner's requests.
const windowSeconds = 3600
const resetEmailRule = { name: 'reset_mail', limit: 5, windowSeconds }
const mismatchRule = { name: 'reset_mismatch', limit: 20, windowSeconds }

export type PasswordResetService = ReturnType<typeof createPasswordResetService>

export function createPasswordResetService({ database: { db, pool }, accounts, refusals, clock }: AuthDependencies) {
  const resetEmailLimiter = createRateLimiter(pool, resetEmailRule)
  const mismatchLimiter = createRateLimiter(pool, mismatchRule)

  async function enqueueResetEmail({ userId, email }: ResetRequest) {
    const account = await accounts.findByUserId(userId)
    const isOwn = account !== null && isSameEmail(account.email, email)
    // Past its limit a request is dropped silently: a 429 would tell whether user ID and email match.
    if (!(await (isOwn ? resetEmailLimiter : mismatchLimiter).tryConsume(userId))) return
    if (!isOwn) {
      refusals.record({ actor: 'guest', action: 'password_reset_refused', accountId: account?.id ?? null })
      return
    }
    if (await isResetPaused(db, account, clock())) {
      const reason = { cause: 'email_just_changed' }
      refusals.record({ actor: 'guest', action: 'password_reset_refused', accountId: account.id, reason })
      return
    }
    await db.transaction(async (tx) => {
      await audit(tx, { actor: 'guest', action: 'password_reset_requested', accountId: account.id })
      await enqueue(tx, 'send_password_reset', { accountId: account.id })
    })
  }

  return {
    /**
     * Sends a reset email if user ID and email belong to the same account, at most five an hour, and not for a day after one
     * person of the staff has changed the address. Resolves after the same time if it sends none.
     */
    async requestReset(request: ResetRequest): Promise<void> {
      const userId = normalizeUserId(request.userId)
      await Promise.all([enqueueResetEmail({ userId, email: request.email }), pause(responseTimeMs)])
    },
  }
}

/** An account without a password of the applicant's own has nothing to protect yet. */
const isResetPaused = async (
  tx: Tx,
  { id, mustChangePassword }: Pick<OwnAccount, 'id' | 'mustChangePassword'>,
  now: Date,
) => !mustChangePassword && (await findEmailPause(tx, id, 'one', now)) !== null

interface SendResetDependencies {
  database: Pick<Database, 'db'>
  mail: MailService
  clock: () => Date
}

/** The job that issues a code and sends it by email, so that no code is stored in the queue. */
export const sendPasswordReset =
  ({ database: { db }, mail, clock }: SendResetDependencies) =>
  async ({ accountId }: { accountId: string }, job: SendingJob): Promise<void> => {
    const recipient = await mail.findRecipient(accountId)
    if (!recipient) return
    const { email, mustChangePassword, ...facts } = recipient
    // The address may have been changed since the link was asked for, while the mail server was away.
    if (await isResetPaused(db, { id: accountId, mustChangePassword }, clock())) return
    const code = await issueResetCode(db, accountId, clock())
    // Without a message id: each attempt sends a new code, and receivers must not drop it as a duplicate.
    await mail.send('passwordReset', { ...facts, code, validMinutes: resetCodeMinutes }, { to: email, job, accountId })
  }

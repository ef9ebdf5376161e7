// The forgotten password: an answer that tells nothing, and a mail for whoever it was.
import { setTimeout as pause } from 'node:timers/promises'
import type { Quota } from '#server/platform/api/rate-limits.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { letters } from '#server/providers/mail/emails.ts'
import { MailError, type Mailer } from '#server/providers/mail/mailer.ts'
import { issuedSpelling, type Means } from '../service.ts'
import { addresseeOf } from '../store.ts'
import { sameEmail } from './password-change.ts'
import { issueCode, validMinutes } from './reset-codes.ts'

/** Longer than either way takes, so that the time of the answer tells no more than its words. */
const answerAfterMs = 250

interface Asked {
  userId: string
  email: string
}

/**
 * Has a reset mail sent if the user ID and the e-mail belong together. The same to see, and after the same time, if not.
 * @throws AppError `too_many_requests` when asked too often about one user ID, whether it exists or not
 */
export const forgottenPassword =
  ({ database: { db }, accounts }: Pick<Means, 'database' | 'accounts'>, perAccount: Quota) =>
  async (asked: Asked): Promise<void> => {
    const userId = issuedSpelling(asked.userId)
    await perAccount.take(userId)
    await Promise.all([act(), pause(answerAfterMs)])

    async function act() {
      const account = await accounts.byUserId(userId)
      const isOwn = account !== null && sameEmail(account.email, asked.email)
      await db.transaction(async (tx) => {
        const action = isOwn ? 'password_reset_asked' : 'password_reset_refused'
        await record(tx, { actor: 'guest', action, accountId: account?.id ?? null })
        if (isOwn) await enqueue(tx, 'send_password_reset', { accountId: account.id })
      })
    }
  }

interface Post {
  database: Pick<Database, 'db'>
  mailer: Mailer
  clock: () => Date
  config: { publicUrl: string }
  log: { warn(detail: object, message: string): void }
}

/** The job that makes a code and mails it: the code is never in the queue. A repeated attempt makes another code. */
export const sendPasswordReset =
  ({ database: { db }, mailer, clock, config, log }: Post) =>
  async ({ accountId }: { accountId: string }, job: { id: string }): Promise<void> => {
    const addressee = await addresseeOf(db, accountId)
    if (!addressee) return
    const { email, name, userId, office } = addressee
    const code = await issueCode(db, accountId, clock())
    const data = { name, userId, code, validMinutes, office: { ...office, publicUrl: config.publicUrl } }
    const letter = await letters.passwordReset(data)
    try {
      // No id of the job's: every attempt carries a code of its own, and none may be dropped as a repeat.
      await mailer.send({ ...letter, to: email })
    } catch (error) {
      if (!(error instanceof MailError) || error.kind === 'temporary') throw error
      log.warn({ letter: 'passwordReset', job: job.id }, 'a letter was refused for good')
    }
  }

// Sends the portal's emails; called from jobs only, because a mail server may be slow.
import type { Database } from '#server/platform/database/connection.ts'
import type { EmailSender } from '#server/providers/mail/emails/template.ts'
import { type EmailData, type EmailName, renderEmail } from '#server/providers/mail/emails.ts'
import { MailError, type Mailer } from '#server/providers/mail/mailer.ts'
import { findAccountRecipient, getCurrentExerciseFacts } from './store.ts'

interface MailDependencies {
  database: Pick<Database, 'db'>
  mailer: Mailer
  config: { publicUrl: string }
  log: { warn(detail: object, message: string): void }
}

/** What every email to an applicant is written from, and the address. */
export interface Recipient {
  email: string
  name: string
  userId: string
  sender: EmailSender
}

interface Delivery {
  /** One plain address. */
  to: string
  /** For the log. */
  job: { id: string }
  /** The same for every attempt, so that receivers can drop duplicates. */
  messageId?: string
}

export type MailService = ReturnType<typeof createMailService>

export function createMailService({ database: { db }, mailer, config: { publicUrl }, log }: MailDependencies) {
  return {
    /** The owner of an account; null when there is no such account. */
    async findRecipient(accountId: string): Promise<Recipient | null> {
      const found = await findAccountRecipient(db, accountId)
      if (!found) return null
      const { exercise, ...facts } = found
      return { ...facts, sender: { ...exercise, publicUrl } }
    },

    /** The sender of emails that belong to no account. */
    async getSender(): Promise<EmailSender> {
      return { ...(await getCurrentExerciseFacts(db)), publicUrl }
    },

    /**
     * Logs a warning when the mail server will never accept this email.
     * @throws MailError of kind `temporary`, so that the job is retried
     */
    async send<Name extends EmailName>(
      name: Name,
      data: EmailData[Name],
      { to, job, messageId }: Delivery,
    ): Promise<void> {
      const content = await renderEmail(name, data)
      try {
        await mailer.send({ ...content, to, ...(messageId && { id: messageId }) })
      } catch (error) {
        if (!(error instanceof MailError) || error.kind === 'temporary') throw error
        log.warn({ email: name, job: job.id }, 'email refused permanently, not retried')
      }
    },
  }
}

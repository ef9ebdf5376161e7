// Sends the portal's emails; called from jobs only, because a mail server may be slow.
import { createHash } from 'node:crypto'
import type { Database } from '#server/database/connection.ts'
import { isOvertaken } from '#server/domain/overtaken-emails.ts'
import type { Encryption } from '#server/platform/encryption/encryption.ts'
import { decryptOrLog } from '#server/platform/encryption/unreadable-values.ts'
import type { EmailSender } from '#server/providers/mail/emails/template.ts'
import { type EmailData, type EmailName, renderEmail } from '#server/providers/mail/emails.ts'
import { MailError, type Mailer } from '#server/providers/mail/mailer.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import type { StaffEmailEvent } from '#shared/staff/labels/email-templates.ts'
import { recordAttempt, recordOutcome } from './log-store.ts'
import { findAccountRecipient, getCurrentExerciseFacts, hasPublishedEnded, wasPasswordReplacedSince } from './store.ts'

interface MailDependencies {
  database: Pick<Database, 'db'>
  mailer: Mailer
  config: { publicUrl: string }
  log: Record<'warn' | 'error', (detail: object, message: string) => void>
  encryption: Pick<Encryption, 'encrypt' | 'decrypt'>
  clock: () => Date
}

/** What every email to an applicant is written from, and the address. */
export interface Recipient {
  email: string
  name: string
  userId: string
  /** Has not chosen a password yet. */
  mustChangePassword: boolean
  sender: EmailSender
}

interface Delivery {
  /** One plain address. */
  to: string
  /** For the log. */
  job: SendingJob
  /** The same for every attempt, so that receivers can drop duplicates. */
  messageId?: string
  /** Whose email it is. */
  accountId?: string | undefined
  /** What it can be sent again from; left out when it holds a secret. */
  source?: Record<string, unknown> | undefined
  /** The staff member who had it sent again. */
  resentBy?: string | undefined
  /** The publication that it is about; left out when it is sent again. */
  publicationId?: string | undefined
}

/** The job that sends an email; its id is the same for every attempt. */
export interface SendingJob {
  id: string
  queuedAt?: Date
  /** After which the queue gives up. */
  isLastAttempt?: boolean
}

export type MailService = ReturnType<typeof createMailService>

export function createMailService(dependencies: MailDependencies) {
  const { config, database, mailer, log, clock } = dependencies
  const { publicUrl } = config
  const { db } = database
  const start = createAttemptRecorder(dependencies)
  const hasEnded = createEndingCheck(dependencies)
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
     * Records the email in the log of emails, and logs a warning when the mail server will never accept it. One whose subject
     * has ended while it waited is not sent.
     * @throws MailError of kind `temporary`, so that the job is retried
     */
    async send<Name extends EmailName>(name: Name, data: EmailData[Name], delivery: Delivery): Promise<void> {
      const { to, job, messageId } = delivery
      const { id, wasSent } = await start(name, data, delivery)
      // The server was stopped between sending it and finishing the job.
      if (wasSent && messageId) return
      if (await hasEnded(name, delivery)) return recordOutcome(db, id, 'withdrawn', null)
      const content = await renderEmail(name, data)
      try {
        await mailer.send({ ...content, to, ...(messageId && { id: messageId }) })
      } catch (error) {
        if (!(error instanceof MailError) || error.kind === 'temporary') {
          if (job.isLastAttempt) await recordOutcome(db, id, 'failed', null)
          throw error
        }
        log.warn({ email: name, job: job.id }, 'email refused permanently, not retried')
        return recordOutcome(db, id, 'refused', null)
      }
      await recordOutcome(db, id, 'sent', clock())
    },
  }
}

const toDate = (moment: unknown) => (typeof moment === 'string' ? new Date(moment) : null)

/** Many emails may wait for hours, and one that was refused for now is overtaken by those that were written after it. */
function createEndingCheck(dependencies: MailDependencies) {
  const { clock } = dependencies
  const { db } = dependencies.database
  const readText = ({ id, encryptedData }: { id: string; encryptedData: Uint8Array | null }) =>
    encryptedData && decryptOrLog(dependencies, encryptedData, { table: 'emails', id })
  return async (template: EmailName, { job, accountId, source, publicationId }: Delivery): Promise<boolean> => {
    if (!accountId) return false
    if (publicationId && (await hasPublishedEnded(db, accountId, publicationId))) return true
    if (template === 'reminder' && isPastDeadline(toDate(source?.closesAt), clock())) return true
    const queuedAt = job.queuedAt ?? clock()
    if (template === 'accountIssued') return wasPasswordReplacedSince(db, accountId, queuedAt)
    const text = source ? JSON.stringify(source) : null
    return isOvertaken(db, { template, accountId, queuedAt, text }, readText)
  }
}

function createAttemptRecorder({ database: { db }, encryption, clock }: MailDependencies) {
  return async (template: EmailName, data: object, delivery: Delivery) => {
    const { to, job, messageId, accountId, source, resentBy, publicationId } = delivery
    const id = deriveEmailId(job.id)
    const state = await recordAttempt(db, {
      id,
      template,
      event: 'event' in data ? (data.event as StaffEmailEvent) : null,
      accountId: accountId ?? null,
      encryptedAddress: encryption.encrypt(to),
      encryptedData: source ? encryption.encrypt(JSON.stringify(source)) : null,
      messageId: messageId ?? null,
      jobId: job.id,
      queuedAt: job.queuedAt ?? clock(),
      resentBy: resentBy ?? null,
      staffAddress: template.startsWith('staff') ? to.toLowerCase() : null,
      complaintNumber: 'number' in data ? String(data.number) : null,
      publicationId: publicationId ?? null,
    })
    return { id, wasSent: state === 'sent' }
  }
}

/** A UUID, the same for every attempt at a job. */
function deriveEmailId(jobId: string): string {
  const hex = createHash('sha256').update(`email of job ${jobId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

import type { Jobs } from '#server/platform/queue/queue.ts'
import type { EmailData } from '#server/providers/mail/emails.ts'
import type { PublicationRow } from './store.ts'

type OutcomeEmail = Omit<EmailData['outcomePublished'], 'name' | 'sender'>

interface PublishedItem {
  number: string
  outcome: OutcomeEmail['outcome']
  reasons: OutcomeEmail['reasons']
}

/** @param now the moment of a preview, while nothing is published */
export const buildOutcomeEmail = (
  { kind, emailNote, publishAt, publishedAt }: PublicationRow,
  { number, outcome, reasons }: PublishedItem,
  now: Date,
): OutcomeEmail => ({
  applicationNumber: number,
  outcome,
  reasons,
  isCorrection: kind === 'correction',
  note: emailNote,
  publishedAt: (publishedAt ?? (publishAt && publishAt > now ? publishAt : now)).toISOString(),
})

/** The job that sends it. */
export const toEmailJob = (publicationId: string, accountId: string, data: OutcomeEmail): Jobs['send_email'] => ({
  email: 'outcomePublished',
  accountId,
  publicationId,
  data: { ...data },
})

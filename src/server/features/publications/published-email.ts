import type { Jobs } from '#server/platform/queue/queue.ts'
import type { EmailData } from '#server/providers/mail/emails.ts'
import type { PublishedContent } from '#shared/staff/published-content.ts'
import type { PublicationRow } from './store.ts'

type Publication = Pick<PublicationRow, 'kind' | 'emailNote' | 'publishAt' | 'publishedAt'>
type Name = 'outcomePublished' | 'seatPublished' | 'resultPublished' | 'offerPublished'
type PublishedEmail = { [Each in Name]: { email: Each; data: Omit<EmailData[Each], 'name' | 'sender'> } }[Name]

/** What tells an applicant of it. @param now the moment of a preview, while nothing is published */
export function buildPublishedEmail(
  { kind, emailNote: note, publishAt, publishedAt }: Publication,
  { number: applicationNumber, content }: { number: string; content: PublishedContent },
  now: Date,
): PublishedEmail {
  if ('change' in content) return { email: 'seatPublished', data: { ...content, applicationNumber, note } }
  if ('score' in content) return { email: 'resultPublished', data: { ...content, applicationNumber, note } }
  if ('finalOutcome' in content) return { email: 'offerPublished', data: { ...content, applicationNumber, note } }
  const moment = publishedAt ?? (publishAt && publishAt > now ? publishAt : now)
  const isCorrection = kind === 'correction'
  const data = { ...content, applicationNumber, isCorrection, note, publishedAt: moment.toISOString() }
  return { email: 'outcomePublished', data }
}

/** The job that sends it. */
export const toEmailJob = (
  publicationId: string,
  accountId: string,
  { email, data }: PublishedEmail,
): Jobs['send_email'] => ({ email, accountId, publicationId, data: { ...data } })

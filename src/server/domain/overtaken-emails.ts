// Emails that say what no longer holds, because a newer one to the same applicant says otherwise.
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { EmailTemplateName } from '#shared/staff/labels/email-templates.ts'
import type { Tx } from '../database/connection.ts'
import { emails } from '../database/schema/emails-and-corrections.ts'

/** Of what one of these says nothing may be left once a newer one of its own kind, or of those named here, was written. */
const endedBy: Partial<Record<EmailTemplateName, readonly EmailTemplateName[]>> = {
  reminder: ['paymentReceived', 'applicationSubmitted'],
  applicationReturned: ['applicationSubmitted', 'applicationWithdrawn'],
  applicationWithdrawn: ['applicationReinstated'],
  applicationReinstated: ['applicationWithdrawn'],
  outcomePublished: ['applicationReturned', 'applicationSubmitted', 'applicationWithdrawn'],
  seatPublished: ['applicationWithdrawn'],
  resultPublished: ['applicationWithdrawn'],
  offerPublished: ['applicationWithdrawn'],
}

interface WrittenEmail {
  template: EmailTemplateName
  accountId: string | null
  queuedAt: Date
  /** What it is written from, as JSON; null when that is not known. */
  text: string | null
}

type NewerEmail = Pick<typeof emails.$inferSelect, 'id' | 'encryptedData'>

const kindOf = (text: string | null) => (JSON.parse(text ?? '{}') as { kind?: string }).kind

/**
 * Whether a newer email says what holds now. One that was only sent again is none. A seat or a result of a CBT is not replaced
 * by that of an interview.
 * @param readText what a newer one was written from
 */
export async function isOvertaken(
  tx: Tx,
  { template, accountId, queuedAt, text }: WrittenEmail,
  readText: (email: NewerEmail) => string | null,
): Promise<boolean> {
  const ending = endedBy[template]
  if (!ending || !accountId) return false
  const newer = await tx
    .select({ id: emails.id, template: emails.template, encryptedData: emails.encryptedData })
    .from(emails)
    .where(
      and(
        eq(emails.accountId, accountId),
        gt(emails.queuedAt, queuedAt),
        isNull(emails.resentBy),
        inArray(emails.template, [template, ...ending]),
      ),
    )
  return newer.some((email) => {
    if (email.template !== template) return true
    const newerText = readText(email)
    return newerText !== text && kindOf(newerText) === kindOf(text)
  })
}

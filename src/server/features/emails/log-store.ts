// Records every email that a job has begun to send, and what became of it.

import { eq, lt, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { complaints } from '#server/database/schema/contact.ts'
import { emails } from '#server/database/schema/emails-and-corrections.ts'
import { staff } from '#server/database/schema/staff.ts'
import type { EmailTemplateName } from '#shared/staff/labels/email-templates.ts'

type EmailRow = typeof emails.$inferSelect

export interface EmailAttempt
  extends Pick<
    EmailRow,
    'id' | 'event' | 'accountId' | 'encryptedAddress' | 'encryptedData' | 'messageId' | 'jobId' | 'publicationId'
  > {
  template: EmailTemplateName
  queuedAt: Date
  resentBy: string | null
  /** Of a staff member, in lower case; null when it goes to somebody else. */
  staffAddress: string | null
  complaintNumber: string | null
}

/** Counts an attempt. @returns the state before it; null for the first one */
export async function recordAttempt(tx: Tx, attempt: EmailAttempt): Promise<EmailRow['state'] | null> {
  const { staffAddress, complaintNumber, ...email } = attempt
  const [earlier] = await tx.select({ state: emails.state }).from(emails).where(eq(emails.id, email.id))
  await tx
    .insert(emails)
    .values({
      ...email,
      attempts: 1,
      staffId: staffAddress && sql`(select ${staff.id} from ${staff} where lower(${staff.email}) = ${staffAddress})`,
      complaintId:
        complaintNumber &&
        sql`(select ${complaints.id} from ${complaints} where ${complaints.number} = ${complaintNumber})`,
    })
    .onConflictDoUpdate({ target: emails.id, set: { attempts: sql`${emails.attempts} + 1` } })
  return earlier?.state ?? null
}

/** @param at when the mail server took it; null when it did not */
export async function recordOutcome(tx: Tx, id: string, state: EmailRow['state'], at: Date | null): Promise<void> {
  await tx.update(emails).set({ state, sentAt: at }).where(eq(emails.id, id))
}

export const deleteEmailsBefore = (tx: Tx, before: Date): Promise<void> =>
  deleteInBatches(tx, emails, lt(emails.queuedAt, before))

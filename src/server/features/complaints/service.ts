// Complaints of existing and of new applicants: stored, and confirmed by email where an address is known.

import type { Database } from '#server/database/connection.ts'
import { createRateLimiter } from '#server/http/limits/rate-limits.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { formatDate, getYear } from '#shared/format/dates.ts'
import { isEmail } from '#shared/forms/field.ts'
import { normalizeUserId } from '../auth/service.ts'
import { addComplaint, findAccountByUserId } from './store.ts'

export interface Complaint {
  userId: string | null
  fullName: string | null
  email: string | null
  text: string
}

interface ContactDependencies {
  database: Pick<Database, 'db' | 'pool'>
  clock: () => Date
}

interface ComplaintRecipient {
  email: string
  /** Absent for an address that was typed into the form. */
  accountId?: string
}

export type ContactService = ReturnType<typeof createContactService>

const hourSeconds = 3_600
// Anybody can name any address, so the form must not become a way to flood a mailbox in the institution's name.
const recipientRule = { name: 'complaint_recipient', limit: 1, windowSeconds: 24 * hourSeconds }
const allConfirmationsRule = { name: 'complaint_emails', limit: 300, windowSeconds: hourSeconds }

export function createContactService({ database: { db, pool }, clock }: ContactDependencies) {
  const recipientLimiter = createRateLimiter(pool, recipientRule)
  const allConfirmationsLimiter = createRateLimiter(pool, allConfirmationsRule)

  /** With a user ID only the address of its account counts, never one that was typed beside it. */
  async function findRecipient({ userId, email }: Omit<Complaint, 'text'>): Promise<ComplaintRecipient | null> {
    if (!userId) return email && isEmail(email) ? { email } : null
    const account = await findAccountByUserId(db, normalizeUserId(userId))
    return account && { email: account.email, accountId: account.id }
  }

  /** One confirmation per mailbox and day, and a limited number an hour in all. */
  const mayConfirm = async (mailboxAndDay: string) =>
    (await recipientLimiter.tryConsume(mailboxAndDay)) && (await allConfirmationsLimiter.tryConsume('all'))

  async function storeComplaint(
    { text, ...sender }: Complaint,
    receivedAt: Date,
    recipient: ComplaintRecipient | null,
    accountId: string | null = recipient?.accountId ?? null,
  ) {
    return db.transaction(async (tx) => {
      const complaint = { ...sender, complaint: text, accountId, createdAt: receivedAt }
      const number = await addComplaint(tx, getYear(receivedAt), complaint)
      if (recipient) {
        const { accountId, email } = recipient
        const data = { number, receivedAt: receivedAt.toISOString() }
        const to = accountId ? { accountId } : { to: email }
        await enqueue(tx, 'send_email', { email: 'complaintReceived', ...to, data })
      }
      return number
    })
  }

  return {
    /** Stores any complaint as it is and returns its number; the result does not show whether its user ID exists. */
    async receiveComplaint(complaint: Complaint): Promise<string> {
      const receivedAt = clock()
      const recipient = await findRecipient(complaint)
      if (!recipient) return storeComplaint(complaint, receivedAt, null)
      const mailboxAndDay = `${normalizeMailbox(recipient.email)} ${formatDate(receivedAt)}`
      // Before the transaction, whose connection must not wait for another one.
      if (!(await mayConfirm(mailboxAndDay))) return storeComplaint(complaint, receivedAt, null, recipient.accountId)
      try {
        return await storeComplaint(complaint, receivedAt, recipient)
      } catch (error) {
        // The sender will try again, and that complaint should be confirmed.
        await recipientLimiter.giveBack(mailboxAndDay).catch(() => {})
        throw error
      }
    },
  }
}

/** Most mail servers deliver `name+anything@…` to the same mailbox. */
function normalizeMailbox(email: string): string {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@')
  return `${name.split('+')[0]}@${domain}`
}

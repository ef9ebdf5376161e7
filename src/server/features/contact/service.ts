// Complaints of existing and of new applicants: stored, and confirmed by email where an address is known.
import type { Database, Tx } from '#server/platform/database/connection.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { isEmail } from '#shared/forms/field.ts'
import { normalizeUserId } from '../auth/service.ts'
import { addComplaint, findAccountId } from './store.ts'

export interface Complaint {
  userId: string | null
  fullName: string | null
  email: string | null
  text: string
}

interface ContactDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

export type ContactService = ReturnType<typeof createContactService>

export function createContactService({ database: { db }, clock }: ContactDependencies) {
  return {
    /** Stores any complaint as it is; the result does not show whether its user ID exists. */
    receiveComplaint: ({ text, ...sender }: Complaint): Promise<void> =>
      db.transaction(async (tx) => {
        const receivedAt = clock()
        await addComplaint(tx, { ...sender, complaint: text, createdAt: receivedAt })
        const recipient = await findRecipient(tx, sender)
        if (!recipient) return
        const data = { receivedAt: receivedAt.toISOString() }
        await enqueue(tx, 'send_email', { email: 'complaintReceived', ...recipient, data })
      }),
  }
}

/** With a user ID only the address of its account counts, never one that was typed beside it. */
async function findRecipient(tx: Tx, { userId, email }: Omit<Complaint, 'text'>) {
  if (userId) {
    const accountId = await findAccountId(tx, normalizeUserId(userId))
    return accountId && { accountId }
  }
  return email && isEmail(email) && { to: email }
}

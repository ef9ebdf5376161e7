// Complaints of existing and of new applicants: kept, and confirmed by a letter where there is somebody to write to.
import type { Database, Tx } from '#server/platform/database/connection.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { isEmail } from '#shared/forms/field.ts'
import { issuedSpelling } from '../auth/service.ts'
import { accountIdOf, addComplaint } from './store.ts'

export interface Complaint {
  userId: string | null
  fullName: string | null
  email: string | null
  text: string
}

interface Means {
  database: Pick<Database, 'db'>
  clock: () => Date
}

/** Keeps any complaint as it came; whether its user ID or address is anybody's, the caller never learns. */
export function contactService({ database: { db }, clock }: Means) {
  return {
    receive: ({ text, ...from }: Complaint): Promise<void> =>
      db.transaction(async (tx) => {
        const receivedAt = clock()
        await addComplaint(tx, { ...from, complaint: text, createdAt: receivedAt })
        const receiver = await receiverOf(tx, from)
        if (!receiver) return
        const data = { receivedAt: receivedAt.toISOString() }
        await enqueue(tx, 'send_letter', { letter: 'complaintReceived', ...receiver, data })
      }),
  }
}

/** An account's own address, never one that was typed beside its user ID. */
async function receiverOf(tx: Tx, { userId, email }: Omit<Complaint, 'text'>) {
  if (userId) {
    const accountId = await accountIdOf(tx, issuedSpelling(userId))
    return accountId && { accountId }
  }
  return email && isEmail(email) && { to: email }
}

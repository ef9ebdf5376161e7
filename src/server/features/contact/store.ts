import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { complaints } from '#server/platform/database/schema/contact.ts'

type NewComplaint = Omit<typeof complaints.$inferInsert, 'id'>

export async function addComplaint(tx: Tx, complaint: NewComplaint): Promise<void> {
  await tx.insert(complaints).values(complaint)
}

/** @param userId normalized by `normalizeUserId` */
export async function findAccountId(tx: Tx, userId: string): Promise<string | null> {
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, userId))
  return account?.id ?? null
}

import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts, complaints } from '#server/platform/database/schema/schema.ts'

export type NewComplaint = Omit<typeof complaints.$inferInsert, 'id'>

export async function addComplaint(tx: Tx, complaint: NewComplaint): Promise<void> {
  await tx.insert(complaints).values(complaint)
}

/** @param userId in the spelling it was issued in */
export async function accountIdOf(tx: Tx, userId: string): Promise<string | null> {
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, userId))
  return account?.id ?? null
}

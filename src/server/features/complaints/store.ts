import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { complaints } from '#server/database/schema/contact.ts'

type NewComplaint = Omit<typeof complaints.$inferInsert, 'id' | 'number'>

/**
 * Returns the number, such as C-2026-00012; after 99999 the serial gets more digits.
 * @param year of the number
 */
export async function addComplaint(tx: Tx, year: number, complaint: NewComplaint): Promise<string> {
  const { rows } = await tx.execute<{ serial: string }>(sql`select nextval('complaint_numbers')::text as serial`)
  const number = `C-${year}-${rows[0]?.serial.padStart(5, '0')}`
  await tx.insert(complaints).values({ ...complaint, number })
  return number
}

/** @param userId normalized by `normalizeUserId` */
export async function findAccountByUserId(tx: Tx, userId: string): Promise<{ id: string; email: string } | null> {
  const [account] = await tx
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(eq(accounts.userId, userId))
  return account ?? null
}

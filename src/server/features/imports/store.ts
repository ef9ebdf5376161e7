import { and, desc, eq, inArray, max, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { imports } from '#server/database/schema/imports.ts'

export type NewAccount = typeof accounts.$inferInsert

export type IssuingExercise = typeof exercises.$inferSelect

/** Locks the current exercise until the transaction ends, so that concurrent runs issue different user IDs. */
export async function lockCurrentExercise(tx: Tx): Promise<IssuingExercise | null> {
  const [exercise] = await tx
    .select()
    .from(exercises)
    .orderBy(desc(exercises.isCurrent), desc(exercises.year))
    .limit(1)
    .for('no key update')
  return exercise ?? null
}

/** Which of these addresses, in lower case, have an account in the exercise. */
export async function findTakenEmails(tx: Tx, exerciseId: number, emails: string[]): Promise<Set<string>> {
  const email = sql<string>`lower(${accounts.email})`
  const rows = await tx
    .select({ email })
    .from(accounts)
    .where(and(eq(accounts.exerciseId, exerciseId), inArray(email, emails)))
  return new Set(rows.map((row) => row.email))
}

/**
 * The highest serial number of the user IDs with this prefix, such as "RE24-"; 0 when there are none. Those of accounts that were taken back
 * count too: they stand in emails.
 */
export async function findHighestSerial(tx: Tx, prefix: string, exerciseId: number): Promise<number> {
  const [row] = await tx
    .select({ serial: max(sql<number>`split_part(${accounts.userId}, '-', 2)::int`) })
    .from(accounts)
    // In the terms of the index `accounts_serial`, which has the highest one at its end.
    .where(sql`left(${accounts.userId}, 5) = ${prefix} and ${accounts.userId} ~ '^RE[0-9]{2}-[0-9]{5,9}$'`)
  const [takenBack] = await tx
    .select({ serial: max(sql<number>`(${imports.options} ->> 'highestSerial')::int`) })
    .from(imports)
    .where(and(eq(imports.exerciseId, exerciseId), eq(imports.kind, 'accounts')))
  return Math.max(Number(row?.serial ?? 0), Number(takenBack?.serial ?? 0))
}

/** Returns the id of the new account. */
export async function addAccount(tx: Tx, account: NewAccount): Promise<string> {
  const [row] = await tx.insert(accounts).values(account).returning({ id: accounts.id })
  if (!row) throw new Error('The account was not stored.')
  return row.id
}

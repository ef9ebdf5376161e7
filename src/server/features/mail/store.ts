import { desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { presentContact } from '#server/platform/database/queries/registry-contact.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { exercises } from '#server/platform/database/schema/exercises.ts'
import { formatFullName } from '#shared/format/names.ts'

type ExerciseRow = typeof exercises.$inferSelect

const toExerciseFacts = (row: ExerciseRow) => ({
  institution: row.institution,
  shortName: row.shortName,
  exercise: `${row.title} ${row.year}`,
  contact: presentContact(row),
})

/** The address and name of an account, and its exercise; null when there is no such account. */
export async function findAccountRecipient(tx: Tx, accountId: string) {
  const [row] = await tx
    .select({ account: accounts, exercise: exercises })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(eq(accounts.id, accountId))
  if (!row) return null
  const { surname: surName, firstName, middleName, email, userId } = row.account
  return {
    email,
    userId,
    name: formatFullName({ surName, firstName, middleName }),
    exercise: toExerciseFacts(row.exercise),
  }
}

export async function getCurrentExerciseFacts(tx: Tx) {
  const [exercise] = await tx.select().from(exercises).orderBy(desc(exercises.isCurrent), desc(exercises.year)).limit(1)
  if (!exercise) throw new Error('There is no exercise.')
  return toExerciseFacts(exercise)
}

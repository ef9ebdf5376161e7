import { and, desc, eq, exists, gt, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { publications } from '#server/database/schema/decisions/publications.ts'
import { applicationReturns } from '#server/database/schema/decisions/returns.ts'
import { applicationWithdrawals } from '#server/database/schema/decisions/withdrawals.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { presentContact } from '#server/domain/registry-contact.ts'
import { formatFullName } from '#shared/format/names.ts'
import { noExercise } from '#shared/reference-data/exercise.ts'

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
  const { surname: surName, firstName, middleName, email, userId, mustChangePassword } = row.account
  return {
    email,
    userId,
    mustChangePassword,
    name: formatFullName({ surName, firstName, middleName }),
    exercise: toExerciseFacts(row.exercise),
  }
}

/**
 * Whether the application of this account was withdrawn or returned after this publication, also when that was taken back since:
 * what was withdrawn or returned before is not published, so the first event after it ends what it says. The email may have been
 * handed to the queue later.
 */
export async function hasPublishedEnded(tx: Tx, accountId: string, publicationId: string): Promise<boolean> {
  const isLater = ({ applicationId, at }: typeof applicationWithdrawals | typeof applicationReturns) =>
    and(eq(applicationId, applications.id), gt(at, publications.publishedAt))
  const [row] = await tx
    .select({ id: publications.id })
    .from(publications)
    .innerJoin(applications, eq(applications.accountId, accountId))
    .where(
      and(
        eq(publications.id, publicationId),
        or(
          exists(tx.select().from(applicationWithdrawals).where(isLater(applicationWithdrawals))),
          exists(tx.select().from(applicationReturns).where(isLater(applicationReturns))),
        ),
      ),
    )
  return row !== undefined
}

/** Whether the initial password that was issued then is replaced by that of a slip or of another email, or by the applicant's own. */
export async function wasPasswordReplacedSince(tx: Tx, accountId: string, since: Date): Promise<boolean> {
  const isReissued = and(eq(auditLog.action, 'email_resent'), sql`${auditLog.detail}->>'template' = 'accountIssued'`)
  const [row] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.accountId, accountId),
        // The moment of a job has no fractions of a millisecond, and that of an event of the same transaction has them.
        gt(auditLog.at, new Date(since.getTime() + 1)),
        or(inArray(auditLog.action, ['password_slip_printed', 'password_changed', 'password_reset']), isReissued),
      ),
    )
    .limit(1)
  return row !== undefined
}

export async function getCurrentExerciseFacts(tx: Tx) {
  const [exercise] = await tx.select().from(exercises).orderBy(desc(exercises.isCurrent), desc(exercises.year)).limit(1)
  // Staff are invited before the first exercise is made.
  if (!exercise) return { ...noExercise, exercise: noExercise.title }
  return toExerciseFacts(exercise)
}

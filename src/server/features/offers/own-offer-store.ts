// What is published of an applicant's final outcome, and the offer.
import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { finalOutcomeRecords, finalOutcomeStatuses, offers } from '#server/database/schema/decisions/offers.ts'
import { exercisePosts, exercises } from '#server/database/schema/exercises.ts'
import type { OfferState } from '#shared/decisions/offers.ts'

/** The published outcome with its post. */
export const selectOwn = (tx: Tx, accountId: string) =>
  tx
    .select({
      outcome: finalOutcomeRecords.outcome,
      role: exercisePosts.role,
      school: exercisePosts.school,
      department: exercisePosts.department,
    })
    .from(finalOutcomeStatuses)
    .innerJoin(finalOutcomeRecords, eq(finalOutcomeRecords.id, finalOutcomeStatuses.publishedId))
    .innerJoin(exercisePosts, eq(exercisePosts.id, finalOutcomeRecords.postId))
    .innerJoin(applications, eq(applications.id, finalOutcomeStatuses.applicationId))
    .where(eq(applications.accountId, accountId))

/** The offer of the published outcome. */
export const selectOffer = (tx: Tx, accountId: string) =>
  tx
    .select({
      offer: offers,
      number: applications.number,
      exerciseId: applications.exerciseId,
      archivedAt: exercises.archivedAt,
    })
    .from(offers)
    .innerJoin(applications, eq(applications.id, offers.applicationId))
    .innerJoin(exercises, eq(exercises.id, applications.exerciseId))
    .innerJoin(finalOutcomeStatuses, eq(finalOutcomeStatuses.applicationId, offers.applicationId))
    .where(and(eq(applications.accountId, accountId), eq(offers.outcomeId, finalOutcomeStatuses.publishedId)))
    .orderBy(desc(offers.offeredAt))
    .limit(1)

export type OfferFound = Awaited<ReturnType<typeof selectOffer>>[number]

/** Until the transaction ends nobody else answers it. */
export async function lockOffer(tx: Tx, accountId: string) {
  const [row] = await selectOffer(tx, accountId).for('update', { of: offers })
  return row ?? null
}

export async function saveAnswer(tx: Tx, id: string, answer: { state: OfferState; settledAt: Date }): Promise<void> {
  await tx.update(offers).set(answer).where(eq(offers.id, id))
}

// What the applicant reads of a withdrawal, and its record.
import { eq } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { applicationWithdrawals } from '#server/database/schema/decisions/withdrawals.ts'

interface NewWithdrawal {
  applicationId: string
  reason: string
  madeBy: string
  at: Date
}

/** The caller holds locks against a publication, and against another submission. */
async function findPublished(tx: Tx, applicationId: string) {
  const [row] = await tx
    .select({ decision: applications.decision, rejectionReasons: applications.rejectionReasons })
    .from(applications)
    .where(eq(applications.id, applicationId))
  if (!row) throw new Error('The application does not exist.')
  return row
}

/** Resets the published outcome and any open return. The record keeps what was published. */
export async function saveWithdrawal(tx: Tx, given: NewWithdrawal): Promise<void> {
  const published = await findPublished(tx, given.applicationId)
  // The trigger of `applications` looks for this row.
  await tx.insert(applicationWithdrawals).values({ ...given, ...published, event: 'withdrawn' })
  await tx
    .update(applications)
    .set({ withdrawnAt: given.at, decision: 'pending', rejectionReasons: [], returnedUntil: null, returnReason: null })
    .where(eq(applications.id, given.applicationId))
}

export async function saveReinstatement(tx: Tx, given: NewWithdrawal): Promise<void> {
  const published = await findPublished(tx, given.applicationId)
  await tx.insert(applicationWithdrawals).values({ ...given, ...published, event: 'reinstated' })
  await tx.update(applications).set({ withdrawnAt: null }).where(eq(applications.id, given.applicationId))
}

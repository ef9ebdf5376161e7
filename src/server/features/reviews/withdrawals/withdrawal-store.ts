// What the applicant reads of a withdrawal, and its record.
import { eq } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { applicationWithdrawals } from '#server/database/schema/decisions/withdrawals.ts'
import { findPublished } from '../case-store.ts'

interface NewWithdrawal {
  applicationId: string
  reason: string
  madeBy: string
  at: Date
}

/** With what is published then. The caller holds locks against a publication, and against another submission. */
async function record(tx: Tx, given: NewWithdrawal, event: 'withdrawn' | 'reinstated') {
  const published = await findPublished(tx, given.applicationId)
  if (!published) throw new Error('The application does not exist.')
  const { decision, reasons: rejectionReasons } = published
  await tx.insert(applicationWithdrawals).values({ ...given, decision, rejectionReasons, event })
}

/** Resets the published outcome and any open return. The record keeps what was published. */
export async function saveWithdrawal(tx: Tx, given: NewWithdrawal): Promise<void> {
  // The trigger of `applications` looks for this row.
  await record(tx, given, 'withdrawn')
  await tx
    .update(applications)
    .set({ withdrawnAt: given.at, decision: 'pending', rejectionReasons: [], returnedUntil: null, returnReason: null })
    .where(eq(applications.id, given.applicationId))
}

export async function saveReinstatement(tx: Tx, given: NewWithdrawal): Promise<void> {
  await record(tx, given, 'reinstated')
  await tx.update(applications).set({ withdrawnAt: null }).where(eq(applications.id, given.applicationId))
}

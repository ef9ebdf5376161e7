// What the registry returned, until when, and what was sent before.
import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applications, drafts } from '#server/database/schema/applications-and-drafts.ts'
import { applicationReturns, applicationVersions } from '#server/database/schema/decisions/returns.ts'
import { staff } from '#server/database/schema/staff.ts'

const returnColumns = {
  submission: applications.submission,
  decision: applications.decision,
  until: applications.returnedUntil,
  reason: applications.returnReason,
}

export async function findReturn(tx: Tx, applicationId: string) {
  const [row] = await tx.select(returnColumns).from(applications).where(eq(applications.id, applicationId))
  return row ?? null
}
export type ReturnState = NonNullable<Awaited<ReturnType<typeof findReturn>>>

/** Locks the row, so that it is not sent again meanwhile. */
export async function lockReturn(tx: Tx, applicationId: string): Promise<ReturnState> {
  const [row] = await tx
    .select(returnColumns)
    .from(applications)
    .where(eq(applications.id, applicationId))
    .for('no key update')
  if (!row) throw new Error('The application does not exist.')
  return row
}

export interface NewReturn {
  applicationId: string
  submission: number
  reason: string
  until: Date
  returnedBy: string
  at: Date
}

export async function saveReturn(tx: Tx, given: NewReturn): Promise<void> {
  const { applicationId, reason, until } = given
  // The trigger of `applications` looks for this row.
  await tx.insert(applicationReturns).values(given)
  await tx
    .update(applications)
    .set({ returnedUntil: until, returnReason: reason })
    .where(eq(applications.id, applicationId))
}

export async function saveReturnEnd(
  tx: Tx,
  given: Pick<NewReturn, 'applicationId' | 'submission' | 'returnedBy' | 'at'>,
): Promise<void> {
  await tx.insert(applicationReturns).values({ ...given, reason: null, until: null })
  await tx
    .update(applications)
    .set({ returnedUntil: null, returnReason: null })
    .where(eq(applications.id, given.applicationId))
}

/** More than any revision of a draft that a device may remember from before the submission, which would win over this one. */
const revisionsPerSubmission = 1_000_000

/**
 * The form as it was sent, to be corrected. Keeps what the applicant has corrected since an earlier return, and no draft from before
 * the submission, which a save leaves that arrives together with it.
 */
export async function saveDraftOfAnswers(tx: Tx, applicationId: string, savedAt: Date): Promise<void> {
  const answers = tx
    .select({
      accountId: applications.accountId,
      document: sql<Record<string, unknown>>`${applications.answers}`.as('document'),
      revision: sql<number>`${applications.submission} * ${revisionsPerSubmission}::int`.as('revision'),
      savedAt: sql<Date>`${savedAt.toISOString()}::timestamptz`.as('saved_at'),
    })
    .from(applications)
    .where(eq(applications.id, applicationId))
  await tx
    .insert(drafts)
    .select(answers)
    .onConflictDoUpdate({
      target: drafts.accountId,
      set: { document: sql`excluded.document`, revision: sql`excluded.revision`, savedAt },
      setWhere: sql`${drafts.revision} < excluded.revision`,
    })
}

/** Newest first. */
export const listReturns = (tx: Tx, applicationId: string) =>
  tx
    .select({ row: applicationReturns, person: staff.name })
    .from(applicationReturns)
    .innerJoin(staff, eq(staff.id, applicationReturns.returnedBy))
    .where(eq(applicationReturns.applicationId, applicationId))
    .orderBy(desc(applicationReturns.at), desc(applicationReturns.id))
    .limit(100)
export type CaseReturn = Awaited<ReturnType<typeof listReturns>>[number]

/** What was sent before, oldest first. */
export const listVersions = (tx: Tx, applicationId: string) =>
  tx
    .select({
      submission: applicationVersions.submission,
      submittedAt: applicationVersions.submittedAt,
      renderedTables: applicationVersions.renderedTables,
      photoFileId: applicationVersions.photoFileId,
      ninPhotoFileId: applicationVersions.ninPhotoFileId,
    })
    .from(applicationVersions)
    .where(eq(applicationVersions.applicationId, applicationId))
    .orderBy(asc(applicationVersions.submission))
export type CaseVersion = Awaited<ReturnType<typeof listVersions>>[number]

// One application as the staff work on it, and the status that every write locks.
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { applicationNotes, applicationStatuses, decisions, reviews } from '#server/database/schema/decisions/reviews.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { staff } from '#server/database/schema/staff.ts'

const caseColumns = {
  id: applications.id,
  number: applications.number,
  accountId: applications.accountId,
  exerciseId: applications.exerciseId,
  school: accounts.school,
  department: accounts.department,
  role: accounts.role,
  archivedAt: exercises.archivedAt,
}

/** What decides who may do what with an application; without its contents. */
export async function findCaseSummary(tx: Tx, number: string) {
  const [row] = await tx
    .select(caseColumns)
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .innerJoin(exercises, eq(exercises.id, applications.exerciseId))
    .where(eq(applications.number, number))
  return row ?? null
}
export type CaseSummary = NonNullable<Awaited<ReturnType<typeof findCaseSummary>>>

export async function findContents(tx: Tx, applicationId: string) {
  const [row] = await tx
    .select({
      userId: accounts.userId,
      surname: accounts.surname,
      firstName: accounts.firstName,
      middleName: accounts.middleName,
      state: accounts.state,
      lga: accounts.lga,
      gender: accounts.gender,
      submittedAt: applications.submittedAt,
      answers: applications.answers,
      renderedTables: applications.renderedTables,
      photoFileId: applications.photoFileId,
      ninPhotoFileId: applications.ninPhotoFileId,
    })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .where(eq(applications.id, applicationId))
  return row ?? null
}
export type CaseContents = NonNullable<Awaited<ReturnType<typeof findContents>>>

export async function findPublished(tx: Tx, applicationId: string) {
  const [row] = await tx
    .select({ decision: applications.decision, reasons: applications.rejectionReasons })
    .from(applications)
    .where(eq(applications.id, applicationId))
  return row ?? null
}

export type StatusRow = typeof applicationStatuses.$inferSelect

const emptyStatus = (applicationId: string) => ({ applicationId, stage: 'submitted', version: 1 }) as const

/** Where it stands; one that nobody has begun with has no row. */
export async function findStatus(tx: Tx, applicationId: string) {
  const [row] = await tx
    .select({ status: applicationStatuses, assignee: staff.name })
    .from(applicationStatuses)
    .leftJoin(staff, eq(staff.id, applicationStatuses.assignedTo))
    .where(eq(applicationStatuses.applicationId, applicationId))
  if (row) return row
  const status: StatusRow = {
    ...emptyStatus(applicationId),
    round: 1,
    reviewCount: 0,
    isSplit: false,
    assignedTo: null,
    decisionId: null,
    changedAt: new Date(0),
  }
  return { status, assignee: null }
}
export type CaseStatus = Awaited<ReturnType<typeof findStatus>>

/** Locks the status until the transaction ends, and creates it when it is the first time. */
export async function lockStatus(tx: Tx, applicationId: string): Promise<StatusRow> {
  await tx.insert(applicationStatuses).values(emptyStatus(applicationId)).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(applicationStatuses)
    .where(eq(applicationStatuses.applicationId, applicationId))
    .for('update')
  if (!row) throw new Error('The status was not stored.')
  return row
}

/** The same for several, always in the same order. */
export async function lockStatuses(tx: Tx, applicationIds: readonly string[]): Promise<void> {
  const ids = applicationIds.toSorted()
  await tx.insert(applicationStatuses).values(ids.map(emptyStatus)).onConflictDoNothing()
  await tx
    .select({ id: applicationStatuses.applicationId })
    .from(applicationStatuses)
    .where(inArray(applicationStatuses.applicationId, ids))
    .orderBy(asc(applicationStatuses.applicationId))
    .for('update')
}

/** Raises the version. The status must be locked. */
export async function updateStatus(
  tx: Tx,
  applicationId: string,
  change: Partial<Omit<StatusRow, 'applicationId' | 'version'>>,
): Promise<void> {
  await tx
    .update(applicationStatuses)
    .set({ ...change, version: sql`${applicationStatuses.version} + 1` })
    .where(eq(applicationStatuses.applicationId, applicationId))
}

/** Oldest first. */
export const listReviews = (tx: Tx, applicationId: string) =>
  tx
    .select({ review: reviews, person: staff.name })
    .from(reviews)
    .innerJoin(staff, eq(staff.id, reviews.staffId))
    .where(eq(reviews.applicationId, applicationId))
    .orderBy(asc(reviews.round), asc(reviews.at), asc(reviews.id))
export type CaseReview = Awaited<ReturnType<typeof listReviews>>[number]

export async function addReview(tx: Tx, review: typeof reviews.$inferInsert): Promise<void> {
  await tx.insert(reviews).values(review)
}

const second = alias(staff, 'second')

/** Of all rounds, newest first; the status names the one that counts. */
export const listDecisions = (tx: Tx, applicationId: string) =>
  tx
    .select({ decision: decisions, decidedBy: staff.name, secondedBy: second.name })
    .from(decisions)
    .innerJoin(staff, eq(staff.id, decisions.decidedBy))
    .leftJoin(second, eq(second.id, decisions.secondedBy))
    .where(eq(decisions.applicationId, applicationId))
    .orderBy(desc(decisions.at), desc(decisions.seenVersion))
export type CaseDecision = Awaited<ReturnType<typeof listDecisions>>[number]

/** Supersedes the newest decision of the case, also one that a new round of reviews has set aside. @returns its id */
export async function addDecision(
  tx: Tx,
  decision: Omit<typeof decisions.$inferInsert, 'supersedes'>,
): Promise<string> {
  const [newest] = await tx
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        eq(decisions.applicationId, decision.applicationId),
        sql`not exists (select from ${decisions} as later where later.supersedes = ${decisions.id})`,
      ),
    )
  const [added] = await tx
    .insert(decisions)
    .values({ ...decision, supersedes: newest?.id ?? null })
    .returning({ id: decisions.id })
  if (!added) throw new Error('The decision was not stored.')
  return added.id
}

/** Pinned ones first, then the newest. */
export const listNotes = (tx: Tx, applicationId: string) =>
  tx
    .select({ note: applicationNotes, person: staff.name })
    .from(applicationNotes)
    .innerJoin(staff, eq(staff.id, applicationNotes.staffId))
    .where(eq(applicationNotes.applicationId, applicationId))
    .orderBy(desc(applicationNotes.isPinned), desc(applicationNotes.id))
    .limit(100)

export async function findNewestNote(tx: Tx, applicationId: string) {
  const [row] = await tx
    .select()
    .from(applicationNotes)
    .where(eq(applicationNotes.applicationId, applicationId))
    .orderBy(desc(applicationNotes.id))
    .limit(1)
  return row ?? null
}

export async function addNote(tx: Tx, note: typeof applicationNotes.$inferInsert) {
  const [row] = await tx.insert(applicationNotes).values(note).returning()
  if (!row) throw new Error('The note was not stored.')
  return row
}

// One applicant with all that staff may see, and what staff change.

import { and, desc, eq, gt, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts, passwordResets, sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { complaints } from '#server/database/schema/contact.ts'
import { finalOutcomeRecords, finalOutcomeStatuses, offers } from '#server/database/schema/decisions/offers.ts'
import { accountCorrections, emails } from '#server/database/schema/emails-and-corrections.ts'
import { exercisePosts, exercises } from '#server/database/schema/exercises.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { payments } from '#server/database/schema/payments.ts'
import { staff } from '#server/database/schema/staff.ts'
import { ownDeadline } from '#server/domain/own-deadline.ts'
import { contactColumns, presentContact } from '#server/domain/registry-contact.ts'
import type { AccountFact } from '#shared/policy/correctable-facts.ts'
import { correctionTransitions } from '#shared/staff/proposals.ts'

export type AccountRow = typeof accounts.$inferSelect
type ExercisePost = Pick<AccountRow, 'school' | 'department' | 'role'>

export async function findAccount(tx: Tx, userId: string): Promise<AccountRow | null> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.userId, userId))
  return row ?? null
}

/**
 * Until the transaction ends no other account of the exercise gets an address, by a correction or by a list. Before the
 * account is locked, as settings are changed before the accounts that they concern.
 */
export async function lockAddresses(tx: Tx, accountId: string): Promise<void> {
  await tx
    .select({ id: exercises.id })
    .from(exercises)
    .innerJoin(accounts, eq(accounts.exerciseId, exercises.id))
    .where(eq(accounts.id, accountId))
    .for('no key update', { of: exercises })
}

/** Locks the account until the transaction ends. */
export async function lockApplicant(tx: Tx, id: string): Promise<AccountRow | null> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('no key update')
  return row ?? null
}

export async function findApplicantFacts(tx: Tx, accountId: string) {
  const [row] = await tx
    .select({
      index: applicantIndex,
      year: exercises.year,
      deadline: ownDeadline,
      application: applications,
      nin: ninVerifications.encryptedNin,
      finalOutcome: finalOutcomeRecords.outcome,
      offer: { state: offers.state, until: offers.until },
      archivedAt: exercises.archivedAt,
    })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(applicantIndex, eq(applicantIndex.accountId, accounts.id))
    .leftJoin(applications, eq(applications.accountId, accounts.id))
    .leftJoin(
      ninVerifications,
      and(eq(ninVerifications.accountId, accounts.id), eq(ninVerifications.outcome, 'matched')),
    )
    .leftJoin(finalOutcomeStatuses, eq(finalOutcomeStatuses.applicationId, applications.id))
    .leftJoin(finalOutcomeRecords, eq(finalOutcomeRecords.id, finalOutcomeStatuses.publishedId))
    .leftJoin(offers, eq(offers.outcomeId, finalOutcomeRecords.id))
    .where(eq(accounts.id, accountId))
  return row ?? null
}

const maxRows = 100

export const listAccountPayments = (tx: Tx, accountId: string) =>
  tx.select().from(payments).where(eq(payments.accountId, accountId)).orderBy(desc(payments.createdAt)).limit(maxRows)

export const listAccountLookUps = (tx: Tx, accountId: string) =>
  tx
    .select({
      outcome: ninVerifications.outcome,
      differences: ninVerifications.differences,
      at: ninVerifications.requestedAt,
    })
    .from(ninVerifications)
    .where(eq(ninVerifications.accountId, accountId))
    .orderBy(desc(ninVerifications.requestedAt))
    .limit(maxRows)

export const listFiles = (tx: Tx, accountId: string) =>
  tx.select().from(files).where(eq(files.accountId, accountId)).orderBy(desc(files.createdAt)).limit(maxRows)

export const listEmails = (tx: Tx, accountId: string) =>
  tx.select().from(emails).where(eq(emails.accountId, accountId)).orderBy(desc(emails.queuedAt)).limit(maxRows)

const isLive = (now: Date, idleSince: Date) =>
  and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince))

export const listLiveApplicantSessions = (tx: Tx, accountId: string, now: Date, idleSince: Date) =>
  tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isLive(now, idleSince)))
    .orderBy(desc(sessions.lastSeenAt))

/** False when the account has no such live session. */
export async function endApplicantSession(tx: Tx, accountId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.accountId, accountId), eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return rows.length === 1
}

export const listAccountComplaints = (tx: Tx, accountId: string) =>
  tx
    .select({ number: complaints.number, state: complaints.state, at: complaints.createdAt })
    .from(complaints)
    .where(eq(complaints.accountId, accountId))
    .orderBy(desc(complaints.createdAt))
    .limit(maxRows)

export const listCorrections = (tx: Tx, accountId: string) =>
  tx
    .select({
      id: accountCorrections.correctionId,
      state: accountCorrections.state,
      columns: sql<AccountFact[]>`array_agg(${accountCorrections.column} order by ${accountCorrections.column})`,
      reason: accountCorrections.reason,
      madeBy: staff.name,
      makerId: staff.id,
      at: accountCorrections.madeAt,
    })
    .from(accountCorrections)
    .innerJoin(staff, eq(staff.id, accountCorrections.madeBy))
    .where(eq(accountCorrections.accountId, accountId))
    .groupBy(
      accountCorrections.correctionId,
      accountCorrections.state,
      accountCorrections.reason,
      staff.id,
      accountCorrections.madeAt,
    )
    .orderBy(desc(accountCorrections.madeAt))
    .limit(maxRows)

/** What the staff do with an application tells of a decision before it is published, but not that it was withdrawn. */
const isOfApplication = or(
  and(
    eq(auditLog.subjectKind, 'application'),
    notInArray(auditLog.action, ['application_withdrawn', 'application_reinstated']),
  ),
  // Which files of an application were opened, and when the last time.
  eq(auditLog.action, 'file_opened'),
)

/** @param reads whether the reader may know what the staff do with the application */
export const listTimeline = (tx: Tx, accountId: string, reads: { application: boolean }) =>
  tx
    .select({ at: auditLog.at, action: auditLog.action, actor: auditLog.actor, person: staff.name })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.staffId))
    .where(
      and(eq(auditLog.accountId, accountId), reads.application ? undefined : sql`(${isOfApplication}) is not true`),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(maxRows)

export async function isEmailTaken(tx: Tx, account: AccountRow, email: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.exerciseId, account.exerciseId),
        ne(accounts.id, account.id),
        sql`lower(${accounts.email}) = ${email.toLowerCase()}`,
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Keeps the post until the transaction ends, and tells when it closes. Null when the exercise has none like it. */
export async function lockPost(tx: Tx, exerciseId: number, post: ExercisePost) {
  const { school, department, role } = exercisePosts
  const closesAt = sql<Date | null>`coalesce(${exercisePosts.closesAt}, ${exercises.deadline})`
  const [row] = await tx
    .select({ closesAt: closesAt.mapWith(exercises.deadline) })
    .from(exercisePosts)
    .innerJoin(exercises, eq(exercises.id, exercisePosts.exerciseId))
    .where(
      and(
        eq(exercisePosts.exerciseId, exerciseId),
        eq(school, post.school),
        sql`${department} is not distinct from ${post.department}`,
        eq(role, post.role),
      ),
    )
    .for('key share', { of: exercisePosts })
  return row ?? null
}

export async function updateFacts(tx: Tx, id: string, facts: Partial<AccountRow>): Promise<number> {
  const [row] = await tx
    .update(accounts)
    .set({ ...facts, version: sql`${accounts.version} + 1` })
    .where(eq(accounts.id, id))
    .returning({ version: accounts.version })
  return row?.version ?? 0
}

/** Links of a forgotten password were sent to the former address. */
export async function voidPasswordResets(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.accountId, accountId), isNull(passwordResets.usedAt)))
}

export async function addCorrections(tx: Tx, rows: (typeof accountCorrections.$inferInsert)[]): Promise<void> {
  await tx.insert(accountCorrections).values(rows)
}

export type CorrectionRow = typeof accountCorrections.$inferSelect
export type OwnCorrection = Pick<CorrectionRow, 'accountId' | 'madeBy' | 'reason' | 'seenVersion'>

/** The columns of those that wait for a second person. */
export const listProposedCorrections = (tx: Tx, { accountId, madeBy, reason, seenVersion }: OwnCorrection) =>
  tx
    .select()
    .from(accountCorrections)
    .where(
      and(
        eq(accountCorrections.state, 'proposed'),
        eq(accountCorrections.accountId, accountId),
        eq(accountCorrections.madeBy, madeBy),
        eq(accountCorrections.reason, reason),
        eq(accountCorrections.seenVersion, seenVersion),
      ),
    )

/** The columns of a correction that waits for a second person, locked until the transaction ends. */
export const lockProposedCorrection = (tx: Tx, correctionId: string) =>
  tx
    .select()
    .from(accountCorrections)
    .where(and(eq(accountCorrections.correctionId, correctionId), eq(accountCorrections.state, 'proposed')))
    .for('update')

export async function saveCorrectionDecision(
  tx: Tx,
  correctionId: string,
  decision: keyof typeof correctionTransitions,
  decided: { decidedBy: string; decidedAt: Date },
): Promise<void> {
  const { from, to: state } = correctionTransitions[decision]
  await tx
    .update(accountCorrections)
    .set({ state, ...decided })
    .where(and(eq(accountCorrections.correctionId, correctionId), inArray(accountCorrections.state, from)))
}

/** What the head of a slip says. */
export async function findSlipOrigin(tx: Tx, exerciseId: number) {
  const [row] = await tx
    .select({ institution: exercises.institution, year: exercises.year, ...contactColumns })
    .from(exercises)
    .where(eq(exercises.id, exerciseId))
  if (!row) throw new Error('The exercise of an account is missing.')
  return { institution: row.institution, year: row.year, contact: presentContact(row) }
}

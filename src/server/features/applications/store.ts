import { and, eq, sql } from 'drizzle-orm'
import { applicantColumns } from '#server/database/applicant-columns.ts'
import type { Db } from '#server/database/connection.ts'
import { accounts, sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { isLiveSession, type LiveSessionValues, liveSessionColumns } from '#server/domain/live-session.ts'
import { ownDeadline } from '#server/domain/own-deadline.ts'

const matchedNin = and(eq(ninVerifications.accountId, accounts.id), eq(ninVerifications.outcome, 'matched'))
const accountId = sql.placeholder('accountId')

const submittedColumns = {
  number: applications.number,
  submittedAt: applications.submittedAt,
  answersDigest: applications.answersDigest,
  returnedUntil: applications.returnedUntil,
}

const ownColumns = {
  number: applications.number,
  submittedAt: applications.submittedAt,
  slipCode: applications.slipCode,
  decision: applications.decision,
  cbtResult: applications.cbtResult,
  interviewResult: applications.interviewResult,
  rejectionReasons: applications.rejectionReasons,
  returnedUntil: applications.returnedUntil,
  returnReason: applications.returnReason,
  withdrawnAt: applications.withdrawnAt,
  photoFileId: applications.photoFileId,
  ninPhotoFileId: applications.ninPhotoFileId,
  answers: applications.answers,
  // As text, because it is large and sent without changes; null when it is not asked for.
  renderedTables: sql<string | null>`case when ${sql.placeholder('withTables')}::boolean
    then ${applications.renderedTables}::text end`,
}

const selectOwn = (db: Db) =>
  db
    .select({
      application: ownColumns,
      account: applicantColumns,
      archivedAt: exercises.archivedAt,
      encryptedNin: ninVerifications.encryptedNin,
    })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(ninVerifications, matchedNin)
    .where(eq(applications.accountId, accountId))

const selectOwnWithSession = (db: Db) =>
  db
    .select({
      application: ownColumns,
      account: applicantColumns,
      archivedAt: exercises.archivedAt,
      encryptedNin: ninVerifications.encryptedNin,
      session: liveSessionColumns,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(applications, eq(applications.accountId, accounts.id))
    .leftJoin(ninVerifications, matchedNin)
    .where(isLiveSession)

const selectContextWithSession = (db: Db) =>
  db
    .select({
      account: applicantColumns,
      exercise: { id: exercises.id, year: exercises.year, deadline: ownDeadline, archivedAt: exercises.archivedAt },
      accountVersion: accounts.version,
      ninVerificationId: ninVerifications.id,
      ninPhotoFileId: ninVerifications.photoFileId,
      earlier: submittedColumns,
      uploads: sql<AttachedUpload[]>`(
        select coalesce(json_agg(json_build_object('id', id, 'type', type, 'scan', scan)), '[]') from ${files}
        where account_id = ${accounts.id} and kind = 'upload')`,
      session: liveSessionColumns,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(ninVerifications, matchedNin)
    .leftJoin(applications, eq(applications.accountId, accounts.id))
    .where(isLiveSession)

const selectSubmitted = (db: Db) =>
  db
    .select({ ...submittedColumns, accountVersion: accounts.version })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .where(eq(applications.accountId, accountId))

export type OwnApplication = Awaited<ReturnType<typeof selectOwn>>[number]
/** With the session that asked for it. */
type OwnWithSession = Awaited<ReturnType<typeof selectOwnWithSession>>[number]
type ContextWithSession = Awaited<ReturnType<typeof selectContextWithSession>>[number]
/** What the submission depends on besides the answers. */
export type SubmissionContext = Omit<ContextWithSession, 'session'>
type SubmittedApplication = Awaited<ReturnType<typeof selectSubmitted>>[number]
export type AttachedUpload = Pick<typeof files.$inferSelect, 'id' | 'type' | 'scan'>
export type ApplicationStore = ReturnType<typeof createApplicationStore>

export function createApplicationStore(db: Db) {
  const own = selectOwn(db).prepare('own_application')
  const ownWithSession = selectOwnWithSession(db).prepare('own_application_by_session')
  const contextWithSession = selectContextWithSession(db).prepare('submission_context_by_session')
  const submitted = selectSubmitted(db).prepare('submitted_application')
  return {
    /** With the tables as they were rendered on submission, which are larger than all the rest. */
    findOwn: async (accountId: string): Promise<OwnApplication | null> =>
      (await own.execute({ accountId, withTables: true }))[0] ?? null,
    findOwnWithSession: async (values: LiveSessionValues, include: unknown): Promise<OwnWithSession | null> =>
      (await ownWithSession.execute({ ...values, withTables: include === 'snapshot' }))[0] ?? null,
    findContextWithSession: async (values: LiveSessionValues): Promise<ContextWithSession | null> =>
      (await contextWithSession.execute(values))[0] ?? null,
    findSubmitted: async (accountId: string): Promise<SubmittedApplication | null> =>
      (await submitted.execute({ accountId }))[0] ?? null,
  }
}

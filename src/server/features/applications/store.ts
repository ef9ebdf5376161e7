import { and, eq, sql } from 'drizzle-orm'
import { applicantColumns } from '#server/platform/database/applicant-columns.ts'
import type { Db } from '#server/platform/database/connection.ts'
import { ownDeadline } from '#server/platform/database/own-deadline.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/platform/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/platform/database/schema/exercises.ts'
import { files } from '#server/platform/database/schema/files.ts'
import { ninVerifications } from '#server/platform/database/schema/nin.ts'

const matchedNin = and(eq(ninVerifications.accountId, accounts.id), eq(ninVerifications.outcome, 'matched'))
const accountId = sql.placeholder('accountId')

const submittedColumns = { number: applications.number, answersDigest: applications.answersDigest }

const selectOwn = (db: Db) =>
  db
    .select({
      application: {
        number: applications.number,
        submittedAt: applications.submittedAt,
        slipCode: applications.slipCode,
        decision: applications.decision,
        cbtResult: applications.cbtResult,
        interviewResult: applications.interviewResult,
        rejectionReasons: applications.rejectionReasons,
        photoFileId: applications.photoFileId,
        ninPhotoFileId: applications.ninPhotoFileId,
        answers: applications.answers,
        // As text, because it is large and sent without changes.
        renderedTables: sql<string>`${applications.renderedTables}::text`,
      },
      account: applicantColumns,
      encryptedNin: ninVerifications.encryptedNin,
    })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .leftJoin(ninVerifications, matchedNin)
    .where(eq(applications.accountId, accountId))

const selectSubmissionContext = (db: Db) =>
  db
    .select({
      account: applicantColumns,
      exercise: { id: exercises.id, year: exercises.year, deadline: ownDeadline },
      photoFileId: accounts.photoFileId,
      ninVerificationId: ninVerifications.id,
      ninPhotoFileId: ninVerifications.photoFileId,
      earlier: submittedColumns,
    })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(ninVerifications, matchedNin)
    .leftJoin(applications, eq(applications.accountId, accounts.id))
    .where(eq(accounts.id, accountId))

const selectSubmitted = (db: Db) =>
  db.select(submittedColumns).from(applications).where(eq(applications.accountId, accountId))

const selectUploads = (db: Db) =>
  db
    .select({ id: files.id, type: files.type, scan: files.scan })
    .from(files)
    .where(
      and(
        eq(files.accountId, accountId),
        eq(files.kind, 'upload'),
        sql`${files.id} = any(${sql.placeholder('ids')}::uuid[])`,
      ),
    )

export type OwnApplication = Awaited<ReturnType<typeof selectOwn>>[number]
/** What the submission depends on besides the answers. */
export type SubmissionContext = Awaited<ReturnType<typeof selectSubmissionContext>>[number]
export type SubmittedApplication = Awaited<ReturnType<typeof selectSubmitted>>[number]
export type AttachedUpload = Awaited<ReturnType<typeof selectUploads>>[number]
export type ApplicationStore = ReturnType<typeof createApplicationStore>

export function createApplicationStore(db: Db) {
  const own = selectOwn(db).prepare('own_application')
  const context = selectSubmissionContext(db).prepare('submission_context')
  const submitted = selectSubmitted(db).prepare('submitted_application')
  const uploads = selectUploads(db).prepare('application_uploads')
  return {
    findOwn: async (accountId: string): Promise<OwnApplication | null> => (await own.execute({ accountId }))[0] ?? null,
    findSubmissionContext: async (accountId: string): Promise<SubmissionContext | null> =>
      (await context.execute({ accountId }))[0] ?? null,
    findSubmitted: async (accountId: string): Promise<SubmittedApplication | null> =>
      (await submitted.execute({ accountId }))[0] ?? null,
    /** Those of the files that the account has uploaded. */
    findUploads: async (accountId: string, ids: readonly string[]): Promise<AttachedUpload[]> =>
      ids.length === 0 ? [] : uploads.execute({ accountId, ids }),
  }
}

import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/connection.ts'
import { accounts, applications, exercises, files, ninVerifications } from '#server/platform/database/schema/schema.ts'

const facts = {
  userId: accounts.userId,
  surname: accounts.surname,
  firstName: accounts.firstName,
  middleName: accounts.middleName,
  phone: accounts.phone,
  dateOfBirth: accounts.dateOfBirth,
  email: accounts.email,
  gender: accounts.gender,
  lga: accounts.lga,
  state: accounts.state,
  school: accounts.school,
  department: accounts.department,
  role: accounts.role,
}

const matchedNin = and(eq(ninVerifications.accountId, accounts.id), eq(ninVerifications.outcome, 'matched'))
const accountId = sql.placeholder('accountId')

const submittedFacts = { number: applications.number, answersDigest: applications.answersDigest }

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
        // As text: it goes out as it stands, and is the largest part.
        shown: sql<string>`${applications.shown}::text`,
      },
      account: facts,
      ninSealed: ninVerifications.ninSealed,
    })
    .from(applications)
    .innerJoin(accounts, eq(accounts.id, applications.accountId))
    .leftJoin(ninVerifications, matchedNin)
    .where(eq(applications.accountId, accountId))

const selectStanding = (db: Db) =>
  db
    .select({
      account: facts,
      exercise: { id: exercises.id, year: exercises.year, deadline: exercises.deadline },
      photoFileId: accounts.photoFileId,
      ninVerificationId: ninVerifications.id,
      ninPhotoFileId: ninVerifications.photoFileId,
      earlier: submittedFacts,
    })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .leftJoin(ninVerifications, matchedNin)
    .leftJoin(applications, eq(applications.accountId, accounts.id))
    .where(eq(accounts.id, accountId))

const selectSubmitted = (db: Db) =>
  db.select(submittedFacts).from(applications).where(eq(applications.accountId, accountId))

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
/** What decides whether, and as whom, an applicant may submit. */
export type SubmissionStanding = Awaited<ReturnType<typeof selectStanding>>[number]
export type Submitted = Awaited<ReturnType<typeof selectSubmitted>>[number]
export type Upload = Awaited<ReturnType<typeof selectUploads>>[number]
export type ApplicationStore = ReturnType<typeof applicationStore>

export function applicationStore(db: Db) {
  const own = selectOwn(db).prepare('own_application')
  const standing = selectStanding(db).prepare('submission_standing')
  const submitted = selectSubmitted(db).prepare('submitted_application')
  const uploads = selectUploads(db).prepare('uploads_named')
  return {
    own: async (accountId: string): Promise<OwnApplication | null> => (await own.execute({ accountId }))[0] ?? null,
    standing: async (accountId: string): Promise<SubmissionStanding | null> =>
      (await standing.execute({ accountId }))[0] ?? null,
    submitted: async (accountId: string): Promise<Submitted | null> =>
      (await submitted.execute({ accountId }))[0] ?? null,
    /** Those files that the account has uploaded. */
    uploads: async (accountId: string, ids: readonly string[]): Promise<Upload[]> =>
      ids.length === 0 ? [] : uploads.execute({ accountId, ids }),
  }
}

// One's own application: reading it, and submitting it exactly once.

import { enqueueScan } from '#server/features/uploads/service.ts'
import { AppError, refusedFields } from '#server/platform/api/app-error.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Answers } from '#shared/application/sections.ts'
import { shownTables } from '#shared/application/snapshot.ts'
import { applicantOf } from './applicant-of.ts'
import { filesIn, linkComplaints, withPlainLinks } from './attachments.ts'
import { digestOf } from './digest.ts'
import type { ApplicationStore, OwnApplication, SubmissionStanding, Submitted } from './store.ts'
import { addApplication } from './submission.ts'

export { applicantOf } from './applicant-of.ts'
export { digestOf } from './digest.ts'

interface Means {
  database: Pick<Database, 'db' | 'pool'>
  applications: ApplicationStore
  clock: () => Date
  publicUrl: string
}

export function applicationService({ database: { db, pool }, applications, clock, publicUrl }: Means) {
  async function assertLinks(accountId: string, answers: Answers): Promise<void> {
    const uploads = await applications.uploads(accountId, filesIn(answers))
    const complaints = linkComplaints(answers, uploads)
    if (complaints.length > 0) throw refusedFields('invalid_request', complaints)
    const unscanned = uploads.filter(({ scan }) => scan === 'waiting')
    if (unscanned.length === 0) return
    for (const { id } of unscanned) await enqueueScan(db, id)
    throw new AppError('files_unscanned', { retryAfter: 30 })
  }

  return {
    /** @throws AppError `no_application` */
    async own(accountId: string): Promise<OwnApplication> {
      const own = await applications.own(accountId)
      if (!own) throw new AppError('no_application')
      return own
    },

    /**
     * Submits the answers, once and for all, and returns the application's number. The same answers again give the same
     * number, also after the deadline: the first answer may have been lost on the way.
     * @throws AppError `already_submitted` with the number when the answers are others, `nin_required`,
     * `exercise_closed`, `invalid_request` for links to files, `files_unscanned` while the virus scanner has not seen them
     */
    async submit(accountId: string, sent: Answers): Promise<string> {
      const answers = withPlainLinks(sent, publicUrl)
      const answersDigest = digestOf(answers)
      const standing = await applications.standing(accountId)
      if (!standing) throw new AppError('session_ended')
      if (standing.earlier) return sameNumber(standing.earlier, answersDigest)

      const submittedAt = clock()
      assertMaySubmit(standing, submittedAt)
      await assertLinks(accountId, answers)

      const { account, exercise, photoFileId, ninPhotoFileId } = standing
      const number = await addApplication(pool, {
        exerciseId: exercise.id,
        year: exercise.year,
        accountId,
        answers,
        answersDigest,
        shown: shownTables(applicantOf(account), answers),
        photoFileId,
        ninPhotoFileId,
        submittedAt,
      })
      if (number) return number

      // Somebody was quicker, with the same account: another tab, or the same request sent twice.
      const winner = await applications.submitted(accountId)
      if (!winner) throw new Error('An application was refused for a conflict that is not there.')
      return sameNumber(winner, answersDigest)
    },
  }
}

function sameNumber({ number, answersDigest }: Submitted, digest: Buffer): string {
  if (answersDigest.equals(digest)) return number
  throw new AppError('already_submitted', { data: { applicationId: number } })
}

/** Equality counts as in time. */
function assertMaySubmit({ ninVerificationId, exercise: { deadline } }: SubmissionStanding, now: Date) {
  if (!ninVerificationId) throw new AppError('nin_required')
  if (deadline && now > deadline) throw new AppError('exercise_closed')
}

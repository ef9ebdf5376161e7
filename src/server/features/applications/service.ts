// One's own application: reading it, and submitting it exactly once.
import { record } from '#server/db/audit.ts'
import type { Database, Tx } from '#server/db/connection.ts'
import { AppError, refusedFields } from '#server/http/app-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Answers } from '#shared/application/sections.ts'
import { shownTables } from '#shared/application/shown.ts'
import { applicantOf } from './applicant-of.ts'
import { filesIn, linkComplaints, withPlainLinks } from './attachments.ts'
import { digestOf } from './digest.ts'
import { removeDraft } from './draft-store.ts'
import {
  type ApplicationStore,
  addApplication,
  type OwnApplication,
  type SubmissionStanding,
  type Submitted,
} from './store.ts'

export { applicantOf } from './applicant-of.ts'
export { digestOf } from './digest.ts'

interface Means {
  database: Pick<Database, 'db'>
  applications: ApplicationStore
  clock: () => Date
  publicUrl: string
}

export function applicationService({ database: { db }, applications, clock, publicUrl }: Means) {
  async function assertLinks(accountId: string, answers: Answers): Promise<void> {
    const uploads = await applications.uploadTypes(accountId, filesIn(answers))
    const complaints = linkComplaints(answers, uploads)
    if (complaints.length > 0) throw refusedFields('invalid_request', complaints)
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
     * `exercise_closed`, `invalid_request` for links to files
     */
    async submit(accountId: string, sent: Answers): Promise<string> {
      const answers = withPlainLinks(sent, publicUrl)
      const answersDigest = digestOf(answers)
      const earlier = await applications.submitted(accountId)
      if (earlier) return sameNumber(earlier, answersDigest)

      const standing = await applications.standing(accountId)
      if (!standing) throw new AppError('session_ended')
      const submittedAt = clock()
      assertMaySubmit(standing, submittedAt)
      await assertLinks(accountId, answers)

      const { account, exercise, photoFileId, ninPhotoFileId } = standing
      const shown = shownTables(applicantOf(account), answers)
      const number = await db.transaction(async (tx) => {
        const added = await addApplication(tx, {
          exerciseId: exercise.id,
          year: exercise.year,
          accountId,
          answers,
          answersDigest,
          shown,
          photoFileId,
          ninPhotoFileId,
          submittedAt,
        })
        if (added) await concludeSubmission(tx, { accountId, number: added, submittedAt })
        return added
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

interface Submission {
  accountId: string
  number: string
  submittedAt: Date
}

async function concludeSubmission(tx: Tx, { accountId, number, submittedAt }: Submission) {
  const data = { applicationNumber: number, submittedAt: submittedAt.toISOString() }
  await removeDraft(tx, accountId)
  await enqueue(tx, 'send_letter', { letter: 'applicationSubmitted', accountId, data })
  await record(tx, { actor: 'applicant', action: 'application_submitted', accountId, detail: { number } })
}

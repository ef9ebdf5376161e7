// The applicant's own application: reads it, and submits it exactly once.

import { AppError, createFieldsError } from '#server/app-error.ts'
import { toApplicant } from '#server/database/applicant-columns.ts'
import type { Database } from '#server/database/connection.ts'
import { enqueueScan } from '#server/features/uploads/service.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { renderApplicationTables } from '#shared/application/application-tables.ts'
import type { Answers } from '#shared/application/sections.ts'
import { isOpenForCorrection } from '#shared/policy/correction.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { serializeAnswers } from './answers-digest.ts'
import type { SubmittingPrincipal } from './application-sessions.ts'
import { findFileIds, normalizeFileLinks, validateFileLinks } from './attachments.ts'
import { replaceApplication } from './resubmission-store.ts'
import type { ApplicationStore, AttachedUpload, OwnApplication, SubmissionContext } from './store.ts'
import { insertApplication } from './submission-store.ts'
import { presentSummary } from './summary.ts'
import { findSummary } from './summary-store.ts'

interface ApplicationDependencies {
  database: Pick<Database, 'db' | 'pool'>
  applications: ApplicationStore
  clock: () => Date
  publicUrl: string
}

export interface Submission {
  /** APP-2024-000123. */
  number: string
  submittedAt: Date
}

export type ApplicationService = ReturnType<typeof createApplicationService>

export function createApplicationService(deps: ApplicationDependencies) {
  const { applications, clock, publicUrl } = deps
  const { db, pool } = deps.database

  async function assertFileLinks(answers: Answers, uploads: readonly AttachedUpload[]): Promise<void> {
    const errors = validateFileLinks(answers, uploads)
    if (errors.length > 0) throw createFieldsError('invalid_request', errors)
    const waiting = uploads.filter(({ scan }) => scan === 'waiting')
    const attached = waiting.length > 0 ? findFileIds(answers) : []
    const unscanned = waiting.filter(({ id }) => attached.includes(id))
    if (unscanned.length === 0) return
    for (const { id } of unscanned) await enqueueScan(db, id)
    throw new AppError('files_unscanned', { retryAfter: 30 })
  }

  return {
    /** With the tables as they were rendered on submission. @throws AppError `no_application` */
    async getOwn(accountId: string): Promise<OwnApplication> {
      const own = await applications.findOwn(accountId)
      if (!own) throw new AppError('no_application')
      return own
    },

    /** What the dashboard shows. */
    async getSummary(accountId: string): Promise<ApplicationSummary> {
      const summary = await findSummary(pool, accountId)
      if (!summary) throw new AppError('session_ended')
      return presentSummary(summary, clock())
    },

    /**
     * Submits the answers once. The same answers again return the same number and time, even after the deadline, because
     * the first reply may have been lost. While it is returned for correction they replace what was sent, under the same
     * number.
     * @throws AppError `already_submitted` with the number when the answers differ, `nin_required`, `exercise_closed`,
     * `invalid_request` for file links, `files_unscanned` while the virus scanner has no verdict,
     * `unavailable` when the registry has corrected the account since the request began
     */
    async submit({ accountId, context }: SubmittingPrincipal, sent: Answers): Promise<Submission> {
      const answers = normalizeFileLinks(sent, publicUrl)
      const { json, digest: answersDigest } = serializeAnswers(answers)
      const submittedAt = clock()
      const isReturned = isOpenForCorrection(context.earlier?.returnedUntil ?? null, submittedAt)
      if (context.earlier && !isReturned) return getIfSame(context.earlier, answersDigest)

      assertMaySubmit(context, isReturned, submittedAt)
      await assertFileLinks(answers, context.uploads)

      const { account, accountVersion, exercise, ninPhotoFileId } = context
      const save = isReturned ? replaceApplication : insertApplication
      const number = await save(pool, {
        exerciseId: exercise.id,
        year: exercise.year,
        accountId,
        answers: json,
        answersDigest,
        referees: answers.referees,
        renderedTables: renderApplicationTables(toApplicant(account), answers),
        accountVersion,
        ninPhotoFileId,
        submittedAt,
      })
      if (number) return { number, submittedAt }

      // Another tab or a repeated request of the same account was faster, or the registry took the return back.
      const existing = await applications.findSubmitted(accountId)
      // The registry corrected the account since the request began: the tables would show facts that have changed.
      if (existing?.accountVersion !== accountVersion) throw new AppError('unavailable', { retryAfter: 1 })
      return getIfSame(existing, answersDigest)
    },
  }
}

function getIfSame(
  { number, submittedAt, answersDigest }: NonNullable<SubmissionContext['earlier']>,
  digest: Buffer,
): Submission {
  if (answersDigest.equals(digest)) return { number, submittedAt }
  throw new AppError('already_submitted', { data: { applicationId: number } })
}

/** A correction has a date of its own, which the deadline does not shorten. An archived exercise needs no deadline to be over. */
function assertMaySubmit(
  { ninVerificationId, exercise: { deadline, archivedAt } }: SubmissionContext,
  isReturned: boolean,
  now: Date,
) {
  if (!ninVerificationId) throw new AppError('nin_required')
  if (!isReturned && (archivedAt || isPastDeadline(deadline, now))) throw new AppError('exercise_closed')
}

import { closeOffer } from '#server/domain/closed-offers.ts'
import { presentWithdrawnAt } from '#server/domain/withdrawals.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { getFormProgress } from '#shared/application/progress.ts'
import { steps } from '#shared/application/steps.ts'
import { presentDecision, presentOpenCorrection } from './presenter.ts'
import type { SummaryRow } from './summary-store.ts'

/** Field by field, so that a new column is not sent by accident. */
export function presentSummary(row: SummaryRow, now: Date): ApplicationSummary {
  const application = presentApplication(row, now)
  return {
    application,
    form: application
      ? null
      : { ...getFormProgress(row.draft ?? {}), steps: steps.length, savedAt: toIso(row.draftSavedAt) },
    uploads: { files: row.files, filesToScan: row.filesToScan, hasPassportPhoto: row.hasPassportPhoto },
    exam: row.withdrawnAt || row.hasLostSeat ? null : presentExam(row),
    dates: {
      passwordChangedAt: toIso(row.passwordChangedAt),
      paidAt: toIso(row.paidAt),
      ninVerifiedAt: toIso(row.ninVerifiedAt),
    },
  }
}

function presentApplication(row: SummaryRow, now: Date): ApplicationSummary['application'] {
  const { number, submittedAt, decision, cbtResult, interviewResult, rejectionReasons } = row
  if (!number || !submittedAt || !decision) return null
  return {
    applicationId: number,
    submittedAt: submittedAt.toISOString(),
    decision,
    ...presentDecision({ decision, cbtResult, interviewResult, rejectionReasons: rejectionReasons ?? [] }),
    ...presentOpenCorrection(row, now),
    ...presentWithdrawnAt(row),
    finalOutcome: presentFinalOutcome(row),
  }
}

function presentFinalOutcome({ finalOutcome: outcome, offerState: state, offerUntil: until, archivedAt }: SummaryRow) {
  const offer = state && until && closeOffer({ state, until }, archivedAt)
  return outcome && { outcome, offer: offer && { state: offer.state, until: offer.until.toISOString() } }
}

function presentExam({ examKind, examDate, examTime, examVenue }: SummaryRow): ApplicationSummary['exam'] {
  if (!examDate && !examTime && !examVenue) return null
  return { kind: examKind ?? 'cbt', date: examDate, time: examTime, venue: examVenue }
}

const toIso = (moment: Date | null) => moment?.toISOString() ?? null

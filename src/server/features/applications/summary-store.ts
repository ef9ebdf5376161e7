// What the dashboard shows, read in one statement.
import type { applications } from '#server/database/schema/applications-and-drafts.ts'
import { prepareStatement, type Queryable } from '#server/database/statement.ts'
import { hasLostSeatText } from '#server/domain/told-seats.ts'
import type { FinalOutcome, OfferState } from '#shared/decisions/offers.ts'
import type { SittingKind } from '#shared/staff/sittings.ts'

type ApplicationRow = typeof applications.$inferSelect

export interface SummaryRow {
  /** Null, like the other columns of the application, while none was submitted. */
  number: string | null
  submittedAt: Date | null
  decision: ApplicationRow['decision'] | null
  cbtResult: ApplicationRow['cbtResult']
  interviewResult: ApplicationRow['interviewResult']
  rejectionReasons: ApplicationRow['rejectionReasons'] | null
  returnedUntil: Date | null
  returnReason: string | null
  withdrawnAt: Date | null
  hasPassportPhoto: boolean
  /** Null once the application is submitted, and while nothing was saved. */
  draft: Record<string, unknown> | null
  draftSavedAt: Date | null
  /** Null while no seat is published. */
  examKind: SittingKind | null
  examDate: string | null
  examTime: string | null
  examVenue: string | null
  /** The exam is that of a seat that was given back. */
  hasLostSeat: boolean
  /** Null, like the offer, while none is published. */
  finalOutcome: FinalOutcome | null
  offerState: OfferState | null
  offerUntil: Date | null
  /** Of the exercise. */
  archivedAt: Date | null
  passwordChangedAt: Date | null
  paidAt: Date | null
  ninVerifiedAt: Date | null
  files: number
  filesToScan: number
}

const select = prepareStatement<SummaryRow>(
  'application_summary',
  `select app.number, app.submitted_at as "submittedAt", app.decision, app.cbt_result as "cbtResult",
    app.interview_result as "interviewResult", app.rejection_reasons as "rejectionReasons",
    app.returned_until as "returnedUntil", app.return_reason as "returnReason",
    app.withdrawn_at as "withdrawnAt",
    case when app.id is null then account.photo_file_id else app.photo_file_id end is not null as "hasPassportPhoto",
    draft.document as draft, draft.saved_at as "draftSavedAt",
    account.exam_date as "examDate", account.exam_time as "examTime", account.exam_venue as "examVenue",
    (select told.content ->> 'kind' from publication_items told
      join publications on publications.id = told.publication_id
      where told.application_id = app.id and told.state = 'done' and told.source_table = 'seats'
      order by publications.published_at desc limit 1) as "examKind",
    coalesce(${hasLostSeatText('app')}, false) as "hasLostSeat",
    outcome.outcome as "finalOutcome", offer.state as "offerState", offer.until as "offerUntil",
    (select archived_at from exercises where exercises.id = account.exercise_id) as "archivedAt",
    (select min(at) from audit_log
      where account_id = account.id and action in ('password_changed', 'password_reset')) as "passwordChangedAt",
    (select min(paid_at) from payments where account_id = account.id and status = 'paid') as "paidAt",
    (select requested_at from nin_verifications
      where account_id = account.id and outcome = 'matched') as "ninVerifiedAt",
    uploads.count as files, uploads.waiting as "filesToScan"
  from accounts account
  left join applications app on app.account_id = account.id
  left join final_outcome_statuses final on final.application_id = app.id
  left join final_outcomes outcome on outcome.id = final.published_id
  left join offers offer on offer.outcome_id = outcome.id
  left join drafts draft on draft.account_id = account.id and app.id is null
  cross join lateral (
    select count(*)::int as count, (count(*) filter (where scan = 'waiting'))::int as waiting
    from files where account_id = account.id and kind = 'upload'
  ) uploads
  where account.id = $1`,
)

/** Null when there is no such account. */
export async function findSummary(runner: Queryable, accountId: string): Promise<SummaryRow | null> {
  const [row] = await select(runner, [accountId])
  return row ?? null
}

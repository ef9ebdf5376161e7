// Sends a returned application again in one statement: the answers, its place in the reviews, the emails and the audit event
// commit together. A trigger keeps what was sent before.
import { prepareStatement, type Queryable } from '#server/database/statement.ts'
import { insertAuditText } from '#server/platform/audit/audit.ts'
import { type Jobs, prepareJobsSql } from '#server/platform/queue/queue.ts'
import { stageTransitions } from '#shared/decisions/stages.ts'
import { buildRefereeEmails, type NewApplication } from './submission-store.ts'

const { resubmit } = stageTransitions

const insertEvent = insertAuditText({
  actor: 'applicant',
  action: 'application_sent_again',
  columns: ['account_id', 'subject_kind', 'subject_id', 'exercise_id', 'detail'],
})

// The first one is the applicant's. A referee whom an earlier submission named has been told already.
const emailJobs = prepareJobsSql(
  'send_email',
  `select (case place when 1 then jsonb_set(payload, '{data,applicationNumber}', to_jsonb(number)) else payload end)::json
     as payload
   from replaced, jsonb_array_elements($8::jsonb) with ordinality as email (payload, place)
   where place = 1 or lower(payload ->> 'to') not in (select address from told where address is not null)
   order by place`,
)

// The account is locked first and then the status, as every change by the staff does, and the application then has what they have
// committed. A case that was reviewed after the date is theirs.
const update = prepareStatement<{ number: string }>(
  'send_application_again',
  `with earlier as (
    select id, answers from applications where account_id = $1
  ),
  told as (
    select lower(trim(referee ->> 'email')) as address
    from (select answers from earlier
      union all select version.answers from application_versions version join earlier on earlier.id = version.application_id
    ) as sent, json_array_elements(sent.answers -> 'referees') as referee
  ),
  account as materialized (
    select photo_file_id as photo from accounts where id = $1 and version = $5 for no key update
  ),
  locked as materialized (
    select status.application_id as id from application_statuses status join earlier on earlier.id = status.application_id
    where status.stage = '${resubmit.from[0]}' and exists (select from account) for update of status
  ),
  replaced as (
    update applications set answers = $2, answers_digest = $3, rendered_tables = $4, photo_file_id = account.photo, nin_photo_file_id = $6,
      submitted_at = $7, slip_code = default, submission = submission + 1, returned_until = null, return_reason = null,
      decision = 'pending', rejection_reasons = '[]'
    from locked, account
    where applications.id = locked.id and returned_until >= $7 and decision <> 'verified'
      and not exists (select from exercises where exercises.id = exercise_id and archived_at is not null)
    returning applications.id, number, submission, exercise_id
  ),
  back_in_review as (
    update application_statuses set stage = '${resubmit.to}', version = version + 1, review_count = 0, is_split = false,
      decision_id = null, changed_at = $7
    from replaced where application_id = replaced.id
  ),
  deleted_draft as (
    delete from drafts where account_id = $1 and exists (select from replaced)
  ),
  audited as (
    ${insertEvent} $1, 'application', number, exercise_id,
      jsonb_build_object('number', number, 'submission', submission) from replaced
  ),
  ${emailJobs}
  select number from replaced`,
)

/** Returns the number, or null when it cannot be sent again any more, or another transaction was faster. */
export async function replaceApplication(runner: Queryable, application: NewApplication): Promise<string | null> {
  const { accountId, answers, referees, submittedAt } = application
  const email: Jobs['send_email'] = {
    email: 'applicationSubmitted',
    accountId,
    data: { submittedAt: submittedAt.toISOString(), isCorrected: true },
  }
  const [row] = await update(runner, [
    accountId,
    answers,
    application.answersDigest,
    JSON.stringify(application.renderedTables),
    application.accountVersion,
    application.ninPhotoFileId,
    submittedAt,
    JSON.stringify([email, ...buildRefereeEmails(accountId, referees)]),
  ])
  return row?.number ?? null
}

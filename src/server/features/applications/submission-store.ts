// Submits in one statement: the number, the deletion of the draft, the emails and the audit event commit together, and many
// submissions at once cost one database round trip each.
import { prepareStatement, type Queryable } from '#server/database/statement.ts'
import { insertAuditText } from '#server/platform/audit/audit.ts'
import { type Jobs, prepareJobsSql } from '#server/platform/queue/queue.ts'
import type { Answers } from '#shared/application/sections.ts'
import type { Table } from '#shared/forms/table.ts'

export interface NewApplication {
  exerciseId: number
  accountId: string
  year: number
  /** JSON. */
  answers: string
  answersDigest: Buffer
  referees: Answers['referees']
  renderedTables: Table[]
  /** Of the account that the tables show; when it has another one by now, nothing is stored. */
  accountVersion: number
  ninPhotoFileId: string | null
  submittedAt: Date
}

const emailJobs = prepareJobsSql(
  'send_email',
  `select (case place when 1 then jsonb_set(payload, '{data,applicationNumber}', to_jsonb(number)) else payload end)::json
     as payload
   from added, jsonb_array_elements($10::jsonb) with ordinality as email (payload, place) order by place`,
)

const insertEvent = insertAuditText({
  actor: 'applicant',
  action: 'application_submitted',
  columns: ['account_id', 'detail'],
})

// Numbers look like APP-2024-000123; after 999999 the serial gets more digits. The account is locked, so that the application is
// stored either before a correction or with the facts after it.
const insert = prepareStatement<{ number: string }>(
  'submit_application',
  `with next as (select nextval('application_numbers')::text as serial),
  added as (
    insert into applications
      (exercise_id, account_id, number, answers, answers_digest, rendered_tables, photo_file_id, nin_photo_file_id, submitted_at)
    select $1, $2, $3 || lpad(serial, greatest(6, length(serial)), '0'), $4, $5, $6, accounts.photo_file_id, $8, $9
    from next, accounts where accounts.id = $2 and accounts.version = $7 for no key update of accounts
    on conflict do nothing
    returning number
  ),
  deleted_draft as (
    delete from drafts where account_id = $2 and exists (select from added)
  ),
  audited as (
    ${insertEvent} $2, jsonb_build_object('number', number) from added
  ),
  ${emailJobs}
  select number from added`,
)

/**
 * Returns the number, or null when the account was corrected or has an application, even one that another transaction commits
 * meanwhile.
 */
export async function insertApplication(runner: Queryable, application: NewApplication): Promise<string | null> {
  const { accountId, submittedAt } = application
  const email: Jobs['send_email'] = {
    email: 'applicationSubmitted',
    accountId,
    data: { submittedAt: submittedAt.toISOString() },
  }
  const [row] = await insert(runner, [
    application.exerciseId,
    accountId,
    `APP-${application.year}-`,
    application.answers,
    application.answersDigest,
    JSON.stringify(application.renderedTables),
    application.accountVersion,
    application.ninPhotoFileId,
    submittedAt,
    // The first one gets the number.
    JSON.stringify([email, ...buildRefereeEmails(accountId, application.referees)]),
  ])
  return row?.number ?? null
}

/** One for each address, so that a referee who was named twice is told once. */
export function buildRefereeEmails(accountId: string, referees: Answers['referees']): Jobs['send_email'][] {
  const byAddress = new Map(referees.map(({ email, name }) => [email.trim().toLowerCase(), { to: email.trim(), name }]))
  return [...byAddress.values()].map(({ to, name }) => ({
    email: 'refereeNamed',
    accountId,
    to,
    data: { refereeName: name },
  }))
}

// The submission itself: one statement, so that the number, the end of the draft, the letter and the record of the deed
// stand or fall together, and a rush costs one trip to the database for each applicant.
import { type Runner, statement } from '#server/platform/database/statement.ts'
import type { Jobs } from '#server/platform/queue/queue.ts'
import type { Answers } from '#shared/application/sections.ts'
import type { Table } from '#shared/forms/table.ts'

export interface NewApplication {
  exerciseId: number
  accountId: string
  year: number
  answers: Answers
  answersDigest: Buffer
  shown: Table[]
  photoFileId: string | null
  ninPhotoFileId: string | null
  submittedAt: Date
}

// Numbers look like APP-2024-000123; past 999999 the serial only grows longer.
const insert = statement<{ number: string }>(
  'submit_application',
  `with next as (select nextval('application_numbers')::text as serial),
  added as (
    insert into applications
      (exercise_id, account_id, number, answers, answers_digest, shown, photo_file_id, nin_photo_file_id, submitted_at)
    select $1, $2, $3 || lpad(serial, greatest(6, length(serial)), '0'), $4, $5, $6, $7, $8, $9 from next
    on conflict do nothing
    returning number
  ),
  removed as (
    delete from drafts where account_id = $2 and exists (select from added)
  ),
  noted as (
    insert into audit_log (actor, action, account_id, detail)
    select 'applicant', 'application_submitted', $2, jsonb_build_object('number', number) from added
  )
  select number, (graphile_worker.add_job('send_letter',
    payload => jsonb_set($10::jsonb, '{data,applicationNumber}', to_jsonb(number))::json)).id as letter
  from added`,
)

/** The new application's number, or null when the account has one already, also one that is committed just now. */
export async function addApplication(runner: Runner, application: NewApplication): Promise<string | null> {
  const { accountId, submittedAt } = application
  const letter: Jobs['send_letter'] = {
    letter: 'applicationSubmitted',
    accountId,
    data: { submittedAt: submittedAt.toISOString() },
  }
  const [added] = await insert(runner, [
    application.exerciseId,
    accountId,
    `APP-${application.year}-`,
    JSON.stringify(application.answers),
    application.answersDigest,
    JSON.stringify(application.shown),
    application.photoFileId,
    application.ninPhotoFileId,
    submittedAt,
    JSON.stringify(letter),
  ])
  return added?.number ?? null
}

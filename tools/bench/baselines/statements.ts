// The SQL statements of the product, written out for the baseline server.

export const session = {
  name: 'session',
  text: `select s.id, s.account_id, a.user_id, a.must_change_password, s.last_seen_at,
      exists (select from payments where account_id = a.id and status = 'paid') as is_paid
    from sessions s inner join accounts a on a.id = s.account_id
    where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3`,
}

const accountColumns = `a.user_id, a.must_change_password, a.surname, a.first_name, a.middle_name, a.email, a.phone, a.date_of_birth,
      a.gender, a.place_of_birth, a.state, a.lga, a.school, a.department, a.role, a.fee_kobo, a.charge_kobo,
      a.photo_file_id, a.exam_date, a.exam_time, a.exam_venue, n.photo_file_id as nin_photo_file_id,
      (select rrr from payments where account_id = a.id and status = 'open') as open_rrr,
      exists (select from payments where account_id = a.id and status = 'paid') as is_paid`
const accountTables = `accounts a left join nin_verifications n on n.account_id = a.id and n.outcome = 'matched'`

export const accountByUserId = {
  name: 'account_by_user_id',
  text: `select a.id, a.password_hash, ${accountColumns} from ${accountTables} where a.user_id = $1`,
}
export const account = { name: 'account', text: `select ${accountColumns} from ${accountTables} where a.id = $1` }

/** With its audit event. */
export const startSession = {
  name: 'start_session',
  text: `with started as (
      insert into sessions (account_id, token_hash, file_token_hash, device, expires_at) values ($1, $2, $3, '', $4)
      returning account_id
    )
    insert into audit_log (actor, action, account_id, detail) select 'applicant', 'login', account_id, '{}' from started`,
}

export const readOwnApplication = {
  name: 'own_application',
  text: `select p.number, p.submitted_at, p.slip_code, p.decision, p.cbt_result, p.interview_result, p.rejection_reasons,
      p.photo_file_id, p.nin_photo_file_id, p.answers, p.rendered_tables, a.user_id, a.surname, a.first_name, a.middle_name, a.phone,
      a.date_of_birth, a.email, a.gender, a.lga, a.state, a.school, a.department, a.role
    from applications p inner join accounts a on a.id = p.account_id
    left join nin_verifications n on n.account_id = a.id and n.outcome = 'matched'
    where p.account_id = $1`,
}

/** A page of the staff's list of applications. */
export const listApplications = {
  name: 'list_applications',
  text: `select i.number, i.user_id, i.name, i.role, i.school, i.department, i.state, i.lga, i.gender, i.submitted_at, i.review_stage,
      i.review_count, i.is_split, 'on_hold' = any(i.flags) as is_on_hold, i.decided, i.published, i.assigned_to, s.name as assignee
    from applicant_index i left join staff s on s.id = i.assigned_to
    where i.exercise_id = (select id from exercises where is_current) and i.department = $1 and i.submitted_at is not null
    order by i.submitted_at desc, i.account_id desc limit 50`,
}

export const addApplication = {
  name: 'add_application',
  text: `insert into applications (exercise_id, account_id, answers, answers_digest, rendered_tables, submitted_at, number)
    values ((select exercise_id from accounts where id = $1), $1, $2, $3, $4, now(),
      'APP-2024-' || lpad(nextval('application_numbers')::text, 6, '0'))
    on conflict do nothing returning number`,
}
export const removeDraft = { name: 'remove_draft', text: 'delete from drafts where account_id = $1' }
export const addJob = {
  name: 'add_job',
  text: "select graphile_worker.add_job('send_email', payload => $1::json)",
}
export const addAuditEvent = {
  name: 'add_audit_event',
  text: "insert into audit_log (actor, action, account_id, detail) values ('applicant', 'application_submitted', $1, $2)",
}

export const addFile = {
  name: 'add_file',
  text: `insert into files (id, account_id, kind, name, type, size, sha256)
    values ($1, $2, 'upload', 'file', 'application/octet-stream', $3, $4)`,
}

export const saveDraft = {
  name: 'save_draft',
  text: `insert into drafts (account_id, document, revision, saved_at) values ($1, $2, 1, now())
    on conflict (account_id) do update set document = excluded.document, saved_at = now(), revision = drafts.revision + 1
    returning document, revision, saved_at`,
}

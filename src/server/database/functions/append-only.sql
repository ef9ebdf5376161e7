-- Rows of these tables are never changed: a correction is a new row. grants.sql finds the tables by their trigger.

-- Rows about an application go with the application itself, by `delete_application_work`. The server's role may not delete
-- them, with or without this setting.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    and tg_table_name in ('reviews', 'decisions', 'application_notes', 'application_returns', 'application_versions',
      'application_withdrawals', 'attendance', 'results', 'result_entries',
      'result_entries_taken_back', 'score_sheets', 'final_outcomes', 'outcome_confirmations')
    and current_setting('portal.deletes_application', true) = 'yes' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What the staff wrote about applications that the privacy notice promises to delete, those of an archived exercise that were
-- rejected, withdrawn, or unsuccessful by a published outcome. Works as the owner of the tables.
create or replace function delete_application_work(application uuid) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if not exists (
    select from applications a join exercises e on e.id = a.exercise_id
    where a.id = application and e.archived_at is not null and (a.decision = 'rejected' or a.withdrawn_at is not null or exists (
      select from final_outcome_statuses s join final_outcomes o on o.id = s.published_id
      where s.application_id = a.id and o.outcome = 'unsuccessful'))) then
    raise exception 'only unsuccessful and withdrawn applications of an archived exercise are deleted' using errcode = 'restrict_violation';
  end if;
  perform set_config('portal.deletes_application', 'yes', true);
  delete from application_viewers where application_id = application;
  delete from recusals where application_id = application;
  delete from application_statuses where application_id = application;
  delete from application_notes where application_id = application;
  delete from decisions where application_id = application;
  delete from reviews where application_id = application;
  delete from application_returns where application_id = application;
  delete from application_versions where application_id = application;
  delete from application_withdrawals where application_id = application;
  delete from results where application_id = application;
  delete from result_entries_taken_back where entry_id in (select id from result_entries where application_id = application);
  delete from result_entries where application_id = application;
  delete from score_sheets where seat_id in (select id from seats where application_id = application);
  delete from attendance where seat_id in (select id from seats where application_id = application);
  delete from offers where application_id = application;
  delete from final_outcome_statuses where application_id = application;
  delete from outcome_confirmations where outcome_id in (select id from final_outcomes where application_id = application);
  delete from final_outcomes where application_id = application;
  perform set_config('portal.deletes_application', 'no', true);
end $$;

create or replace trigger payment_events_append_only before update or delete or truncate on payment_events
  for each statement execute function refuse_change();

create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create or replace trigger complaint_messages_append_only before update or delete or truncate on complaint_messages
  for each statement execute function refuse_change();

create or replace trigger exercise_changes_append_only before update or delete or truncate on exercise_changes
  for each statement execute function refuse_change();

create or replace trigger exercise_texts_append_only before update or delete or truncate on exercise_texts
  for each statement execute function refuse_change();

create or replace trigger reviews_append_only before update or delete or truncate on reviews
  for each statement execute function refuse_change();

create or replace trigger decisions_append_only before update or delete or truncate on decisions
  for each statement execute function refuse_change();

create or replace trigger application_notes_append_only before update or delete or truncate on application_notes
  for each statement execute function refuse_change();

create or replace trigger application_returns_append_only before update or delete or truncate on application_returns
  for each statement execute function refuse_change();

create or replace trigger application_versions_append_only before update or delete or truncate on application_versions
  for each statement execute function refuse_change();

create or replace trigger application_withdrawals_append_only before update or delete or truncate on application_withdrawals
  for each statement execute function refuse_change();

create or replace trigger attendance_append_only before update or delete or truncate on attendance
  for each statement execute function refuse_change();

-- Without what lists filter by, which follows the account.
create or replace trigger results_append_only before delete or truncate or update of id, application_id, kind, score, maximum,
    remark, seat_id, import_id, entry_id, entered_by, entered_at, confirmed_by, supersedes on results
  for each statement execute function refuse_change();

create or replace trigger result_entries_append_only before update or delete or truncate on result_entries
  for each statement execute function refuse_change();

create or replace trigger result_entries_taken_back_append_only before update or delete or truncate on result_entries_taken_back
  for each statement execute function refuse_change();

create or replace trigger score_sheets_append_only before update or delete or truncate on score_sheets
  for each statement execute function refuse_change();

create or replace trigger final_outcomes_append_only before update or delete or truncate on final_outcomes
  for each statement execute function refuse_change();

create or replace trigger outcome_confirmations_append_only before update or delete or truncate on outcome_confirmations
  for each statement execute function refuse_change();

create or replace trigger settlements_append_only before update or delete or truncate on settlements
  for each statement execute function refuse_change();

create or replace trigger settlement_lines_append_only before update or delete or truncate on settlement_lines
  for each statement execute function refuse_change();

create or replace trigger money_case_events_append_only before update or delete or truncate on money_case_events
  for each statement execute function refuse_change();

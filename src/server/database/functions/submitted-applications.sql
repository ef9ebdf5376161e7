-- A submitted application changes only as the registry's records allow: sent again while it is returned for correction,
-- withdrawn, reinstated. `is_owner` is in publications.sql.

-- What was sent changes only when a returned application is sent again in time, and the old is kept.
create or replace function keep_application_version() returns trigger language plpgsql as $$
begin
  if new.submission = old.submission + 1 and new.number = old.number and new.account_id = old.account_id
    and new.exercise_id = old.exercise_id and new.slip_code <> old.slip_code
    and new.submitted_at <= old.returned_until and new.returned_until is null
    and old.decision <> 'verified' and new.decision = 'pending' and new.rejection_reasons = '[]' then
    insert into application_versions (application_id, submission, answers, rendered_tables, answers_digest, photo_file_id,
      nin_photo_file_id, decision, rejection_reasons, submitted_at, slip_code)
    values (old.id, old.submission, old.answers, old.rendered_tables, old.answers_digest, old.photo_file_id,
      old.nin_photo_file_id, old.decision, old.rejection_reasons, old.submitted_at, old.slip_code);
    return null;
  end if;
  if is_owner(tg_relid) then return null; end if;
  raise exception 'an application is changed only by sending it again while it is returned' using errcode = 'restrict_violation';
end $$;

-- It can be sent again only as the registry's record says.
create or replace function require_recorded_return() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) or exists (
    select from application_returns record
    where record.application_id = new.id and record.submission = new.submission
      and record.until = new.returned_until and record.reason = new.return_reason) then
    return null;
  end if;
  raise exception 'only a recorded return opens an application' using errcode = 'restrict_violation';
end $$;

-- It is withdrawn and taken up again only as the newest record says, which also keeps what was published until then.
create or replace function require_recorded_withdrawal() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
  if exists (
    select from (
      select event, at, decision, rejection_reasons from application_withdrawals
      where application_id = new.id order by id desc limit 1
    ) as newest
    where newest.decision = old.decision and newest.rejection_reasons = old.rejection_reasons
      and case when new.withdrawn_at is null then newest.event = 'reinstated'
        else newest.event = 'withdrawn' and newest.at = new.withdrawn_at end) then
    return null;
  end if;
  raise exception 'only a recorded withdrawal or reinstatement changes this' using errcode = 'restrict_violation';
end $$;

create or replace trigger applications_sent_again
  after update of number, account_id, exercise_id, answers, rendered_tables, answers_digest, photo_file_id, nin_photo_file_id,
    submitted_at, slip_code, submission on applications
  for each row execute function keep_application_version();

create or replace trigger applications_returned_by_record after update of returned_until, return_reason on applications
  for each row when (new.returned_until is not null) execute function require_recorded_return();

create or replace trigger applications_added_unreturned after insert on applications
  for each row when (new.returned_until is not null or new.submission <> 1) execute function require_recorded_return();

create or replace trigger applications_withdrawn_by_record after update of withdrawn_at on applications
  for each row when (old.withdrawn_at is distinct from new.withdrawn_at) execute function require_recorded_withdrawal();

create or replace trigger applications_added_unwithdrawn after insert on applications
  for each row when (new.withdrawn_at is not null) execute function require_recorded_withdrawal();

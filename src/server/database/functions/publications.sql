-- What applicants see of a decision, a result or a seat is written by the publication that makes it visible, and by nothing
-- else. Inside its transaction alone a publication is `publishing` and has items that are `done`. The owner of the tables is
-- free: it restores backups and adds the demo's applicants.

create or replace function is_owner(relation oid) returns boolean language sql stable as $$
  select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = relation
$$;

-- Each finds the items of the application first, whatever the statistics say. Those were taken when no item was done, so the
-- planner would read all done items for each application that is published.

-- The result must be the one that the publication has for this application.
create or replace function require_published_result() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
  -- An application is added without one.
  if tg_op = 'INSERT' then
    raise exception 'only a publication shows results to applicants' using errcode = 'restrict_violation';
  end if;
  if exists (
    with own as materialized (
      select publication_id, source_table, content, state from publication_items where application_id = new.id
    )
    select from own join publications publication on publication.id = own.publication_id
    where own.state = 'done' and own.source_table = 'results' and publication.state = 'publishing'
      and case publication.kind
        when 'cbt' then new.interview_result is not distinct from old.interview_result
          and new.cbt_result - 'publishedAt' = jsonb_strip_nulls(own.content - 'kind' - 'isCorrection')
        else new.cbt_result is not distinct from old.cbt_result
          and new.interview_result - 'publishedAt' = jsonb_strip_nulls(own.content - 'kind' - 'isCorrection') end) then
    return null;
  end if;
  raise exception 'only a publication shows results to applicants' using errcode = 'restrict_violation';
end $$;

-- The decision must be the one that the publication has for this application. What was published ends when the application is
-- sent again, which `keep_application_version` checks, and when it is withdrawn, which `require_recorded_withdrawal` checks;
-- the decision of a withdrawn one is pending by the constraint `applications_withdrawn`.
create or replace function require_published_decision() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
  if new.submission = old.submission + 1 then return null; end if;
  if old.withdrawn_at is null and new.withdrawn_at is not null and new.rejection_reasons = '[]' then return null; end if;
  if exists (
    with own as materialized (
      select publication_id, source_table, source_id, state from publication_items where application_id = new.id
    )
    select from own
    join publications publication on publication.id = own.publication_id
    join decisions decision on decision.id = own.source_id and decision.application_id = new.id
    where own.state = 'done' and own.source_table = 'decisions' and publication.state = 'publishing'
      and new.decision = case decision.outcome when 'shortlisted' then 'verified' when 'rejected' then 'rejected' else 'pending' end
      and new.rejection_reasons = case when decision.outcome = 'rejected' then (
        select coalesce(jsonb_agg(jsonb_build_object('type', given ->> 'type', 'reason', given ->> 'reason') order by place), '[]')
        from jsonb_array_elements(decision.reasons) with ordinality as each (given, place)) else '[]'::jsonb end) then
    return null;
  end if;
  raise exception 'only a publication shows decisions to applicants' using errcode = 'restrict_violation';
end $$;

-- The seat must be the one that the publication has for this applicant; a released one takes all away.
create or replace function require_published_seat() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
  if exists (
    with own as materialized (
      select publication_id, source_table, content, state from publication_items
      where application_id = (select id from applications where account_id = new.id)
    )
    select from own join publications publication on publication.id = own.publication_id
    where own.state = 'done' and publication.state = 'publishing'
      and case own.source_table
        when 'seats' then (new.exam_date, new.exam_time, new.exam_venue)
          = (own.content ->> 'examDate', own.content ->> 'examTime', own.content ->> 'examVenue')
        when 'released_seats' then new.exam_date is null and new.exam_time is null and new.exam_venue is null
        else false end) then
    return null;
  end if;
  raise exception 'only a publication shows seats to applicants' using errcode = 'restrict_violation';
end $$;

create or replace trigger applications_published_decision after update of decision, rejection_reasons on applications
  for each row when (old.decision is distinct from new.decision or old.rejection_reasons is distinct from new.rejection_reasons)
  execute function require_published_decision();

create or replace trigger applications_published_results after update of cbt_result, interview_result on applications
  for each row when (old.cbt_result is distinct from new.cbt_result or old.interview_result is distinct from new.interview_result)
  execute function require_published_result();

create or replace trigger applications_added_unpublished after insert on applications
  for each row when (new.decision <> 'pending' or new.rejection_reasons <> '[]'::jsonb
    or new.cbt_result is not null or new.interview_result is not null)
  execute function require_published_result();

create or replace trigger accounts_published_seat after update of exam_date, exam_time, exam_venue on accounts
  for each row when (old.exam_date is distinct from new.exam_date or old.exam_time is distinct from new.exam_time
    or old.exam_venue is distinct from new.exam_venue)
  execute function require_published_seat();

create or replace trigger accounts_added_unpublished after insert on accounts
  for each row when (new.exam_date is not null or new.exam_time is not null or new.exam_venue is not null)
  execute function require_published_seat();

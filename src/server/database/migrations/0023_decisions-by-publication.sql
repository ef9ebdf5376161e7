-- What applicants see of a decision, a result or a seat is written by the publication that makes it visible, and by nothing
-- else. Inside its transaction alone a publication is `publishing` and has items that are `done`. The owner of the tables is
-- free: it restores backups and adds the demo's applicants.
create function is_publishing(application uuid) returns boolean language sql stable as $$
  select exists (
    select from publication_items item join publications publication on publication.id = item.publication_id
    where item.application_id = application and item.state = 'done' and publication.state = 'publishing')
$$;
--> statement-breakpoint
create function is_owner(relation oid) returns boolean language sql stable as $$
  select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = relation
$$;
--> statement-breakpoint
create function require_publication() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) or is_publishing(new.id) then return null; end if;
  raise exception 'only a publication shows results to applicants' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
-- The decision must be the one that the publication has for this application.
create function require_published_decision() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
  if exists (
    select from publication_items item
    join publications publication on publication.id = item.publication_id
    join decisions decision on decision.id = item.source_id and decision.application_id = item.application_id
    where item.application_id = new.id and item.state = 'done' and item.source_table = 'decisions'
      and publication.state = 'publishing'
      and new.decision = case decision.outcome when 'shortlisted' then 'verified' when 'rejected' then 'rejected' else 'pending' end
      and new.rejection_reasons = case when decision.outcome = 'rejected' then (
        select coalesce(jsonb_agg(jsonb_build_object('type', given ->> 'type', 'reason', given ->> 'reason') order by place), '[]')
        from jsonb_array_elements(decision.reasons) with ordinality as each (given, place)) else '[]'::jsonb end) then
    return null;
  end if;
  raise exception 'only a publication shows decisions to applicants' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create function require_published_seat() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid)
    or is_publishing((select id from applications where account_id = new.id)) then return null; end if;
  raise exception 'only a publication shows seats to applicants' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger applications_published_decision after update of decision, rejection_reasons on applications
  for each row when (old.decision is distinct from new.decision or old.rejection_reasons is distinct from new.rejection_reasons)
  execute function require_published_decision();
--> statement-breakpoint
create trigger applications_published_results after update of cbt_result, interview_result on applications
  for each row when (old.cbt_result is distinct from new.cbt_result or old.interview_result is distinct from new.interview_result)
  execute function require_publication();
--> statement-breakpoint
create trigger applications_added_unpublished after insert on applications
  for each row when (new.decision <> 'pending' or new.rejection_reasons <> '[]'::jsonb
    or new.cbt_result is not null or new.interview_result is not null)
  execute function require_publication();
--> statement-breakpoint
create trigger accounts_published_seat after update of exam_date, exam_time, exam_venue on accounts
  for each row when (old.exam_date is distinct from new.exam_date or old.exam_time is distinct from new.exam_time
    or old.exam_venue is distinct from new.exam_venue)
  execute function require_published_seat();
--> statement-breakpoint
create trigger accounts_added_unpublished after insert on accounts
  for each row when (new.exam_date is not null or new.exam_time is not null or new.exam_venue is not null)
  execute function require_published_seat();

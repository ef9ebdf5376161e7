-- The guards of 0023 in a form that finds the items of the application first, whatever the statistics say. Those were taken
-- when no item was done, so the planner read all done items for each application that was published.
create or replace function is_publishing(application uuid) returns boolean language sql stable as $$
  with own as materialized (select publication_id, state from publication_items where application_id = application)
  select exists (
    select from own join publications publication on publication.id = own.publication_id
    where own.state = 'done' and publication.state = 'publishing')
$$;
--> statement-breakpoint
create or replace function require_published_decision() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) then return null; end if;
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

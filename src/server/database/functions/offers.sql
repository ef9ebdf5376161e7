-- Who is selected and who has an offer never exceed the vacancies of a post, by any writer. The post is locked before they are
-- counted, so that of two at once the second sees the first.
create or replace function require_vacancy(post integer) returns void language plpgsql volatile as $$
declare
  available integer;
  taken integer;
begin
  select vacancies into available from posts where id = post for no key update;
  select count(*) into taken from (
    select status.application_id from final_outcome_statuses status
    where status.post_id = post and status.outcome = 'selected'
      and not exists (select from offers ended where ended.outcome_id = status.outcome_id
        and ended.state in ('declined', 'lapsed', 'withdrawn'))
    union
    select offer.application_id from offers offer where offer.post_id = post and offer.state in ('offered', 'accepted')
  ) as holders;
  if taken > 0 and available is null then
    raise exception 'the post does not say how many vacancies it has'
      using errcode = 'check_violation', constraint = 'offers_vacancies_known';
  end if;
  if taken > available then
    raise exception 'the post has % vacancies', available
      using errcode = 'check_violation', constraint = 'offers_within_vacancies';
  end if;
end $$;

create or replace function check_vacancy() returns trigger language plpgsql as $$
begin
  perform require_vacancy(new.post_id);
  return null;
end $$;

create or replace function check_vacancies_of_post() returns trigger language plpgsql as $$
begin
  perform require_vacancy(new.id);
  return null;
end $$;

-- What the applicant sees is the outcome of the publication that has this application, and the offer is made with it. One that
-- was made before is withdrawn, but for one of the same post that is accepted. A backup brings the offers itself.
create or replace function publish_final_outcome() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if is_owner(tg_relid) then return null; end if;
    raise exception 'only a publication shows final outcomes to applicants' using errcode = 'restrict_violation';
  end if;
  if not is_owner(tg_relid) and not exists (
    with own as materialized (
      select publication_id, source_table, source_id, state from publication_items where application_id = new.application_id
    )
    select from own join publications publication on publication.id = own.publication_id
    where own.state = 'done' and publication.state = 'publishing'
      and own.source_table = 'final_outcomes' and own.source_id = new.published_id) then
    raise exception 'only a publication shows final outcomes to applicants' using errcode = 'restrict_violation';
  end if;
  -- The applicant may be answering: the one or the other comes first.
  perform from offers where application_id = new.application_id and state in ('offered', 'accepted') for update;
  update offers set outcome_id = new.published_id from final_outcomes outcome
  where outcome.id = new.published_id and outcome.outcome = 'selected' and outcome.post_id = offers.post_id
    and offers.application_id = new.application_id and offers.state = 'accepted';
  if found then return null; end if;
  update offers set state = 'withdrawn', settled_at = now()
  where application_id = new.application_id and state in ('offered', 'accepted');
  insert into offers (application_id, post_id, outcome_id, until)
  select application_id, post_id, id, until from final_outcomes where id = new.published_id and outcome = 'selected';
  return null;
end $$;

create or replace function require_published_outcome() returns trigger language plpgsql as $$
begin
  if is_owner(tg_relid) or exists (
    select from final_outcome_statuses where application_id = new.application_id and published_id = new.outcome_id) then
    return null;
  end if;
  raise exception 'an offer is made by the publication of its outcome' using errcode = 'restrict_violation';
end $$;

-- An application that is withdrawn, or whose rejection is published, has no outcome and no offer; taken up again, it gets a new one.
create or replace function end_outcome_of_ended() returns trigger language plpgsql as $$
begin
  update final_outcome_statuses set version = version + 1, outcome_id = null, outcome = null, rank = null, post_id = null,
    is_confirmed = false, published_id = null
  where application_id = new.id;
  update offers set state = 'withdrawn', settled_at = coalesce(new.withdrawn_at, now())
  where application_id = new.id and state in ('offered', 'accepted');
  return null;
end $$;

create or replace trigger final_outcome_statuses_vacancy after insert or update of outcome, outcome_id, post_id
  on final_outcome_statuses for each row when (new.outcome = 'selected') execute function check_vacancy();

create or replace trigger final_outcome_statuses_published after update of published_id on final_outcome_statuses
  for each row when (new.published_id is not null and new.published_id is distinct from old.published_id)
  execute function publish_final_outcome();

create or replace trigger final_outcome_statuses_added after insert on final_outcome_statuses
  for each row when (new.published_id is not null) execute function publish_final_outcome();

create or replace trigger offers_published after insert on offers for each row execute function require_published_outcome();

create or replace trigger offers_vacancy after insert or update of state, post_id on offers
  for each row when (new.state in ('offered', 'accepted')) execute function check_vacancy();

create or replace trigger posts_vacancy after update of vacancies on posts
  for each row when (new.vacancies is distinct from old.vacancies) execute function check_vacancies_of_post();

create or replace trigger applications_outcome_ended after update of withdrawn_at, decision on applications
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null
    or old.decision <> 'rejected' and new.decision = 'rejected')
  execute function end_outcome_of_ended();
